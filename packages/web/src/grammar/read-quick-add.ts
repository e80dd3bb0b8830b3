import { dayOf, type Local } from "@snart/calendar/time/local.ts";
import { candidates } from "./candidates.ts";
import { cover } from "./cover.ts";
import { NOBODY, peopleIn, type KnownNames, type KnownPerson } from "./known-names.ts";
import { LONGEST_QUICK_ADD } from "./longest-line.ts";
import { understand, type QuickAddTime } from "./meaning.ts";
import type { Meaning, Phrase, RecognisedWord } from "./phrase.ts";
import { blanked, unsureWords } from "./unsure.ts";

export type { QuickAddTime } from "./meaning.ts";

/** A reminder, and where the text names it. */
interface NamedReminder extends RecognisedWord {
  /** before the start */
  readonly minutes: number;
}

/** The reading of one line of words. */
export interface QuickAddReading {
  /** the rest of the line; may be empty */
  readonly title: string;
  /** null if the text names no time */
  readonly time: QuickAddTime | null;
  /** an RRULE value (RFC 5545 §3.3.10), or null */
  readonly rule: string | null;
  readonly place: string | null;
  readonly categories: readonly string[];
  readonly calendar: string | null;
  /** e-mail addresses */
  readonly people: readonly string[];
  /** known people with whom it is; their names stay in the title */
  readonly guests: readonly KnownPerson[];
  readonly reminder: NamedReminder | null;
  /** the pieces of the text that were recognised, in order */
  readonly recognised: readonly RecognisedWord[];
  /** pieces that look like time and were not understood; they stay in the title */
  readonly unsure: readonly RecognisedWord[];
}

/** The most marks that are read: the rest stays in the title. */
const MOST_MARKS = 20;

/**
 * Reads a line such as "lunch med Anna på torsdag 12" or "dentist 3 Dec at 9 for 45 min". It reads Swedish and
 * English. Every phrase that could be read is found, then those are chosen that read the most of the line, and put
 * together; the rest is the title. Pure: nothing leaves the browser.
 * @param now the viewer's clock; days without a year are the next ones after it
 * @param known the people and places of the viewer's calendar
 * @param monthFirst whether the viewer reads "3/12" as the 12th of March
 * @param words what is known to be no time, though it could be read as one
 */
export function readQuickAdd(
  line: string,
  now: Local,
  monthFirst = false,
  known: KnownNames = NOBODY,
  words: readonly string[] = [],
): QuickAddReading {
  const text = line.slice(0, LONGEST_QUICK_ADD).replaceAll("\uFFFC", " ");
  const today = dayOf(now);
  const isWord = rangesOf(text, words);
  const found = candidates(text, { today, since: today, monthFirst }, known.places);
  const all = cover(
    text,
    found.filter((it) => !isWord(it)),
  );
  const { spare, time, rule } = understand(all, text, now);
  const left = new Set([...spare, ...marksTooMany(all)]);
  const taken = all.filter((it) => !left.has(it));
  const named = peopleIn(blanked(text, taken), known.people);
  const who = (kind: RecognisedWord["kind"]) => named.words.filter((it) => it.kind === kind);
  const doubts = spare.filter(({ meaning }) => meaning.is !== "days" || meaning.days.isAlmanac !== true);
  const unsure = [
    ...who("unsure"),
    ...doubts.map(({ from, to }): RecognisedWord => ({ from, to, kind: "unsure" })),
    ...unsureWords(text, [...taken, ...spare], time !== null && !time.allDay),
  ];
  return {
    ...marksOf(taken),
    title: titleOf(blanked(text, taken), taken.length > 0),
    time,
    rule,
    guests: named.people,
    recognised: [...taken.map(({ from, to, kind }) => ({ from, to, kind })), ...who("who")].toSorted(
      (a, b) => a.from - b.from,
    ),
    unsure: unsure.filter((it) => !isWord(it)).toSorted((a, b) => a.from - b.from),
  };
}

type Piece = Pick<RecognisedWord, "from" | "to">;

/** Returns what says whether a piece of a text is, or is part of, some words. */
function rangesOf(text: string, words: readonly string[]): (piece: Piece) => boolean {
  const whole = text.toLocaleLowerCase("sv");
  const ranges = words.flatMap((word) => {
    const from = whole.indexOf(word.toLocaleLowerCase("sv"));
    return from < 0 ? [] : [{ from, to: from + word.length }];
  });
  return (piece) => ranges.some(({ from, to }) => piece.from < to && from < piece.to);
}

type Marks = Pick<QuickAddReading, "place" | "categories" | "calendar" | "people" | "reminder">;

const marks = (
  phrases: readonly Phrase[],
): readonly (readonly [Phrase, Extract<Meaning, { is: "mark" }>])[] =>
  phrases.flatMap((phrase) => (phrase.meaning.is === "mark" ? [[phrase, phrase.meaning] as const] : []));

/** A second place or calendar has no field, and neither has the twenty-first person. */
function marksTooMany(phrases: readonly Phrase[]): readonly Phrase[] {
  const found = marks(phrases);
  const most = { place: 1, calendar: 1, category: MOST_MARKS, person: MOST_MARKS };
  return found.flatMap(([phrase, { mark }], index) => {
    const before = found.slice(0, index).filter(([, other]) => other.mark === mark).length;
    return before < most[mark] ? [] : [phrase];
  });
}

function marksOf(taken: readonly Phrase[]): Marks {
  const values = (mark: string): readonly string[] => [
    ...new Set(marks(taken).flatMap(([, meaning]) => (meaning.mark === mark ? [meaning.value] : []))),
  ];
  const [reminder] = taken.flatMap(({ from, to, kind, meaning }) =>
    meaning.is === "reminder" ? [{ from, to, kind, minutes: meaning.minutes }] : [],
  );
  return {
    place: values("place")[0] ?? null,
    calendar: values("calendar")[0] ?? null,
    categories: values("category"),
    people: values("person"),
    reminder: reminder ?? null,
  };
}

/** Prepositions left over beside words that were taken. */
const WORD =
  "på|den|kl\\.?|klockan|at|on|from|från|i|in|the|och|and|vid|till|by|of|due by|senast|starting|med start|hela|all|med reminder";
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORD})\\s*(?=\\uFFFC|$)`, "giu");
const FIRST = /^(?:på|den|kl\.?|at|on|from|och|and|av|att|to)\s+(?=\uFFFC|$)/iu;

function titleOf(rest: string, isPart: boolean): string {
  let title = rest;
  for (let n = 0; isPart && n < 3; n++) title = title.replaceAll(BEFORE, "").replace(FIRST, "");
  title = title
    .replaceAll(/\uFFFC+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (isPart)
    title = title
      .replaceAll(/\(\s*\)/g, "")
      .replaceAll(/\s+([,;:.])(?=\s|$)/g, "$1")
      .replace(/^[\s,.;:–-]+|[\s,;:–-]+$/g, "");
  return title.slice(0, 1).toLocaleUpperCase("sv") + title.slice(1);
}
