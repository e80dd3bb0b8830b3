import fc from "fast-check";

const WORDS = [
  "Möte",
  "会議",
  "👩‍👩‍👧‍👦 kalas",
  "שלום",
  "é",
  "a\\, b\\; c",
  "line\\nline",
  "back\\\\slash",
  'quote " here',
  "C:\\temp",
  "caret ^n ^^ ^'",
  "",
  " leading",
  "trailing ",
  "x".repeat(80),
  "å".repeat(40),
  "\u2028",
  "\u0085",
  "\u00a0",
  "\ufeffmark",
  "100%",
] as const;
const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "grapheme", maxLength: 12 }));
const oneLine = (text: string): string => text.replace(/[\r\n]/g, " ");
export const texts = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => oneLine(list.join(" ")));
/** A TEXT that means the same after any tidy rewriting. */
export const plainTexts = fc.constantFrom(
  "Lunch",
  "Möte i Åre",
  "a, b; c",
  "line\nline",
  "back\\slash",
  "会議 👋",
  "x".repeat(90),
);
