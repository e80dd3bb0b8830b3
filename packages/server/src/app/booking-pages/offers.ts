import { setImmediate } from "node:timers/promises";
import { offeredStarts, type OfferedStart } from "@snart/calendar/booking-page/offered-starts.ts";
import { instantAt } from "@snart/calendar/booking/clock.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { LONGEST } from "@snart/calendar/booking-page/ready-facts.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import { OneForAll } from "../../turns/one-for-all.ts";
import type { App } from "../app.ts";
import { filledUntil } from "./filling/filling.ts";
import { KEPT } from "./host-sources.ts";
import { fillingOfOthers, gatherPageFacts, type AskedType } from "./page-facts.ts";

/** Days by their numbers, both inclusive. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** A start that nobody else gets while a guest fills in the form for it: when it may be free again. */
export interface FilledStart extends OfferedStart {
  readonly until: Instant;
}

/** What a guest sees of some days. */
export interface Times {
  readonly starts: readonly OfferedStart[];
  /** with the lengths that would be free if others did not fill in the form */
  readonly filled: readonly FilledStart[];
}

/**
 * When a guest can begin on some days of a zone: what can be booked at this moment, by the verdict that books, and what others fill in the
 * form for.
 * @param own the guest's booking that is moved: it does not stand in its own way
 * @param now the moment; a later one: what could be booked then, as things are known
 */
export const timesOn = (
  app: App,
  asked: AskedType,
  days: Days,
  zone: Zone,
  own: readonly PageBooking[] = [],
  now: Instant = app.now(),
): Promise<Times> =>
  app.storage.read(async (tx) => {
    const window = { from: instantAt(zone, days.first, 0), to: instantAt(zone, days.last + 1, 0) };
    const { prepared, facts, bookings } = await gatherPageFacts(app, tx, asked, window, own, KEPT);
    const starts = offeredStarts(prepared, facts, days, zone, now);
    const filling = fillingOfOthers(bookings, own, now);
    if (filling.length === 0) return { starts, filled: [] };
    const without = await gatherPageFacts(app, tx, asked, window, [...own, ...filling], KEPT);
    const free = new Map(starts.map(({ start, lengths }) => [start, lengths]));
    const filled = offeredStarts(prepared, without.facts, days, zone, now).flatMap(({ start, lengths }) => {
      const kept = lengths.filter((length) => free.get(start)?.includes(length) !== true);
      const end = start + Math.max(...kept);
      return kept.length === 0 ? [] : [{ start, lengths: kept, until: filledUntil(filling, { start, end }) }];
    });
    return { starts, filled };
  });

/** The same without what others fill in. */
export const startsOn = async (...asked: Parameters<typeof timesOn>): Promise<readonly OfferedStart[]> =>
  (await timesOn(...asked)).starts;

/** Days whose starts are judged at once. */
const STEP = PAGE_LIMITS.daysAtOnce;

/**
 * The first moment at which a guest can begin within some days of a zone. What stands in the way is read once for all of them; where a
 * source knows more than can be told of so many days at once, step by step.
 * @param length milliseconds; undefined: whichever
 * @param now see `startsOn`
 */
export async function firstStart(
  app: App,
  asked: AskedType,
  days: Days,
  zone: Zone,
  { own, now, length }: { own: readonly PageBooking[]; now: Instant; length: number | undefined },
): Promise<Instant | undefined> {
  const window = { from: instantAt(zone, days.first, 0), to: instantAt(zone, days.last + 1, 0) };
  const whole = await app.storage.read((tx) => gatherPageFacts(app, tx, asked, window, own, KEPT));
  const isTold = whole.facts.hosts.every(({ sources }) => sources.every(({ health }) => health === "fresh"));
  for (let first = days.first; first <= days.last; first += STEP) {
    const step = { first, last: Math.min(first + STEP - 1, days.last) };
    const starts = isTold
      ? offeredStarts(whole.prepared, whole.facts, step, zone, now)
      : await startsOn(app, asked, step, zone, own, now);
    const found = starts.find(({ lengths }) => length === undefined || lengths.includes(length));
    if (found) return found.start;
    // Others have their turn between the steps.
    await setImmediate();
  }
  return undefined;
}

/** How far ahead anybody can book, and a little more: further off nothing is looked up. */
const FURTHEST = 25 * 31 * DAY;

/** Whether a moment from outside is one at which something could be booked at all, so that looking for what stands near it makes sense. */
export const isNearNow = (start: Instant, length: number, now: Instant): boolean =>
  Number.isSafeInteger(start) &&
  Number.isSafeInteger(length) &&
  Math.abs(start - now) < FURTHEST &&
  length > 0 &&
  length <= LONGEST;

/** How many other times are proposed, and within how many days. */
const PROPOSED = 3;
const DAYS_AROUND = 14;
/** Who wish for days near each other are told of the same weeks. */
const WEEK = 7;

export interface Wished {
  readonly start: Instant;
  /** milliseconds */
  readonly length: number;
}

export interface NearTimes extends Times {
  readonly nearest: readonly OfferedStart[];
}

const readings = new WeakMap<App["storage"], OneForAll<Times>>();

function readingsOf({ storage }: App): OneForAll<Times> {
  const known = readings.get(storage) ?? new OneForAll<Times>();
  readings.set(storage, known);
  return known;
}

/** The times on some weeks, read once for all guests who ask at one moment, after each of them has asked. */
function timesForAll(app: App, asked: AskedType, days: Days, zone: Zone): Promise<Times> {
  const { page, eventType, type } = asked;
  const rules = JSON.stringify([type, page.state, page.pausedUntil]);
  const key = [page.id, eventType.id, zone.id, days.first, days.last, rules].join(" ");
  return readingsOf(app).ask(key, () => {
    app.storage.leaveSnapshot();
    return timesOn(app, asked, days, zone);
  });
}

/**
 * What a guest sees around a time that they wish for: whether it can be had itself, and the times near it, the nearest first, of the same
 * length where there are such.
 * @param own the guest's booking that is moved: it does not stand in its own way
 */
export async function timesNear(
  app: App,
  asked: AskedType,
  { start, length }: Wished,
  zone: Zone,
  own: readonly PageBooking[] = [],
): Promise<NearTimes> {
  const now = app.now();
  const wished = isNearNow(start, 1, now) ? Math.max(start, now) : now;
  const day = dayOf(zone.toLocal(wished));
  const weeks = {
    first: Math.floor((day - DAYS_AROUND) / WEEK) * WEEK,
    last: Math.ceil((day + DAYS_AROUND + 1) / WEEK) * WEEK - 1,
  };
  const { starts, filled } =
    own.length === 0
      ? await timesForAll(app, asked, weeks, zone)
      : await timesOn(app, asked, weeks, zone, own);
  const near = starts.filter((each) => Math.abs(dayOf(zone.toLocal(each.start)) - day) <= DAYS_AROUND);
  const same = near.filter(({ lengths }) => lengths.includes(length));
  const distance = (one: OfferedStart): number => Math.abs(one.start - wished);
  const nearest = (same.length > 0 ? same : near)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, PROPOSED);
  return { starts, filled, nearest };
}
