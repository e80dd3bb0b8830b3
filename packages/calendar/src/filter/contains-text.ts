/** Up to this length the runtime's own search is quick whatever it is given. */
const SHORT_NEEDLE = 16;

/**
 * Whether a text contains another one. Takes time proportional to their lengths: `String.includes` takes that of their product
 * for texts made for it (46 seconds for half a million letters in a million), which a filter from outside may be.
 */
export function containsText(text: string, sought: string): boolean {
  if (sought.length <= SHORT_NEEDLE) return text.includes(sought);
  if (sought.length >= text.length) return sought === text;
  // Knuth, Morris and Pratt: where to go on in what is sought when a letter differs.
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

/** For each of its beginnings, how long the longest shorter beginning is that it ends with. */
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

/** Shorter texts are worked out anew each time: that takes less than looking them up. */
const LONG_TEXT = 1_000;
/** Letters of all texts that one function remembers; a calendar object is smaller. */
const MOST_LETTERS = 4_000_000;

/**
 * The same function, remembering the last long texts that it was given: many filters ask about one text, and folding a
 * large one takes longer than searching it.
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
