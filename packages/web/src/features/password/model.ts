/** The server refuses anything shorter. */
export const SHORTEST_PASSWORD = 10;

/** How a password is judged; `empty` before anything is typed. */
type PasswordStrength = "empty" | "short" | "fair" | "good" | "strong";

interface JudgedPassword {
  readonly strength: PasswordStrength;
  /** characters as a person counts them */
  readonly count: number;
  /** 0 to 4 */
  readonly bars: number;
}

const bars: Record<PasswordStrength, number> = { empty: 0, short: 1, fair: 2, good: 3, strong: 4 };

/**
 * Judges by length, which is what counts against guessing; a word or digit repeated over and over counts only once.
 * It is advice: only `empty` and `short` are refused.
 */
export function judgePassword(password: string): JudgedPassword {
  const count = countCharacters(password);
  const strength = strengthOf(count, new Set(password).size);
  return { strength, count, bars: bars[strength] };
}

function strengthOf(count: number, different: number): PasswordStrength {
  if (count === 0) return "empty";
  if (count < SHORTEST_PASSWORD) return "short";
  if (count < 12 || different < 6) return "fair";
  return count < 16 ? "good" : "strong";
}

const segmenter = new Intl.Segmenter("sv", { granularity: "grapheme" });
/** Nobody types more; a pasted novel is not worth counting. */
const COUNTED = 1000;

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text.slice(0, COUNTED))) count += 1;
  return count;
}
