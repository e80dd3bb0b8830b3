import {
  firstProperty,
  makeProperty,
  withoutProperties,
  withProperties,
  withProperty,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import type { ZoneLookup } from "../../icalendar/time-property.ts";
import { formatRule, parseRule, type RecurrenceRule as Rule, type RuleUntil } from "../../recurrence/rule.ts";
import type { CalendarTime } from "../../time/calendar-time.ts";
import { SECOND } from "../../time/instant.ts";
import { addDays, asLocal } from "../../time/local.ts";
import { ianaZone, UTC } from "../../time/zone.ts";
import { startOf, timeOf } from "./event-times.ts";
import type { Converter } from "./converter.ts";
import { withValue } from "./edit-property.ts";
import { formatLocalDateTime, parseLocalDateTime } from "../date-time-text.ts";
import { spokenTime } from "../item-time.ts";
import type { DayOfWeek, LocalDateTime, RecurrenceRule } from "../types.ts";

const DAYS: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];
const dayName = (day: number): DayOfWeek => DAYS[day - 1] ?? "mo";

/** UNTIL as a reading in the zone of the start; a date includes its whole day. */
function untilText(until: RuleUntil, start: CalendarTime): LocalDateTime {
  if (until.date && start.kind !== "allDay")
    return formatLocalDateTime(asLocal(addDays(until.local, 1) - SECOND));
  const zone = ianaZone(spokenTime(start).timeZone ?? "");
  return formatLocalDateTime(until.utc && zone ? zone.toLocal(UTC.toInstant(until.local)) : until.local);
}

/** Months, including leap months (`5L`, RFC 7529 §4.2), which the rule keeps as written. */
function monthsToJs({ byMonth, unknown = [] }: Rule): Pick<RecurrenceRule, "byMonth"> {
  const written = unknown.find((part) => /^BYMONTH=/i.test(part))?.slice("BYMONTH=".length);
  if (written !== undefined) return { byMonth: written.toUpperCase().split(",") };
  return byMonth ? { byMonth: byMonth.map(String) } : {};
}

function monthsFromJs(months: readonly string[] | undefined): Pick<Rule, "byMonth" | "unknown"> {
  if (!months) return {};
  if (months.some((month) => month.endsWith("L"))) return { unknown: [`BYMONTH=${months.join(",")}`] };
  return { byMonth: months.map((month) => Number.parseInt(month, 10)) };
}

/** A JSCalendar rule from an iCalendar one; `start` is DTSTART. */
export function ruleToJs(rule: Rule, start: CalendarTime): RecurrenceRule {
  return {
    "@type": "RecurrenceRule",
    frequency: rule.freq.toLowerCase() as RecurrenceRule["frequency"],
    ...(rule.interval !== 1 && { interval: rule.interval }),
    ...(rule.rscale !== undefined && { rscale: rule.rscale.toLowerCase() }),
    ...(rule.skip && { skip: rule.skip.toLowerCase() as "omit" }),
    ...(rule.wkst !== 1 && { firstDayOfWeek: dayName(rule.wkst) }),
    ...(rule.byDay && {
      byDay: rule.byDay.map(({ day, nth }) => ({
        "@type": "NDay" as const,
        day: dayName(day),
        ...(nth !== undefined && { nthOfPeriod: nth }),
      })),
    }),
    ...(rule.byMonthDay && { byMonthDay: rule.byMonthDay }),
    ...monthsToJs(rule),
    ...(rule.byYearDay && { byYearDay: rule.byYearDay }),
    ...(rule.byWeekNo && { byWeekNo: rule.byWeekNo }),
    ...(rule.byHour && { byHour: rule.byHour }),
    ...(rule.byMinute && { byMinute: rule.byMinute }),
    ...(rule.bySecond && { bySecond: rule.bySecond }),
    ...(rule.bySetPos && { bySetPosition: rule.bySetPos }),
    ...(rule.count !== undefined && { count: rule.count }),
    ...(rule.until && { until: untilText(rule.until, start) }),
  };
}

/** UNTIL is in UTC if the start is in a zone, else of the start's own type (RFC 5545 §3.3.10). */
function untilFrom(text: LocalDateTime | undefined, start: CalendarTime): RuleUntil | undefined {
  const local = text === undefined ? undefined : parseLocalDateTime(text);
  if (local === undefined) return undefined;
  if (start.kind === "timed") {
    const zone = ianaZone(spokenTime(start).timeZone ?? "") ?? UTC;
    return { local: UTC.toLocal(zone.toInstant(local)), utc: true, date: false };
  }
  return { local, utc: false, date: start.kind === "allDay" };
}

