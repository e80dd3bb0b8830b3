/** A piece of a text, and whether it is what was searched for. */
export interface MatchedPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** One letter for comparing: lower case without accents, except å ä ö, which are letters. It keeps its length. */
function foldedLetter(letter: string): string {
  const lower = letter.toLocaleLowerCase("sv");
  if (lower.length !== letter.length) return letter;
  if (/[åäö\p{ASCII}]/u.test(lower)) return lower;
  const plain = lower.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain.length === letter.length ? plain : lower;
}

const folded = (text: string): string => text.replaceAll(/./gsu, foldedLetter);

/** A text for comparing with what is typed: in lower case, without accents except those of å ä ö. */
export const foldedText = (text: string): string => folded(text.normalize("NFC"));

/** Cuts a text where it has one of the searched words, in upper or lower case. */
export function matchedPieces(text: string, words: string): readonly MatchedPiece[] {
  const source = text.normalize("NFC");
  const held = folded(source);
  const sought = foldedText(words)
    .split(/\s+/)
    .filter((word) => word !== "")
    .toSorted((a, b) => b.length - a.length);
  const pieces: MatchedPiece[] = [];
  let plainFrom = 0;
  for (let at = 0; at < held.length;) {
    const word = sought.find((it) => held.startsWith(it, at));
    if (word === undefined) {
      at += 1;
      continue;
    }
    if (at > plainFrom) pieces.push({ text: source.slice(plainFrom, at), isMatch: false });
    pieces.push({ text: source.slice(at, at + word.length), isMatch: true });
    at += word.length;
    plainFrom = at;
  }
  if (plainFrom < source.length) pieces.push({ text: source.slice(plainFrom), isMatch: false });
  return pieces;
}
