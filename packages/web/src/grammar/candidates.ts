import { HOUR } from "@snart/calendar/time/instant.ts";
import { BARE_HOUR, CLOCK_ROWS, type DayPart, type NamedClock } from "./clock-phrases.ts";
import type { DayContext } from "./day-context.ts";
import { dayAt, daysAt, DOTTED, type FoundDays } from "./day-phrases.ts";
import { BEGINS_IN_ROWS, LENGTH_ROWS, REMINDER_ROWS } from "./length-phrases.ts";
import { placeAt } from "./known-names.ts";
import { MARKS } from "./mark-phrases.ts";
import type { DayAndClock, Meaning, Phrase } from "./phrase.ts";
import { findAll, longest, type Row } from "./rows.ts";
import { isOther } from "./numbers.ts";
import { COUNT_ROWS, REPEAT_ROWS, SINCE, UNTIL } from "./repeat-phrases.ts";
import { isDayName, phrase } from "./words.ts";

const MEAL = /(?:lunch|middag|fika|brunch|dinner|breakfast|frukost|supper|afternoon tea|AW)\s+$/iu;

/** A lone smaller number at the end of a line is no hour that one could be sure of. */
const EARLIEST_AT_END = 7 * HOUR;

const PART_ROWS: readonly Row<DayPart>[] = [
  {
    pattern: phrase("(?:nu )?(?:på|under) (?:morgonen|morronen)|early (?:in the )?morning"),
    read: () => "earlyMorning",
  },
  { pattern: phrase("(?:in )?the morning"), read: () => "morning" },
  { pattern: phrase("(?:på|under) förmiddagen|f\\.m\\.|innan lunch"), read: () => "forenoon" },
  {
    pattern: phrase("(?:vid |at |around )?(?:lunchtid|lunchtime|lunch-time)|(?:vid|at) lunch"),
    read: () => "lunch",
  },
  {
    pattern: phrase("(?:på|under) eftermiddagen|(?:in )?the afternoon|efter lunch|after lunch"),
    read: () => "afternoon",
  },
  { pattern: phrase("(?:på|under) kvällen|(?:in )?the evening|kvällstid"), read: () => "evening" },
  { pattern: phrase("(?:på|under) natten|at night|(?:in )?the night"), read: () => "night" },
  { pattern: phrase("morgon"), read: () => "earlyMorning", needs: "beside" },
  { pattern: phrase("morning"), read: () => "morning", needs: "beside" },
  { pattern: phrase("förmiddag"), read: () => "forenoon", needs: "beside" },
  { pattern: phrase("eftermiddag|afternoon"), read: () => "afternoon", needs: "beside" },
  { pattern: phrase("kväll|evening"), read: () => "evening", needs: "beside" },
  { pattern: phrase("natt|night"), read: () => "night", needs: "beside" },
];

const WHOLE_DAY = [
  { pattern: phrase("all day(?: long)?|hela dagen|heldag(?:s)?|whole day"), read: () => true },
];

interface Reader {
  readonly text: string;
  readonly at: number;
  readonly add: (to: number, meaning: Meaning, needs?: Phrase["needs"], kind?: Phrase["kind"]) => void;
}

function addAll<T>({ text, at, add }: Reader, rows: readonly Row<T>[], meaning: (value: T) => Meaning): void {
  for (const { to, value } of findAll(rows, text, at, undefined)) add(to, meaning(value));
}

function addClocks({ text, at, add }: Reader): void {
  const before = text.slice(0, at);
  const isName = (to: number): boolean => isOther(before, text.slice(at, to), text.slice(to), isDayName);
  for (const { needs, to, value } of findAll(CLOCK_ROWS, text, at, undefined))
    if (needs === "nothing" || !isName(to)) add(to, { is: "clock", clock: value }, needs);
  const [hour] = findAll([BARE_HOUR], text, at, undefined);
  if (!hour || isName(hour.to)) return;
  const isUsual = hour.value.start.time >= EARLIEST_AT_END;
  add(
    hour.to,
    { is: "clock", clock: hour.value },
    MEAL.test(before) ? "end" : isUsual ? "endOfDay" : "beside",
  );
}

