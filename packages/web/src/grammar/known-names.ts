import type { RecognisedWord } from "./phrase.ts";

/** Somebody whom a line of words can name. */
export interface KnownPerson {
  readonly name: string;
  /** mail address in small letters */
  readonly address: string;
}

/** The people and places that the viewer's calendar knows. */
export interface KnownNames {
  readonly people: readonly KnownPerson[];
  readonly places: readonly string[];
}

export const NOBODY: KnownNames = { people: [], places: [] };

const BEFORE_PLACE = /(?:at|på|i|in|hos|vid) /iuy;
const BEFORE_PEOPLE = /(?<![\p{L}\p{N}])(?:med|with|w\/)\s+/giu;
const BETWEEN_PEOPLE = /\s*(?:,|&|(?:\s(?:och|and)(?=\s)))\s*/iuy;
const SHORTEST_PLACE = 3;

const lower = (text: string): string => text.toLocaleLowerCase("sv");
const isEnd = (text: string, at: number): boolean => !/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
const stands = (text: string, at: number, name: string): boolean =>
  lower(text.slice(at, at + name.length)) === lower(name) && isEnd(text, at + name.length);

/** The longest known place that is named with its preposition there: "at the common room". */
export function placeAt(
  text: string,
  at: number,
  places: readonly string[],
): { readonly to: number; readonly place: string } | undefined {
  BEFORE_PLACE.lastIndex = at;
  const word = BEFORE_PLACE.exec(text)?.[0];
  if (word === undefined) return undefined;
  const from = at + word.length;
  const fitting = places.filter((it) => it.length >= SHORTEST_PLACE && stands(text, from, it));
  const [place] = fitting.toSorted((a, b) => b.length - a.length);
  return place === undefined ? undefined : { to: from + place.length, place };
}

interface NamedPeople {
  readonly people: readonly KnownPerson[];
  /** where they are named; "unsure" where several are called so */
  readonly words: readonly RecognisedWord[];
}

/** The known people with whom something is: "with Nora and Bo Ek", by whole or first names. */
export function peopleIn(text: string, known: readonly KnownPerson[]): NamedPeople {
  const people: KnownPerson[] = [];
  const words: RecognisedWord[] = [];
  for (const { index, 0: word } of text.matchAll(BEFORE_PEOPLE)) {
    for (let from = index + word.length; ;) {
      const meant = personAt(text, from, known);
      if (!meant) break;
      const to = from + meant.length;
      const [person, ...others] = meant.people;
      words.push({ from, to, kind: others.length > 0 ? "unsure" : "who" });
      if (person && others.length === 0 && !people.includes(person)) people.push(person);
      BETWEEN_PEOPLE.lastIndex = to;
      const between = BETWEEN_PEOPLE.exec(text)?.[0];
      if (between === undefined) break;
      from = to + between.length;
    }
  }
  return { people, words };
}

/** Who is named there: by the whole name, else everybody with that first name. */
function personAt(
  text: string,
  at: number,
  known: readonly KnownPerson[],
): { readonly length: number; readonly people: readonly KnownPerson[] } | undefined {
  const whole = known.filter(({ name }) => name !== "" && stands(text, at, name));
  const [longest] = whole.toSorted((a, b) => b.name.length - a.name.length);
  if (longest) return { length: longest.name.length, people: whole.filter((it) => it.name === longest.name) };
  const first = (name: string): string => name.split(/\s/)[0] ?? "";
  const people = known.filter(({ name }) => first(name).length > 1 && stands(text, at, first(name)));
  const [one] = people;
  return one && { length: first(one.name).length, people };
}
