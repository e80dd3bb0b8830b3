import { DAY, HOUR, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";

export type SoonRow =
  | { readonly kind: "day"; readonly key: string; readonly day: Local; readonly isTomorrow: boolean }
  | { readonly kind: "gap"; readonly key: string; readonly from: Instant; readonly to: Instant }
  | {
      readonly kind: "event";
      readonly key: string;
      readonly occurrence: ShownOccurrence;
      readonly distance: string;
      /** the row before says the same distance */
      readonly isRepeat: boolean;
    };

interface SoonOptions {
  readonly now: Instant;
  readonly zone: Zone;
  /** how far ahead, whole days from today */
  readonly days: number;
  /** the least free time that is worth a row, today only; Infinity for none */
  readonly leastGap: number;
  readonly isShown: (occurrence: ShownOccurrence) => boolean;
  readonly distanceOf: (occurrence: ShownOccurrence) => string;
}

/** What is ahead, in the order of how soon: what runs now, then today's, then day by day under heads. */
export function soonRows(occurrences: readonly ShownOccurrence[], options: SoonOptions): SoonRow[] {
  const { now, zone, distanceOf } = options;
  const today = startOfDay(zone.toLocal(now));
  const end = zone.toInstant(addDays(today, options.days));
  const ahead = occurrences.filter((it) => it.end > now && it.start < end && options.isShown(it));
  const ordered = ahead.toSorted(
    (a, b) => placeInTime(a, now) - placeInTime(b, now) || a.end - b.end || (a.key < b.key ? -1 : 1),
  );
  const rows: SoonRow[] = [];
  let day = dayOf(today);
  let busyUntil = now;
  let said = "";
  for (const occurrence of ordered) {
    const start = startOfDay(zone.toLocal(Math.max(occurrence.start, now)));
    if (dayOf(start) !== day) {
      day = dayOf(start);
      rows.push({ kind: "day", key: `day ${day}`, day: start, isTomorrow: day === dayOf(today) + 1 });
    } else if (
      day === dayOf(today) &&
      !occurrence.allDay &&
      occurrence.start - busyUntil >= options.leastGap
    ) {
      rows.push({ kind: "gap", key: `gap ${busyUntil}`, from: busyUntil, to: occurrence.start });
    }
    if (!occurrence.allDay && occurrence.end - occurrence.start < DAY)
      busyUntil = Math.max(busyUntil, occurrence.end);
    const distance = distanceOf(occurrence);
    rows.push({ kind: "event", key: occurrence.key, occurrence, distance, isRepeat: distance === said });
    said = distance;
  }
  return rows;
}

/**
 * What runs comes first, by when it ends; whole days that run stand after what runs by the hour. A whole day of tomorrow is
 * as far as it says, a day: what is hours away stands before it. No day is shorter than 23 hours.
 */
function placeInTime(occurrence: ShownOccurrence, now: Instant): number {
  const { start, allDay } = occurrence;
  if (start > now) return allDay ? Math.min(Math.max(start, now + DAY), start + 23 * HOUR - 1) : start;
  return occurrence.allDay || occurrence.end - occurrence.start >= DAY ? now : now - HOUR;
}
