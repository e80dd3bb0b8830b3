/** What was typed without a pause. */
export interface Read {
  readonly text: string;
  /** when the last key was pressed, in ms of any clock */
  readonly at: number;
}

export const NOTHING_READ: Read = { text: "", at: -Infinity };

/** So soon after the last key no hand presses the next one: a reader of tags types. */
const READER_MS = 50;
/** What a tag's number can be (`app/households/change-household.ts`). */
const TAG = /^[0-9A-Za-z]{4,32}$/;

/** @returns what has been typed without a pause after one more key */
export function afterKey({ text, at: before }: Read, key: string, at: number): Read {
  // A reader presses Shift before a capital letter.
  if (key.length !== 1) return key === "Shift" ? { text, at } : NOTHING_READ;
  return { text: at - before <= READER_MS ? (text + key).slice(-33) : key, at };
}

/** @returns the number of the tag that a reader has typed, when Enter follows at `at`; undefined: a hand has typed it, or it is none */
export const tagIn = ({ text, at: before }: Read, at: number): string | undefined =>
  at - before <= READER_MS && TAG.test(text) ? text : undefined;
