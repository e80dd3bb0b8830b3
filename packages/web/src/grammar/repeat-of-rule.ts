import { parseRule } from "@snart/calendar/recurrence/rule.ts";
import { readRepeat, type Repeat } from "@snart/calendar/recurrence/editor/rule-editor.ts";
import type { RuleStart } from "@snart/calendar/recurrence/editor/rule-pattern.ts";

/**
 * The repeat that a rule of a line of words means, for a series that starts then; undefined if it is no rule. Its last
 * day is a day, whatever the start is, so that it is written as the start asks (RFC 5545 §3.3.10).
 */
export function repeatOfRule(text: string, start: RuleStart): Repeat | undefined {
  const rule = parseRule(text);
  if (!rule.ok) return undefined;
  const repeat = readRepeat(rule.value, start);
  if (repeat.kind !== "kept") return repeat;
  const { until: _until, ...endless } = rule.value;
  return { ...repeat, rule: endless };
}