/** An iCalendar rule from a JSCalendar one; `start` is DTSTART. */
export function ruleFromJs(rule: RecurrenceRule, start: CalendarTime): Rule {
  const until = untilFrom(rule.until, start);
  const weekStart = DAYS.indexOf(rule.firstDayOfWeek ?? "mo") + 1;
  return {
    freq: rule.frequency.toUpperCase() as Rule["freq"],
    interval: rule.interval ?? 1,
    ...(rule.count !== undefined && { count: rule.count }),
    ...(until && { until }),
    ...monthsFromJs(rule.byMonth),
    ...(rule.byMonthDay && { byMonthDay: rule.byMonthDay }),
    ...(rule.byYearDay && { byYearDay: rule.byYearDay }),
    ...(rule.byWeekNo && { byWeekNo: rule.byWeekNo }),
    ...(rule.byDay && {
      byDay: rule.byDay.map(({ day, nthOfPeriod }) => ({
        day: DAYS.indexOf(day) + 1,
        ...(nthOfPeriod !== undefined && { nth: nthOfPeriod }),
      })),
    }),
    ...(rule.byHour && { byHour: rule.byHour }),
    ...(rule.byMinute && { byMinute: rule.byMinute }),
    ...(rule.bySecond && { bySecond: rule.bySecond }),
    ...(rule.bySetPosition && { bySetPos: rule.bySetPosition }),
    wkst: weekStart || 1,
    ...(rule.rscale !== undefined && { rscale: rule.rscale.toUpperCase() }),
    ...(rule.skip && { skip: rule.skip.toUpperCase() as "OMIT" }),
  };
}

/**
 * The time from which a rule counts: DTSTART, or the DUE of a task without one. RFC 5545 §3.8.2.4 asks for DTSTART
 * beside every rule, but one that Snart invented would be a start that nobody has set, and would have to follow each
 * change of DUE that another client makes. Tasks.org writes such tasks and Thunderbird counts from DUE as well.
 */
const seriesTime = (component: Component, zones: ZoneLookup): CalendarTime | undefined =>
  timeOf(component, "DTSTART", zones) ?? timeOf(component, "DUE", zones);

function readRule(component: Component, zones: ZoneLookup): RecurrenceRule | undefined {
  const property = firstProperty(component, "RRULE");
  const start = seriesTime(component, zones);
  const rule = property && start ? parseRule(property.value) : undefined;
  return rule?.ok && start ? ruleToJs(rule.value, start) : undefined;
}

/** The value of a rule: the old text if it means the same, with the parts that JSCalendar has no name for. */
export function ruleValue(rule: Rule, written: string): string {
  const old = parseRule(written);
  if (!old.ok) return formatRule(rule);
  const unnamed = (old.value.unknown ?? []).filter((part) => !/^\s*BYMONTH\s*=/i.test(part));
  const next = unnamed.length > 0 ? { ...rule, unknown: [...(rule.unknown ?? []), ...unnamed] } : rule;
  return formatRule(old.value) === formatRule(next) ? written : formatRule(next);
}

/** A further rule, made to end no later than the first. */
function cappedRule(property: Property, until: RuleUntil): Property {
  const rule = parseRule(property.value);
  if (!rule.ok || rule.value.count !== undefined) return property;
  if (rule.value.until && rule.value.until.local <= until.local) return property;
  return { ...property, value: formatRule({ ...rule.value, until }) };
}

/**
 * RRULE. JSCalendar has one rule, the first; the effects of others are given as overrides, and their lines stay. They
 * end with the first when that gets an end: a series should not go on by a rule that the user can't see.
 */
export const recurrenceRule: Converter = {
  names: ["recurrenceRule"],
  dependsOn: ["start", "due", "timeZone", "showWithoutTime"],
  read(component, zones) {
    const rule = readRule(component, zones);
    return rule ? { recurrenceRule: rule } : {};
  },
  write(component, item, zones) {
    const start = startOf(component, item, zones) ?? seriesTime(component, zones);
    if (!item.recurrenceRule || !start)
      return withoutProperties(withoutProperties(component, "RRULE"), "EXRULE");
    const rule = ruleFromJs(item.recurrenceRule, start);
    const first = firstProperty(component, "RRULE");
    if (!first) return withProperty(component, makeProperty("RRULE", formatRule(rule)));
    const old = parseRule(first.value);
    const { until } = rule;
    const isEnded = until && !(old.ok && old.value.until && old.value.until.local <= until.local);
    const properties = component.properties.map((property) => {
      if (property === first) return withValue(first, ruleValue(rule, first.value));
      return property.name === "RRULE" && isEnded ? cappedRule(property, until) : property;
    });
    return withProperties(component, properties);
  },
};
