import type { DayOfWeek, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { rebasedDay, sameDay, type MonthDay } from "@snart/calendar/recurrence/editor/month-day.ts";
import {
  addDays,
  asLocal,
  dayOf,
  fieldsOfLocal,
  startOfDay,
  timeOfDay,
  weekday,
  type Local,
} from "@snart/calendar/time/local.ts";
import { localDateTimeText, readLocalText } from "../../../store/items/local-text.ts";

/** A move of one event that applies to its whole series: the series' first start, and the moved event's old and new ones. */
interface SeriesMove {
  readonly first: Local;
  readonly from: Local;
  readonly to: Local;
}

interface MovedRule {
  readonly rule: RecurrenceRule;
  /** the start of the first event after the move */
  readonly first: Local;
}

const week: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/**
 * Returns the moved rule of a series on a counted weekday of the month (BYDAY with a number, RFC 5545 §3.3.10); undefined
 * for other rules, which follow their start.
 */
export function movedRule(rule: RecurrenceRule | null | undefined, move: SeriesMove): MovedRule | undefined {
  const [only, ...more] = rule?.byDay ?? [];
  if (rule?.frequency !== "monthly" || more.length > 0 || only?.nthOfPeriod === undefined) return undefined;
  if (rule.byMonth || rule.byMonthDay || rule.bySetPosition) return undefined;
  const on: MonthDay = { kind: "weekday", nth: only.nthOfPeriod, day: week.indexOf(only.day) + 1 };
  return movedMonthly(rule, on, move);
}

/** Moves “the fourth Monday” to “the fourth Tuesday” in every month, even where that is not the next day. */
function movedMonthly(
  rule: RecurrenceRule,
  on: MonthDay,
  { first, from, to }: SeriesMove,
): MovedRule | undefined {
  if (fieldsOfLocal(from).month !== fieldsOfLocal(to).month || dayOf(from) === dayOf(to)) return undefined;
  const next = rebasedDay(on, from, to);
  const day = week[weekday(to) - 1];
  if (next.kind !== "weekday" || sameDay(next, on) || day === undefined) return undefined;
  const monthStart = addDays(startOfDay(first), 1 - fieldsOfLocal(first).day);
  const early = addDays(monthStart, (next.day - weekday(monthStart) + 7) % 7);
  const nth = addDays(early, 7 * ((next.nth < 0 ? 5 : next.nth) - 1));
  const date = fieldsOfLocal(nth).month === fieldsOfLocal(first).month ? nth : addDays(nth, -7);
  const until = rule.until === undefined ? undefined : readLocalText(rule.until);
  return {
    rule: {
      ...rule,
      byDay: [{ "@type": "NDay", day, nthOfPeriod: next.nth }],
      ...(until !== undefined && { until: localDateTimeText(asLocal(until + to - from)) }),
    },
    first: asLocal(date + timeOfDay(to)),
  };
}
