import { foldText } from "./fold-text.ts";
import { isShortWord, wordBeginnings } from "./short-word.ts";

// The search index keeps these of a text: every three consecutive letters of a word, so that any part of a word can
// be found; the letters on both sides of each space, for phrases; and the first one and two letters of words. They
// are a hint: a text that contains a word contains its grams, but not the other way round.

const LENGTH = 3;
/** The number of letters of either word that identify a phrase. */
const BESIDE = 2;

/** The same letters give different grams inside a word, across two words, and at the beginning of a word. */
const seeds = { part: 0x811c9dc5, phrase: 0x2c1b3c6d, beginning: 0x297a2d39 } as const;

/**
 * A gram as the index stores it: letters and digits only, whatever the text. Two different grams may, rarely, get the
 * same key.
 */
function keyOf(kind: keyof typeof seeds, letters: string, from = 0, to = letters.length): string {
  let hash: number = seeds[kind];
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ letters.charCodeAt(index), 0x01000193);
  return `g${(hash >>> 0).toString(36)}`;
}

function addGrams(folded: string, grams: Set<string>): void {
  let before = "";
  for (const word of folded.split(/\s+/)) {
    for (let at = 0; at + LENGTH <= word.length; at++) grams.add(keyOf("part", word, at, at + LENGTH));
    if (before.length >= BESIDE && word.length >= BESIDE)
      grams.add(keyOf("phrase", before.slice(-BESIDE) + word.slice(0, BESIDE)));
    before = word;
  }
}

/**
 * The grams of texts.
 * @param most of the different grams and of the letters that are read for them
 * @returns undefined if there are more: scanning such a text is cheaper than indexing it
 */
export function gramsOf(
  texts: Iterable<string>,
  most: { readonly grams: number; readonly letters: number },
): ReadonlySet<string> | undefined {
  const grams = new Set<string>();
  let letters = 0;
  for (const text of texts) {
    letters += text.length;
    if (letters > most.letters) return undefined;
    const folded = foldText(text);
    addGrams(folded, grams);
    for (const beginning of wordBeginnings(folded)) {
      const [first = ""] = beginning;
      grams.add(keyOf("beginning", first)).add(keyOf("beginning", beginning));
    }
    if (grams.size > most.grams) return undefined;
  }
  return grams;
}

/**
 * The grams that every text with all of these tokens (`searchTokens`) has. None for one or two characters, unless
 * they are only searched for at the beginnings of words.
 */
export function gramsOfTokens(tokens: readonly string[]): readonly string[] {
  const grams = new Set<string>();
  for (const token of tokens) {
    const folded = foldText(token);
    if (isShortWord(folded)) grams.add(keyOf("beginning", folded));
    else addGrams(folded, grams);
  }
  return [...grams];
}
