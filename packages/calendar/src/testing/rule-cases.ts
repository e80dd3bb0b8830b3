import fc from "fast-check";
import { formatLocalValue, parseTimeValue } from "../icalendar/time-property.ts";
import { walkRule } from "../recurrence/iterate.ts";
import { parseRule } from "../recurrence/rule.ts";
import { ianaZone } from "../time/zone.ts";
import { endArbitrary, ruleArbitrary, startArbitrary, type RuleOptions } from "./recurrence-arbitrary.ts";

/** The number of instances compared; referee.py stops at the same number. */
export const SIZE = 20;
const LAST = "2150";
/** Finding instances costs the referees more than us. */
const MAX_STEPS = 20_000;

/** A rule with its start, and the instances that the engine gives. */
export interface RuleCase {
  readonly rule: string;
  /** on the clock of the zone, or on any clock if there is none */
  readonly start: string;
  readonly zone?: string | undefined;
  readonly ours: readonly string[];
}

function instances(text: string, start: string, zoneId: string | undefined): string[] | undefined {
  const rule = parseRule(text);
  const first = parseTimeValue(start);
  if (!rule.ok || !first) return undefined;
  const zone = zoneId === undefined ? undefined : ianaZone(zoneId);
  const options = { maxSteps: MAX_STEPS, ...(zone && { zone }) };
  const found: string[] = [];
  const walked = walkRule(rule.value, first.local, options, (local) => {
    const value = formatLocalValue(local);
    if (value < LAST) found.push(value);
    return value < LAST && found.length < SIZE;
  });
  return walked.ok ? found : undefined;
}

/** The case of a rule that the engine can read; undefined if it is too much work. */
export function caseOf(rule: string, start: string, zone?: string): RuleCase | undefined {
  const ours = instances(rule, start, zone);
  return ours && { rule, start, zone, ours };
}

export interface CaseOptions extends RuleOptions {
  readonly zones?: readonly string[];
}

/** Seeded cases; rules that soon give no more instances are left out, as the referees would search for ever. */
export function ruleCases(seed: number, count: number, options: CaseOptions = {}): RuleCase[] {
  const zones = options.zones ? fc.constantFrom(...options.zones) : fc.constant(undefined);
  const texts = startArbitrary.chain((start) =>
    fc
      .tuple(ruleArbitrary(options), endArbitrary(start), zones)
      .map(([rule, end, zone]) => ({ rule: rule + end, start, zone })),
  );
  return fc
    .sample(texts, { seed, numRuns: count })
    .flatMap(({ rule, start, zone }) => caseOf(rule, start, zone) ?? [])
    .filter(isRich);
}

/** Whether it fills the list, or ends by itself. */
function isRich({ rule, ours }: RuleCase): boolean {
  if (ours.length === 0) return false;
  if (ours.length === SIZE || rule.includes("UNTIL")) return true;
  return ours.length >= Number(/COUNT=(\d+)/.exec(rule)?.[1]) - 1;
}
