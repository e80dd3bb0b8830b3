import { MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { dayCount, daysSpan, type Span } from "../store/items/span.ts";

/** The position of the pointer: a day of the view and a minute of that day (not snapped), or the all-day lane. */
export interface GridPoint {
  readonly day: Local;
  readonly minute: number;
  readonly inLane: boolean;
  /** which of several columns of the same day */
  readonly column?: number;
  /** a day without hours, as in the mini-month: an event that moves there keeps its time of day */
  readonly keepsTime?: boolean;
}

/** The thing being dragged. */
export type Grip =
  | { readonly kind: "select"; readonly anchor: GridPoint }
  | { readonly kind: "move"; readonly span: Span; readonly anchor: GridPoint }
  | { readonly kind: "resize"; readonly span: Span; readonly edge: "start" | "end" };

const DAY_MINUTES = 1440;
/** The least length, which an all-day event also has when it is dropped among the hours. */
const LEAST = 15;
const HOUR = 60;

const snapped = (minute: number, snap: number): number => Math.round(minute / snap) * snap;
const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);

/** The span that a drag has reached, on a grid of `snap` minutes. */
export function draggedSpan(grip: Grip, head: GridPoint, snap: number, zone: Zone): Span {
  switch (grip.kind) {
    case "select":
      return grip.anchor.inLane
        ? selectedDays(grip.anchor, head, zone)
        : selectedTime(grip.anchor, head, snap, zone);
    case "move":
      return movedSpan(grip.span, grip.anchor, head, snap, zone);
    case "resize":
      return resizedSpan(grip.span, grip.edge, head, snap, zone);
  }
}

function selectedDays(anchor: GridPoint, head: GridPoint, zone: Zone): Span {
  const [first, last] = anchor.day <= head.day ? [anchor.day, head.day] : [head.day, anchor.day];
  return { start: zone.toInstant(first), end: zone.toInstant(addDays(last, 1)), allDay: true };
}

/** Over midnight a selection stays on its day: spans of several days are selected in the lane. */
function selectedTime(anchor: GridPoint, head: GridPoint, snap: number, zone: Zone): Span {
  const from = Math.floor(anchor.minute / snap) * snap;
  const to = clamp(
    head.day === anchor.day ? head.minute : head.day > anchor.day ? DAY_MINUTES : 0,
    0,
    DAY_MINUTES,
  );
  const [first, last] =
    to >= from ? [from, Math.max(snapped(to, snap), from + LEAST)] : [snapped(to, snap), from + LEAST];
  return timedSpan(anchor.day, first, Math.min(last, DAY_MINUTES), zone);
}

const timedSpan = (day: Local, from: number, to: number, zone: Zone): Span => ({
  start: zone.toInstant(asLocal(startOfDay(day) + from * MINUTE)),
  end: zone.toInstant(asLocal(startOfDay(day) + to * MINUTE)),
  allDay: false,
});

/** The same time of another day. */
function onDay(span: Span, day: Local, zone: Zone): Span {
  const start = zone.toLocal(span.start);
  if (span.allDay) return daysSpan(zone.toInstant(day), dayCount(span, zone), zone);
  const at = zone.toInstant(asLocal(day + timeOfDay(start)));
  return { ...span, start: at, end: at + (span.end - span.start) };
}

function movedSpan(span: Span, anchor: GridPoint, head: GridPoint, snap: number, zone: Zone): Span {
  if (head.keepsTime) return onDay(span, head.day, zone);
  const days = Math.round((head.day - anchor.day) / (DAY_MINUTES * MINUTE));
  if (head.inLane) {
    const count = span.allDay ? dayCount(span, zone) : 1;
    const start = addDays(startOfDay(zone.toLocal(span.start)), days);
    return daysSpan(zone.toInstant(start), count, zone);
  }
  if (span.allDay) {
    const from = clamp(snapped(head.minute - HOUR / 2, snap), 0, DAY_MINUTES - HOUR);
    return timedSpan(head.day, from, from + HOUR, zone);
  }
  const start = zone.toLocal(span.start);
  const moved = timeOfDay(start) / MINUTE + (head.minute - anchor.minute);
  const local = asLocal(
    addDays(startOfDay(start), days) + clamp(snapped(moved, snap), 0, DAY_MINUTES - LEAST) * MINUTE,
  );
  const at = zone.toInstant(local);
  return { start: at, end: at + (span.end - span.start), allDay: false };
}

function resizedSpan(span: Span, edge: "start" | "end", head: GridPoint, snap: number, zone: Zone): Span {
  if (span.allDay) return resizedDays(span, edge, head, zone);
  const at = zone.toInstant(asLocal(head.day + clamp(snapped(head.minute, snap), 0, DAY_MINUTES) * MINUTE));
  const least = LEAST * MINUTE;
  if (edge === "start") return { ...span, start: Math.min(at, span.end - least) };
  return { ...span, end: Math.max(at, span.start + least) };
}

function resizedDays(span: Span, edge: "start" | "end", head: GridPoint, zone: Zone): Span {
  if (edge === "end") {
    const end = zone.toInstant(addDays(head.day, 1));
    return { ...span, end: Math.max(end, daysSpan(span.start, 1, zone).end) };
  }
  return { ...span, start: Math.min(zone.toInstant(head.day), daysSpan(span.end - 1, 1, zone).start) };
}
