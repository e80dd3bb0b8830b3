import { firstProperty, type Component } from "../icalendar/component.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { textValue } from "../icalendar/text.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarProblem } from "../problems.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { failed, ok, type Result } from "../result.ts";
import { readItem } from "./component-item.ts";
import type { Item, JSEvent, JSTask } from "./types.ts";
import { timeOf } from "./properties/event-times.ts";
import { keyOfOverride, readExceptions, seriesStart } from "./exceptions.ts";
import { zoneName } from "./item-time.ts";
import { asDates } from "./several-instances.ts";

/** The component that represents the item: the main one, or the first instance if there is none. */
export const leadComponent = (object: CalendarObject): Component | undefined =>
  object.main ?? object.overrides[0];

/**
 * `recurrenceId` of an instance without its series.
 * @param isOneOfSeveral the keys of the others are in the zone of its start: so is its own then
 */
function readRecurrenceId(lead: Component, zones: ZoneLookup, isOneOfSeveral: boolean): Item {
  const id = timeOf(lead, "RECURRENCE-ID", zones);
  if (!id) return {};
  const frame = (isOneOfSeveral ? seriesStart(lead, zones) : undefined) ?? id;
  const key = keyOfOverride(lead, frame, zones);
  const zone = frame.kind === "timed" ? zoneName(frame.zone) : undefined;
  return {
    ...(key !== undefined && { recurrenceId: key }),
    ...(zone !== undefined && { recurrenceIdTimeZone: zone }),
  };
}

/** Everything in a VEVENT or VTODO object, exceptions included. */
function itemOfObject(object: CalendarObject): Item {
  const lead = leadComponent(object);
  if (!lead) return { uid: object.uid };
  const zones = zonesOf(object);
  const item = readItem(lead, zones);
  const exceptions = readExceptions(object, lead, item, zones);
  const prodId = textValue(object.calendar, "PRODID");
  const method = textValue(object.calendar, "METHOD")?.trim().toLowerCase();
  return asDates({
    ...item,
    ...(prodId !== undefined && { prodId }),
    ...(method && { method }),
    ...readRecurrenceId(lead, zones, object.overrides.length > 1),
    ...(Object.keys(exceptions).length > 0 && { recurrenceOverrides: exceptions }),
  });
}

/**
 * The JSCalendar Event of a VEVENT object (draft-ietf-calext-jscalendar-icalendar-25), with its exceptions as
 * `recurrenceOverrides`. Without a main component one instance is the event, with its `recurrenceId`; several are dates
 * of an event without a rule (several-instances.ts). RANGE=THISANDFUTURE is marked and also given occurrence by occurrence
 * (this-and-future.ts).
 */
export function eventFromObject(object: CalendarObject): Result<JSEvent, CalendarProblem> {
  const lead = leadComponent(object);
  if (object.type !== "VEVENT" || !lead) {
    return failed({ code: "invalid-calendar-object", detail: "not an event" });
  }
  const item = itemOfObject(object);
  const { start, uid } = item;
  if (start === undefined || seriesStart(lead, zonesOf(object)) === undefined) {
    const line = firstProperty(lead, "DTSTART")?.line ?? 0;
    return failed({ code: "invalid-property", property: "DTSTART", line, detail: "no readable start" });
  }
  return ok({ "@type": "Event", ...item, uid: uid ?? object.uid, start } as JSEvent);
}

/** The JSCalendar Task of a VTODO object; see `eventFromObject`. */
export function taskFromObject(object: CalendarObject): Result<JSTask, CalendarProblem> {
  if (object.type !== "VTODO" || !leadComponent(object)) {
    return failed({ code: "invalid-calendar-object", detail: "not a task" });
  }
  return ok({ "@type": "Task", ...itemOfObject(object) } as JSTask);
}

/** The Event or Task of an object; a journal is neither. */
export const itemFromObject = (object: CalendarObject): Result<JSEvent | JSTask, CalendarProblem> =>
  object.type === "VTODO" ? taskFromObject(object) : eventFromObject(object);
