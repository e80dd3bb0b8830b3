import { civilDate, dayNumber, daysInMonth, weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { almanacDayAt } from "./almanac-phrases.ts";
import {
  ahead,
  between,
  coming,
  dateOf,
  dayOfMonth,
  mondayOf,
  mondayOfWeek,
  one,
  wholeMonth,
  type DayContext,
  type NamedDays,
} from "./day-context.ts";
import { findAll, longest, type Groups, type Needs, type Row } from "./rows.ts";
import { monthOf, numberOf, ordinalOf, phrase, weekdayOf } from "./words.ts";

type DayRow = Row<NamedDays, DayContext>;

type Read = (groups: Groups, context: DayContext) => NamedDays | undefined;

const row = (source: string, read: Read, needs?: DayRow["needs"]): DayRow => ({
  pattern: phrase(source),
  read,
  ...(needs && { needs }),
});
const relative = (source: string, days: number): DayRow => row(source, (_, { today }) => one(today + days));

const YEAR = "(?:,? ?(?<year>(?:19|20|21)\\d\\d))?";
const NUMBER = "(?<day>\\d{1,2})(?::?e|:?a|st|nd|rd|th)?";
const WEEKDAY = "(?:(?:på |on )?{anyday},? )?";
const LEAD = "(?:den |on the |the |on |på |by |senast (?:den )?|hela )?";
/** A week, as "next week", "v 49", "om tre veckor"; `weekOf` reads it. */
const WEEK =
  "(?:i |in |of )?(?:(?<next>nästa vecka|next week)|(?<this>den här veckan|denna vecka|this week)|(?:om|in) (?<weeks>{number}) (?:veckor|vecka|weeks?)(?: time)?|(?:v\\.?|vecka|week|w) ?(?<week>\\d{1,2}))";

function weekOf({ next, this: own, weeks, week }: Groups, { today, since }: DayContext): number | undefined {
  if (next !== undefined) return mondayOf(today) + 7;
  if (own !== undefined) return mondayOf(today);
  if (weeks !== undefined) return mondayOf(today) + 7 * numberOf(weeks);
  return mondayOfWeek(Number(week), since);
}

const inWeek: Read = (groups, context) => {
  const monday = weekOf(groups, context);
  if (monday === undefined) return undefined;
  const first = monday + weekdayOf(groups["weekday"] ?? "") - 1;
  const { lastday } = groups;
  return lastday === undefined ? one(first) : between(first, coming(weekdayOf(lastday), first));
};

const yearOf = ({ year }: Groups): number | undefined => (year === undefined ? undefined : Number(year));

const writtenDate: Read = (groups, { since }) => {
  const { day = "", to, month = "", monthNumber } = groups;
  const inMonth = monthNumber === undefined ? monthOf(month) : Number(monthNumber);
  const first = dateOf(ordinalOf(day), inMonth, yearOf(groups), since);
  if (first === undefined) return undefined;
  return to === undefined
    ? { ...one(first), monthDay: ordinalOf(day) }
    : between(first, first + ordinalOf(to) - ordinalOf(day));
};

/**
 * "3/12" in the order in which the viewer writes dates; a number that can only be a day is one, wherever it stands.
 */
const inOrder = (one: string, other: string, monthFirst: boolean): readonly [day: number, month: number] =>
  monthFirst && Number(one) <= 12 ? [Number(other), Number(one)] : [Number(one), Number(other)];

const slashed: Read = (groups, { since, monthFirst }) => {
  const { one: first = "", other = "" } = groups;
  const day = dateOf(...inOrder(first, other, monthFirst), yearOf(groups), since);
  return day === undefined ? undefined : one(day);
};

const plainWeekday: Read = ({ weekday = "" }, { today }) => ({
  ...one(coming(weekdayOf(weekday), today)),
  mayBeToday: true,
});

/** "the last Friday of May": its day, and the rule's word for it. */
const nthOfMonth: Read = ({ ordinal = "", weekday = "", month, year }, { today }) => {
  const [nth, day] = [ordinalOf(ordinal), weekdayOf(weekday)];
  const days = wholeMonth(
    month === undefined ? civilDate(today).month : monthOf(month),
    year === undefined ? undefined : Number(year),
    today,
  );
  if (!days || !(nth === -1 || (nth >= 1 && nth <= 5))) return undefined;
  const first = coming(day, days.first) + 7 * (nth - 1);
  const last = days.last - ((weekdayOfDay(days.last) - day + 7) % 7);
  const at = nth === -1 ? last : first;
  return at > days.last ? undefined : one(at);
};

const monthEdge: Read = ({ edge = "", month, next, year }, { today, since }) => {
  const now = civilDate(today);
  const number = month !== undefined ? monthOf(month) : next === undefined ? now.month : (now.month % 12) + 1;
  const days = wholeMonth(number, year === undefined ? undefined : Number(year), since);
  if (!days) return undefined;
  if (/^(?:början|begin|start)/i.test(edge)) return one(days.first);
  return one(/^(?:mitt|mid)/i.test(edge) ? days.first + 14 : days.last);
};

const weekend =
  (weeks: number): Read =>
  (_, { today }) => {
    const saturday = mondayOf(today) + 5 + 7 * weeks;
    return { first: Math.max(saturday, weeks === 0 ? today : saturday), last: saturday + 1 };
  };

const DAY_ROWS: readonly DayRow[] = [
  row(
    `${LEAD}${WEEKDAY}${LEAD}(?<year>(?:19|20|21)\\d\\d)-(?<monthNumber>\\d\\d)-(?<day>\\d\\d)`,
    writtenDate,
  ),
  row(
    `${LEAD}${WEEKDAY}${LEAD}(?<one>\\d{1,2})/(?<other>\\d{1,2})(?:/(?<year>(?:19|20|21)?\\d\\d))?`,
    slashed,
  ),
  row(
    `${LEAD}${WEEKDAY}${LEAD}(?<day>\\d{1,2})\\.(?<monthNumber>\\d{1,2})\\.?(?<year>(?:19|20|21)\\d\\d)`,
    writtenDate,
  ),
  row(
    `${LEAD}(?:from |från )?${NUMBER}(?:{dash}| till | to )(?<to>\\d{1,2})(?::?e|:?a|st|nd|rd|th)? (?:of )?(?<month>{month})\\.?${YEAR}`,
    writtenDate,
  ),
  row(`${LEAD}${WEEKDAY}${LEAD}${NUMBER} (?:of )?(?<month>{month})\\.?${YEAR}`, writtenDate),
  row(`${LEAD}${WEEKDAY}${LEAD}(?<day>{dayword}) (?:of )?(?<month>{month})${YEAR}`, writtenDate),
  row(`${LEAD}${WEEKDAY}(?<month>{month}) (?:the )?${NUMBER}${YEAR}`, writtenDate),
  row(
    `${LEAD}(?<month>{month}) (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:{dash}| to | till )(?<to>\\d{1,2})(?:st|nd|rd|th)?${YEAR}`,
    writtenDate,
  ),
  row(`${LEAD}(?<weekday>{anyday}) ${WEEK}`, inWeek),
  row(`${WEEK},? (?:på |on )?(?<weekday>{anyday})`, inWeek),
  row(`${LEAD}(?<weekday>{anyday})(?:{dash}| till | to | through )(?<lastday>{anyday}) ${WEEK}`, inWeek),
  row(
    `${WEEK},? (?:på |on )?(?<weekday>{anyday})(?:{dash}| till | to | through )(?<lastday>{anyday})`,
    inWeek,
  ),
  row(`(?:hela |all of )?${WEEK}`, (groups, context) => {
    const monday = weekOf(groups, context);
    if (monday === undefined) return undefined;
    return groups["weeks"] === undefined
      ? { first: monday, last: monday + 6 }
      : ahead(numberOf(groups["weeks"]), "week", context.today);
  }),
  row(
    "(?:v\\.?|vecka|veckorna|week|weeks|w) ?(?<week>\\d{1,2})(?:{dash}| till | to | och | and )(?:v\\.?|vecka|week)? ?(?<to>\\d{1,2})",
    ({ week, to }, { since }) => {
      const first = mondayOfWeek(Number(week), since);
      const last = first === undefined ? undefined : mondayOfWeek(Number(to), first);
      return last === undefined ? undefined : between(first, last + 6);
    },
  ),
  relative("i övermorgon|övermorgon|(?:on )?(?:the )?day after tomorrow", 2),
  relative("(?:by )?(?:i ?morgon|imorron|i morron|tomorrow|tmrw|tmr)", 1),
  relative("(?:senast |by )?(?:i ?dag|today)", 0),
  relative("i ?går|yesterday", -1),
  relative("i förrgår|(?:the )?day before yesterday", -2),
  row("i ?kväll|tonight|this evening", (_, { today }) => ({ ...one(today), part: "evening" })),
  row("i ?natt", (_, { today }) => ({ ...one(today), part: "night" })),
  row("this morning|i ?morse|nu på morgonen", (_, { today }) => ({ ...one(today), part: "morning" })),
  row("this afternoon|i ?eftermiddag|nu i eftermiddag", (_, { today }) => ({
    ...one(today),
    part: "afternoon",
  })),
  row("i ?förmiddag", (_, { today }) => ({ ...one(today), part: "forenoon" })),
  row(
    "(?:on )?(?<weekday>{anyday}) night|(?:på )?(?<kvall>{weekday})s?(?:kväll|kvällen)",
    ({ weekday, kvall }, { today }) => ({
      ...one(coming(weekdayOf(weekday ?? kvall ?? ""), today)),
      mayBeToday: true,
      part: "evening",
    }),
  ),
  row(
    "(?<weekday>{weekday}) week|a week on (?<on>{weekday})|en vecka från (?:nästa )?(?<from>{weekday})",
    ({ weekday, on, from }, { today }) => one(coming(weekdayOf(weekday ?? on ?? from ?? ""), today + 1) + 7),
  ),
  row("(?:på |on |by |senast )?(?:nästa|next) (?<weekday>{anyday})", ({ weekday = "" }, { today }) =>
    one(mondayOf(today) + 6 + weekdayOf(weekday)),
  ),
  row(
    "i (?<past>måndags|tisdags|onsdags|torsdags|fredags|lördags|söndags)|last (?<last>{weekday})",
    ({ past, last }, { today }) => one(coming(weekdayOf(past?.slice(0, -1) ?? last ?? ""), today) - 7),
  ),
  row(
    "(?:om|in) (?<count>{number}) (?<unit>dag(?:ar)?|days?|fortnights?|månad(?:er)?|months?|år|years?)(?:' time| time)?",
    ({ count = "", unit = "" }, { today }) => ahead(numberOf(count), unit.toLowerCase(), today),
  ),
  row("(?:a|one|en) (?:week|vecka) from (?:today|now)|idag om en vecka|today week", (_, { today }) =>
    one(today + 7),
  ),
  row(
    "(?:nu )?(?:på |on |this |by |senast (?:på )?|till |nu på |hela |all )?(?<weekday>{weekday})(?:en)?(?! Times)",
    plainWeekday,
  ),
  row("(?:på|on|by|till|senast) (?<weekday>{shortday})\\.?", plainWeekday),
  row("(?<weekday>mån|tis|ons|tors|fre|lör|sön|mon|tues|tue|wed|thurs|thur|thu)\\.?", plainWeekday),
  row("(?<weekday>fri|sat|sun|tor)\\.?(?=,? (?:\\d|kl|at ))", plainWeekday),
  row("(?<weekday>{shortday})\\.?", plainWeekday, "end"),
  row(
    "(?:on |på )?(?<weekday>{anyday}),? (?:the |den )?(?<day>\\d{1,2})(?:st|nd|rd|th|:e|:a)",
    ({ day = "" }, { today }) => dayOfMonth(ordinalOf(day), today),
  ),
  row("(?:(?:till |på |i |över |this |the |at the |on the )+)(?:helgen|weekend)", weekend(0)),
  row("(?:till |på |i )?nästa helg|(?:the )?next weekend", weekend(1)),
  row(
    "(?:den |on the |the )?(?<ordinal>{ordinal}) (?<weekday>{weekday})(?:en)? (?:i|in|of) (?<month>{month})(?: (?<year>(?:19|20|21)\\d\\d))?",
    nthOfMonth,
  ),
  row(
    "(?:i |at |by |at the |by the |the |at the very )?(?<edge>början|mitten|slutet|beginning|start|middle|end) (?:av |på |of )?(?:the )?(?:(?<next>nästa månad(?:en)?|next month)|(?:den här |denna )?månaden|(?:this )?month|(?<month>{month})(?: (?<year>(?:19|20|21)\\d\\d))?)",
    monthEdge,
  ),
  row(
    "(?:hela|all|all of|i|in|during|under) (?<month>{month})(?: (?<year>(?:19|20|21)\\d\\d))?",
    ({ month = "", year }, { since }) =>
      wholeMonth(monthOf(month), year === undefined ? undefined : Number(year), since),
  ),
  row("(?<month>{month})(?:{dash}| till | to )(?<to>{month})", ({ month = "", to = "" }, { since }) => {
    const first = wholeMonth(monthOf(month), undefined, since);
    return first && between(first.first, wholeMonth(monthOf(to), undefined, first.first)?.last);
  }),
  row("(?:hela )?nästa månad|next month", (_, { today }) => {
    const { year, month } = civilDate(today);
    const first = dayNumber(year, month, daysInMonth(year, month)) + 1;
    return wholeMonth((month % 12) + 1, civilDate(first).year, first);
  }),
  row(
    "(?:senast )?den (?<day>\\d{1,2})(?::?e|:?a)?|(?:on |by )?the (?<nth>\\d{1,2})(?:st|nd|rd|th)",
    ({ day, nth }, { today }) => dayOfMonth(ordinalOf(day ?? nth ?? ""), today),
  ),
  row(
    "(?:den|on the|the) (?<day>{dayword})",
    ({ day = "" }, { today }) => dayOfMonth(ordinalOf(day), today),
    "end",
  ),
];

/** Only beside a time of day: otherwise "24.12" is a time or a version. */
export const DOTTED: DayRow = row(
  `${LEAD}${WEEKDAY}${LEAD}(?<day>\\d{1,2})\\.(?<monthNumber>\\d{1,2})\\.?`,
  writtenDate,
);

/** Days found at a place of the text. */
export interface FoundDays {
  readonly to: number;
  readonly days: NamedDays;
  readonly needs: Needs;
}

/** The longest name of one day, week or month that begins at a place of the text; undefined if none does. */
export function dayAt(text: string, at: number, context: DayContext, isLed = false): FoundDays | undefined {
  const found = longest(findAll(DAY_ROWS, text, at, context));
  const named = almanacDayAt(text, at, context, isLed);
  if (named && named.to >= (found?.to ?? 0)) return { ...named, needs: "nothing" };
  return found && { to: found.to, days: found.value, needs: found.needs };
}

const BETWEEN = /\s*[-–—]\s*|\s+(?:till och med|t\.?o\.?m\.?|till|to|through|until|och|and)\s+/iuy;
const AND = /\s+(?:och|and)\s+$/i;
const FROM = /(?:från(?: och med)?|fr\.?\s?o\.?\s?m\.?|from|mellan|between)\s+/iuy;

/**
 * The days that are named at a place of the text, from one day to another if it says so ("30 nov – 3 dec",
 * "from Friday to Sunday"); undefined if it names none.
 */
export function daysAt(text: string, at: number, context: DayContext): FoundDays | undefined {
  FROM.lastIndex = at;
  const lead = FROM.exec(text)?.[0].length ?? 0;
  const first = dayAt(text, at + lead, context, lead > 0);
  if (!first) return undefined;
  BETWEEN.lastIndex = first.to;
  const dash = BETWEEN.exec(text)?.[0];
  if (dash === undefined || (AND.test(dash) && lead === 0)) return lead === 0 ? first : undefined;
  const from = first.days.first;
  const last = dayAt(text, first.to + dash.length, {
    ...context,
    today: Math.max(context.today, from),
    since: from,
  });
  const days = last && between(from, last.days.last);
  if (!last || !days) return lead === 0 ? first : undefined;
  return { to: last.to, days, needs: "nothing" };
}
