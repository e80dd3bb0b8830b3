import { useRef, type KeyboardEvent } from "react";
import type { RecognisedWord } from "../../grammar/phrase.ts";
import type { QuickAddReading } from "../../grammar/read-quick-add.ts";
import styles from "./words-field.module.css";

interface WordsFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly line: string;
  /** its words are underlined, those not understood too */
  readonly reading: QuickAddReading;
  readonly maxLength: number;
  readonly describedBy: string;
  /** whether a long line wraps, as on a phone; else it scrolls */
  readonly wraps?: boolean;
  readonly onLine: (line: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A field that underlines the words it has understood. The lines lie on a copy of the text under it, which scrolls
 * along.
 */
export function WordsField(props: WordsFieldProps) {
  const {
    label,
    placeholder,
    line,
    reading,
    maxLength,
    describedBy,
    wraps = false,
    onLine,
    onKeyDown,
  } = props;
  const under = useRef<HTMLDivElement>(null);
  const Field = wraps ? "textarea" : "input";
  return (
    <div className={styles.field} data-wraps={wraps || undefined}>
      <div ref={under} className={styles.under} aria-hidden>
        {pieces(line, wordsOf(reading)).map(({ text, kind, from }) => (
          <span key={from} data-kind={kind}>
            {text}
          </span>
        ))}
      </div>
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={line}
        {...(wraps && { rows: 1, enterKeyHint: "done" as const })}
        onFocus={({ currentTarget: field }) => field.setSelectionRange(line.length, line.length)}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        // A line that was pasted with breaks is one line.
        onChange={(event) => onLine(event.currentTarget.value.replaceAll(/[\r\n]+/g, " "))}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          under.current?.scrollTo(event.currentTarget.scrollLeft, event.currentTarget.scrollTop);
        }}
      />
    </div>
  );
}

interface Piece {
  readonly from: number;
  readonly text: string;
  readonly kind?: RecognisedWord["kind"];
}

const wordsOf = ({ recognised, unsure }: QuickAddReading): readonly RecognisedWord[] =>
  [...recognised, ...unsure].toSorted((a, b) => a.from - b.from);

function pieces(line: string, words: readonly RecognisedWord[]): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { from, to, kind } of words) {
    if (from > at) found.push({ from: at, text: line.slice(at, from) });
    found.push({ from, text: line.slice(from, to), kind });
    at = to;
  }
  return at < line.length ? [...found, { from: at, text: line.slice(at) }] : found;
}
