/**
 * The same characters in memory of their own. A substring keeps the whole string in memory, so a long-lived string
 * must not be part of a large text. Meant for short strings.
 */
export const ownCopy = (text: string): string =>
  String.fromCharCode(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)));
