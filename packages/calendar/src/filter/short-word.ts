// Scripts that put spaces between words: in other scripts, two characters are searched for anywhere.
const LETTER = "[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}]";
const SHORT = new RegExp(`^${LETTER}{1,2}$`, "u");
const BEGINNING = new RegExp(`(?<![\\p{L}\\p{N}])${LETTER}{1,2}`, "gu");
const LETTER_BEFORE = /[\p{L}\p{N}]$/u;

/**
 * Whether a folded token is so short that it is only searched for at the beginnings of words: "it" finds "IT" and
 * "Italien", but not every "Vit". Inside words it would find nearly everything.
 */
export const isShortWord = (token: string): boolean => token.length <= 2 && SHORT.test(token);

/** Whether a folded text has a word that begins with the token. */
export function hasWordFrom(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1))
    if (!LETTER_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return true;
  return false;
}

/** The first two letters of each word of a folded text, or its only letter. */
export function* wordBeginnings(text: string): Generator<string> {
  for (const [beginning] of text.matchAll(BEGINNING)) yield beginning;
}
