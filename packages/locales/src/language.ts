/** The display languages, as BCP 47 tags. An unknown language falls back to British English. */
export const languages = ["en-GB", "sv"] as const;
export type Language = (typeof languages)[number];

/** Whether a text from outside (a preference, a form, a header) names one of the display languages. */
export const isLanguage = (text: unknown): text is Language =>
  languages.some((language) => language === text);

/**
 * The display language for a person's preferences, best first, as `navigator.languages` or a parsed `Accept-Language`
 * gives them. Any Swedish gives Swedish, any English British English; the first match wins.
 */
export function chooseLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const primary = wish.toLowerCase().split("-", 1)[0];
    if (primary === "sv") return "sv";
    if (primary === "en") return "en-GB";
  }
  return "en-GB";
}