function addDays({ text, at, add }: Reader, context: DayContext): void {
  for (const [lead, is] of [
    [UNTIL, "until"],
    [SINCE, "since"],
  ] as const) {
    lead.lastIndex = at;
    const word = lead.exec(text)?.[0];
    const day = word === undefined ? undefined : dayAt(text, at + word.length, context, true);
    if (day) add(day.to, { is, days: day.days });
  }
  const days = daysAt(text, at, context);
  if (days) add(days.to, { is: "days", days: days.days }, days.needs);
  const alone = dayAt(text, at, context);
  if (alone && alone.to !== days?.to) add(alone.to, { is: "days", days: alone.days }, alone.needs);
  for (const { to, value } of findAll([DOTTED], text, at, context))
    add(to, { is: "days", days: value }, "beside");
}

/** "fredag 23:45" or "23:45 fredag" */
function dayAndClock(
  text: string,
  at: number,
  context: DayContext,
): (DayAndClock & { to: number }) | undefined {
  const blank = (from: number): number =>
    from + (/^[\s,]+/.exec(text.slice(from, from + 4))?.[0].length ?? 0);
  const clockAt = (from: number): { to: number; clock: NamedClock } | undefined => {
    const found = longest(
      findAll([...CLOCK_ROWS, BARE_HOUR], text, from, undefined).filter((it) => it.value.end === null),
    );
    return found && { to: found.to, clock: found.value };
  };
  const day: FoundDays | undefined = dayAt(text, at, context);
  const after = day && clockAt(blank(day.to));
  if (day && after) return { days: day.days, clock: after.clock, to: after.to };
  const clock = clockAt(at);
  const later = clock && dayAt(text, blank(clock.to), context);
  return clock && later && { days: later.days, clock: clock.clock, to: later.to };
}

const TO = /\s*[-–—]\s*|\s+(?:till|to|until)\s+/iuy;

function addSpan({ text, at, add }: Reader, context: DayContext): void {
  const from = dayAndClock(text, at, context);
  if (!from) return;
  TO.lastIndex = from.to;
  const word = TO.exec(text)?.[0];
  if (word === undefined) return;
  const { first } = from.days;
  const to = dayAndClock(text, from.to + word.length, { ...context, today: first, since: first });
  if (to) add(to.to, { is: "span", from, to });
}

const KINDS = { place: "where", calendar: "what", category: "what", person: "who" } as const;

function addMarks({ text, at, add }: Reader): void {
  for (const { pattern, mark } of MARKS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const value = match?.groups?.["word"];
    if (!match || value === undefined || isDayName(value.split(" ")[0] ?? "")) continue;
    const name = mark === "place" ? value.slice(0, 1).toLocaleUpperCase("sv") + value.slice(1) : value;
    add(at + match[0].length, { is: "mark", mark, value: name }, "nothing", KINDS[mark]);
  }
}

/** Where a phrase may begin: at a word, a number or a sign. */
const STARTS = /(?<![\p{L}\p{N}])[\p{L}\p{N}@#/×]/gu;

/** Every phrase that can be read anywhere in a text, also where they overlap. */
export function candidates(
  text: string,
  context: DayContext,
  places: readonly string[] = [],
): readonly Phrase[] {
  const found: Phrase[] = [];
  for (const { index: at } of text.matchAll(STARTS)) {
    const add: Reader["add"] = (to, meaning, needs = "nothing", kind = "when") => {
      found.push({ from: at, to, kind, meaning, needs });
    };
    const reader = { text, at, add };
    addAll(reader, REMINDER_ROWS, (minutes) => ({ is: "reminder", minutes }));
    addAll(reader, REPEAT_ROWS, (repeat) => ({ is: "repeat", repeat }));
    addAll(reader, COUNT_ROWS, (count) => ({ is: "count", count }));
    addSpan(reader, context);
    addDays(reader, context);
    addClocks(reader);
    addAll(reader, BEGINS_IN_ROWS, (length) => ({ is: "beginsIn", length }));
    addAll(reader, LENGTH_ROWS, (length) => ({ is: "length", length }));
    for (const { needs, to, value } of findAll(PART_ROWS, text, at, undefined))
      add(to, { is: "part", part: value }, needs);
    addAll(reader, WHOLE_DAY, () => ({ is: "wholeDay" }));
    addMarks(reader);
    const known = placeAt(text, at, places);
    if (known) add(known.to, { is: "mark", mark: "place", value: known.place }, "nothing", "where");
  }
  return found;
}
