import { isDraft } from "@snart/calendar/access/draft.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import type { CalendarGrant } from "../grants.ts";
import type { ReadObject } from "./read-stored.ts";

/** Whether the grant allows an object to be as private as this one is: what is not public, the calendar's owner alone makes and writes. */
export const mayBePrivate = (grant: CalendarGrant, object: CalendarObject): boolean =>
  grant.isOwner || isPublic(object);

/** Whether the grant allows writing this object: all, or what the actor organises and what nobody does (JMAP Calendars `mayWriteOwn`). */
export function mayWriteObject(grant: CalendarGrant, object: CalendarObject): boolean {
  if (!grant.isOwner && !(grant.rights.mayReadItems && mayBePrivate(grant, object))) return false;
  if (grant.rights.mayWriteAll) return true;
  if (!grant.rights.mayWriteOwn) return false;
  const organizer = organizerOf(object);
  return organizer === undefined || grant.isMine(organizer);
}

/**
 * Whether this object exists for the grant's actor, be it as a busy time alone. What is secret (`CONFIDENTIAL`) is for the owner;
 * to everybody else it is not there. Nor is a draft to those who may not write it: nobody has been told of it yet.
 */
export function mayReadObject(grant: CalendarGrant, object: CalendarObject): boolean {
  if (grant.isOwner) return true;
  if (!grant.rights.mayReadItems || privacyOf(object) === "secret") return false;
  return !isDraft(object) || mayWriteObject(grant, object);
}

/** Whether the grant allows reading all that this object says: of what is private, others are told the times alone. */
export function mayReadWhole(grant: CalendarGrant, object: CalendarObject): boolean {
  if (grant.isOwner) return true;
  return isPublic(object) && mayReadObject(grant, object);
}

/** Whether nothing of an object is marked private or secret. */
export const isPublic = (object: CalendarObject): boolean => privacyOf(object) === "public";

/** Whether the grant shows no more of a stored object than when it is. */
export const seesInPart = (grant: CalendarGrant, one: ReadObject): boolean =>
  !grant.isOwner && mayReadObject(grant, one.object) && !mayReadWhole(grant, one.object);

const organizerOf = (object: CalendarObject): string | undefined =>
  [object.main, ...object.overrides]
    .map((c) => c && firstProperty(c, "ORGANIZER")?.value)
    .find((value) => value !== undefined);
