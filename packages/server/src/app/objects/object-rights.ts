import { isDraft } from "@snart/calendar/access/draft.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
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

/**
 * Whether this object exists for the grant's actor, at least as a busy time. A secret one (`CONFIDENTIAL`) only
 * exists for the owner. A draft only exists for people who may write it: nobody has been invited yet.
 */
export function mayReadObject(grant: CalendarGrant, object: CalendarObject): boolean {
  if (grant.isOwner) return true;
  if (!grant.rights.mayReadItems || privacyOf(object) === "secret") return false;
  return !isDraft(object) || mayWriteObject(grant, object);
}

/** Whether the grant permits reading a whole object: others only see the times of a private one. */
export function mayReadWhole(grant: CalendarGrant, object: CalendarObject): boolean {
  if (grant.isOwner) return true;
  return isPublic(object) && mayReadObject(grant, object);
}

/** Whether no part of an object is marked private or secret. */
export const isPublic = (object: CalendarObject): boolean => privacyOf(object) === "public";

/** Whether the grant shows only the times of a stored object. */
export const seesInPart = (grant: CalendarGrant, one: ReadObject): boolean =>
  !grant.isOwner && mayReadObject(grant, one.object) && !mayReadWhole(grant, one.object);

const organizerOf = (object: CalendarObject): string | undefined =>
  [object.main, ...object.overrides]
    .map((c) => c && firstProperty(c, "ORGANIZER")?.value)
    .find((value) => value !== undefined);
