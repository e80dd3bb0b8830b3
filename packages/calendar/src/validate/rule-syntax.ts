import { parseRule, saysItsOwn, type RecurrenceRule } from "../recurrence/rule.ts";
import { quoted } from "./violation.ts";

/** A problem in a rule, and the section that says so. */
interface RuleProblem {
  readonly detail: string;
  readonly section: string;
}

const STRICT = /^[A-Z][A-Z0-9-]*=[^;=\s]+(?:;[A-Z][A-Z0-9-]*=[^;=\s]+)*$/i;

interface Check {
  readonly detail: string;
  readonly broken: (rule: RecurrenceRule) => boolean;
}

const isOf = ({ freq }: RecurrenceRule, ...frequencies: readonly string[]): boolean =>
  frequencies.includes(freq);

/** The combinations of parts that a rule may not have. */
const CHECKS: readonly Check[] = [
  { detail: "COUNT and UNTIL are both there", broken: (rule) => !!rule.count && !!rule.until },
  {
    detail: "BYDAY counts its days, which only MONTHLY and YEARLY may",
    broken: (rule) => !isOf(rule, "MONTHLY", "YEARLY") && !!rule.byDay?.some(({ nth }) => nth !== undefined),
  },
  {
    detail: "BYDAY counts its days beside BYWEEKNO",
    broken: (rule) => !!rule.byWeekNo && !!rule.byDay?.some(({ nth }) => nth !== undefined),
  },
  { detail: "BYWEEKNO is for YEARLY alone", broken: (rule) => !isOf(rule, "YEARLY") && !!rule.byWeekNo },
  { detail: "BYMONTHDAY is not for WEEKLY", broken: (rule) => isOf(rule, "WEEKLY") && !!rule.byMonthDay },
  {
    detail: "BYYEARDAY is not for DAILY, WEEKLY or MONTHLY",
    broken: (rule) => isOf(rule, "DAILY", "WEEKLY", "MONTHLY") && !!rule.byYearDay,
  },
  {
    detail: "BYSETPOS stands without another BY part",
    broken: (rule) =>
      !!rule.bySetPos &&
      ![
        rule.bySecond,
        rule.byMinute,
        rule.byHour,
        rule.byDay,
        rule.byMonthDay,
        rule.byYearDay,
        rule.byWeekNo,
        rule.byMonth,
      ].some((part) => part) &&
      !rule.unknown,
  },
];

/** The problem in the text of a RECUR value, without regard to its surroundings; undefined if there is none. */
export function ruleProblem(value: string): RuleProblem | undefined {
  const section = "5545 3.3.10";
  const rule = parseRule(value);
  if (!rule.ok) {
    const detail = rule.problem.code === "invalid-recurrence-rule" ? rule.problem.detail : rule.problem.code;
    return { detail: `${quoted(value)} is not a recurrence rule: ${quoted(detail)}`, section };
  }
  if (!STRICT.test(value)) return { detail: `${quoted(value)} has an empty or oddly written part`, section };
  if (!saysItsOwn(value)) return { detail: `${quoted(value)} has a COUNT or INTERVAL below 1`, section };
  const names = value.split(";").map((part) => part.slice(0, part.indexOf("=")).toUpperCase());
  if (names.includes("SKIP") && !names.includes("RSCALE"))
    return { detail: "SKIP stands without RSCALE", section: "7529 4.1" };
  const broken = CHECKS.find((check) => check.broken(rule.value));
  if (broken) return { detail: broken.detail, section };
  for (const part of rule.value.unknown ?? []) {
    const isMonth = /^BYMONTH=/i.test(part);
    // Thirteenth and leap months belong to other calendars (RFC 7529 §4.2).
    if (isMonth && rule.value.rscale === undefined)
      return { detail: `${quoted(part)} without an RSCALE that has such months`, section: "7529 4.2" };
    if (!isMonth) return { detail: `${quoted(part)} is no part of a rule`, section };
  }
  return undefined;
}

/** The problem of a rule together with its start; undefined if there is none. */
export function ruleStartProblem(
  value: string,
  start: { readonly isDate: boolean; readonly isFloating: boolean },
): RuleProblem | undefined {
  const rule = parseRule(value);
  if (!rule.ok) return undefined;
  const { until, byHour, byMinute, bySecond } = rule.value;
  const section = "5545 3.3.10";
  if (start.isDate && (byHour ?? byMinute ?? bySecond))
    return { detail: "BYHOUR, BYMINUTE and BYSECOND are not for a DTSTART that is a date", section };
  if (until && until.date !== start.isDate)
    return { detail: "UNTIL and DTSTART are not both dates or both times", section };
  if (until && !until.date && until.utc === start.isFloating)
    return { detail: start.isFloating ? "UNTIL is in UTC, DTSTART is not" : "UNTIL is not in UTC", section };
  return undefined;
}
