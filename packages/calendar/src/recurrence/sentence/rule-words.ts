import type { RuleParts } from "./rule-parts.ts";
import type { RulePattern } from "../editor/rule-pattern.ts";

/** A day as sentences tell it; the year only where it is to be said. */
export interface SpokenDate {
  readonly day: number;
  /** 1–12 */
  readonly month: number;
  readonly year?: number;
}

/** How one language says rules. */
export interface RuleWords {
  /** all of a rule that has only one instance */
  readonly once: string;
  pattern(pattern: RulePattern): string;
  /** a rule that has no form of its own, part by part */
  parts(parts: RuleParts): string;
  until(sentence: string, date: SpokenDate): string;
  times(sentence: string, count: number): string;
}
