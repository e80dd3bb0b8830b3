import { foldText } from "./fold-text.ts";
import { isShortWord, wordBeginnings } from "./short-word.ts";

// What a search index keeps of a text: every three letters that follow each other in a word, so that any part of a word can
// be found; the letters on both sides of each space, for phrases; and one and two letters that words begin with. It is a
// hint: whatever contains a word contains its grams, but not the other way round.

const LENGTH = 3;
/** How many letters of either word a phrase is known by. */
const BESIDE = 2;

/** The same letters are another gram as a part of a word, as the end and beginning of two, and as the beginning of one. */
const seeds = { part: 0x811c9dc5, phrase: 0x2c1b3c6d, beginning: 0x297a2d39 } as const;

/** A gram as an index keeps it: letters and digits only, whatever it is made of. Two grams may, seldom, be told alike. */
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
 * @returns undefined when there are more than `most`: such a text is better looked at than looked up
 */
export function gramsOf(texts: Iterable<string>, most: number): ReadonlySet<string> | undefined {
  const grams = new Set<string>();
  for (const text of texts) {
    const folded = foldText(text);
    addGrams(folded, grams);
    for (const beginning of wordBeginnings(folded)) {
      const [first = ""] = beginning;
      grams.add(keyOf("beginning", first)).add(keyOf("beginning", beginning));
    }
    if (grams.size > most) return undefined;
  }
  return grams;
}

/**
 * The grams that every text has in which all of these tokens are found (`searchTokens`). None for one or two signs that
 * are not looked for at the beginning of words.
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
