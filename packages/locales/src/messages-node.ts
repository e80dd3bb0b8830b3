import { readFileSync } from "node:fs";
import { join } from "node:path";
import MessageFormat from "@messageformat/core";
import type { MessageKey, Messages } from "./keys.ts";
import type { Language } from "./language.ts";

/** Read when the first text is asked for: as a module it would be in memory from the start, twice. */
const catalogueOf = (language: Language): Record<MessageKey, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), "utf8")) as Record<
    MessageKey,
    string
  >;

const made = new Map<Language, Messages>();

/** The server's messages in one language. A message is compiled on first use and kept. */
export function nodeMessages(language: Language): Messages {
  const known = made.get(language);
  if (known) return known;
  const messages = compiling(language);
  made.set(language, messages);
  return messages;
}

function compiling(language: Language): Messages {
  const format = new MessageFormat(language);
  const catalogue = catalogueOf(language);
  const compiled = new Map<string, (args: Record<string, unknown>) => string>();
  return (key, args = {}) => {
    let message = compiled.get(key);
    if (!message) {
      message = format.compile(catalogue[key]);
      compiled.set(key, message);
    }
    return message(args);
  };
}
