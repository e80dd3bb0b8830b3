import { foldText } from "./fold-text.ts";

// What a search index keeps of a text: every three letters that follow each other in a word, so that any part of a word can
// be found. It is a hint: whatever contains a word contains its grams, but not the other way round.

const LENGTH = 3;

/** A gram as an index keeps it: letters and digits only, whatever it is made of. Two grams may, seldom, be told alike. */
function keyOf(word: string, at: number): string {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + LENGTH; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return `g${(hash >>> 0).toString(36)}`;
}

function addGrams(text: string, grams: Set<string>): void {
  for (const word of foldText(text).split(/\s+/))
    for (let at = 0; at + LENGTH <= word.length; at++) grams.add(keyOf(word, at));
}

/**
 * The grams of texts.
 * @returns undefined when there are more than `most`: such a text is better looked at than looked up
 */
export function gramsOf(texts: Iterable<string>, most: number): ReadonlySet<string> | undefined {
  const grams = new Set<string>();
  for (const text of texts) {
    addGrams(text, grams);
    if (grams.size > most) return undefined;
  }
  return grams;
}

/** The grams that every text has in which all of these tokens are found; none for tokens of one or two letters. */
export function gramsOfTokens(tokens: readonly string[]): readonly string[] {
  const grams = new Set<string>();
  for (const token of tokens) addGrams(token, grams);
  return [...grams];
}
