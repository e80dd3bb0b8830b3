import type { BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { findTimes, type Sought } from "@snart/calendar/free-busy/find-times.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, weekday } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import type { FreeBusy } from "../../api/calendars/availability-api.ts";

/** Somebody who is asked, with what is known of their time. */
export interface Asked {
  readonly id: string;
  readonly name: string;
  /** null: nothing is known, which is neither free nor busy */
  readonly busy: readonly BusyPeriod[] | null;
  readonly zone: Zone;
}

/** What is known of those who are asked, each by their id; who has none is asked by mail. */
export const askedOf = (
  people: readonly { readonly id: string; readonly name: string }[],
  known: ReadonlyMap<string, FreeBusy> | null,
  viewer: Zone,
): readonly Asked[] =>
  people.map((person) => {
    const told = known?.get(person.id);
    return {
      ...person,
      busy: told?.busy ?? null,
      zone: (told?.timeZone ? ianaZone(told.timeZone) : undefined) ?? viewer,
    };
  });

const takesTime = ({ type }: BusyPeriod): boolean => type !== "BUSY-UNAVAILABLE";

/** How many are free at a time, of how many of whom it is known, and of whom nothing is. */
export function freeAt(
  asked: readonly Asked[],
  start: number,
  length: number,
): { readonly free: number; readonly known: number; readonly unknown: readonly string[] } {
  const known = asked.filter(({ busy }) => busy !== null);
  const free = known.filter(
    ({ busy }) => !busy?.some((each) => takesTime(each) && each.from < start + length && start < each.to),
  );
  return {
    free: free.length,
    known: known.length,
    unknown: asked.filter(({ busy }) => busy === null).map(({ name }) => name),
  };
}

/** A poll has at most so many times that are suggested. */
const MOST = 5;
/** So far ahead times are sought. */
export const AHEAD = 28 * DAY;

/**
 * The times with those that are suggested besides, up to five: when everybody is free of whom it is known. Those that are there stay.
 * @param now times begin after it
 */
export function withSuggested(
  options: readonly number[],
  asked: readonly Asked[],
  length: number,
  now: number,
  viewer: Zone,
): readonly number[] {
  const sought = asked.map(({ id, busy, zone }): Sought => ({ id, part: "required", busy, zone }));
  const first = now + HOUR;
  const found = findTimes(sought, {
    window: { from: first, to: now + AHEAD },
    length,
    wanted: options[0] ?? first,
    viewer,
    most: MOST + options.length,
  });
  const more = found
    .map(({ from }) => from)
    .filter((start) => !options.some((each) => each < start + length && start < each + length));
  return [...options, ...more.slice(0, Math.max(0, MOST - options.length))].toSorted((a, b) => a - b);
}

/** The seven midnights of a week, Monday first, and the one after it. */
export function weekFrom(at: number, viewer: Zone): readonly number[] {
  const today = startOfDay(viewer.toLocal(at));
  const monday = addDays(today, 1 - weekday(today));
  return Array.from({ length: 8 }, (_, day) => viewer.toInstant(addDays(monday, day)));
}

/** The hours that the board of a week shows. */
export const BOARD = { from: 7, to: 22 } as const;

/** The moment at a place of a day's column, on a quarter of an hour. @param part from the top, 0 to 1 */
export function momentAt(midnight: number, part: number, viewer: Zone): number {
  const hours = BOARD.from + Math.min(Math.max(part, 0), 1) * (BOARD.to - BOARD.from);
  const quarter = Math.min(Math.floor(hours * 4), BOARD.to * 4 - 1) / 4;
  return viewer.toInstant(asLocal(startOfDay(viewer.toLocal(midnight)) + quarter * HOUR));
}

/** Where a piece of time stands in a day's column, in hundredths of it; undefined: it is not in it. */
export function placeIn(
  midnight: number,
  { from, to }: { readonly from: number; readonly to: number },
  viewer: Zone,
): { readonly top: number; readonly height: number } | undefined {
  const day = startOfDay(viewer.toLocal(midnight));
  const whole = (BOARD.to - BOARD.from) * HOUR;
  const [start, end] = [from, to].map((at) => viewer.toLocal(at) - day - BOARD.from * HOUR);
  const top = Math.max(0, start ?? 0);
  const bottom = Math.min(whole, end ?? 0);
  return bottom - top < MINUTE
    ? undefined
    : { top: (top / whole) * 100, height: ((bottom - top) / whole) * 100 };
}
