import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import { firstProperty, type Component } from "./component.ts";
import { textValue } from "./text.ts";

export type CalendarObjectType = "VEVENT" | "VTODO" | "VJOURNAL" | "VAVAILABILITY";

/** One calendar object resource: all components of one UID (RFC 4791 §4.1). */
export interface CalendarObject {
  /** the whole VCALENDAR */
  readonly calendar: Component;
  readonly uid: string;
  readonly type: CalendarObjectType;
  /** iTIP method in upper case; a stored object has none (RFC 4791 §4.1) */
  readonly method?: string;
  /** the component without RECURRENCE-ID; undefined if the object only holds single instances of a series */
  readonly main: Component | undefined;
  /** the components with RECURRENCE-ID */
  readonly overrides: readonly Component[];
  /** VTIMEZONE components by TZID */
  readonly timeZones: ReadonlyMap<string, Component>;
}

/** Whether a component is of a kind that calendar objects consist of. */
export const isObjectType = (name: string): name is CalendarObjectType =>
  name === "VEVENT" || name === "VTODO" || name === "VJOURNAL" || name === "VAVAILABILITY";

/** Reads a VCALENDAR as one calendar object: one UID, one type, at most one main component. */
export function readCalendarObject(calendar: Component): Result<CalendarObject, CalendarProblem> {
  if (calendar.name !== "VCALENDAR") return invalid("not a VCALENDAR");
  const items = calendar.components.filter((component) => isObjectType(component.name));
  const first = items[0];
  if (!first || !isObjectType(first.name)) return invalid("no VEVENT, VTODO or VJOURNAL");
  const uid = textValue(first, "UID")?.trim();
  if (!uid) return invalid(`${first.name} without UID`);
  if (items.some((item) => item.name !== first.name)) return invalid("components of more than one type");
  if (items.some((item) => textValue(item, "UID")?.trim() !== uid)) return invalid("more than one UID");
  const mains = items.filter((item) => !firstProperty(item, "RECURRENCE-ID"));
  if (mains.length > 1) return invalid(`more than one ${first.name} without RECURRENCE-ID`);
  const method = textValue(calendar, "METHOD")?.trim().toUpperCase();
  return ok({
    calendar,
    uid,
    type: first.name,
    ...(method && { method }),
    main: mains[0],
    overrides: items.filter((item) => item !== mains[0]),
    timeZones: timeZonesOf(calendar),
  });
}

/** The VTIMEZONE components of a VCALENDAR by their TZID; of several with the same TZID, the first. */
export function timeZonesOf(calendar: Component): ReadonlyMap<string, Component> {
  const found = new Map<string, Component>();
  for (const component of calendar.components) {
    if (component.name !== "VTIMEZONE") continue;
    const tzid = textValue(component, "TZID")?.trim();
    if (tzid && !found.has(tzid)) found.set(tzid, component);
  }
  return found;
}

const invalid = (detail: string) => failed({ code: "invalid-calendar-object", detail } as const);
