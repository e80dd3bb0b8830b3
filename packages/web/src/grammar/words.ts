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
  ["fjorton fourteen", 14],
  ["femton fifteen", 15],
  ["tjugo twenty", 20],
  ["trettio thirty", 30],
  ["fyrtio forty", 40],
  ["fyrtiofem", 45],
  ["femtio fifty", 50],
  ["nittio ninety", 90],
]);

const ORDINAL_WORDS: Readonly<Record<string, number>> = named([
  ["första first", 1],
  ["andra second", 2],
  ["tredje third", 3],
  ["fjärde fourth", 4],
  ["femte fifth", 5],
  ["sjätte sixth", 6],
  ["sjunde seventh", 7],
  ["åttonde eighth", 8],
  ["nionde ninth", 9],
  ["tionde tenth", 10],
  ["elfte eleventh", 11],
  ["tolfte twelfth", 12],
  ["trettonde thirteenth", 13],
  ["fjortonde fourteenth", 14],
  ["femtonde fifteenth", 15],
  ["sextonde sixteenth", 16],
  ["sjuttonde seventeenth", 17],
  ["artonde eighteenth", 18],
  ["nittonde nineteenth", 19],
  ["tjugonde twentieth", 20],
  ["tjugoförsta twenty-first", 21],
  ["tjugoandra twenty-second", 22],
  ["tjugotredje twenty-third", 23],
  ["tjugofjärde twenty-fourth", 24],
  ["tjugofemte twenty-fifth", 25],
  ["tjugosjätte twenty-sixth", 26],
  ["tjugosjunde twenty-seventh", 27],
  ["tjugoåttonde twenty-eighth", 28],
  ["tjugonionde twenty-ninth", 29],
  ["trettionde thirtieth", 30],
  ["trettioförsta thirty-first", 31],
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
  dayword: either(Object.keys(ORDINAL_WORDS).filter((word) => (ORDINAL_WORDS[word] ?? 0) > 0)),
  anyday: `(?:${either(WEEKDAY_NAMES.flat())})(?:en)?|(?:${either(SHORT_WEEKDAYS.flat())})\\.?`,
  weekday: either(WEEKDAY_NAMES.flat()),
  shortday: either(SHORT_WEEKDAYS.flat()),
  month: either(MONTH_NAMES.flat()),
  dash: "\\s*[-–—]\\s*",
  list: ",\\s*(?:och |and )?|\\s+och\\s+(?:på\\s+)?|\\s+and\\s+(?:on\\s+)?|\\s*&\\s*|\\s*\\+\\s*|\\s*/\\s*|\\s+",
  half: "[ap]m|[ap]\\.m\\.?|[fe]m|[fe]\\.m\\.?",
};

/**
 * A pattern that is tried at one place of a text (`lastIndex`): whole words only, in any case, blanks of any width
 * (" ?": or none). `{weekday}` and the like stand for their words; groups are named.
 */
export function phrase(source: string): RegExp {
  const filled = source
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in PIECES ? `(?:${PIECES[name] ?? ""})` : whole))
    .replaceAll(" ?", "\\s*")
    .replaceAll(" ", "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled})(?![\\p{L}\\p{N}])`, "iuy");
}

/** "3", "tre", "three", "a" */
export const numberOf = (word: string): number => NUMBER_WORDS[word.toLowerCase()] ?? Number(word);

/** "tredje", "third", "3:e", "3rd", "sista" (-1) */
export const ordinalOf = (word: string): number =>
  ORDINAL_WORDS[word.toLowerCase()] ?? Number.parseInt(word, 10);

/** Whether a word is a name of a weekday or month, or its abbreviation. */
export const isDayName = (word: string): boolean => weekdayOf(word) > 0 || monthOf(word) > 0;

/** The weekdays (Monday = 1) that a list or range of them names ("mån-ons och fre"), ascending, each once. */
export function weekdaysIn(list: string): readonly number[] {
  const days = new Set<number>();
  for (const [, from = "", to] of list.matchAll(WEEKDAY_OR_RANGE)) {
    const first = weekdayOf(from);
    const last = to === undefined ? first : weekdayOf(to);
    for (let ahead = 0; ahead <= (last - first + 7) % 7; ahead++) days.add(((first - 1 + ahead) % 7) + 1);
  }
  return [...days].toSorted((a, b) => a - b);
}

/** Monday = 1. */
export function weekdayOf(word: string): number {
  const name = word.toLowerCase();
  const whole = WEEKDAY_NAMES.findIndex((names) => names.includes(name));
  return 1 + (whole >= 0 ? whole : SHORT_WEEKDAYS.findIndex((names) => names.includes(name)));
}

/** January = 1. */
export const monthOf = (word: string): number =>
  1 + MONTH_NAMES.findIndex((names) => names.includes(word.toLowerCase()));

const NAMED_WEEKDAY = `(${either([...WEEKDAY_NAMES, ...SHORT_WEEKDAYS].flat())})(?:arna|ar|en|s)?(?!\\p{L})\\.?`;
const WEEKDAY_OR_RANGE = new RegExp(
  `(?<!\\p{L})${NAMED_WEEKDAY}(?:(?:\\s*[-–—]\\s*|\\s+(?:till|to)\\s+)${NAMED_WEEKDAY})?`,
  "giu",
);

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
