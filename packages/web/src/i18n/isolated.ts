/** Letters that are written from the right, and the invisible signs that turn the direction of a line. */
const TURNS = /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Words that somebody wrote, for use inside a sentence: whatever they hold, the sentence around them keeps its direction. */
export const isolated = (words: string): string => (TURNS.test(words) ? `\u2068${words}\u2069` : words);
