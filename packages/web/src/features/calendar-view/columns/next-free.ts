import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";

interface Taken {
  readonly from: number;
  readonly to: number;
}

/** A person, with the hours that are taken; null: they are hidden. */
interface Asked {
  readonly name: string;
  readonly taken: readonly Taken[] | null;
}

/** A time at which everybody is free, or all but one. */
export interface FreeForAll extends Taken {
  /** who is not free; null: all are */
  readonly without: string | null;
}

const STEP = 15 * MINUTE;
const LEAST = 30 * MINUTE;
const MOST = 2 * HOUR;

/**
 * Returns the next half hour or more of a window at which everybody is free, else the next at which all but one are. People whose
 * hours are hidden are not asked. Of two people all but one would be anybody, so they are only asked for both.
 */
export function nextFree(people: readonly Asked[], window: Taken): FreeForAll | null {
  const asked = people.flatMap(({ name, taken }) => (taken ? [{ name, taken }] : []));
  if (asked.length < 2) return null;
  let second: FreeForAll | null = null;
  for (let from = Math.ceil(window.from / STEP) * STEP; from + LEAST <= window.to; from += STEP) {
    const busy = asked.filter(({ taken }) => meets(taken, from, from + LEAST));
    const others = asked.filter((one) => !busy.includes(one));
    if (busy.length > 1 || (busy.length === 1 && (second || asked.length < 3))) continue;
    const found = { from, to: endOf(others, from, window.to), without: busy[0]?.name ?? null };
    if (found.without === null) return found;
    second = found;
  }
  return second;
}

const meets = (taken: readonly Taken[], from: number, to: number): boolean =>
  taken.some((one) => one.from < to && from < one.to);

function endOf(people: readonly { readonly taken: readonly Taken[] }[], from: number, last: number): number {
  let to = from + LEAST;
  while (to + STEP <= Math.min(last, from + MOST) && !people.some(({ taken }) => meets(taken, to, to + STEP)))
    to += STEP;
  return to;
}
