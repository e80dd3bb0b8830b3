import type { Language } from "@snart/locales/language.ts";
import type { CalendarGrant } from "../../app/grants.ts";
import type { Refusal } from "../preconditions.ts";
import { refuse, refuseWith, statusOf } from "../preconditions.ts";
import { errorXml, personText } from "../print-refusal.ts";
import { nameOf } from "../xml/element.ts";
import { propstat } from "../xml/multistatus.ts";
import { keyOf } from "../xml/names.ts";
import type { XmlName } from "../xml/names.ts";
import type { PropertyInstruction } from "../xml/requests/property-update.ts";
import { wrap, writeElement } from "../xml/write-xml.ts";
import type { CalendarFields } from "./live-property.ts";
import { livePropertyOf } from "./registry.ts";

/** Characters of all dead properties of one calendar, and how many they may be. */
const MAX_DEAD_LENGTH = 64 * 1024;
const MAX_DEAD_COUNT = 200;

export interface PropertyOutcome {
  readonly name: XmlName;
  readonly refusal?: Refusal;
}

/** What a list of instructions would change; nothing may be changed if any is refused (RFC 4918 §9.2). */
export interface PlannedChanges {
  readonly fields: CalendarFields & { readonly deadProperties?: Readonly<Record<string, string>> };
  readonly outcomes: readonly PropertyOutcome[];
  readonly isRefused: boolean;
}

/** Reads instructions in order; `grant` is undefined while the calendar is being created. */
export function planChanges(
  instructions: readonly PropertyInstruction[],
  grant: CalendarGrant | undefined,
): PlannedChanges {
  let fields: CalendarFields = {};
  const dead: Record<string, string> = { ...grant?.calendar.deadProperties };
  let touchesDead = false;
  const outcomes = instructions.map(({ action, property }): PropertyOutcome => {
    const name = nameOf(property);
    const live = livePropertyOf(keyOf(property));
    if (live) {
      const set = live.set ?? (grant ? undefined : live.initialise);
      if (!set)
        return {
          name,
          refusal: refuse("cannot-modify-protected-property", "The server decides this property."),
        };
      const change = set(action === "set" ? property : undefined, grant);
      if (!change.ok) return { name, refusal: change.problem };
      fields = { ...fields, ...change.value, ...mergedView(fields, change.value) };
      return { name };
    }
    touchesDead = true;
    if (action === "set") dead[keyOf(property)] = writeElement(property);
    else delete dead[keyOf(property)];
    return isTooMuch(dead)
      ? { name, refusal: refuseWith(507, "There is no room for more properties.") }
      : { name };
  });
  return {
    fields: touchesDead ? { ...fields, deadProperties: dead } : fields,
    outcomes,
    isRefused: outcomes.some(({ refusal }) => refusal !== undefined),
  };
}

const mergedView = (before: CalendarFields, change: CalendarFields): CalendarFields =>
  before.view && change.view ? { view: { ...before.view, ...change.view } } : {};

const isTooMuch = (dead: Readonly<Record<string, string>>): boolean => {
  const entries = Object.entries(dead);
  const length = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return entries.length > MAX_DEAD_COUNT || length > MAX_DEAD_LENGTH;
};

/** The propstats of a plan: what was done, or what was refused and what failed with it. */
export function outcomeXml(
  { outcomes, isRefused }: Pick<PlannedChanges, "outcomes" | "isRefused">,
  language: Language,
): string {
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
