import { instantOf, ownLocal, type CalendarTime } from "../time/calendar-time.ts";
import { civilDate, weekdayOfDay } from "../time/civil.ts";
import { clocksFrom } from "../time/clocks-from.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../time/instant.ts";
import { asLocal, dayOf, timeOfDay, type Local } from "../time/local.ts";
import { UTC } from "../time/zone.ts";
import { walkRule } from "./iterate.ts";
import { formatRule, parseRule, type RecurrenceRule, type RuleDay } from "./rule.ts";
import { lastReading } from "./time-bounds.ts";

/**
 * What a rule says, as a text that is equal for equal rules however they are written: with what DTSTART says anyway, without what
 * nothing hangs on, and with the last instance for UNTIL and COUNT. A rule that cannot be read means its text.
 * @param start DTSTART
 * @param withEnd whether it counts where the series ends
 */
export function meaningOfRule(text: string, start: CalendarTime, withEnd: boolean): string {
  const read = parseRule(text);
  if (!read.ok) return text.trim().toUpperCase();
  const { count, until, ...endless } = read.value;
  const pattern = formatRule(spelledOut(endless, start));
  if (!withEnd || (count === undefined && !until)) return pattern;
  const last = lastInstance(read.value, start);
  return last === undefined ? formatRule(spelledOut(read.value, start)) : `${pattern} ${last}`;
}

/** The zone of a series by what its clocks do: one in another zone drifts apart with the next change of clocks. */
export const meaningOfZone = (start: CalendarTime): string =>
  start.kind === "timed" ? clocksFrom(start.zone, instantOf(start, UTC)) : "";

function spelledOut(rule: RecurrenceRule, start: CalendarTime): RecurrenceRule {
  const first = ownLocal(start);
  const withDays = withNumberedDay(withDaysOf(rule, dayOf(first)));
  const { skip, ...whole } = { ...withDays, ...timesOf(withDays, start) };
  return {
    ...whole,
    ...(skip && skip !== "OMIT" && { skip }),
    wkst: hangsOnWeekStart(whole, weekdayOfDay(dayOf(first))) ? rule.wkst : 1,
    ...(whole.byDay && { byDay: [...whole.byDay].sort(byNumberAndDay) }),
    ...(whole.unknown && { unknown: whole.unknown.map((part) => part.toUpperCase()).toSorted() }),
  };
}

const byNumberAndDay = (a: RuleDay, b: RuleDay): number => (a.nth ?? 0) - (b.nth ?? 0) || a.day - b.day;

/** The days that DTSTART decides where the rule says none (RFC 5545 §3.3.10). */
function withDaysOf(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { freq, byDay, byMonthDay, byYearDay, byWeekNo, byMonth } = rule;
  const weekday = [{ day: weekdayOfDay(start) }];
  const { month, day } = civilDate(start);
  if (freq === "WEEKLY") return { ...rule, byDay: byDay?.map((one) => ({ day: one.day })) ?? weekday };
  if (byDay || byMonthDay) return rule;
  if (freq === "MONTHLY") return { ...rule, byMonthDay: [day] };
  if (freq !== "YEARLY" || byYearDay) return rule;
  return byWeekNo ? { ...rule, byDay: weekday } : { ...rule, byMonth: byMonth ?? [month], byMonthDay: [day] };
}

/** `BYDAY=TU;BYSETPOS=2` says `BYDAY=2TU`. */
function withNumberedDay(rule: RecurrenceRule): RecurrenceRule {
  const { bySetPos, ...rest } = rule;
  const { freq, byDay, byMonth } = rule;
  const [only, second] = byDay ?? [];
  const [nth, more] = bySetPos ?? [];
  const isWithinPeriod = freq === "MONTHLY" || (freq === "YEARLY" && (!byMonth || byMonth.length === 1));
  const isAlone =
    !rule.byMonthDay &&
    !rule.byYearDay &&
    !rule.byWeekNo &&
    !hasMany(rule.byHour, rule.byMinute, rule.bySecond);
  const isOne = only && !second && only.nth === undefined && nth !== undefined && more === undefined;
  return isWithinPeriod && isAlone && isOne ? { ...rest, byDay: [{ day: only.day, nth }] } : rule;
}

const hasMany = (...lists: readonly (readonly number[] | undefined)[]): boolean =>
  lists.some((list) => list !== undefined && list.length > 1);

const UNITS: Partial<Record<RecurrenceRule["freq"], number>> = {
  SECONDLY: SECOND,
  MINUTELY: MINUTE,
  HOURLY: HOUR,
};

/** The times of day that DTSTART decides; of whole days there are none. */
function timesOf(
  { freq, byHour, byMinute, bySecond }: RecurrenceRule,
  start: CalendarTime,
): Pick<RecurrenceRule, "byHour" | "byMinute" | "bySecond"> {
  if (start.kind === "allDay") return { byHour: [], byMinute: [], bySecond: [] };
  const time = timeOfDay(start.local);
  const unit = UNITS[freq] ?? DAY;
  return {
    byHour: byHour ?? (unit < DAY ? [] : [Math.floor(time / HOUR)]),
    byMinute: byMinute ?? (unit < HOUR ? [] : [Math.floor((time % HOUR) / MINUTE)]),
    bySecond: bySecond ?? (unit < MINUTE ? [] : [Math.floor((time % MINUTE) / SECOND)]),
  };
}

/** RFC 5545 §3.3.10: WKST counts for weeks that are left out or numbered, and for positions in a week. */
const hangsOnWeekStart = (
  { freq, interval, byDay, byWeekNo, bySetPos }: RecurrenceRule,
  first: number,
): boolean =>
  byWeekNo !== undefined ||
  (freq === "WEEKLY" &&
    (bySetPos !== undefined || (interval > 1 && byDay?.some(({ day }) => day !== first) === true)));

/** The last instance of a rule that ends, looked for from its end backwards; undefined if that is too much work. */
function lastInstance(rule: RecurrenceRule, start: CalendarTime): Local | undefined {
  const first = ownLocal(start);
  const end = lastReading(rule, start);
  if (end === undefined) return undefined;
  const zone = start.kind === "timed" ? start.zone : undefined;
  for (let back = DAY; ; back *= 8) {
    const from = asLocal(Math.max(first, end - back));
    let last: Local | undefined;
    const options = { from, to: asLocal(end + 1), allDay: start.kind === "allDay", ...(zone && { zone }) };
    const walked = walkRule(rule, first, options, (reading) => {
      last = reading;
      return true;
    });
    if (!walked.ok) return undefined;
    if (last !== undefined || from === first) return last ?? first;
  }
}
