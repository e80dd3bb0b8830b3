import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Exchange } from "../exchange.ts";
import { refuse, type Refusal } from "../preconditions.ts";
import type { ReportProperty } from "../properties/print-properties.ts";
import { caldav } from "../xml/names.ts";
import { asStored, zoneForm } from "../time-zones-by-reference.ts";
import type { CalendarDataRequest } from "../xml/requests/calendar-data.ts";
import { statusResponse } from "../xml/multistatus.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { expandObject } from "./expand-text.ts";
import { limitOverrides, selectParts } from "./select-parts.ts";

/** The `calendar-data` of a report: the text that each object carries. */
export const CALENDAR_DATA: ReportProperty = {
  name: caldav("calendar-data"),
  get: (resource) =>
    (resource.kind === "object" || resource.kind === "inbox-item") && resource.icalendar !== undefined
      ? escapeXml(resource.icalendar)
      : undefined,
};

/**
 * Reads a stored text.
 * @throws Error if it can't be read, although it was checked when it was stored
 */
export function readStoredText(text: string): CalendarObject {
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) throw new Error(`a stored object cannot be read: ${object.problem.code}`);
  return object.value;
}

/**
 * Gives a stored text in the requested form; `object` if it has been parsed already. Undefined for an object that alone is
 * more than the answer may hold: it is named in the answer, and the others are not lost.
 */
export type Render = (text: string, object?: CalendarObject) => Result<string | undefined, Refusal>;

/** The response for such an object. */
export const tooLargeAlone = (href: string): string => statusResponse(href, 507, TOO_MANY_INSTANCES);

const TOO_MANY_INSTANCES = "<d:error><c:max-instances/></d:error>";

/**
 * Prepares the form of one report. By default a text is returned exactly as received, unparsed. Expansion is limited
 * for all objects of the report together, in occurrences and in bytes: a large recurring event soon takes more than
 * the memory.
 */
export function makeRenderer(
  { app, request }: Exchange,
  wanted: CalendarDataRequest,
  floatingZone: Zone,
): Render {
  const { selection, expand, limitRecurrenceSet } = wanted;
  // A client that asks for parts by name gets the text's own time zones, unless it asks otherwise.
  const inZones =
    selection && !request.headers.has("caldav-timezones") ? asStored : zoneForm(request, app.now());
  if (!selection && !expand && !limitRecurrenceSet) return (text) => ok(inZones(text));
  const { occurrencesPerQuery: maxOccurrences, expandedSize } = app.limits;
  const bounds = { occurrences: maxOccurrences, size: expandedSize };
  const left = { ...bounds };
  return (text, object = readStoredText(text)) => {
    let { calendar } = object;
    if (expand) {
      const expanded = expandObject(object, expand, floatingZone, bounds);
      if (!expanded.ok) return ok(undefined);
      left.occurrences -= expanded.value.count;
      left.size -= expanded.value.size;
      if (left.occurrences < 0 || left.size < 0) return failed(tooMany(maxOccurrences));
      ({ calendar } = expanded.value);
    } else if (limitRecurrenceSet) {
      calendar = limitOverrides(object, limitRecurrenceSet, floatingZone);
    }
    const selected = selection ? selectParts(calendar, selection) : calendar;
    return ok(selected ? inZones(serialiseICalendar(selected)) : "");
  };
}

const tooMany = (limit: number): Refusal =>
  refuse("max-instances", `More than ${limit} occurrences: ask for a shorter time.`);
