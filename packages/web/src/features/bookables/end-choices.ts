import { mostOf, readSpan } from "@snart/calendar/booking/span.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { shownState, type SeenSlot, type Time } from "./model.ts";

/** More ends than these are a list that nobody reads. */
const MOST = 48;
/** How long a booking may be, where the rules don't say. */
const LONGEST = 8 * HOUR;
const NIGHTS = 14;

/**
 * When a booking that begins with a slot may end, the slot's own end first: by the half hour where times are free, by the night where
 * nights are booked. A slot of a plan is booked whole, and as many free ones in a row as the rules allow. Whether all of it can be booked is
 * another question.
 */
export function endChoices(
  rules: BookingRules,
  { start, end }: Time,
  zone: Zone,
  slots: readonly SeenSlot[] = [],
): readonly number[] {
  const { mode, lengths = {}, cellMinutes } = rules;
  if (mode === "slots") return rowEnds(slots, end, lengths.maxPasses ?? 1);
  if (mode === "nights") {
    const { minNights = 1, maxNights = NIGHTS } = lengths;
    const count = Math.min(maxNights, MOST) - minNights + 1;
    const nights = Array.from({ length: Math.max(count, 1) }, (_, at) => minNights - 1 + at);
    return nights.map((more) => zone.toInstant(addDays(zone.toLocal(end), more)));
  }
  const step = Math.max(30 * MINUTE, cellMinutes * MINUTE);
  const span = lengths.max === undefined ? undefined : readSpan(lengths.max);
  const last = start + (span ? mostOf(span) : LONGEST);
  const ends: number[] = [];
  for (let at = end; at <= Math.max(last, end) && ends.length < MOST; at += step) ends.push(at);
  return ends;
}

/** The ends of the free slots that follow each other without a break. */
function rowEnds(slots: readonly SeenSlot[], end: number, most: number): readonly number[] {
  const ends = [end];
  while (ends.length < Math.min(most, MOST)) {
    const at = ends.at(-1);
    const next = slots.find((slot) => Date.parse(slot.start) === at && shownState(slot) === "free");
    if (!next) break;
    ends.push(Date.parse(next.end));
  }
  return ends;
}
