import { swedishParts } from "./rule-parts-swedish.ts";
import type { CountedWeekday, RulePattern } from "../editor/rule-pattern.ts";
import type { RuleWords } from "./rule-words.ts";
import { dayName, every, everyYear, list, monthName, NUMBERS, ordinal } from "./words-swedish.ts";

function nthName(nth: number): string {
  if (nth > 0) return ordinal(nth);
  return nth === -1 ? "sista" : "näst sista";
}

const counted = ({ nths, day }: CountedWeekday): string =>
  `den ${list(nths.map(nthName))} ${day === "weekday" ? "vardagen" : `${dayName(day)}en`}`;

function weekly(interval: number, days: readonly number[]): string {
  const [only] = days;
  if (interval === 1) return `varje ${list(days.map(dayName))}`;
  if (interval === 2 && days.length === 1 && only !== undefined) return `varannan ${dayName(only)}`;
  return `${list(days.map((day) => `${dayName(day)}ar`))} ${every(interval, "vecka")}`;
}

function say(pattern: RulePattern): string {
  const { interval } = pattern;
  switch (pattern.kind) {
    case "daily":
      return every(interval, "dag");
    case "weekdays":
      return interval === 1 ? "varje vardag" : `vardagar ${every(interval, "vecka")}`;
    case "weekly":
      return weekly(interval, pattern.days);
    case "monthDays": {
      const isRare = pattern.monthDays.some((day) => day > 28);
      const isPlain = pattern.monthDays.length === 1 && interval === 1;
      const but = isRare ? (isPlain ? " som har en sådan dag" : ", utom när månaden är kortare") : "";
      return `den ${list(pattern.monthDays.map(String))} i ${every(interval, "månad")}${but}`;
    }
    case "lastOfMonth":
      return `den sista dagen i ${every(interval, "månad")}`;
    case "monthWeekday": {
      const isRare = pattern.which.nths.includes(5);
      return `${counted(pattern.which)} i ${every(interval, "månad")}${isRare ? " som har en sådan" : ""}`;
    }
    case "yearDate":
      if (pattern.month === 2 && pattern.day === 29)
        return interval === 1
          ? "varje skottår den 29 februari"
          : `${everyYear(interval)} den 29 februari, bara skottår`;
      return `${everyYear(interval)} den ${String(pattern.day)} ${monthName(pattern.month)}`;
    case "yearWeekday":
      return `${everyYear(interval)} ${counted(pattern.which)} i ${monthName(pattern.month)}`;
  }
}

/** Swedish. */
export const swedish: RuleWords = {
  once: "en gång",
  pattern: say,
  parts: swedishParts,
  until: (sentence, { day, month, year }) =>
    `${sentence} till och med ${String(day)} ${monthName(month)}${year === undefined ? "" : ` ${String(year)}`}`,
  times: (sentence, count) => `${sentence}, ${NUMBERS[count - 1] ?? String(count)} gånger`,
};
