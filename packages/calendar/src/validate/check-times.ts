import { firstProperty, parameterValue, type Component, type Property } from "../icalendar/component.ts";
import { parseTimeValue, readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import { instantOf } from "../time/calendar-time.ts";
import { parseDuration } from "../time/duration.ts";
import { UTC } from "../time/zone.ts";
import { ruleStartProblem } from "./rule-syntax.ts";
import { typeOf } from "./check-property.ts";
import { quoted, type Place, type Violations } from "./violation.ts";

/** The type of a property's time. */
interface Kind {
  readonly isDate: boolean;
  /** neither in UTC nor in a zone */
  readonly isFloating: boolean;
}

/** The type of a DATE or DATE-TIME, by its first value; undefined if it is neither. */
function kindOf(property: Property | undefined): Kind | undefined {
  const type = property && typeOf(property);
  if (!property || (type !== "DATE" && type !== "DATE-TIME")) return undefined;
  const comma = property.value.indexOf(",");
  const time = parseTimeValue(comma < 0 ? property.value : property.value.slice(0, comma));
  if (!time || time.isDate !== (type === "DATE")) return undefined;
  const isFloating = !time.isDate && !time.isUtc && parameterValue(property, "TZID") === undefined;
  return { isDate: time.isDate, isFloating };
}

/** Checks that the times of a component fit each other. */
export function checkTimes(place: Place, zones: ZoneLookup, violations: Violations): void {
  const { component } = place;
  switch (component.name) {
    case "VEVENT":
    case "VTODO":
    case "VJOURNAL":
      checkItem(place, zones, violations);
      break;
    case "VAVAILABILITY":
    case "AVAILABLE":
      checkItem(place, zones, violations);
      checkAvailability(place, violations);
      break;
    case "VFREEBUSY":
      checkFreeBusy(place, violations);
      checkEnd(place, "DTEND", zones, violations);
      break;
    case "STANDARD":
    case "DAYLIGHT":
      checkObservance(place, violations);
      break;
    case "VALARM":
      checkAlarm(place, violations);
  }
}

function checkItem(place: Place, zones: ZoneLookup, violations: Violations): void {
  const { component } = place;
  checkEnd(place, component.name === "VTODO" ? "DUE" : "DTEND", zones, violations);
  checkDuration(place, violations);
  const start = kindOf(firstProperty(component, "DTSTART"));
  if (!start) return;
  for (const property of component.properties) {
    if (property.name === "RRULE" || property.name === "EXRULE") {
      const problem = ruleStartProblem(property.value, start);
      if (problem) violations.ofProperty("recurrence-rule", place, property, problem.detail, problem.section);
    } else if (property.name === "EXDATE" || property.name === "RDATE") {
      const own = kindOf(property);
      const section = property.name === "EXDATE" ? "5545 3.8.5.1" : "5545 3.8.5.2";
      if (own && own.isDate !== start.isDate)
        violations.ofProperty("time-type", place, property, "is not of the value type of DTSTART", section);
    }
  }
}

const SECTIONS = { DTEND: "5545 3.8.2.2", DUE: "5545 3.8.2.3" } as const;

function checkEnd(place: Place, name: "DTEND" | "DUE", zones: ZoneLookup, violations: Violations): void {
  const startProperty = firstProperty(place.component, "DTSTART");
  const property = firstProperty(place.component, name);
  const [start, end] = [kindOf(startProperty), kindOf(property)];
  if (!startProperty || !property || !start || !end) return;
  const section = SECTIONS[name];
  if (start.isDate !== end.isDate)
    violations.ofProperty(
      "time-type",
      place,
      property,
      `${name} and DTSTART are not both dates or both times`,
      section,
    );
  else if (start.isFloating !== end.isFloating)
    violations.ofProperty(
      "time-type",
      place,
      property,
      `only one of ${name} and DTSTART is in a time zone`,
      section,
    );
  else {
    const [from, to] = [readTime(startProperty, zones), readTime(property, zones)];
    if (from && to && instantOf(to, UTC) <= instantOf(from, UTC))
      violations.ofProperty("time-order", place, property, `${name} is not later than DTSTART`, section);
  }
}

function checkDuration(place: Place, violations: Violations): void {
  const property = firstProperty(place.component, "DURATION");
  const duration = property && parseDuration(property.value);
  if (!property || !duration) return;
  if (duration.sign < 0)
    violations.ofProperty("value-range", place, property, "DURATION is negative", "5545 3.8.2.5");
  const { hours, minutes, seconds } = duration;
  if (kindOf(firstProperty(place.component, "DTSTART"))?.isDate && hours + minutes + seconds > 0)
    violations.ofProperty(
      "time-type",
      place,
      property,
      "DTSTART is a date, so DURATION is in days or weeks",
      "5545 3.8.2.5",
    );
}

function checkAvailability(place: Place, violations: Violations): void {
  for (const name of ["DTSTART", "DTEND"]) {
    const property = firstProperty(place.component, name);
    const kind = kindOf(property);
    if (property && kind && (kind.isDate || kind.isFloating))
      violations.ofProperty(
        "time-type",
        place,
        property,
        `${name} must be a time in UTC or in a zone`,
        "7953 3.1",
      );
  }
}

function checkFreeBusy(place: Place, violations: Violations): void {
  for (const name of ["DTSTART", "DTEND"]) {
    const property = firstProperty(place.component, name);
    const time = property && parseTimeValue(property.value);
    if (property && time && !time.isUtc)
      violations.ofProperty(
        "not-utc",
        place,
        property,
        `${quoted(property.value)} is not in UTC`,
        "5545 3.6.4",
      );
  }
}

/** Onsets use the clock before the change, their rules end in UTC (RFC 5545 §3.6.5). */
function checkObservance(place: Place, violations: Violations): void {
  const section = "5545 3.6.5";
  for (const property of place.component.properties) {
    if (property.name === "DTSTART" || property.name === "RDATE") {
      const kind = kindOf(property);
      if (kind && !kind.isFloating)
        violations.ofProperty(
          "time-type",
          place,
          property,
          `${property.name} must be a local time without a zone`,
          section,
        );
    } else if (property.name === "RRULE") {
      const problem = ruleStartProblem(property.value, { isDate: false, isFloating: false });
      if (problem) violations.ofProperty("recurrence-rule", place, property, problem.detail, section);
    }
  }
}

function checkAlarm(place: Place, violations: Violations): void {
  checkDuration(place, violations);
  const trigger = firstProperty(place.component, "TRIGGER");
  const parent = place.parent?.component;
  if (!trigger || !parent) return;
  const related = parameterValue(trigger, "RELATED")?.toUpperCase();
  const section = "5545 3.8.6.3";
  if (typeOf(trigger) === "DATE-TIME") {
    if (related !== undefined)
      violations.ofProperty(
        "misplaced-parameter",
        place,
        trigger,
        "RELATED is not for a trigger at a time",
        section,
      );
  } else if (!hasEdge(parent, related === "END"))
    violations.ofProperty(
      "dependent-property",
      place,
      trigger,
      `${parent.name} has no ${related === "END" ? "end" : "start"} that the trigger could relate to`,
      section,
    );
}

function hasEdge(parent: Component, isEnd: boolean): boolean {
  const has = (name: string): boolean => firstProperty(parent, name) !== undefined;
  if (!isEnd) return has("DTSTART") || (parent.name === "VTODO" && has("DUE"));
  // An event always has an end: if none is given, that of its day or moment (RFC 5545 §3.6.1).
  return parent.name === "VEVENT" ? has("DTSTART") : has("DUE") || (has("DTSTART") && has("DURATION"));
}

/** Checks that an override's RECURRENCE-ID has the type of the series' start (RFC 5545 §3.8.4.4). */
export function checkRecurrenceId(place: Place, main: Component, violations: Violations): void {
  const property = firstProperty(place.component, "RECURRENCE-ID");
  const [own, start] = [kindOf(property), kindOf(firstProperty(main, "DTSTART"))];
  if (!property || !own || !start) return;
  if (own.isDate !== start.isDate || own.isFloating !== start.isFloating)
    violations.ofProperty(
      "time-type",
      place,
      property,
      "is not a time of the kind that the series starts with",
      "5545 3.8.4.4",
    );
}
