import { remembering } from "./contains-text.ts";

/** Everything but ASCII and the three letters that Swedish has beside its alphabet's other ones. */
const FOREIGN = /[^\0-\x7fåäö]+/g;
const ACCENTS = /[\u0300-\u036f]+/g;
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * A text as it is searched: in lower case and without accents, so that "Café" is found by "cafe". But å, ä and ö are
 * letters of their own: "mål" is not found by "mal".
 */
export const foldText = remembering((text) => {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize("NFC")
    .replace(FOREIGN, (part) => part.normalize("NFD").replace(ACCENTS, "").normalize("NFC"));
});
