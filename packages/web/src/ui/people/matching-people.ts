import { foldedText } from "../matched-text.ts";

/** Somebody who can be chosen: a person, a room or a group. */
export interface PersonChoice {
  readonly id: string;
  readonly name: string;
  /** what tells two of one name apart, as a mail address; "" if there is nothing */
  readonly detail: string;
  /** a mail address by which a face is known; absent for groups */
  readonly address?: string;
  /** the text that stands for them in the field */
  readonly value: string;
}

/** A choice that is shown, and its place among all, which gives its disc a colour that stays while one types. */
export interface ShownChoice extends PersonChoice {
  readonly place: number;
}

/** More would be looked for by typing. */
const MOST_SHOWN = 60;

/** What a text is about: its last part where several are typed, separated as mail apps do it. */
export const lastPart = (typed: string): string => typed.slice(typed.search(/[^,;\n]*$/)).trim();

/** The parts before the last one, with their separator. */
export const partsBefore = (typed: string): string => typed.slice(0, typed.search(/[^,;\n]*$/));

/**
 * Returns the choices whose name or detail has every word of a text, those first whose name begins with it, then those
 * of which a later name does; all for an empty text. At most 60; none when the text names one of them in
 * full already: the list would only cover what is pressed next.
 */
export function matchingPeople(choices: readonly PersonChoice[], text: string): readonly ShownChoice[] {
  const sought = foldedText(text).trim();
  const words = sought.split(/[\s,;<>]+/).filter((word) => word !== "");
  const ranked = choices.flatMap((choice, place) => {
    const [name, held] = [foldedText(choice.name), foldedText(`${choice.name} ${choice.detail}`)];
    if (!words.every((word) => held.includes(word))) return [];
    return [{ shown: { ...choice, place }, rank: rankOf(name, words[0] ?? "") }];
  });
  const found = ranked.toSorted((a, b) => a.rank - b.rank).map(({ shown }) => shown);
  const [only] = found;
  const own = only && found.length === 1 ? [only.value, only.address ?? only.value] : [];
  return own.some((it) => foldedText(it) === sought) ? [] : found.slice(0, MOST_SHOWN);
}

const rankOf = (name: string, word: string): number =>
  name.startsWith(word) ? 0 : name.includes(` ${word}`) ? 1 : 2;
