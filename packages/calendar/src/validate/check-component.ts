import type { Component } from "../icalendar/component.ts";
import { ALARM_ACTIONS, COMPONENTS, METHODS, type ComponentRule } from "./components.ts";
import { PROPERTIES } from "./properties.ts";
import { quoted, type Place, type Violations } from "./violation.ts";

/** How often each property occurs in a component. */
type Counts = ReadonlyMap<string, number>;

function countsOf({ properties }: Component): Counts {
  const counts = new Map<string, number>();
  for (const { name } of properties) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The name of the enclosing component. */
const parentName = ({ parent }: Place): string | undefined => parent?.component.name;

/**
 * Checks which properties and components a component has: required ones, single ones, those that exclude or need
 * others. `method` is the iTIP method of the calendar, in upper case.
 */
export function checkComponent(place: Place, method: string | undefined, violations: Violations): void {
  const { name } = place.component;
  const rule = Object.hasOwn(COMPONENTS, name) ? COMPONENTS[name] : undefined;
  if (!rule) return;
  const counts = countsOf(place.component);
  checkNesting(place, rule, violations);
  checkCounts(place, rule, counts, violations);
  if (name === "VEVENT" && method === undefined && !counts.has("DTSTART"))
    violations.ofComponent("missing-property", place, "DTSTART is missing", rule.section, "DTSTART");
  if (name === "VALARM") checkAlarm(place, counts, violations);
  if (method !== undefined && parentName(place) === "VCALENDAR")
    checkMethod(place, method, counts, violations);
}

function checkNesting(place: Place, rule: ComponentRule, violations: Violations): void {
  const { name, components } = place.component;
  const parent = parentName(place);
  const isOutermost = parent === undefined;
  // Inside an unknown component anything is allowed.
  const isKnown = isOutermost || Object.hasOwn(COMPONENTS, parent);
  if (isKnown && (isOutermost ? rule.inside.length > 0 : !rule.inside.includes(parent)))
    violations.ofComponent(
      "misplaced-component",
      place,
      `${name} may not stand ${parent === undefined ? "on top" : `in ${parent}`}`,
      rule.section,
    );
  if (rule.holds.length === 0) return;
  const holds = rule.holds.includes("*")
    ? components.length > 0
    : components.some((inner) => rule.holds.includes(inner.name));
  if (!holds) {
    const wanted = rule.holds.includes("*") ? "component" : rule.holds.join(" or ");
    violations.ofComponent("missing-component", place, `there is no ${wanted} inside`, rule.section);
  }
}

function checkCounts(place: Place, rule: ComponentRule, counts: Counts, violations: Violations): void {
  const { name, properties } = place.component;
  for (const required of rule.required)
    if (!counts.has(required))
      violations.ofComponent("missing-property", place, `${required} is missing`, rule.section, required);
  for (const [property, count] of counts) {
    const isSingle = rule.required.includes(property) || rule.once.includes(property);
    const isKnown = Object.hasOwn(PROPERTIES, property);
    if (isSingle && count > 1) {
      const second = properties.filter((each) => each.name === property)[1];
      if (second)
        violations.ofProperty(
          "repeated-property",
          place,
          second,
          `${property} is there ${count} times`,
          rule.section,
        );
    } else if (!isSingle && isKnown && !rule.many.includes(property)) {
      const first = properties.find((each) => each.name === property);
      if (first)
        violations.ofProperty(
          "misplaced-property",
          place,
          first,
          `${property} is not for ${name}`,
          rule.section,
        );
    }
  }
  for (const [one, other] of rule.exclusive)
    if (counts.has(one) && counts.has(other))
      violations.ofComponent(
        "exclusive-properties",
        place,
        `${one} and ${other} are both there`,
        rule.section,
        other,
      );
  for (const [one, needs] of rule.dependent)
    if (counts.has(one) && !counts.has(needs))
      violations.ofComponent(
        "dependent-property",
        place,
        `${one} is there without ${needs}`,
        rule.section,
        one,
      );
}

function checkAlarm(place: Place, counts: Counts, violations: Violations): void {
  const written = place.component.properties.find(({ name }) => name === "ACTION")?.value.toUpperCase() ?? "";
  const action = Object.hasOwn(ALARM_ACTIONS, written) ? ALARM_ACTIONS[written] : undefined;
  if (!action) return;
  const section = "5545 3.6.6";
  for (const name of action.required)
    if (!counts.has(name))
      violations.ofComponent(
        "missing-property",
        place,
        `${name} is missing in an alarm of ACTION:${written}`,
        section,
        name,
      );
  for (const name of action.once)
    if ((counts.get(name) ?? 0) > 1)
      violations.ofComponent(
        "repeated-property",
        place,
        `ACTION:${written} takes one ${name}`,
        section,
        name,
      );
  for (const name of action.never)
    if (counts.has(name))
      violations.ofComponent(
        "misplaced-property",
        place,
        `${name} is not for ACTION:${written}`,
        section,
        name,
      );
}

function checkMethod(place: Place, method: string, counts: Counts, violations: Violations): void {
  const { name } = place.component;
  const methods = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!methods || method.startsWith("X-")) return;
  const rule = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!rule) {
    violations.ofComponent("method", place, `${name} is not for METHOD:${quoted(method)}`, "5546 1.4");
    return;
  }
  for (const required of rule.required)
    if (!counts.has(required))
      violations.ofComponent(
        "method",
        place,
        `${required} is missing in a ${method}`,
        rule.section,
        required,
      );
  for (const never of rule.never)
    if (counts.has(never))
      violations.ofComponent("method", place, `${never} is not for a ${method}`, rule.section, never);
  if (rule.oneAttendee && (counts.get("ATTENDEE") ?? 0) > 1)
    violations.ofComponent(
      "method",
      place,
      `a ${method} has one ATTENDEE: who sends it`,
      rule.section,
      "ATTENDEE",
    );
}
