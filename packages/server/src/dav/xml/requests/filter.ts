import type {
  Collation,
  CompFilter,
  ParamFilter,
  PropFilter,
  TextMatch,
  TimeRange,
} from "@snart/calendar/filter/caldav-filter.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { COMPONENTS } from "@snart/calendar/validate/components.ts";
import { PROPERTIES } from "@snart/calendar/validate/properties.ts";
import type { ValueType } from "@snart/calendar/validate/value-types.ts";
import { refuse, type Refusal } from "../../preconditions.ts";
import { attributeOf, childNamed, childrenNamed, elementsOf, textOf, type XmlElement } from "../element.ts";
import { caldav } from "../names.ts";
import { readUtcRange } from "./utc-range.ts";

/** The most filters inside one filter; more would make every object of a calendar expensive to test. */
const MAX_FILTERS = 100;

const COLLATIONS: readonly Collation[] = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"];

/** Ends reading; is caught in this file. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

/** Reads a CALDAV:filter (RFC 4791 §9.7) into its outermost comp-filter, the one for VCALENDAR. */
export function readFilter(element: XmlElement): Result<CompFilter, Refusal> {
  try {
    return ok(outermost(element));
  } catch (error) {
    if (error instanceof Refused) return failed(error.refusal);
    throw error;
  }
}

function outermost(element: XmlElement): CompFilter {
  const [first, ...others] = childrenNamed(element, caldav("comp-filter"));
  if (!first || others.length > 0) throw invalid("A filter holds one comp-filter.");
  if (countFilters(first) > MAX_FILTERS) {
    throw new Refused(refuse("supported-filter", `A filter may hold at most ${MAX_FILTERS} filters.`));
  }
  const filter = compFilter(first, undefined);
  if (filter.name !== "VCALENDAR") throw invalid("The outermost comp-filter is the one for VCALENDAR.");
  return filter;
}

const countFilters = (element: XmlElement): number =>
  elementsOf(element).reduce((sum, child) => sum + countFilters(child), 1);

/**
 * Components with a time of their own (RFC 4791 §9.9, RFC 7953 §7.2.1). A VCALENDAR has that of what is in it: python-caldav asks so
 * for whatever takes place in a range.
 */
const TIMED = [
  "VCALENDAR",
  "VEVENT",
  "VTODO",
  "VJOURNAL",
  "VFREEBUSY",
  "VALARM",
  "VAVAILABILITY",
  "AVAILABLE",
];

function compFilter(element: XmlElement, parent: string | undefined): CompFilter {
  const filter = { ...nameAndAbsence(element), ...timeRange(element) };
  const { name } = filter;
  // RFC 4791 §7.8: a filter for what cannot be is invalid. Components that no RFC names may stand anywhere.
  const inside = COMPONENTS[name]?.inside;
  if (parent !== undefined && inside && !inside.includes(parent))
    throw invalid(`There is no ${name} in a ${parent}.`);
  if (filter.timeRange && !TIMED.includes(name)) throw invalid(`A ${name} has no time.`);
  return {
    ...filter,
    propFilters: childrenNamed(element, caldav("prop-filter")).map(propFilter),
    compFilters: childrenNamed(element, caldav("comp-filter")).map((child) => compFilter(child, name)),
  };
}

function propFilter(element: XmlElement): PropFilter {
  const filter = { ...nameAndAbsence(element), ...timeRange(element), ...textMatch(element) };
  const types = PROPERTIES[filter.name]?.types;
  if (filter.timeRange && types && !types.some((type) => TIMES.has(type)))
    throw invalid(`The value of ${filter.name} is no time.`);
  return { ...filter, paramFilters: childrenNamed(element, caldav("param-filter")).map(paramFilter) };
}

const TIMES: ReadonlySet<ValueType> = new Set(["DATE", "DATE-TIME", "PERIOD"]);

const paramFilter = (element: XmlElement): ParamFilter => ({
  ...nameAndAbsence(element),
  ...textMatch(element),
});

function nameAndAbsence(element: XmlElement): { name: string; isNotDefined: boolean } {
  const name = attributeOf(element, "name");
  if (!name) throw invalid(`A ${element.name} needs a name.`);
  const isNotDefined = childNamed(element, caldav("is-not-defined")) !== undefined;
  if (isNotDefined && elementsOf(element).length > 1) throw invalid("is-not-defined stands alone.");
  return { name: name.toUpperCase(), isNotDefined };
}

function timeRange(element: XmlElement): { timeRange?: TimeRange } {
  const found = childNamed(element, caldav("time-range"));
  if (!found) return {};
  const range = readUtcRange(found);
  if (!range) throw invalid("A time-range has a start before an end, each written like 20260101T000000Z.");
  return { timeRange: range };
}

function textMatch(element: XmlElement): { textMatch?: TextMatch } {
  const found = childNamed(element, caldav("text-match"));
  if (!found) return {};
  const name = attributeOf(found, "collation") ?? "default";
  const collation = COLLATIONS.find((known) => known === (name === "default" ? "i;ascii-casemap" : name));
  if (!collation) {
    throw new Refused(refuse("supported-collation", `Known collations are ${COLLATIONS.join(", ")}.`));
  }
  return {
    textMatch: { text: textOf(found), collation, negate: attributeOf(found, "negate-condition") === "yes" },
  };
}

const invalid = (text: string): Refused => new Refused(refuse("valid-filter", text));
