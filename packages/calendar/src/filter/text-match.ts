import type { Collation, TextMatch } from "./caldav-filter.ts";
import { containsText, remembering } from "./contains-text.ts";

/** Brings texts that a collation treats as equal to the same form. */
const FOLD: Readonly<Record<Collation, (text: string) => string>> = {
  "i;octet": (text) => text,
  "i;ascii-casemap": remembering((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  // RFC 5051 folds case, then decomposes letters: å becomes a with a ring, however it was written.
  "i;unicode-casemap": remembering((text) => text.toUpperCase().normalize("NFKD")),
};

/** Whether a value contains the text, or does not if the match is negated (RFC 4791 §9.7.5). */
export function matchesText(value: string, { text, collation, negate }: TextMatch): boolean {
  const fold = FOLD[collation];
  return containsText(fold(value), fold(text)) !== negate;
}
