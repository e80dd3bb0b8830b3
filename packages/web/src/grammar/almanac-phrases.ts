import { easterSunday } from "@snart/calendar/almanac/easter.ts";
import { redDays } from "@snart/calendar/almanac/red-days.ts";
import { civilDate, dayNumber, weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { one, type DayContext, type NamedDays } from "./day-context.ts";

const onOrAfter = (year: number, month: number, day: number, weekday: number): number => {
  const first = dayNumber(year, month, day);
  return first + ((weekday - weekdayOfDay(first) + 7) % 7);
};
const fromEaster = (days: number) => (year: number) => {
  const { month, day } = easterSunday(year);
  return dayNumber(year, month, day) + days;
};
const on = (month: number, day: number) => (year: number) => dayNumber(year, month, day);

/** Days that people name, and that the almanac of red days names otherwise or not at all. */
const OTHER_NAMES: readonly (readonly [names: string, day: (year: number) => number])[] = [
  ["nyårsdagen|nyårsdan|new years day", on(1, 1)],
  ["nyårsafton|nyårsaftonen|nyår|new years eve|nye", on(12, 31)],
  ["trettondagen|trettondedagen", on(1, 6)],
  ["tjugondag knut|tjugondag jul|tjugondagen", on(1, 13)],
  ["burns night", on(1, 25)],
  ["alla hjärtans dag|valentines day|valentines", on(2, 14)],
  ["fettisdagen|fettisdag|shrove tuesday|pancake day", fromEaster(-47)],
  ["askonsdagen|ash wednesday", fromEaster(-46)],
  ["palmsöndagen|palm sunday", fromEaster(-7)],
  ["skärtorsdag|dymmelonsdagen", fromEaster(-3)],
  ["långfredag", fromEaster(-2)],
  ["påsklördagen|easter saturday|holy saturday", fromEaster(-1)],
  ["påsk|påsken|easter", fromEaster(0)],
  ["annandagen|annandag", on(12, 26)],
  ["st patricks day|saint patricks day", on(3, 17)],
  ["april fools day|april fools", on(4, 1)],
  ["st georges day|saint georges day", on(4, 23)],
  ["valborg|valborgsmässoafton|sista april", on(4, 30)],
  ["första maj", on(5, 1)],
  ["kristi himmelsfärd|kristi flygare|himmelsfärdsdagen", fromEaster(39)],
  ["pingst|pingsten|whitsun|pentecost", fromEaster(49)],
  ["mors dag", (year) => onOrAfter(year, 5, 25, 7)],
  ["mothers day|mothering sunday", fromEaster(-21)],
  ["fathers day", (year) => onOrAfter(year, 6, 15, 7)],
  ["fars dag", (year) => onOrAfter(year, 11, 8, 7)],
  ["nationaldagen|national day", on(6, 6)],
  ["midsommar|midsommarafton|midsummer", (year) => onOrAfter(year, 6, 19, 5)],
  ["halloween", on(10, 31)],
  ["alla helgons dag|allhelgona", (year) => onOrAfter(year, 10, 31, 6)],
  ["black friday", (year) => onOrAfter(year, 11, 22, 4) + 1],
  ["bonfire night|guy fawkes night", on(11, 5)],
  ["lucia|luciadagen|st lucys day", on(12, 13)],
  ["dan före dopparedan|dan före dan|lilla julafton", on(12, 23)],
  ["jul|julen|christmas eve|julaftonen|xmas eve", on(12, 24)],
  ["christmas|xmas|xmas day", on(12, 25)],
  ["advent", (year) => onOrAfter(year, 11, 27, 7)],
];

/** Names that are as often the beginning of a title ("Christmas party"): they need a word such as "on" before them. */
const NEED_LEAD = new Set(
  "jul|julen|christmas|xmas|påsk|påsken|easter|midsommar|midsummer|nyår|pingst|pingsten|whitsun|pentecost|lucia|halloween|valborg|advent|valentines|allhelgona|annandag|annandagen|may day".split(
    "|",
  ),
);

const plain = (name: string): string => name.toLocaleLowerCase("sv").replaceAll(/[’'.]/g, "");

/** The days of a year by their plain names. */
function namesOf(year: number): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const region of ["GB-ENG", "SE"] as const)
    for (const { date, names } of redDays(year, region))
      for (const name of [names.sv, names.en])
        days.set(plain(name), dayNumber(date.year, date.month, date.day));
  for (const [names, day] of OTHER_NAMES) for (const name of names.split("|")) days.set(name, day(year));
  return days;
}

const years = new Map<number, ReadonlyMap<string, number>>();

function remembered(year: number): ReadonlyMap<string, number> {
  const known = years.get(year) ?? namesOf(year);
  if (years.size > 20) years.clear();
  years.set(year, known);
  return known;
}

const LEAD = /(?:på|till|at|on|by|over|över|i|vid|the|around|kring|inför)\s+(?:the\s+)?/iuy;
/** The most words of a name: "dan före dopparedan", "Second Sunday of Advent". */
const WORDS = /\p{L}[\p{L}’'.]*(?: \p{L}[\p{L}’'.]*){0,3}/iuy;
const BANK_HOLIDAY = /(?:on )?(?:the )?bank holiday(?: monday)?(?![\p{L}])/iuy;

/**
 * The almanac's day named at a place of the text ("nyårsafton", "on New Year's Eve", "Easter Monday 2028"), the first
 * since the context's day; undefined if there is none. `isLed`: after a word such as "until" any name is a day.
 */
export function almanacDayAt(
  text: string,
  at: number,
  { since }: DayContext,
  isLed = false,
): { readonly to: number; readonly days: NamedDays } | undefined {
  const start = past(LEAD, text, at) ?? at;
  BANK_HOLIDAY.lastIndex = at;
  const holiday = BANK_HOLIDAY.exec(text);
  if (holiday)
    return { to: at + holiday[0].length, days: { ...one(bankHolidayMonday(since)), isAlmanac: true } };
  WORDS.lastIndex = start;
  const words = WORDS.exec(text)?.[0].split(" ") ?? [];
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(" ");
    if (!isLed && start === at && NEED_LEAD.has(plain(name))) continue;
    const end = start + name.length;
    const said = /^ ((?:19|20|21)\d\d)(?!\d)/.exec(text.slice(end, end + 6))?.[1];
    const day = dayNamed(plain(name), said === undefined ? undefined : Number(said), since);
    if (day === undefined || /^\p{L}/u.test(text.slice(end, end + 1))) continue;
    return { to: said === undefined ? end : end + 5, days: { ...one(day), isAlmanac: true } };
  }
  return undefined;
}

function past(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match ? at + match[0].length : undefined;
}

function dayNamed(name: string, year: number | undefined, since: number): number | undefined {
  if (year !== undefined) return remembered(year).get(name);
  const { year: from } = civilDate(since);
  return [from, from + 1].map((it) => remembered(it).get(name)).find((it) => it !== undefined && it >= since);
}

function bankHolidayMonday(since: number): number {
  const { year } = civilDate(since);
  const days = [year, year + 1].flatMap((it) => redDays(it, "GB-ENG"));
  const numbers = days.map(({ date }) => dayNumber(date.year, date.month, date.day));
  return numbers.find((it) => it >= since && weekdayOfDay(it) === 1) ?? since;
}
