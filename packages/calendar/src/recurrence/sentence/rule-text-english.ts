import { englishParts } from "./rule-parts-english.ts";
import type { CountedWeekday, RulePattern } from "../editor/rule-pattern.ts";
import type { RuleWords } from "./rule-words.ts";
import { dayName, every, list, monthName, number, numeral, ordinal } from "./words-english.ts";

/** "every month", "every other month", "every third month" */
const eachMonth = (interval: number): string =>
  interval < 3 ? every(interval, "month") : `every ${ordinal(interval)} month`;

function nthName(nth: number): string {
  if (nth > 0) return ordinal(nth);
  return nth === -1 ? "last" : "second to last";
}

const counted = ({ nths, day }: CountedWeekday): string =>
  `the ${list(nths.map(nthName))} ${day === "weekday" ? "weekday" : dayName(day)}`;

function weekly(interval: number, days: readonly number[]): string {
  const [only] = days;
  if (interval === 1) return `every ${list(days.map(dayName))}`;
  if (interval === 2 && days.length === 1 && only !== undefined) return `every other ${dayName(only)}`;
  return `on ${list(days.map((day) => `${dayName(day)}s`))} ${every(interval, "week")}`;
}

function say(pattern: RulePattern): string {
  const { interval } = pattern;
  switch (pattern.kind) {
    case "daily":
      return every(interval, "day");
    case "weekdays":
      return interval === 1 ? "every weekday" : `on weekdays ${every(interval, "week")}`;
    case "weekly":
      return weekly(interval, pattern.days);
    case "monthDays": {
      const isRare = pattern.monthDays.some((day) => day > 28);
      const isPlain = pattern.monthDays.length === 1 && interval === 1;
      const but = isRare ? (isPlain ? " that has one" : ", except where the month is shorter") : "";
      return `on the ${list(pattern.monthDays.map(numeral))} of ${eachMonth(interval)}${but}`;
    }
    case "lastOfMonth":
      return `on the last day of ${eachMonth(interval)}`;
    case "monthWeekday": {
      const isRare = pattern.which.nths.includes(5);
      return `on ${counted(pattern.which)} of ${eachMonth(interval)}${isRare ? " that has one" : ""}`;
    }
    case "yearDate":
      if (pattern.month === 2 && pattern.day === 29)
        return interval === 1
          ? "every leap year on 29 February"
          : `${every(interval, "year")} on 29 February, in leap years only`;
      return `${every(interval, "year")} on ${String(pattern.day)} ${monthName(pattern.month)}`;
    case "yearWeekday":
      return `${every(interval, "year")} on ${counted(pattern.which)} in ${monthName(pattern.month)}`;
  }
}

/** British English. */
export const english: RuleWords = {
  once: "once",
  pattern: say,
  parts: englishParts,
  until: (sentence, { day, month, year }) =>
    `${sentence} until ${String(day)} ${monthName(month)}${year === undefined ? "" : ` ${String(year)}`}`,
  times: (sentence, count) => `${sentence}, ${count === 2 ? "twice" : `${number(count)} times`}`,
};
