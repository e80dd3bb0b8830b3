import { nightState, runsOf, type Night } from "../nights/model.ts";
import type { ShownState } from "../model.ts";

/** Nights of one thing in a row of days. */
export interface DayBar {
  /** the days on which the first and the last of them begin */
  readonly first: number;
  readonly last: number;
  readonly state: ShownState;
  /** the first of them */
  readonly night: Night;
  /** in halves of days from the first day's morning, counted from one: a night goes from the middle of a day to that of the next */
  readonly column: number;
  readonly halves: number;
}

/**
 * What stands in a row of days: nights that somebody has, or that cannot be had. What is free, or is over, stays empty.
 * @param nights by their days; the one before the first day goes over into it
 * @param from the number of the first day
 */
export function dayBars(nights: ReadonlyMap<number, Night>, from: number, days: number): readonly DayBar[] {
  const near = new Map([...nights].filter(([day]) => day >= from - 1 && day < from + days));
  return [...runsOf(near, undefined)].flatMap(([day, { first, last }]) => {
    const night = near.get(day);
    const state = night && nightState(night.slot);
    if (!state || day !== first || state === "free" || state === "past") return [];
    const [begin, end] = [Math.max(0, (first - from) * 2 + 1), Math.min(days * 2, (last - from) * 2 + 3)];
    return [{ first, last, state, night, column: begin + 1, halves: end - begin }];
  });
}
