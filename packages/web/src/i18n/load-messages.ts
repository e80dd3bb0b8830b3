import type { MessageFunctions, Messages } from "@snart/locales/keys.ts";
import type { Language } from "@snart/locales/language.ts";
import { LaterWords } from "./later-words.ts";

const loaders: Record<Language, () => Promise<{ readonly default: Partial<MessageFunctions> }>> = {
  "en-GB": () => import("virtual:snart-messages/en-GB"),
  sv: () => import("virtual:snart-messages/sv"),
};
const later: Record<Language, LaterWords> = {
  "en-GB": new LaterWords(() => import("virtual:snart-messages/en-GB/later")),
  sv: new LaterWords(() => import("virtual:snart-messages/sv/later")),
};
const loaded = new Map<Language, Messages>();

/**
 * The compiled catalogue of one language; only this language's chunks are fetched, and once. What is needed later comes
 * later, but at once where the language before had it: nothing on the page may wait for its words when it is switched.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  const known = loaded.get(language);
  if (known) return known;
  const rest = later[language];
  const isWanted = Object.values(later).some((words) => words.isLoaded);
  const [{ default: functions }] = await Promise.all([
    loaders[language](),
    isWanted ? rest.load() : undefined,
  ]);
  const messages: Messages = (key, args = {}) => (functions[key] ?? rest.get(key))(args);
  loaded.set(language, messages);
  return messages;
}

/** Fetches the rest of the words of every language that is loaded; after a failure anew. */
export async function loadLaterWords(): Promise<void> {
  await Promise.all([...loaded.keys()].map((language) => later[language].load()));
}
