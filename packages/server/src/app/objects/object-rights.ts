import { takesTime } from "@snart/calendar/access/busy-times.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import { sightOf, type Sight } from "@snart/calendar/access/sight.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import type { CalendarGrant } from "../grants.ts";
import type { ReadObject } from "./read-stored.ts";

/**
 * Whether the grant permits an object's privacy: only the calendar's owner creates and writes events that are not
 * public.
 */
export const mayBePrivate = (grant: CalendarGrant, object: CalendarObject): boolean =>
  grant.isOwner || isPublic(object);

/**
 * Whether the grant permits writing this object: all, or those that the actor organizes and those without an
 * organizer (JMAP Calendars `mayWriteOwn`).
 */
export function mayWriteObject(grant: CalendarGrant, object: CalendarObject): boolean {
  if (!grant.isOwner && !(grant.rights.mayReadItems && mayBePrivate(grant, object))) return false;
  if (grant.rights.mayWriteAll) return true;
  if (!grant.rights.mayWriteOwn) return false;
  const organizer = organizerOf(object);
  return organizer === undefined || grant.isMine(organizer);
}

/** How much of an object the grant shows: the one rule of `access/sight.ts`. */
export function sight(grant: CalendarGrant, object: CalendarObject): Sight {
  const seen = sightOf(object, grant, () => mayWriteObject(grant, object));
  return seen === "busy" && !takesTime(object, grant.isOwners) ? "nothing" : seen;
}

/** Whether this object exists for the grant's actor, at least as a busy time. */
export const mayReadObject = (grant: CalendarGrant, object: CalendarObject): boolean =>
  grant.isOwner || sight(grant, object) !== "nothing";

/** Whether the grant permits reading a whole object: others only see the times of a private one. */
export const mayReadWhole = (grant: CalendarGrant, object: CalendarObject): boolean =>
  grant.isOwner || sight(grant, object) === "whole";

/** Whether no part of an object is marked private or secret. */
export const isPublic = (object: CalendarObject): boolean => privacyOf(object) === "public";

/** Whether the grant shows only the times of a stored object. */
export const seesInPart = (grant: CalendarGrant, one: ReadObject): boolean =>
  !grant.isOwner && ["times", "busy"].includes(sight(grant, one.object));

const organizerOf = (object: CalendarObject): string | undefined =>
  [object.main, ...object.overrides]
    .map((c) => c && firstProperty(c, "ORGANIZER")?.value)
    .find((value) => value !== undefined);
