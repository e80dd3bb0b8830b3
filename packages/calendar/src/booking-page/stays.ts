import { instantAt } from "../booking/clock.ts";
import type { Instant } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import type { PreparedEventType } from "./prepare.ts";

type StayType = Pick<PreparedEventType, "nights" | "zone">;

/** When a stay begins that arrives on a day, by its number. */
export const arrivalOn = ({ nights, zone }: StayType, day: number): Instant =>
  instantAt(zone, day, nights?.checkIn ?? 0);

/**
 * The lengths of the stays that arrive on a day, milliseconds, the shortest first. Nights are counted by date: one in which the clocks change
 * is an hour shorter or longer.
 */
export function staysFrom(type: StayType, day: number): readonly number[] {
  const { nights, zone } = type;
  if (!nights) return [];
  const start = arrivalOn(type, day);
  const found: number[] = [];
  for (let count = nights.least; count <= nights.most; count++)
    found.push(instantAt(zone, day + count, nights.checkOut) - start);
  return found;
}

/** How many nights lie between two moments, counted by date. */
export const nightsBetween = ({ zone }: Pick<StayType, "zone">, start: Instant, end: Instant): number =>
  dayOf(zone.toLocal(end)) - dayOf(zone.toLocal(start));

/** Whether a time ends as a stay does that has as many nights as it may have. */
export function isStay(type: StayType, start: Instant, end: Instant): boolean {
  const { nights, zone } = type;
  const count = nightsBetween(type, start, end);
  if (!nights || count < nights.least || count > nights.most) return false;
  return instantAt(zone, dayOf(zone.toLocal(end)), nights.checkOut) === end;
}
