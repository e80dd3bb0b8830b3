/** Right-to-left letters, and the invisible signs that change the direction of a line. */
const TURNS = /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** A user's words for use inside a sentence: whatever they contain, the sentence around them keeps its direction. */
export const isolated = (words: string): string => (TURNS.test(words) ? `\u2068${words}\u2069` : words);
