import { WEEKDAYS } from "@snart/calendar/recurrence/rule.ts";
import type { DayPart } from "./clock-phrases.ts";
import type { Groups, Row } from "./rows.ts";
import { monthOf, numberOf, ordinalOf, phrase, weekdaysIn } from "./words.ts";

/** The repetition in terms of a rule (RFC 5545 §3.3.10), without its end. */
export interface NamedRepeat {
  readonly freq: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  readonly interval: number;
  /** Monday = 1, ascending */
  readonly weekdays: readonly number[];
  /** "-1FR": an nth weekday of the month */
  readonly nth?: string;
  /** of the month; -1 is its last day */
  readonly monthDay?: number;
  /** the last of Monday to Friday of the month (-1), or the first (1) */
  readonly workday?: number;
  /** of the year: 1–12 */
  readonly month?: number;
  /** weeks with such a number (ISO 8601) only */
  readonly weeks?: "odd" | "even";
  /** the days are those of the nearest week, once each */
  readonly isOnce?: boolean;
  /** so many times */
  readonly count?: number;
  /** "every evening" */
  readonly part?: DayPart;
}

type RepeatRow = Row<NamedRepeat>;

export const codeOf = (weekday: number): string => WEEKDAYS[weekday - 1] ?? "MO";

const rule = (freq: NamedRepeat["freq"], interval = 1, weekdays: readonly number[] = []): NamedRepeat => ({
  freq,
  interval,
  weekdays,
});

const row = (source: string, read: RepeatRow["read"]): RepeatRow => ({ pattern: phrase(source), read });
const fixed = (source: string, repeat: NamedRepeat): RepeatRow => row(source, () => repeat);

/** "måndag, ons och fredagar", "Mon–Wed" */
const DAY = "(?:{weekday}(?:ar|arna|en|(?<=day)s)?|{shortday}\\.?)";
const LIST = `(?<list>${DAY}(?:(?:{dash}|{list}| till | to )(?:på |on )?${DAY}){0,6})`;
const UNIT =
  "(?<unit>dag(?:en|ar)?|dygn|days?|veck(?:a|an|or)|weeks?|månad(?:en|er)?|months?|år(?:et)?|years?|kvartal|quarters?)";
const EVERY = "(?:varje|var|every|each|alla)";
const OTHER =
  "(?:varannan|vartannat|every other|every second|each other|fortnightly(?: on)?|bi-?weekly(?: on)?)";
const MONTHLY =
  "(?:(?:i |in |of )?(?:varje|every|each|the|var) (?:månad(?:en)?|month)|of the month|i månaden|monthly)";
const PART: Readonly<Record<string, DayPart>> = {
  morgon: "earlyMorning",
  morning: "morning",
  förmiddag: "forenoon",
  eftermiddag: "afternoon",
  afternoon: "afternoon",
  kväll: "evening",
  evening: "evening",
  night: "evening",
  natt: "night",
};

function intervalOf(word: string): number | undefined {
  const interval = /^\d/.test(word)
    ? Number.parseInt(word, 10)
    : Math.max(numberOf(word) || 0, ordinalOf(word) || 0);
  return interval >= 1 && interval <= 99 ? interval : undefined;
}

function unitRule(unit: string, interval: number): NamedRepeat {
  if (/^d[ay]/i.test(unit)) return rule("DAILY", interval);
  if (/^(?:ve|we)/i.test(unit)) return rule("WEEKLY", interval);
  if (/^(?:kv|qu)/i.test(unit)) return rule("MONTHLY", 3 * interval);
  return rule(/^m/i.test(unit) ? "MONTHLY" : "YEARLY", interval);
}

/** "var fjortonde dag på lördagar" is every other Saturday. */
function onDays(every: NamedRepeat, list: string | undefined): NamedRepeat | undefined {
  if (list === undefined) return every;
  const weekdays = weekdaysIn(list);
  if (every.freq === "DAILY")
    return every.interval % 7 === 0 ? rule("WEEKLY", every.interval / 7, weekdays) : undefined;
  return every.freq === "WEEKLY" ? { ...every, weekdays } : undefined;
}

