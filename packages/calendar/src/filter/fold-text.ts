import { remembering } from "./contains-text.ts";

/** Everything but ASCII and the three extra letters of the Swedish alphabet. */
const FOREIGN = /[^\0-\x7fåäö]+/g;
const ACCENTS = /[\u0300-\u036f]+/g;
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * The form in which texts are searched: lower case without accents, so "cafe" finds "Café". But å, ä and ö are
 * separate letters: "mal" doesn't find "mål".
 */
export const foldText = remembering((text) => {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize("NFC")
    .replace(FOREIGN, (part) => part.normalize("NFD").replace(ACCENTS, "").normalize("NFC"));
});
