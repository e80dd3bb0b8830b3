import { DAY } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, dayOf, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Span } from "../store/items/span.ts";
import type { Grip, GridPoint } from "./drag.ts";

const dayKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** How many days an arrow goes in a month; undefined for other keys. */
export const daysOfKey = (key: string): number | undefined => dayKeys[key];

/**
 * A span some days later. Clock times stay the same over changes of the clocks, and so does the length of timed
 * spans.
 */
export function movedByDays(span: Span, days: number, zone: Zone): Span {
  const start = shifted(span.start, days, zone);
  const end = span.allDay ? shifted(span.end, days, zone) : start + (span.end - span.start);
  return { ...span, start, end };
}

/** The span after an arrow key in the month: moved by a day or a week, with Shift its last day alone. */
export function steppedSpan(
  span: Span,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  zone: Zone,
): Span | undefined {
  const days = daysOfKey(key);
  if (days === undefined) return undefined;
  return shiftKey ? withEdge(span, "end", days, zone) : movedByDays(span, days, zone);
}

/** The span that a drag over the days of a month has reached. */
export function draggedDays(grip: Grip, head: GridPoint, zone: Zone): Span {
  if (grip.kind === "select") {
    const [first, last] =
      grip.anchor.day <= head.day ? [grip.anchor.day, head.day] : [head.day, grip.anchor.day];
    return {
      start: zone.toInstant(startOfDay(first)),
      end: zone.toInstant(addDays(startOfDay(last), 1)),
      allDay: true,
    };
  }
  if (grip.kind === "move" && head.keepsTime)
    return movedByDays(grip.span, dayOf(head.day) - dayOf(zone.toLocal(grip.span.start)), zone);
  if (grip.kind === "move") return movedByDays(grip.span, dayOf(head.day) - dayOf(grip.anchor.day), zone);
  const edge = grip.edge === "start" ? grip.span.start : Math.max(grip.span.start, grip.span.end - 1);
  return withEdge(grip.span, grip.edge, dayOf(head.day) - dayOf(zone.toLocal(edge)), zone);
}

/** Moves one end by days; a move that would turn the span inside out changes nothing. */
function withEdge(span: Span, edge: "start" | "end", days: number, zone: Zone): Span {
  const moved = { ...span, [edge]: shifted(span[edge], days, zone) };
  const least = span.allDay ? DAY / 2 : 0;
  return moved.end - moved.start > least ? moved : span;
}

const shifted = (at: number, days: number, zone: Zone): number =>
  zone.toInstant(asLocal(zone.toLocal(at) + days * DAY));