function every({ interval, unit = "", list }: Groups): NamedRepeat | undefined {
  const count = interval === undefined ? 1 : intervalOf(interval);
  return count === undefined ? undefined : onDays(unitRule(unit, count), list);
}

function monthly({ ordinal = "", weekday = "", month }: Groups): NamedRepeat | undefined {
  const nth = ordinalOf(ordinal);
  const [day] = weekdaysIn(weekday);
  if (day === undefined || !(nth === -1 || (nth >= 1 && nth <= 5))) return undefined;
  const named = { interval: 1, weekdays: [], nth: `${String(nth)}${codeOf(day)}` };
  return month === undefined
    ? { ...named, freq: "MONTHLY" }
    : { ...named, freq: "YEARLY", month: monthOf(month) };
}

function monthDay({ day = "" }: Groups): NamedRepeat | undefined {
  const number = ordinalOf(day);
  return number >= 1 && number <= 31 ? { ...rule("MONTHLY"), monthDay: number } : undefined;
}

const THE_DAY = "(?<day>\\d{1,2}(?::?e|:?a|st|nd|rd|th)?|{dayword})";
const LAST_DAY = "(?:på |on )?(?:the )?(?:sista (?:dagen )?|last day )";

export const REPEAT_ROWS: readonly RepeatRow[] = [
  row(
    `(?:den |the |on the |${EVERY} )?(?<ordinal>{ordinal}) (?<weekday>{weekday}(?:en)?) ${MONTHLY}`,
    monthly,
  ),
  row(
    `(?:varje månad|every month|monthly),? (?:den |on the |the |på )?(?<ordinal>{ordinal}) (?<weekday>{weekday}(?:en)?)`,
    monthly,
  ),
  row("every (?<ordinal>first|last) (?<weekday>{weekday})(?: of the month)?", monthly),
  row(
    "(?:varje år|every year) (?:den |on the )?(?<ordinal>{ordinal}) (?<weekday>{weekday}(?:en)?) (?:i|in|of) (?<month>{month})",
    monthly,
  ),
  fixed(`${LAST_DAY}(?:i |in |of )?(?:${MONTHLY}|varje månad|(?:each|every) month)`, {
    ...rule("MONTHLY"),
    monthDay: -1,
  }),
  fixed("(?:varje månad|every month|monthly),? (?:på |on )?(?:the )?(?:sista dagen|last day)", {
    ...rule("MONTHLY"),
    monthDay: -1,
  }),
  row(`(?:den |on the |the )?${THE_DAY} (?:i |of |in )?(?:varje|every|each|var) (?:månad|month)`, monthDay),
  row(`(?:den |on the |the )${THE_DAY} (?:i månaden|of the month|monthly)`, monthDay),
  row(`(?:varje månad|every month|monthly),? (?:den |on the |the )${THE_DAY}`, monthDay),
  row(
    `(?:på |on )?(?:the )?(?<which>sista|första|last|first) (?:vardagen|arbetsdagen|weekday|working day|workday) ${MONTHLY}`,
    ({ which = "" }) => ({
      ...rule("MONTHLY"),
      workday: /^[sl]/i.test(which) ? -1 : 1,
    }),
  ),
  fixed(
    "(?:(?:på |on )?(?:varje |every |alla |each ))?(?:vardag(?:ar|en)?|weekdays?)",
    rule("WEEKLY", 1, [1, 2, 3, 4, 5]),
  ),
  fixed(
    "(?:varje |every |alla )(?:helg(?:er)?|weekends?)|(?:på |at )?(?:helgerna|weekends)",
    rule("WEEKLY", 1, [6, 7]),
  ),
  fixed("varannan helg|every other weekend", rule("WEEKLY", 2, [6, 7])),
  row(`${OTHER} ${LIST}`, ({ list = "" }) => rule("WEEKLY", 2, weekdaysIn(list))),
  row(`(?:var|every) (?<interval>{ordinal}|{number}) ${LIST}`, ({ interval = "", list = "" }) => {
    const count = intervalOf(interval);
    return count === undefined ? undefined : rule("WEEKLY", count, weekdaysIn(list));
  }),
  row(`(?:${EVERY}|weekly on|varje vecka på) ${LIST}`, ({ list = "" }) =>
    rule("WEEKLY", 1, weekdaysIn(list)),
  ),
  row(
    "(?:på |on )?(?<list>{weekday}(?:ar|arna|(?<=day)s)(?:{list}(?:på |on )?{weekday}(?:ar|arna|(?<=day)s)){0,6})",
    ({ list = "" }) => rule("WEEKLY", 1, weekdaysIn(list)),
  ),
  row(`(?:på |on )?(?<list>(?:{anyday})(?:(?:{list})(?:{anyday})){1,6})`, ({ list = "" }) => ({
    ...rule("WEEKLY", 1, weekdaysIn(list)),
    isOnce: true,
  })),
  row(`${OTHER} ${UNIT}(?: (?:på |on )?${LIST})?`, ({ unit = "", list }) => onDays(unitRule(unit, 2), list)),
  row(`(?:var|vart|every) (?<interval>{ordinal}|{number}) ${UNIT}(?: (?:på |on )?${LIST})?`, every),
  row(`(?:varje|every|each) ${UNIT}(?: (?:på |on )?${LIST})?`, every),
  row(
    `(?:varje dag|every day|daily|dagligen) (?:utom|förutom|except(?: on| for)?|but not(?: on)?|but) ${LIST}`,
    ({ list = "" }) => {
      const without = new Set(weekdaysIn(list));
      return without.size > 6
        ? undefined
        : rule(
            "WEEKLY",
            1,
            [1, 2, 3, 4, 5, 6, 7].filter((day) => !without.has(day)),
          );
    },
  ),
  fixed("fortnightly|every fortnight|bi-?weekly", rule("WEEKLY", 2)),
  fixed("daily|dagligen|om dagen", rule("DAILY")),
  fixed("weekly|veckovis", rule("WEEKLY")),
  fixed("monthly|månadsvis", rule("MONTHLY")),
  fixed("quarterly|kvartalsvis", rule("MONTHLY", 3)),
  fixed("yearly|annually|årligen|varje år|every year", rule("YEARLY")),
  row(
    "(?:varje|every|each) (?<part>morgon|förmiddag|eftermiddag|kväll|natt|morning|afternoon|evening|night)",
    ({ part = "" }) => {
      const named = PART[part.toLowerCase()];
      return { ...rule("DAILY"), ...(named && { part: named }) };
    },
  ),
  row(
    `(?:(?:på )?(?<before>${DAY}),? )?(?:varje |every |i |on |in |alla |all )?(?<parity>udda|jämna|jämn|odd|even)(?: |-)?(?:numbered )?(?:veckor|vecka|weeks?)(?:,? (?:på |on )?${LIST})?`,
    ({ before = "", parity = "", list = "" }) => ({
      ...rule("WEEKLY", 1, weekdaysIn(`${before} ${list}`)),
      weeks: /^[uo]/i.test(parity) ? "odd" : "even",
    }),
  ),
];

