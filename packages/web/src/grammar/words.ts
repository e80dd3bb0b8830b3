/** The names of numbers, weekdays and months in Swedish and English: both are read whatever the display language. */

/** Words of both languages for the same numbers. */
function named(rows: readonly (readonly [words: string, value: number])[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rows.flatMap(([words, value]) => words.split(" ").map((word) => [word, value])));
}

const NUMBER_WORDS: Readonly<Record<string, number>> = named([
  ["en ett one a an", 1],
  ["två two", 2],
  ["tre three", 3],
  ["fyra four", 4],
  ["fem five", 5],
  ["sex six", 6],
  ["sju seven", 7],
  ["åtta eight", 8],
  ["nio nine", 9],
  ["tio ten", 10],
  ["elva eleven", 11],
  ["tolv twelve", 12],
  ["tjugo twenty", 20],
  ["trettio thirty", 30],
]);

const ORDINAL_WORDS: Readonly<Record<string, number>> = named([
  ["första first", 1],
  ["andra second", 2],
  ["tredje third", 3],
  ["fjärde fourth", 4],
  ["femte fifth", 5],
  ["sista last", -1],
]);

/** Monday first, as in ISO 8601; full names, then abbreviations. */
const WEEKDAY_NAMES: readonly (readonly string[])[] = [
  ["måndag", "monday"],
  ["tisdag", "tuesday"],
  ["onsdag", "wednesday"],
  ["torsdag", "thursday"],
  ["fredag", "friday"],
  ["lördag", "saturday"],
  ["söndag", "sunday"],
];
const SHORT_WEEKDAYS: readonly (readonly string[])[] = [
  ["mån", "mon"],
  ["tis", "tues", "tue"],
  ["ons", "wed"],
  ["tors", "tor", "thurs", "thur", "thu"],
  ["fre", "fri"],
  ["lör", "sat"],
  ["sön", "sun"],
];

const MONTH_NAMES: readonly (readonly string[])[] = [
  ["januari", "january", "jan"],
  ["februari", "february", "feb"],
  ["mars", "march", "mar"],
  ["april", "apr"],
  ["maj", "may"],
  ["juni", "june", "jun"],
  ["juli", "july", "jul"],
  ["augusti", "august", "aug"],
  ["september", "sept", "sep"],
  ["oktober", "october", "okt", "oct"],
  ["november", "nov"],
  ["december", "dec"],
];

const either = (words: Iterable<string>): string =>
  [...words].toSorted((a, b) => b.length - a.length).join("|");

/** Pieces of patterns by name: `{number}`. None of them captures. */
const PIECES: Readonly<Record<string, string>> = {
  number: `\\d{1,3}|${either(Object.keys(NUMBER_WORDS))}`,
  hour: either(
    Object.keys(NUMBER_WORDS).filter((word) => (NUMBER_WORDS[word] ?? 0) <= 12 && word.length > 2),
  ),
  ordinal: `\\d{1,2}(?::?(?:e|a)|st|nd|rd|th)|${either(Object.keys(ORDINAL_WORDS))}`,
  weekday: either(WEEKDAY_NAMES.flat()),
  shortday: either(SHORT_WEEKDAYS.flat()),
  month: either(MONTH_NAMES.flat()),
  dash: "\\s*[-–—]\\s*",
  half: "[ap]m|[ap]\\.m\\.|[fe]m|[fe]\\.m\\.",
};

/**
 * A pattern over typed text: whole words only, in any case, blanks of any width (" ?": or none). `{weekday}` and the
 * like stand for their words; groups are named.
 */
export function phrase(source: string): RegExp {
  const filled = source
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in PIECES ? `(?:${PIECES[name] ?? ""})` : whole))
    .replaceAll(" ?", "\\s*")
    .replaceAll(" ", "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled})(?![\\p{L}\\p{N}])`, "diu");
}

/** "3", "tre", "three", "a" */
export const numberOf = (word: string): number => NUMBER_WORDS[word.toLowerCase()] ?? Number(word);

/** "tredje", "third", "3:e", "3rd", "sista" (-1) */
export const ordinalOf = (word: string): number =>
  ORDINAL_WORDS[word.toLowerCase()] ?? Number.parseInt(word, 10);

/** Monday = 1. */
export function weekdayOf(word: string): number {
  const name = word.toLowerCase();
  const whole = WEEKDAY_NAMES.findIndex((names) => names.includes(name));
  return 1 + (whole >= 0 ? whole : SHORT_WEEKDAYS.findIndex((names) => names.includes(name)));
}

/** January = 1. */
export const monthOf = (word: string): number =>
  1 + MONTH_NAMES.findIndex((names) => names.includes(word.toLowerCase()));

/** The fewest letters of the beginning of a name. */
const SHORTEST_BEGINNING = 3;

/** A text whose incomplete last weekday or month is completed: it is still being typed. */
export function completed(text: string): string {
  return text.replace(/\p{L}+$/u, (word) => {
    const names = [...WEEKDAY_NAMES, ...MONTH_NAMES].flat();
    if (word.length < SHORTEST_BEGINNING || [...names, ...SHORT_WEEKDAYS.flat()].includes(word.toLowerCase()))
      return word;
    return names.find((name) => name.startsWith(word.toLowerCase())) ?? word;
  });
}
