import type { RuleParts } from "./rule-parts.ts";
import type { RulePattern } from "../editor/rule-pattern.ts";

/** A date as a sentence writes it; the year only where it is needed. */
interface SpokenDate {
  readonly day: number;
  /** 1–12 */
  readonly month: number;
  readonly year?: number;
}

/** The phrases of one language. */
export interface RuleWords {
  /** the sentence for a rule with only one instance */
  readonly once: string;
  pattern(pattern: RulePattern): string;
  /** a rule without a phrase of its own, part by part */
  parts(parts: RuleParts): string;
  until(sentence: string, date: SpokenDate): string;
  times(sentence: string, count: number): string;
}