/** "10 gånger", "five times", "×10" */
export const COUNT_ROWS: readonly Row<number>[] = [
  {
    pattern: phrase(
      "(?:i |for )?(?:(?<count>{number}) (?:gånger|ggr|times|tillfällen|sessions|occasions)(?! (?:om|i|per|a|each|every|varje)\\s)|(?<many>\\d{1,3})x)",
    ),
    read: ({ count, many }) => timesOf(numberOf(count ?? many ?? "")),
  },
  { pattern: /[x×]\s?(?<many>\d{1,3})(?![\p{L}\p{N}])/iuy, read: ({ many }) => timesOf(Number(many)) },
];

const timesOf = (times: number): number | undefined => (times >= 1 && times <= 999 ? times : undefined);

/** The words before a last day: "t.o.m. 18 dec", "until 18 December". */
export const UNTIL =
  /(?:(?:fram )?till? och med|t\.?\s?o\.?\s?m\.?|fram till|tills?|until|til|till|through|thru|ending|to)\s+/iuy;
/** The words before a first day. */
export const SINCE =
  /(?:(?:från|med|with)\s+(?:och med|start)|fr\.?\s?o\.?\s?m\.?|from|från|starting(?: on| from)?|start(?:ar|s)?|börjar|beginning|begins|as of)\s+/iuy;
