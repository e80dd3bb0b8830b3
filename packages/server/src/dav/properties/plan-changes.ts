import type { Language } from "@snart/locales/language.ts";
import type { CalendarGrant } from "../../app/grants.ts";
import type { Limits } from "../../app/limits.ts";
import { propertiesProblem, type DeadProperties } from "../../app/objects/object-properties.ts";
import { refuse, statusOf, type Refusal } from "../preconditions.ts";
import { errorXml, personText } from "../print-refusal.ts";
import { refusalOf } from "../problem.ts";
import { nameOf } from "../xml/element.ts";
import { propstat } from "../xml/multistatus.ts";
import { keyOf, type XmlName } from "../xml/names.ts";
import type { PropertyInstruction } from "../xml/requests/property-update.ts";
import { wrap, writeElement } from "../xml/write-xml.ts";
import type { CalendarFields } from "./live-property.ts";
import { livePropertyOf } from "./registry.ts";

interface PropertyOutcome {
  readonly name: XmlName;
  readonly refusal?: Refusal;
}

/** The effect of a list of instructions; nothing may change if any is refused (RFC 4918 §9.2). */
export interface PlannedChanges {
  readonly fields: CalendarFields & { readonly deadProperties?: Readonly<Record<string, string>> };
  readonly outcomes: readonly PropertyOutcome[];
  readonly isRefused: boolean;
}

/** The outcome of each instruction. */
export type PropertyPlan = Pick<PlannedChanges, "outcomes" | "isRefused">;

const PROTECTED = refuse("cannot-modify-protected-property", "The server decides this property.");

/** Reads instructions in order; `grant` is undefined while the calendar is being created. */
export function planChanges(
  instructions: readonly PropertyInstruction[],
  grant: CalendarGrant | undefined,
  limits: Limits,
): PlannedChanges {
  let fields: CalendarFields = {};
  const dead: Record<string, string> = { ...grant?.calendar.deadProperties };
  let touchesDead = false;
  const outcomes = instructions.map(({ action, property }): PropertyOutcome => {
    const name = nameOf(property);
    const live = livePropertyOf(keyOf(property));
    if (live) {
      const set = live.set ?? (grant ? undefined : live.initialise);
      if (!set) return { name, refusal: PROTECTED };
      const change = set(action === "set" ? property : undefined, grant);
      if (!change.ok) return { name, refusal: change.problem };
      fields = { ...fields, ...change.value, ...mergedView(fields, change.value) };
      return { name };
    }
    touchesDead = true;
    if (action === "set") dead[keyOf(property)] = writeElement(property);
    else delete dead[keyOf(property)];
    const problem = propertiesProblem(limits, dead);
    // The whole is refused now: the sizes need not be computed again for each further one.
    if (problem) delete dead[keyOf(property)];
    return problem ? { name, refusal: refusalOf(problem, { href: "" }) } : { name };
  });
  return {
    fields: touchesDead ? { ...fields, deadProperties: dead } : fields,
    outcomes,
    isRefused: outcomes.some(({ refusal }) => refusal !== undefined),
  };
}

const mergedView = (before: CalendarFields, change: CalendarFields): CalendarFields =>
  before.view && change.view ? { view: { ...before.view, ...change.view } } : {};

/** An object's live properties are protected: only instructions about dead ones may be followed. */
export function planObjectChanges(instructions: readonly PropertyInstruction[]): PropertyPlan {
  const outcomes = instructions.map(({ property }): PropertyOutcome => {
    const name = nameOf(property);
    return livePropertyOf(keyOf(property)) ? { name, refusal: PROTECTED } : { name };
  });
  return { outcomes, isRefused: outcomes.some(({ refusal }) => refusal !== undefined) };
}

/** Dead properties after instructions, all of which are about them. */
export function withInstructions(
  current: DeadProperties,
  instructions: readonly PropertyInstruction[],
): DeadProperties {
  const dead: Record<string, string> = { ...current };
  for (const { action, property } of instructions)
    if (action === "set") dead[keyOf(property)] = writeElement(property);
    else delete dead[keyOf(property)];
  return dead;
}

/** The propstats of a plan: what was done, or what was refused and what failed with it. */
export function outcomeXml({ outcomes, isRefused }: PropertyPlan, language: Language): string {
  const fine = outcomes.filter(({ refusal }) => !refusal);
  const done = fine.map(({ name }) => wrap(name, "")).join("");
  const refused = outcomes.flatMap(({ name, refusal }) => (refusal ? [{ name, refusal }] : []));
  return (
    (done === "" ? "" : propstat({ status: isRefused ? 424 : 200, properties: done })) +
    refused
      .map(({ name, refusal }) =>
        propstat({
          status: statusOf(refusal),
          properties: wrap(name, ""),
          error: errorXml(refusal),
          description: personText(refusal, language),
        }),
      )
      .join("")
  );
}
