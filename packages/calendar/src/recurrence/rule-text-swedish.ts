import type { CountedWeekday, RulePattern } from "./rule-pattern.ts";
import type { RuleWords } from "./rule-words.ts";

const DAYS = ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"];
const MONTHS = "januari februari mars april maj juni juli augusti september oktober november december".split(
  " ",
);
const NUMBERS = "en två tre fyra fem sex sju åtta nio tio elva tolv".split(" ");
const ORDINALS = "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte".split(
  " ",
);

const dayName = (day: number): string => DAYS[day - 1] ?? "";
const monthName = (month: number): string => MONTHS[month - 1] ?? "";
const ordinal = (value: number): string => ORDINALS[value - 1] ?? numeral(value);

/** "13:e", "21:a", "22:a" */
function numeral(value: number): string {
  const isTeen = value % 100 === 11 || value % 100 === 12;
  return `${String(value)}:${!isTeen && (value % 10 === 1 || value % 10 === 2) ? "a" : "e"}`;
}

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} och ${items.at(-1) ?? ""}`;

/** "varje dag", "varannan dag", "var tredje dag" */
function every(interval: number, unit: string): string {
  if (interval === 1) return `varje ${unit}`;
  return interval === 2 ? `varannan ${unit}` : `var ${ordinal(interval)} ${unit}`;
}

/** "varje år", "vartannat år", "vart tredje år" */
function everyYear(interval: number): string {
  if (interval === 1) return "varje år";
  return interval === 2 ? "vartannat år" : `vart ${ordinal(interval)} år`;
}

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
  until: (sentence, { day, month, year }) =>
    `${sentence} till och med ${String(day)} ${monthName(month)}${year === undefined ? "" : ` ${String(year)}`}`,
  times: (sentence, count) => `${sentence}, ${NUMBERS[count - 1] ?? String(count)} gånger`,
};
