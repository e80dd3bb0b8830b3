import { civilDate, dayNumber, daysInMonth } from "../time/civil.ts";
import { DAY, HOUR, MINUTE, type Instant } from "../time/instant.ts";
import { dayOf, timeOfDay } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { instantAt } from "./clock.ts";

/** A length of time that is never negative: months and days by the calendar, milliseconds exact. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

const GRAMMAR =
  /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?)?$/;

/** Reads `P3M`, `P2W`, `P1DT12H`; undefined for anything else, seconds and signs included. */
export function readSpan(text: string): Span | undefined {
  const match = text.length > 40 ? null : GRAMMAR.exec(text);
  if (!match || !/\d/.test(text) || text.endsWith("T")) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return {
    months: years * 12 + months,
    days: weeks * 7 + days,
    milliseconds: hours * HOUR + minutes * MINUTE,
  };
}

/** The longest that a span can be, in milliseconds: for comparing spans with bounds. */
export const mostOf = ({ months, days, milliseconds }: Span): number =>
  months * 31 * DAY + days * DAY + milliseconds;

/** The day so many months and days after another (before, if negative); a day that the month lacks is its last. */
function movedDay(day: number, months: number, days: number): number {
  if (months === 0) return day + days;
  const { year, month, day: ofMonth } = civilDate(day);
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return dayNumber(y, m, Math.min(ofMonth, daysInMonth(y, m))) + days;
}

/** The moment a span before another; `at`, in minutes, is a time of the day that the months and days lead to. */
export const before = (instant: Instant, span: Span, zone: Zone, at?: number): Instant =>
  moved(instant, span, -1, zone, at);

/** The moment a span after another. */
export const after = (instant: Instant, span: Span, zone: Zone): Instant => moved(instant, span, 1, zone);

function moved(instant: Instant, span: Span, sign: 1 | -1, zone: Zone, at?: number): Instant {
  const { months, days, milliseconds } = span;
  const exact = sign * milliseconds;
  if (months === 0 && days === 0 && at === undefined) return instant + exact;
  const local = zone.toLocal(instant);
  const day = movedDay(dayOf(local), sign * months, sign * days);
  return instantAt(zone, day, at ?? timeOfDay(local) / MINUTE) + exact;
}
