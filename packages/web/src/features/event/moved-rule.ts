import type { DayOfWeek, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import {
  addDays,
  asLocal,
  dayOf,
  fieldsOfLocal,
  startOfDay,
  timeOfDay,
  weekday,
} from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { choiceOf, isLastOfMonth, nthOfMonth, ruleOf } from "./repeat.ts";

/** A move of one event of a series, meant for all: the first of them, and from when to when the one went. */
export interface SeriesMove {
  readonly first: Local;
  readonly from: Local;
  readonly to: Local;
}

export interface MovedRule {
  readonly rule: RecurrenceRule;
  /** when the first event is then */
  readonly first: Local;
}

/** The rule of a series whose events go to other weekdays; undefined if the rule does not say which days they are on. */
export function movedRule(rule: RecurrenceRule | null | undefined, move: SeriesMove): MovedRule | undefined {
  if (!rule?.byDay) return undefined;
  const choice = choiceOf(rule, move.from);
  if (choice === "monthlyNth" || choice === "monthlyLast") return movedMonthly(rule, move);
  return rule.frequency === "weekly" ? movedWeekly(rule, rule.byDay, move) : undefined;
}

const week: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

function movedWeekly(
  rule: RecurrenceRule,
  byDay: NonNullable<RecurrenceRule["byDay"]>,
  { first, from, to }: SeriesMove,
): MovedRule | undefined {
  const days = dayOf(to) - dayOf(from);
  if (days % 7 === 0) return undefined;
  const moved = (day: DayOfWeek): DayOfWeek => week[(((week.indexOf(day) + days) % 7) + 7) % 7] ?? day;
  return {
    rule: { ...rule, byDay: byDay.map((it) => ({ ...it, day: moved(it.day) })) },
    first: asLocal(first + (to - from)),
  };
}

/** “The fourth Monday” moved to a Tuesday becomes “the fourth Tuesday”, in every month, even where that is not the day after. */
function movedMonthly(rule: RecurrenceRule, { first, from, to }: SeriesMove): MovedRule | undefined {
  if (fieldsOfLocal(from).month !== fieldsOfLocal(to).month || dayOf(from) === dayOf(to)) return undefined;
  const isLast = nthOfMonth(to) > 4 || (rule.byDay?.[0]?.nthOfPeriod === -1 && isLastOfMonth(to));
  const byDay = ruleOf(isLast ? "monthlyLast" : "monthlyNth", to)?.byDay;
  if (!byDay) return undefined;
  const monthStart = addDays(startOfDay(first), 1 - fieldsOfLocal(first).day);
  const early = addDays(monthStart, (weekday(to) - weekday(monthStart) + 7) % 7);
  const nth = addDays(early, 7 * ((isLast ? 5 : nthOfMonth(to)) - 1));
  const day = fieldsOfLocal(nth).month === fieldsOfLocal(first).month ? nth : addDays(nth, -7);
  return { rule: { ...rule, byDay }, first: asLocal(day + timeOfDay(to)) };
}
