import type { Component, Property } from "../icalendar/component.ts";

/** The kinds of violation: the closed list of what validation looks for. */
export const VIOLATION_RULES = [
  "not-icalendar",
  "charset",
  "line-fold",
  "line-end",
  "line-length",
  "control-character",
  "blank-line",
  "missing-property",
  "repeated-property",
  "misplaced-property",
  "exclusive-properties",
  "dependent-property",
  "misplaced-component",
  "missing-component",
  "value-syntax",
  "value-type",
  "value-range",
  "unregistered-value",
  "misplaced-parameter",
  "repeated-parameter",
  "missing-parameter",
  "parameter-value",
  "not-utc",
  "tzid",
  "time-order",
  "time-type",
  "recurrence-rule",
  "object",
  "method",
  "more",
] as const;
type ViolationRule = (typeof VIOLATION_RULES)[number];

/** One place where a calendar violates the RFCs. */
export interface Violation {
  readonly rule: ViolationRule;
  /**
   * the enclosing components, as in `VCALENDAR/VEVENT[2]/VALARM`; the number counts those of the same name, from 1
   */
  readonly component: string;
  /** the property's name in upper case; absent if the violation is about a whole component or line */
  readonly property?: string;
  /** counted from 1; 0 if the tree was not read from text */
  readonly line: number;
  /** the problem, in English, as part of a sentence */
  readonly detail: string;
  /** the violated section, as in `RFC 5545 §3.6.1` */
  readonly section: string;
}

/** A component and its position. */
export interface Place {
  readonly component: Component;
  readonly parent?: Place;
}

const MAX_QUOTED = 60;

/**
 * A value for use in a message: limited in length, and without characters that could break the line or the terminal.
 */
export const quoted = (value: string): string => {
  const shown = value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value;
  return `“${shown.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "�")}”`;
};

/** Collects violations up to a limit, and counts the rest. */
export class Violations {
  readonly #found: Violation[] = [];
  readonly #max: number;
  #more = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a violation of a property. */
  ofProperty(rule: ViolationRule, place: Place, property: Property, detail: string, section: string): void {
    this.#add(rule, section, () => ({
      component: pathOf(place),
      property: property.name,
      line: property.line,
      detail,
    }));
  }

  /** Adds a violation of a whole component, or about a property that it lacks. */
  ofComponent(rule: ViolationRule, place: Place, detail: string, section: string, property?: string): void {
    this.#add(rule, section, () => ({
      component: pathOf(place),
      ...(property === undefined ? {} : { property }),
      line: Math.max(0, firstLineWithin(place.component) - 1),
      detail,
    }));
  }

  /** Adds a violation of a line of text. */
  ofLine(rule: ViolationRule, line: number, detail: string, section: string): void {
    this.#add(rule, section, () => ({ component: "", line, detail }));
  }

  /** `rest` only runs if there is room for the violation. */
  #add(rule: ViolationRule, section: string, rest: () => Omit<Violation, "rule" | "section">): void {
    if (this.#found.length >= this.#max) this.#more++;
    else this.#found.push({ rule, ...rest(), section: `RFC ${section.replace(" ", " §")}` });
  }

  /** All violations, by line; if there were more than the limit, the last entry says how many more. */
  list(): readonly Violation[] {
    const sorted = this.#found.toSorted((a, b) => a.line - b.line);
    if (this.#more === 0) return sorted;
    const detail = `and ${String(this.#more)} more`;
    return [...sorted, { rule: "more", component: "", line: 0, detail, section: "" }];
  }
}

/** The line that follows a component's BEGIN; 0 if nothing in it was read from text. */
function firstLineWithin(component: Component): number {
  const own = component.properties[0]?.line ?? 0;
  const [inner] = component.components;
  const below = inner ? firstLineWithin(inner) - 1 : 0;
  return own > 0 && below > 0 ? Math.min(own, below) : Math.max(own, below);
}

/**
 * The position of each component among those of its name, by enclosing component: counted once, however many
 * violations there are.
 */
const positions = new WeakMap<Component, ReadonlyMap<Component, string>>();

function positionsIn(parent: Component): ReadonlyMap<Component, string> {
  const known = positions.get(parent);
  if (known) return known;
  const totals = new Map<string, number>();
  const numbers = new Map<Component, number>();
  for (const component of parent.components) {
    const number = (totals.get(component.name) ?? 0) + 1;
    totals.set(component.name, number);
    numbers.set(component, number);
  }
  const made = new Map<Component, string>();
  for (const [component, number] of numbers)
    made.set(component, totals.get(component.name) === 1 ? "" : `[${String(number)}]`);
  positions.set(parent, made);
  return made;
}

function pathOf({ component, parent }: Place): string {
  if (!parent) return component.name;
  const position = positionsIn(parent.component).get(component) ?? "";
  return `${pathOf(parent)}/${component.name}${position}`;
}
