import { hash } from "node:crypto";
import { readAvailability } from "@snart/calendar/free-busy/availability.ts";
import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { propertiesNamed } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import type { CalendarProblem } from "@snart/calendar/problems.ts";
import { timeBounds, type TimeBounds } from "@snart/calendar/recurrence/time-bounds.ts";
import { validateCalendarObject } from "@snart/calendar/recurrence/validate.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";

/** An object that may be stored: read, checked, and with everything that is derived from it. */
export interface PreparedObject {
  readonly text: string;
  readonly object: CalendarObject;
  readonly etag: string;
  /** Bytes in UTF-8. */
  readonly size: number;
  readonly bounds: TimeBounds;
  readonly isRecurring: boolean;
  readonly summary: string;
}

/**
 * Reads and checks iCalendar text as one calendar object resource (RFC 4791 §4.1), outside any transaction.
 * Pure but for the limits. Every way a text comes in passes here, so what is refused is refused everywhere.
 */
export function prepareObject(app: App, text: string): Result<PreparedObject, Problem> {
  const size = Buffer.byteLength(text);
  if (size > app.limits.objectSize) return failed({ code: "object-too-large", limit: app.limits.objectSize });
  const parsed = parseICalendar(text);
  if (!parsed.ok) return failed(dataProblem(parsed.problem));
  const read = readCalendarObject(parsed.value.calendar);
  if (!read.ok) return failed(dataProblem(read.problem));
  const object = read.value;
  const problem = storageProblem(app, object);
  return problem ? failed(problem) : ok(derive(text, size, object));
}

/** The same for a text that the server has written from an object that was checked: adjusted, it may be a little larger. */
export const prepareAdjusted = (text: string, object: CalendarObject): PreparedObject =>
  derive(text, Buffer.byteLength(text), object);

/** The strong entity tag of a text: the same text has the same tag. */
export const etagOf = (text: string): string => hash("sha256", text, "base64url").slice(0, 22);

function derive(text: string, size: number, object: CalendarObject): PreparedObject {
  const { main, overrides } = object;
  const shown = main ?? overrides[0];
  const repeats =
    main !== undefined && ["RRULE", "RDATE"].some((name) => propertiesNamed(main, name).length > 0);
  return {
    text,
    object,
    size,
    etag: etagOf(text),
    bounds: timeBounds(object),
    isRecurring: repeats || overrides.length > 0,
    summary: (shown && textValue(shown, "SUMMARY")) ?? "",
  };
}

/** What keeps a well-formed object from being stored, if anything. */
function storageProblem(app: App, object: CalendarObject): Problem | undefined {
  if (object.method !== undefined) return { code: "method-not-allowed-in-object", method: object.method };
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

function dataProblem(problem: CalendarProblem): Problem {
  if (problem.code === "date-out-of-range")
    return { code: "date-out-of-range", side: problem.side, from: "1900-01-01", to: "2199-12-31" };
  if (problem.code === "too-many-occurrences") return { code: "too-many-occurrences", limit: problem.limit };
  return { code: "invalid-calendar-data", problem };
}
