import { timeZonesOf } from "../icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../icalendar/component.ts";
import { parseComponents } from "../icalendar/parse.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import { checkComponent } from "./check-component.ts";
import { checkLines } from "./check-lines.ts";
import { checkObject } from "./check-object.ts";
import { decodeStrictly, type DecodeUtf8 } from "./check-octets.ts";
import { checkProperty } from "./check-property.ts";
import { checkTimes } from "./check-times.ts";
import { checkTimeZones } from "./check-time-zones.ts";
import { Violations, type Place, type Violation } from "./violation.ts";

export interface ValidationOptions {
  /** the most violations to list (1000) */
  readonly max?: number;
  /** also check that it is one calendar object resource: one UID, one kind of component, no METHOD (RFC 4791 §4.1) */
  readonly asCalendarObject?: boolean;
  /** an IANA name needs no VTIMEZONE (RFC 7809) */
  readonly timeZonesByReference?: boolean;
}

const DEFAULT_MAX = 1000;

/**
 * Every violation of RFC 5545, 5546, 6638, 7529, 7953, 7986, 9073, 9074 and 9253 in a VCALENDAR, by line; empty if it
 * is valid. Unlike the parser, which reads what clients write, this is strict. Experimental and unknown properties,
 * parameters and components are valid. Lines are those of the text that the tree was read from. Never throws.
 */
export function validateICalendar(
  calendar: Component,
  options: ValidationOptions = {},
): readonly Violation[] {
  const violations = new Violations(options.max ?? DEFAULT_MAX);
  checkCalendar(calendar, options, violations);
  return violations.list();
}

/**
 * The same for text, with violations that only text shows: line ends, line lengths, blank lines. Several calendars in
 * one text are checked one by one. Text that is not iCalendar has the one violation `not-icalendar`, besides those of
 * its lines.
 */
export function validateICalendarText(text: string, options: ValidationOptions = {}): readonly Violation[] {
  const violations = new Violations(options.max ?? DEFAULT_MAX);
  checkText(text, options, violations);
  return violations.list();
}

/**
 * The same for the octets of a file, with violations that only octets show: invalid UTF-8, and folds inside a
 * character.
 */
export function validateICalendarBytes(
  bytes: Uint8Array,
  decode: DecodeUtf8,
  options: ValidationOptions = {},
): readonly Violation[] {
  const violations = new Violations(options.max ?? DEFAULT_MAX);
  checkText(decodeStrictly(bytes, decode, violations), options, violations);
  return violations.list();
}

function checkText(text: string, options: ValidationOptions, violations: Violations): void {
  const parsed = parseComponents(text, undefined, 1, ({ line }) => {
    violations.ofLine("not-icalendar", line, "not a content line", "5545 3.1");
  });
  if (!parsed.ok) {
    const { line = 1, detail } = parsed.problem as { line?: number; detail: string };
    violations.ofLine("not-icalendar", line, detail, "5545 3.4");
  } else if (parsed.value.length === 0)
    violations.ofLine("not-icalendar", 1, "no BEGIN:VCALENDAR", "5545 3.4");
  else for (const calendar of parsed.value) checkCalendar(calendar, options, violations);
  checkLines(text, violations);
}

function checkCalendar(calendar: Component, options: ValidationOptions, violations: Violations): void {
  const place: Place = { component: calendar };
  if (calendar.name !== "VCALENDAR")
    violations.ofComponent(
      "misplaced-component",
      place,
      `${calendar.name} stands where VCALENDAR should`,
      "5545 3.4",
    );
  const zones = zonesOf({ timeZones: timeZonesOf(calendar) });
  const method = firstProperty(calendar, "METHOD")?.value.trim().toUpperCase();
  visit(place, { zones, method }, violations);
  checkTimeZones(place, options.timeZonesByReference ?? false, violations);
  checkObject(place, options.asCalendarObject ?? false, violations);
}

interface Around {
  readonly zones: ZoneLookup;
  readonly method: string | undefined;
}

function visit(place: Place, around: Around, violations: Violations): void {
  checkComponent(place, around.method, violations);
  for (const property of place.component.properties) checkProperty(place, property, violations);
  checkTimes(place, around.zones, violations);
  for (const component of place.component.components) visit({ component, parent: place }, around, violations);
}
