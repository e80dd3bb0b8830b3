import type { Phrase, RecognisedWord } from "./phrase.ts";
import { isOther } from "./numbers.ts";
import { isDayName, phrase } from "./words.ts";

/** Words that speak of time. What is left of them after reading is shown as not understood. */
const TIME_WORDS = [
  "(?:på |on )?(?:{weekday})(?:en|ar|s)?",
  "(?:januari|january|februari|february|april|juni|june|juli|july|augusti|september|oktober|october|november|december)",
  "(?:kl\\.?|klockan)(?: \\d{1,2})?",
  "\\d{1,2} ?o['’]?clock",
  "\\d{1,2}:\\d\\d",
  "\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?",
  "(?:{number}|\\d+) ?(?:ggr|gånger|times)(?: (?:om|i|per|a|each|every) \\p{L}+)?",
  "(?:once|twice|en gång|två gånger)(?: (?:om|i|per|a|each|every) \\p{L}+)?",
  "(?:{number}|\\d+) (?:dagar|days|veckor|weeks|månader|months|timmar|hours|minuter|minutes)(?: (?:före|innan|efter|before|after))?",
  "(?:varje|varannan|every|each)(?: \\p{L}+)?",
  "(?:udda|jämna) veckor|(?:odd|even) weeks",
  "(?:i |på )?\\p{L}*helgen|weekends?|(?:nästa|förra|next|last) \\p{L}+",
  "i ?morgon|imorron|tomorrow|i ?dag|today|i ?kväll|tonight|yesterday|i ?går",
  "(?:till och med|t\\.o\\.m\\.|tom|fr\\.o\\.m\\.|until|tills)",
  "(?:utom|except)(?: \\p{L}+)?",
  "månad(?:en)?|month|veck(?:a|an) \\d{1,2}|week \\d{1,2}|v\\.? ?\\d{1,2}",
  "(?:EST|EDT|CST|CDT|PST|PDT|MST|MDT|CET|CEST|GMT|BST|UTC|IST|JST|AEST|EET)(?:[+-]\\d{1,2})?",
  "(?:19|20|21)\\d\\d-\\d\\d-\\d\\d",
  "(?:och|and|to|till|until) (?:kl\\.? )?\\d{1,2}(?:[.:]\\d\\d)?(?= ?(?:$|[,;\uFFFC]))",
  "\\d{1,2}(?::e|st|nd|rd|th)",
  "(?:om|in) (?:{number}) (?:\\p{L}+)",
].map((source) => phrase(source));

/** Only if nothing behind it says what it counts. */
const LAST_NUMBER =
  /(?<![\p{L}\p{N}])(?:\d{1,2}\s*[-–]\s*\d{1,2}|\d{1,2}\.\d\d|\d{1,2})(?=\s*(?:$|[,;\uFFFC]))/uy;
const STARTS = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu;

/**
 * The pieces of a text that look like time and are in none of the phrases taken, in order.
 * @param hasTime whether a time of day was read: a lone number is no doubt then
 */
export function unsureWords(
  text: string,
  taken: readonly Phrase[],
  hasTime: boolean,
): readonly RecognisedWord[] {
  const rest = blanked(text, taken);
  const found: RecognisedWord[] = [];
  for (const { index: from } of rest.matchAll(STARTS)) {
    if (from < (found.at(-1)?.to ?? 0)) continue;
    const patterns = hasTime || isName(rest, from) ? TIME_WORDS : [...TIME_WORDS, LAST_NUMBER];
    const to = Math.max(
      ...patterns.map((pattern) => {
        pattern.lastIndex = from;
        return from + (pattern.exec(rest)?.[0].length ?? 0);
      }),
    );
    if (to > from) found.push({ from, to, kind: "unsure" });
  }
  return found;
}

/** Whether the number there belongs to the words before it: "chapter 3". */
function isName(text: string, at: number): boolean {
  const number = /^[\d.–-]*/.exec(text.slice(at, at + 12))?.[0] ?? "";
  return isOther(text.slice(0, at), number, text.slice(at + number.length), isDayName);
}

/** The text with what was taken struck out by a sign that is neither letter, digit nor blank. */
export function blanked(
  text: string,
  taken: readonly { readonly from: number; readonly to: number }[],
): string {
  let rest = text;
  for (const { from, to } of taken) rest = rest.slice(0, from) + "\uFFFC".repeat(to - from) + rest.slice(to);
  return rest;
}
