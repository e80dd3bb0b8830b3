import type { DayOfWeek, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { addDays, fieldsOfLocal, weekday } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";

/** The repeats that the editor offers; `custom` is one that it can keep but not change in detail. */
export const repeatChoices = [
  "none",
  "daily",
  "weekdays",
  "weekly",
  "biweekly",
  "monthlyDay",
  "monthlyNth",
  "monthlyLast",
  "yearly",
] as const;
export type RepeatChoice = (typeof repeatChoices)[number] | "custom";

const dayNames: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];
const nameOfDay = (start: Local): DayOfWeek => dayNames[weekday(start) - 1] ?? "mo";

/** Which one of its kind in the month a day is: 1 for the first Monday … 5. */
export const nthOfMonth = (start: Local): number => Math.ceil(fieldsOfLocal(start).day / 7);

/** Whether a day is the last of its kind in its month. */
export const isLastOfMonth = (start: Local): boolean =>
  fieldsOfLocal(addDays(start, 7)).month !== fieldsOfLocal(start).month;

/** The choices that make sense for a start. */
export const choicesFor = (start: Local): RepeatChoice[] =>
  repeatChoices.filter(
    (choice) =>
      (choice !== "monthlyLast" || isLastOfMonth(start)) &&
      (choice !== "monthlyNth" || nthOfMonth(start) <= 4),
  );

/** The rule of a choice, without an end; undefined for none and for what the editor can't make. */
export function ruleOf(choice: RepeatChoice, start: Local): RecurrenceRule | undefined {
  const day = nameOfDay(start);
  const rule = (rest: Omit<RecurrenceRule, "@type">): RecurrenceRule => ({
    "@type": "RecurrenceRule",
    ...rest,
  });
  switch (choice) {
    case "daily":
      return rule({ frequency: "daily" });
    case "weekdays":
      return rule({
        frequency: "weekly",
        byDay: dayNames.slice(0, 5).map((it) => ({ "@type": "NDay", day: it })),
      });
    case "weekly":
      return rule({ frequency: "weekly" });
    case "biweekly":
      return rule({ frequency: "weekly", interval: 2 });
    case "monthlyDay":
      return rule({ frequency: "monthly" });
    case "monthlyNth":
      return rule({
        frequency: "monthly",
        byDay: [{ "@type": "NDay", day, nthOfPeriod: nthOfMonth(start) }],
      });
    case "monthlyLast":
      return rule({ frequency: "monthly", byDay: [{ "@type": "NDay", day, nthOfPeriod: -1 }] });
    case "yearly":
      return rule({ frequency: "yearly" });
    case "none":
    case "custom":
      return undefined;
  }
}

/** The choice that a rule is, whatever its end; `custom` if it is none of them. */
export function choiceOf(rule: RecurrenceRule | null | undefined, start: Local): RepeatChoice {
  if (!rule) return "none";
  const plain = plainRule(rule, start);
  const found = repeatChoices.find((choice) => {
    const offered = ruleOf(choice, start);
    return offered !== undefined && sameJson(plainRule(offered, start), plain);
  });
  return found ?? "custom";
}

/** A rule without its end and without what goes without saying, so that equal rules look the same. */
function plainRule(rule: RecurrenceRule, start: Local): JsonValue {
  const {
    "@type": _type,
    count: _count,
    until: _until,
    interval = 1,
    firstDayOfWeek: _first,
    ...rest
  } = rule;
  const { month, day } = fieldsOfLocal(start);
  const byDay = rest.byDay?.map(({ day: name, nthOfPeriod }) => ({
    day: name,
    ...(nthOfPeriod === undefined ? {} : { nthOfPeriod }),
  }));
  const only = byDay?.length === 1 ? byDay[0] : undefined;
  const saysStart = only?.day === nameOfDay(start) && !("nthOfPeriod" in only) && rest.frequency === "weekly";
  const { byDay: _byDay, byMonthDay, byMonth, ...others } = rest;
  return {
    ...others,
    interval,
    ...(byDay && !saysStart ? { byDay } : {}),
    ...(byMonthDay && !sameJson([...byMonthDay], [day]) ? { byMonthDay } : {}),
    ...(byMonth && !sameJson([...byMonth], [String(month)]) ? { byMonth } : {}),
  };
}
