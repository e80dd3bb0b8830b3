import { matchedPieces } from "./matched-text.ts";

interface MatchedProps {
  readonly text: string;
  /** what was searched for: it is bold */
  readonly words: string;
}

/** A text in which the searched words are bold. */
export const Matched = ({ text, words }: MatchedProps) => (
  <>
    {matchedPieces(text, words).map((it, index) =>
      it.isMatch ? (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have nothing else
        <b key={index}>{it.text}</b>
      ) : (
        it.text
      ),
    )}
  </>
);
