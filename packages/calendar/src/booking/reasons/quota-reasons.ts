import { DAY, MINUTE, type Instant } from "../../time/instant.ts";
import { timeOfDay } from "../../time/local.ts";
import { instantAt } from "../clock.ts";
import { isOwnOf, isUndone, type Facts, type OwnBooking, type Wish } from "../facts.ts";
import { dayAt, kindsOf, nightsIn } from "../passes.ts";
import type { PreparedLimit, PreparedRules } from "../prepare.ts";
import type { QuotaReason } from "../reason.ts";
import { before } from "../span.ts";
import { isAlive } from "../units.ts";
import type { Limit } from "../rules.ts";
import { periodOf, type DayRange } from "./quota-periods.ts";

/** Every limit that a wish would pass. */
export function quotaReasons(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): readonly QuotaReason[] {
  return prepared.limits.flatMap(
    (limit, index) => quotaReason(prepared, facts, wish, now, limit, index) ?? [],
  );
}

/** Whether the bookings reach back far enough for every limit to be counted. */
export function areBookingsKnown(
  prepared: PreparedRules,
  { bookingsFrom }: Facts,
  wish: Wish,
  now: Instant,
): boolean {
  const earliest = Math.min(now, wish.start);
  // No period is longer than a year.
  if (bookingsFrom <= earliest - 368 * DAY) return true;
  if (bookingsFrom > earliest) return false;
  const day = dayAt(prepared, wish.start);
  return prepared.limits.every(({ limit, rollingDays }) => {
    const from = rollingDays === undefined ? periodOf(limit.per, day)?.from : day - rollingDays + 1;
    return from === undefined || bookingsFrom <= instantAt(prepared.zone, from, 0);
  });
}

function quotaReason(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
  prepared_: PreparedLimit,
  index: number,
): QuotaReason | undefined {
  const { limit, exempt } = prepared_;
  const exemptFrom = exempt && before(wish.start, exempt, prepared.zone);
  if (exemptFrom !== undefined && now >= exemptFrom) return undefined;
  if (!isInDayPart(prepared, prepared_, wish.start)) return undefined;
  const isUpcoming = limit.per === "upcoming";
  const counts = (each: OwnBooking): boolean => isCounted(prepared, prepared_, facts, each, wish, now);
  const near = isUpcoming ? facts.bookings : facts.bookings.filter(isNear(prepared_, wish));
  const counted = near.filter(counts);
  if (
    isUpcoming ? counted.length === 0 && limit.of === "bookings" : !isFull(prepared, prepared_, counted, wish)
  )
    return undefined;
  const found = isUpcoming
    ? ofUpcoming(prepared, prepared_, counted, wish)
    : ofDays(prepared, prepared_, facts.bookings.filter(counts), wish);
  if (!found) return undefined;
  const waits = [limit.per === "upcoming" ? found.frees : undefined, exemptFrom].filter(
    (at) => at !== undefined,
  );
  const possible = Math.min(...waits);
  return { kind: "quota", index, limit, ...found, ...(possible < wish.start && { possible }) };
}

type Found = Pick<QuotaReason, "used" | "wanted" | "frees" | "day">;

/** Days that a period can reach to either side of a day. */
const REACH = { day: 1, week: 7, month: 31, year: 366 } as const;

/** Whether a booking can lie in a period with the wish: most do not, and need not be looked at more closely. */
function isNear({ limit, rollingDays }: PreparedLimit, wish: Wish): (booking: OwnBooking) => boolean {
  const days = rollingDays ?? REACH[limit.per as keyof typeof REACH];
  const [from, to] = [wish.start - (days + 2) * DAY, wish.end + (days + 2) * DAY];
  return ({ start, end }) => start < to && from < end;
}

/** Whether a booking counts: over the right things, in the right part of the day, not cancelled, not exempt itself. */
function isCounted(
  prepared: PreparedRules,
  prepared_: PreparedLimit,
  facts: Facts,
  booking: OwnBooking,
  wish: Wish,
  now: Instant,
): boolean {
  const { limit, exempt } = prepared_;
  const { over } = limit;
  const isOver = over === "this" ? booking.bookable === facts.bookable : booking.labels.includes(over);
  if (!isOver || isOwnOf(wish, booking.id) || !isAlive(booking, now) || !isStateCounted(limit, booking, now))
    return false;
  if (exempt && booking.booked >= before(booking.start, exempt, prepared.zone)) return false;
  return isInDayPart(prepared, prepared_, booking.start);
}

function isStateCounted(
  { per, countsLateCancelled = false, countsNoShow = true }: Limit,
  { state, end }: OwnBooking,
  now: Instant,
): boolean {
  const isOver = state === "done" || state === "released" || state === "cancelledLate" || end <= now;
  if (isUndone(state) || (per === "upcoming" && isOver)) return false;
  return state === "cancelledLate" ? countsLateCancelled : state !== "released" || countsNoShow;
}

function isInDayPart(prepared: PreparedRules, { dayPart }: PreparedLimit, start: Instant): boolean {
  if (!dayPart) return true;
  const local = prepared.zone.toLocal(start);
  const minutes = timeOfDay(local) / MINUTE;
  return (
    dayPart.from <= minutes &&
    minutes < dayPart.to &&
    kindsOf(prepared, Math.floor(local / DAY)).some((kind) => dayPart.days.has(kind))
  );
}

