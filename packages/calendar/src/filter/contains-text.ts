/** Up to this length the runtime's own search is quick whatever it is given. */
const SHORT_NEEDLE = 16;

/**
 * Whether a text contains another one. Takes time proportional to the sum of their lengths. `String.includes` can
 * take time proportional to the product (46 seconds for half a million letters in a million), and a filter from
 * outside may be made to cause that.
 */
export function containsText(text: string, sought: string): boolean {
  if (sought.length <= SHORT_NEEDLE) return text.includes(sought);
  if (sought.length >= text.length) return sought === text;
  // Knuth, Morris and Pratt: where to continue in the sought text after a mismatch.
  const borders = bordersOf(sought);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index);
    while (matched > 0 && letter !== sought.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (letter === sought.charCodeAt(matched)) matched++;
    if (matched === sought.length) return true;
  }
  return false;
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf(sought: string): Uint32Array {
  const borders = new Uint32Array(sought.length);
  let length = 0;
  for (let index = 1; index < sought.length; index++) {
    const letter = sought.charCodeAt(index);
    while (length > 0 && letter !== sought.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (letter === sought.charCodeAt(length)) length++;
    borders[index] = length;
  }
  return borders;
}

/** Shorter texts are computed anew each time: that takes less time than looking them up. */
const LONG_TEXT = 1_000;
/** The most letters that one function remembers in all; a calendar object is smaller. */
const MOST_LETTERS = 4_000_000;

/**
 * Returns the same function with a memory for the long texts given last: many filters test the same text, and folding
 * a long text takes longer than searching it.
 */
export function remembering(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  let letters = 0;
  return (text) => {
    if (text.length < LONG_TEXT) return work(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = work(text);
    letters += text.length;
    if (letters > MOST_LETTERS) {
      known.clear();
      letters = text.length;
    }
    known.set(text, made);
    return made;
  };
}
