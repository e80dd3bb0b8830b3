import type { Language } from "./messages.ts";

/** “Anna, Bo and Cia” · ”Anna, Bo och Cia” */
export const listOf = (names: readonly string[], language: Language): string =>
  new Intl.ListFormat(language).format(names);
