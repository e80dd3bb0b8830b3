import type { Messages } from "@snart/locales/keys.ts";
import type { Language } from "@snart/locales/language.ts";
import { Catalogue } from "./catalogue.ts";

const catalogues: Record<Language, Catalogue> = {
  "en-GB": new Catalogue(
    () => import("virtual:snart-messages/en-GB"),
    () => import("virtual:snart-messages/en-GB/later"),
  ),
  sv: new Catalogue(
    () => import("virtual:snart-messages/sv"),
    () => import("virtual:snart-messages/sv/later"),
  ),
};
const shown = new Set<Catalogue>();
let isAllWanted = false;

/**
 * The compiled catalogue of one language; only this language's chunks are fetched, and once. What the first page does
 * without comes later, but at once where the language before had it: nothing may wait for its words when it is switched.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  const catalogue = catalogues[language];
  shown.add(catalogue);
  await catalogue.load(isAllWanted);
  return catalogue.messages;
}

/** Fetches all words of every language that is shown, for what comes after the first page; after a failure anew. */
export async function loadAllWords(): Promise<void> {
  isAllWanted = true;
  await Promise.all([...shown].map((catalogue) => catalogue.load(true)));
}
