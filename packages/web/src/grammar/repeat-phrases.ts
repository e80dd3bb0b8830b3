import { WEEKDAYS } from "@snart/calendar/recurrence/rule.ts";
import type { Groups, TypedText } from "./typed-text.ts";
import { numberOf, ordinalOf, phrase, weekdayOf } from "./words.ts";

/** The repetition in terms of a rule (RFC 5545 §3.3.10), without its end. */
export interface NamedRepeat {
  readonly freq: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  readonly interval: number;
  /** "MO", "-1FR" */
  readonly byDay: readonly string[];
  /** Monday = 1; a day on which it can begin */
  readonly weekday: number | null;
}

interface RepeatPhrase {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => NamedRepeat | undefined;
}

const codeOf = (weekday: number): string => WEEKDAYS[weekday - 1] ?? "MO";
const rule = (freq: NamedRepeat["freq"], interval = 1, byDay: readonly string[] = []): NamedRepeat => ({
  freq,
  interval,
  byDay,
  weekday: null,
});

function weekly(interval: number, ...names: readonly (string | undefined)[]): NamedRepeat {
  const weekdays = names
    .flatMap((name) => (name === undefined ? [] : [weekdayOf(name)]))
    .toSorted((a, b) => a - b);
  return { freq: "WEEKLY", interval, byDay: weekdays.map(codeOf), weekday: weekdays[0] ?? null };
}

const fixed = (source: string, repeat: NamedRepeat): RepeatPhrase => ({
  pattern: phrase(source),
  read: () => repeat,
});

const DAY_LIST =
  "(?<one>{weekday}|{shortday})(?:(?:,| och| and|, och|, and) (?<two>{weekday}|{shortday}))?(?:(?:,| och| and|, och|, and) (?<three>{weekday}|{shortday}))?";

function intervalOf(word: string): number | undefined {
  const interval = /^\d/.test(word)
    ? Number.parseInt(word, 10)
    : Math.max(numberOf(word) || 0, ordinalOf(word) || 0);
  return interval >= 1 && interval <= 99 ? interval : undefined;
}

function unitRule(unit: string, interval: number): NamedRepeat {
  if (/^da/i.test(unit)) return rule("DAILY", interval);
  if (/^(?:ve|we)/i.test(unit)) return rule("WEEKLY", interval);
  return rule(/^m/i.test(unit) ? "MONTHLY" : "YEARLY", interval);
}

const UNIT = "(?<unit>dag(?:en)?|days?|veck(?:a|an)|weeks?|månad(?:en)?|months?|år(?:et)?|years?)";

const REPEAT_PHRASES: readonly RepeatPhrase[] = [
  {
    pattern: phrase(
      "(?:den |the |every |varje )?(?<ordinal>{ordinal}) (?<weekday>{weekday})(?:en)? (?:(?:i |of |in )?(?:varje|every|each|the) (?:månad(?:en)?|month)|of the month)",
    ),
    read: monthly,
  },
  { pattern: phrase("every (?<ordinal>first|last) (?<weekday>{weekday})(?: of the month)?"), read: monthly },
  fixed(
    "(?:varje |every |alla )?(?:vardag(?:ar)?|weekdays?)",
    rule("WEEKLY", 1, ["MO", "TU", "WE", "TH", "FR"]),
  ),
  {
    pattern: phrase(`(?:varannan|every other|every second) ${DAY_LIST}`),
    read: ({ one, two, three }) => weekly(2, one, two, three),
  },
  { pattern: phrase("fortnightly(?: on)? (?<one>{weekday})s?"), read: ({ one }) => weekly(2, one) },
  {
    pattern: phrase("(?:var|every) (?<interval>{ordinal}|{number}) (?<one>{weekday})"),
    read: ({ interval = "", one }) => {
      const every = intervalOf(interval);
      return every === undefined ? undefined : weekly(every, one);
    },
  },
  {
    pattern: phrase(`(?:varje|every|each|weekly on) ${DAY_LIST}`),
    read: ({ one, two, three }) => weekly(1, one, two, three),
  },
  {
    pattern: phrase(
      "(?:på |on )?(?<one>{weekday})(?:ar|arna|(?<=day)s)(?: och (?:på )?| and (?:on )?)(?<two>{weekday})(?:ar|arna|(?<=day)s)",
    ),
    read: ({ one, two }) => weekly(1, one, two),
  },
  {
    pattern: phrase("(?:på |on )?(?<one>{weekday})(?:ar|arna|(?<=day)s)"),
    read: ({ one }) => weekly(1, one),
  },
  {
    pattern: phrase(
      "(?:varannan|vartannat|every other|every second) (?<unit>dag|day|vecka|week|månad|month|år|year)",
    ),
    read: ({ unit = "" }) => unitRule(unit, 2),
  },
  fixed("fortnightly|every fortnight", rule("WEEKLY", 2)),
  {
    pattern: phrase(`(?:var|vart|every) (?<interval>{ordinal}|{number}) ${UNIT}`),
    read: ({ interval = "", unit = "" }) => {
      const every = intervalOf(interval);
      return every === undefined ? undefined : unitRule(unit, every);
    },
  },
  fixed("varje dag|every day|daily|dagligen", rule("DAILY")),
  fixed("varje vecka|every week|weekly|veckovis", rule("WEEKLY")),
  fixed("varje månad|every month|monthly|månadsvis", rule("MONTHLY")),
  fixed("varje år|every year|yearly|annually|årligen", rule("YEARLY")),
];

function monthly({ ordinal = "", weekday = "" }: Groups): NamedRepeat | undefined {
  const nth = ordinalOf(ordinal);
  if (!(nth === -1 || (nth >= 1 && nth <= 5))) return undefined;
  return {
    freq: "MONTHLY",
    interval: 1,
    byDay: [`${String(nth)}${codeOf(weekdayOf(weekday))}`],
    weekday: null,
  };
}

/** The repetition that the text names; undefined if none. */
export function takeRepeat(text: TypedText): NamedRepeat | undefined {
  for (const { pattern, read } of REPEAT_PHRASES) {
    const repeat = text.take(pattern, "when", read);
    if (repeat !== undefined) return repeat;
  }
  return undefined;
}

const TIMES = phrase("(?:i |for )?(?<count>{number}) (?:gånger|times)");

/** "10 gånger", "five times" */
export const takeCount = (text: TypedText): number | undefined =>
  text.take(TIMES, "when", ({ count = "" }) => {
    const times = numberOf(count);
    return times >= 1 && times <= 999 ? times : undefined;
  });

/** The words before a last day: "t.o.m. 18 dec", "until 18 December". */
export const UNTIL = /(?<![\p{L}\p{N}])(?:t\.?\s?o\.?\s?m\.?|till och med|fram till|until|till|through)\s+/iu;
