import { weekParity, type RuleParts } from "./rule-parts.ts";
import type { RuleDay } from "../rule.ts";
import { dayName, every, everyYear, list, monthName, ordinal } from "./words-swedish.ts";

const UNITS = {
  SECONDLY: "sekund",
  MINUTELY: "minut",
  HOURLY: "timme",
  DAILY: "dag",
  WEEKLY: "vecka",
  MONTHLY: "månad",
} as const;

const PARITY = { odd: "udda veckor", even: "jämna veckor" } as const;

/** The parts of a rule one by one, in Swedish: "varje år, vecka 20, på måndagar". */
export function swedishParts(parts: RuleParts): string {
  const { freq, interval, months, weeks, yearDays, times, hours, minutes, seconds, positions } = parts;
  const parity = weekParity(parts);
  const said = [
    parity ? PARITY[parity] : freq === "YEARLY" ? everyYear(interval) : every(interval, UNITS[freq]),
    months.length > 0 && `i ${list(months.map(monthName))}`,
    !parity && weeks.length > 0 && list(weeks.map(week)),
    yearDays.length > 0 && list(yearDays.map(yearDay)),
    ...days(parts),
    times.length > 0 && `klockan ${list(times)}`,
    hours.length > 0 && `timme ${list(hours.map(String))}`,
    minutes.length > 0 && `minut ${list(minutes.map(String))}`,
    seconds.length > 0 && `sekund ${list(seconds.map(String))}`,
    positions.length > 0 && `bara ${list(positions.map((at) => definite(at, "")))} av dem`,
  ];
  return said.filter(Boolean).join(", ");
}

function week(value: number): string {
  if (value > 0) return `vecka ${String(value)}`;
  return value === -1 ? "årets sista vecka" : `${definite(value, "veckan")} på året`;
}

function yearDay(value: number): string {
  if (value > 0) return `dag ${String(value)} på året`;
  return value === -1 ? "årets sista dag" : `${definite(value, "dagen")} på året`;
}

/** "den första måndagen", "den sista", "den tredje dagen från slutet" */
function definite(value: number, noun: string): string {
  const named = noun && ` ${noun}`;
  if (value > 0) return `den ${ordinal(value)}${named}`;
  if (value >= -2) return `den ${value === -1 ? "sista" : "näst sista"}${named}`;
  return `den ${ordinal(-value)}${named} från slutet`;
}

function days({ days: given, monthDays, inEveryMonth, countsInYear }: RuleParts): readonly string[] {
  const dates = monthDays.map((day) => (day > 0 ? `den ${String(day)}` : definite(day, "dagen")));
  const month = inEveryMonth ? " i varje månad" : "";
  if (given.length === 0) return dates.length > 0 ? [`${list(dates)}${month}`] : [];
  const isCounted = given.some((day) => day.nth !== undefined);
  const names = `${isCounted ? "" : "på "}${list(given.map(weekdays))}${isCounted && countsInYear ? " på året" : ""}`;
  return [dates.length > 0 ? `${names} som infaller ${list(dates)}${month}` : names];
}

const weekdays = ({ day, nth }: RuleDay): string =>
  nth === undefined ? `${dayName(day)}ar` : definite(nth, `${dayName(day)}en`);
