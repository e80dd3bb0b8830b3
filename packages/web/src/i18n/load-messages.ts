import type { MessageFunctions, Messages } from "@snart/locales/keys.ts";
import type { Language } from "@snart/locales/language.ts";

const loaders: Record<Language, () => Promise<{ readonly default: MessageFunctions }>> = {
  "en-GB": () => import("virtual:snart-messages/en-GB"),
  sv: () => import("virtual:snart-messages/sv"),
};
const loaded = new Map<Language, Messages>();

/** The compiled catalogue of one language; only this language's chunk is fetched, and once. */
export async function loadMessages(language: Language): Promise<Messages> {
  const known = loaded.get(language);
  if (known) return known;
  const { default: functions } = await loaders[language]();
  const messages: Messages = (key, args = {}) => functions[key](args);
  loaded.set(language, messages);
  return messages;
}
