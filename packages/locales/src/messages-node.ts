import MessageFormat from "@messageformat/core";
import en from "./en-GB.json" with { type: "json" };
import type { Messages } from "./keys.ts";
import type { Language } from "./language.ts";
import sv from "./sv.json" with { type: "json" };

const catalogues = { "en-GB": en, sv } satisfies Record<Language, Record<keyof typeof en, string>>;
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
  const catalogue = catalogues[language];
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
