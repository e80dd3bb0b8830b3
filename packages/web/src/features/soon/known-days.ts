import type { Local } from "@snart/calendar/time/local.ts";
import { DAY } from "@snart/calendar/time/instant.ts";

/** The kind that a day is of in the almanac. */
interface Known {
  readonly day: Local;
  readonly kind: string;
}

/** ms: a named day that follows sooner belongs to the same feast */
const SAME_FEAST = 3 * DAY;

/**
 * The days of the almanac that people look forward to, in their order: the eves that are kept as holidays where there are
 * any (Christmas, New Year, Midsummer in Sweden), the public holidays elsewhere; of a feast of several days the first.
 */
export function knownDays<T extends Known>(named: readonly T[]): readonly T[] {
  const hasEves = named.some(({ kind }) => kind === "eve");
  const days = named.filter(({ kind }) => kind === (hasEves ? "eve" : "red"));
  return days.filter(({ day }, index) => {
    const before = days[index - 1];
    return before === undefined || day - before.day > SAME_FEAST;
  });
}
