import { hash } from "node:crypto";
import { readAvailability } from "@snart/calendar/free-busy/availability.ts";
import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { propertiesNamed, type Component } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { Warning } from "@snart/calendar/icalendar/warning.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import type { CalendarProblem } from "@snart/calendar/problems.ts";
import { isNoRule } from "@snart/calendar/recurrence/rule.ts";
import { withoutRepeatedInstances } from "@snart/calendar/recurrence/repeated-instances.ts";
import { timeBounds, type TimeBounds } from "@snart/calendar/recurrence/time-bounds.ts";
import { mendCalendarObject, validateCalendarObject } from "@snart/calendar/recurrence/validate.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";

/** A checked object with its text, ready to be stored. */
export interface CheckedObject {
  readonly text: string;
  readonly object: CalendarObject;
}

/** A text from outside that can be stored. */
export interface CheckedText extends CheckedObject {
  /** of lines that RFC 5545 does not allow */
  readonly warnings: readonly Warning[];
}

/** The same with everything that is derived from it. */
export interface PreparedObject extends CheckedObject {
  readonly etag: string;
  /** Bytes in UTF-8. */
  readonly size: number;
  readonly bounds: TimeBounds;
  readonly isRecurring: boolean;
  readonly summary: string;
}

/**
 * Reads and checks iCalendar text as one calendar object resource (RFC 4791 §4.1), outside any transaction. Pure
 * except for the limits. Every text from outside passes here, so the same texts are refused everywhere.
 */
export function checkText(app: App, text: string): Result<CheckedText, Problem> {
  if (isTooLarge(app, text)) return failed({ code: "object-too-large", limit: app.limits.objectSize });
  const problem = linesProblem(app, text);
  if (problem) return failed(problem);
  const parsed = parseICalendar(text);
  if (!parsed.ok) return failed(dataProblem(parsed.problem));
  const checked = check(app, parsed.value.calendar, text);
  return checked.ok ? ok({ ...checked.value, warnings: parsed.value.warnings }) : checked;
}

/** The same for a VCALENDAR made by the server: its text is not parsed again. */
export function checkCalendar(app: App, calendar: Component): Result<CheckedObject, Problem> {
  const text = serialiseICalendar(calendar);
  if (isTooLarge(app, text)) return failed({ code: "object-too-large", limit: app.limits.objectSize });
  const problem = linesProblem(app, text);
  return problem ? failed(problem) : check(app, calendar, text);
}

/**
 * The same for what an import or a feed brings, without the least that would keep it out: a rule, a date or an instance that
 * cannot be read.
 * @returns besides the object why each part was dropped
 */
export function checkMended(
  app: App,
  calendar: Component,
): Result<CheckedObject & { readonly dropped: readonly CalendarProblem[] }, Problem> {
  const read = readCalendarObject(calendar);
  if (!read.ok) return failed(dataProblem(read.problem));
  const once = withoutRepeatedInstances(read.value);
  const repeats = calendar.components.length - once.components.length;
  const object = repeats === 0 ? read : readCalendarObject(once);
  if (!object.ok) return failed(dataProblem(object.problem));
  const { calendar: mended, dropped } = mendCalendarObject(object.value);
  const checked = checkCalendar(app, mended);
  const older = Array.from({ length: repeats }, () => OLDER);
  return checked.ok ? ok({ ...checked.value, dropped: [...older, ...dropped] }) : checked;
}

/** @returns another text where an instance stands in it more than once */
function check(app: App, calendar: Component, text: string): Result<CheckedObject, Problem> {
  const read = readCalendarObject(calendar);
  if (!read.ok) return failed(dataProblem(read.problem));
  const once = withoutRepeatedInstances(read.value);
  if (once !== read.value.calendar) return check(app, once, serialiseICalendar(once));
  const problem = storageProblem(app, read.value);
  return problem ? failed(problem) : ok({ text, object: read.value });
}

/**
 * Every line of an object costs whoever reads it. Counted before the text is read; a text without so many octets as
 * the shortest lines would need has fewer.
 */
function linesProblem({ limits: { linesPerObject: limit } }: App, text: string): Problem | undefined {
  if (text.length < limit * SHORTEST_LINE) return undefined;
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    // A fold continues the line before it.
    const next = text.charCodeAt(at + 1);
    if (next !== SPACE && next !== TAB && ++lines > limit) return { code: "too-many-lines", limit };
  }
  return undefined;
}
/** `A:` and a line end. */
const SHORTEST_LINE = 3;
const SPACE = 32;
const TAB = 9;

const isTooLarge = ({ limits }: App, text: string): boolean => Buffer.byteLength(text) > limits.objectSize;

/** The strong entity tag of a text: the same text has the same tag. */
export const etagOf = (text: string): string => hash("sha256", text, "base64url").slice(0, 22);

/** An object with the data derived from it. It has been checked; later adjustments may make it slightly larger. */
export function withDerived({ text, object }: CheckedObject): PreparedObject {
  const { main, overrides } = object;
  const shown = main ?? overrides[0];
  const repeats =
    main !== undefined &&
    ["RRULE", "RDATE"].some((name) => propertiesNamed(main, name).some(({ value }) => !isNoRule(value)));
  return {
    text,
    object,
    size: Buffer.byteLength(text),
    etag: etagOf(text),
    bounds: timeBounds(object),
    isRecurring: repeats || overrides.length > 0,
    summary: (shown && textValue(shown, "SUMMARY")) ?? "",
  };
}

/** Why a well-formed object can't be stored, if anything forbids it. */
function storageProblem(app: App, object: CalendarObject): Problem | undefined {
  if (object.method !== undefined) return { code: "method-not-allowed-in-object", method: object.method };
  if (object.calendar.components.some(({ name }) => name === "VFREEBUSY")) return dataProblem(TWO_TYPES);
  if (object.overrides.length > app.limits.overridesPerObject)
    return { code: "too-many-overrides", limit: app.limits.overridesPerObject };
  const limit = app.limits.participantsPerEvent;
  for (const component of [object.main, ...object.overrides]) {
    if (component && propertiesNamed(component, "ATTENDEE").length > limit)
      return { code: "too-many-participants", limit };
  }
  const hours = object.type === "VAVAILABILITY" ? readAvailability(object.calendar) : undefined;
  if (hours && !hours.ok) return dataProblem(hours.problem);
  const [first] = validateCalendarObject(object);
  return first && dataProblem(first);
}

const OLDER = {
  code: "invalid-calendar-object",
  detail: "an older version of another component",
} as const;

/** RFC 4791 §4.1 */
const TWO_TYPES = {
  code: "invalid-calendar-object",
  detail: "VFREEBUSY beside components of another type",
} as const;

function dataProblem(problem: CalendarProblem): Problem {
  if (problem.code === "date-out-of-range")
    return { code: "date-out-of-range", side: problem.side, from: "1900-01-01", to: "2199-12-31" };
  if (problem.code === "too-many-occurrences") return { code: "too-many-occurrences", limit: problem.limit };
  return { code: "invalid-calendar-data", problem };
}
