/**
 * The same characters in memory of their own. A part of a string keeps the whole string in memory, so what is remembered for long
 * must not be a part of a large text. For short strings.
 */
export const ownCopy = (text: string): string =>
  String.fromCharCode(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)));
