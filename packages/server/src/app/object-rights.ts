import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { CalendarGrant } from "./grants.ts";

/** Whether the grant allows writing this object: all, or one's own and nobody's (JMAP Calendars `mayWriteOwn`). */
export function mayWriteObject(grant: CalendarGrant, object: CalendarObject): boolean {
  if (grant.rights.mayWriteAll) return true;
  return grant.rights.mayWriteOwn && organizerOf(object) === undefined;
}

/**
 * Whether the grant allows reading this object. What is marked private or confidential is for the owner alone
 * (RFC 5545 §3.8.1.3); to everybody else it does not exist here.
 */
export function mayReadObject(grant: CalendarGrant, object: CalendarObject): boolean {
  if (grant.isOwner) return true;
  return grant.rights.mayReadItems && isPublic(object);
}

/** Whether nothing of an object is marked private or confidential. */
export const isPublic = (object: CalendarObject): boolean =>
  [object.main, ...object.overrides].every((component) => {
    const access = component && textValue(component, "CLASS")?.toUpperCase();
    return access === undefined || access === "PUBLIC";
  });

const organizerOf = (object: CalendarObject): string | undefined =>
  [object.main, ...object.overrides]
    .map((c) => c && firstProperty(c, "ORGANIZER")?.value)
    .find((value) => value !== undefined);
