import { fieldsOfLocal } from "../../time/local.ts";
import { lastDay, rulePattern, type RuleStart } from "../editor/rule-pattern.ts";
import { ruleParts } from "./rule-parts.ts";
import { english } from "./rule-text-english.ts";
import { swedish } from "./rule-text-swedish.ts";
import type { RecurrenceRule } from "../rule.ts";

/** The languages in which rules can be described. */
type RuleLanguage = "en-GB" | "sv";

/**
 * A rule as a whole sentence, as a native speaker would write it on a line of its own: "every other Tuesday until 18
 * December", "varannan tisdag till och med 18 december". Begins in lower case and ends without a full stop. The end
 * includes its year if that differs from the start's. A rule without a common phrase is described part by part.
 * Undefined for a rule of another calendar than the Gregorian, and for one with parts outside the RFCs.
 */
export function ruleText(rule: RecurrenceRule, start: RuleStart, language: RuleLanguage): string | undefined {
  const words = language === "sv" ? swedish : english;
  if (rule.count === 1) return words.once;
  const said = start.allDay ? withoutTimes(rule) : rule;
  const pattern = rulePattern(said, start.start);
  const parts = pattern ? undefined : ruleParts(said, start.start);
  const sentence = pattern ? words.pattern(pattern) : parts && words.parts(parts);
  if (sentence === undefined) return undefined;
  if (rule.count !== undefined) return words.times(sentence, rule.count);
  const last = lastDay(rule, start);
  if (last === undefined) return sentence;
  const { year, month, day } = fieldsOfLocal(last);
  const isSameYear = year === fieldsOfLocal(start.start).year;
  return words.until(sentence, { day, month, ...(!isSameYear && { year }) });
}

/** For whole days, parts about times of day are ignored (RFC 5545 §3.3.10). */
function withoutTimes({ byHour: _h, byMinute: _m, bySecond: _s, ...rule }: RecurrenceRule): RecurrenceRule {
  return rule;
}
