/** Lower case; whether å and a are the same is not decided here, for in Swedish they are two letters. */
const words = (text: string): readonly string[] =>
  text
    .toLocaleLowerCase("sv")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const BEGINS = 4;
const HOLDS = 2;
const LOOSE = 1;
/** Fewer letters in their order are in too many words. */
const SHORTEST_LOOSE = 3;

/**
 * How well the typed words fit a title: 0 not at all, more is better. Every typed word must begin a word of the
 * title, be in one, or have its letters in one in their order ("stngs" for "settings").
 */
export function fit(typed: string, title: string): number {
  const asked = words(typed);
  const there = words(title);
  let sum = 0;
  for (const word of asked) {
    const best = Math.max(0, ...there.map((other, index) => fitOfWord(word, other, index)));
    if (best === 0) return 0;
    sum += best;
  }
  return asked.length === 0 ? 0 : sum / asked.length;
}

function fitOfWord(typed: string, word: string, index: number): number {
  // The first word of a title is its subject.
  if (word.startsWith(typed)) return BEGINS + (index === 0 ? 1 : 0) + (word === typed ? 1 : 0);
  if (word.includes(typed)) return typed.length >= 2 ? HOLDS : 0;
  return typed.length >= SHORTEST_LOOSE && hasInOrder(typed, word) ? LOOSE : 0;
}

function hasInOrder(letters: string, word: string): boolean {
  if (letters[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at++;
  return at === letters.length;
}