const minutesOf = ({ start, end }: { readonly start: Instant; readonly end: Instant }): number =>
  Math.round((end - start) / MINUTE);

function amountOf(
  prepared: PreparedRules,
  { limit: { of } }: PreparedLimit,
  time: { start: Instant; end: Instant },
): number {
  if (of === "bookings") return 1;
  return of === "minutes" ? minutesOf(time) : nightsIn(prepared, time.start, time.end);
}

function ofUpcoming(
  prepared: PreparedRules,
  limit: PreparedLimit,
  counted: readonly OwnBooking[],
  wish: Wish,
): Found | undefined {
  const wanted = amountOf(prepared, limit, wish);
  const used = counted.reduce((sum, each) => sum + amountOf(prepared, limit, each), 0);
  const { max } = limit.limit;
  if (used + wanted <= max) return undefined;
  const found = { used, wanted, day: dayAt(prepared, wish.start) };
  let left = used;
  for (const each of counted.toSorted((a, b) => a.end - b.end)) {
    left -= amountOf(prepared, limit, each);
    if (left + wanted <= max) return { ...found, frees: each.end };
  }
  return found;
}

/** What counts on one day. */
interface OnDay {
  readonly day: number;
  readonly amount: number;
}

/** Nights count on their own dates; everything else on the date of its start. */
function daysOf(
  prepared: PreparedRules,
  limit: PreparedLimit,
  time: { start: Instant; end: Instant },
): readonly OnDay[] {
  const day = dayAt(prepared, time.start);
  const amount = amountOf(prepared, limit, time);
  return limit.limit.of === "nights"
    ? Array.from({ length: Math.max(0, amount) }, (_, index) => ({ day: day + index, amount: 1 }))
    : [{ day, amount }];
}

const sumIn = (entries: readonly OnDay[], { from, to }: DayRange): number =>
  entries.reduce((sum, { day, amount }) => sum + (from <= day && day < to ? amount : 0), 0);

/** Whether some period would hold too much. */
function isFull(
  prepared: PreparedRules,
  limit: PreparedLimit,
  counted: readonly OwnBooking[],
  wish: Wish,
): boolean {
  const wanted = daysOf(prepared, limit, wish);
  const amount = wanted.reduce((sum, each) => sum + each.amount, 0);
  const own = counted.flatMap((each) => daysOf(prepared, limit, each));
  const all = own.reduce((sum, each) => sum + each.amount, amount);
  return all > limit.limit.max && fullest(limit, own, wanted) !== undefined;
}

function ofDays(
  prepared: PreparedRules,
  limit: PreparedLimit,
  counted: readonly OwnBooking[],
  wish: Wish,
): Found | undefined {
  const own = counted.flatMap((each) => daysOf(prepared, limit, each));
  const wanted = daysOf(prepared, limit, wish);
  const full = fullest(limit, own, wanted);
  if (!full) return undefined;
  const next = nextPossible(limit, own, wanted, full);
  return {
    used: sumIn(own, full),
    wanted: sumIn(wanted, full),
    day: wanted.find(({ day }) => full.from <= day && day < full.to)?.day ?? full.from,
    ...(next !== undefined && { frees: instantAt(prepared.zone, next, 0) }),
  };
}

/** Of the periods that would hold too much, the one that would hold most; then the earliest. */
function fullest(
  { limit, rollingDays }: PreparedLimit,
  own: readonly OnDay[],
  wanted: readonly OnDay[],
): DayRange | undefined {
  let [most, found]: [number, DayRange | undefined] = [limit.max, undefined];
  const look = (range: DayRange): void => {
    const sum = sumIn(own, range) + sumIn(wanted, range);
    if (sum > most || (sum === most && found && range.from < found.from)) [most, found] = [sum, range];
  };
  if (rollingDays === undefined)
    for (const { day } of wanted) look(periodOf(limit.per, day) ?? { from: day, to: day + 1 });
  // A window that holds too much still does when it is moved to begin with the first thing that it holds.
  else
    for (const { day } of rollingStarts(own, wanted, rollingDays)) look({ from: day, to: day + rollingDays });
  return found;
}

function rollingStarts(own: readonly OnDay[], wanted: readonly OnDay[], days: number): readonly OnDay[] {
  const [first = 0, last = 0] = [wanted[0]?.day, wanted.at(-1)?.day];
  return [...own, ...wanted].filter(({ day }) => day <= last && day + days > first);
}

/** The first day from which as much could be booked: of the next period, or past what fills the window. */
function nextPossible(
  limit: PreparedLimit,
  own: readonly OnDay[],
  wanted: readonly OnDay[],
  full: DayRange,
): number | undefined {
  if (limit.rollingDays === undefined) return full.to;
  const first = wanted[0]?.day ?? 0;
  const ends = own.map(({ day }) => day + (limit.rollingDays ?? 0)).filter((day) => day > first);
  for (const start of [...new Set(ends)].toSorted((a, b) => a - b)) {
    const moved = wanted.map(({ day, amount }) => ({ day: day - first + start, amount }));
    if (!fullest(limit, own, moved)) return start;
  }
  return undefined;
}
