import { weekParity, type RuleParts } from "./rule-parts.ts";
import type { RuleDay } from "../rule.ts";
import { dayName, every, list, monthName, numeral, ordinal } from "./words-english.ts";

const UNITS = {
  SECONDLY: "second",
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
} as const;

/** The parts of a rule one by one, in British English: "every year, in week 20, on Mondays". */
export function englishParts(parts: RuleParts): string {
  const { months, weeks, yearDays, times, hours, minutes, seconds, positions } = parts;
  const parity = weekParity(parts);
  const said = [
    parity ? `in ${parity} weeks` : every(parts.interval, UNITS[parts.freq]),
    months.length > 0 && `in ${list(months.map(monthName))}`,
    !parity && weeks.length > 0 && `in ${list(weeks.map(week))}`,
    yearDays.length > 0 && `on ${list(yearDays.map((day) => ofYear(day, "day")))}`,
    ...days(parts),
    times.length > 0 && `at ${list(times)}`,
    hours.length > 0 && `at hour ${list(hours.map(String))}`,
    minutes.length > 0 && `at minute ${list(minutes.map(String))}`,
    seconds.length > 0 && `at second ${list(seconds.map(String))}`,
    positions.length > 0 && `only the ${list(positions.map(nth))} of these`,
  ];
  return said.filter(Boolean).join(", ");
}

const week = (value: number): string => (value > 0 ? `week ${String(value)}` : ofYear(value, "week"));

function ofYear(value: number, unit: string): string {
  if (value > 0) return `${unit} ${String(value)} of the year`;
  return `the ${nth(value)} ${unit} of the year`;
}

/** "first", "last", "second to last" */
function nth(value: number): string {
  if (value > 0) return ordinal(value);
  return value === -1 ? "last" : `${ordinal(-value)} to last`;
}

function days({ days: given, monthDays, inEveryMonth, countsInYear }: RuleParts): readonly string[] {
  const dates = monthDays.map((day) => (day > 0 ? numeral(day) : `${nth(day)} day`));
  const month = inEveryMonth ? " of every month" : "";
  if (given.length === 0) return dates.length > 0 ? [`on the ${list(dates)}${month}`] : [];
  const where = given.some((day) => day.nth !== undefined) && countsInYear ? " of the year" : "";
  const names = `on ${list(given.map(weekdays))}${where}`;
  return [dates.length > 0 ? `${names} that fall on the ${list(dates)}${month}` : names];
}

const weekdays = ({ day, nth: count }: RuleDay): string =>
  count === undefined ? `${dayName(day)}s` : `the ${nth(count)} ${dayName(day)}`;
