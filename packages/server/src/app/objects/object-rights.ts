import { takesTime } from "@snart/calendar/access/busy-times.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import { sightOf, type Sight } from "@snart/calendar/access/sight.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { ListedObject, StoredObject } from "../../storage/records/objects.ts";
import { reachesKind } from "../actor.ts";
import type { CalendarGrant } from "../grants.ts";
import type { ReadObject } from "./read-stored.ts";

/**
 * Whether the grant permits an object's privacy: only the calendar's owner creates and writes events that are not
 * public.
 */
export const mayBePrivate = (grant: Pick<CalendarGrant, "isOwner">, object: CalendarObject): boolean =>
  grant.isOwner || isPublic(object);

/**
 * Whether the grant permits objects with these contents: all, or those that the actor organizes and those without an
 * organizer (JMAP Calendars `mayWriteOwn`). For one that is here already see `mayWriteObject`.
 */
export function mayMakeObject(
  grant: Pick<CalendarGrant, "isOwner" | "isMine" | "rights">,
  object: CalendarObject,
): boolean {
  if (!grant.isOwner && !(grant.rights.mayReadItems && mayBePrivate(grant, object))) return false;
  if (grant.rights.mayWriteAll) return true;
  if (!grant.rights.mayWriteOwn) return false;
  const organizer = organizerOf(object);
  return organizer === undefined || grant.isMine(organizer);
}

/**
 * Whether the grant permits changing and deleting an object: all, or the actor's own. Without an organizer it belongs to
 * whoever made it: who only adds events never changes those of others, where JMAP Calendars would let them.
 */
export function mayWriteObject(
  grant: CalendarGrant,
  { stored, object }: { readonly stored: Pick<StoredObject, "creatorId">; readonly object: CalendarObject },
): boolean {
  if (!reachesKind(grant.actor, object.type) || !mayMakeObject(grant, object)) return false;
  if (grant.isOwner || grant.rights.mayWriteAll || organizerOf(object) !== undefined) return true;
  return stored.creatorId === grant.actor.principalId;
}

/** The same of an object whose text was not read: of a meeting it is not known who organizes it, so that it counts as the actor's own. */
export const mayWriteListed = (
  { rights, isOwner, actor }: CalendarGrant,
  { creatorId, scheduleTag }: Pick<ListedObject, "creatorId" | "scheduleTag">,
): boolean =>
  rights.mayWriteOwn &&
  (isOwner || rights.mayWriteAll || scheduleTag !== null || creatorId === actor.principalId);

/** Whether the grant permits bringing a deleted object back: who only adds events brings back what they deleted. */
export const mayRestoreObject = (
  grant: CalendarGrant,
  object: CalendarObject,
  removedBy: PrincipalId,
): boolean =>
  mayMakeObject(grant, object) &&
  (grant.isOwner || grant.rights.mayWriteAll || removedBy === grant.actor.principalId);

/**
 * How much of an object the grant shows: the one rule of `access/sight.ts`.
 * @param creatorId who made it, who also sees it as a draft; of a deleted one who deleted it; null: not known, or the account
 */
export function sight(grant: CalendarGrant, object: CalendarObject, creatorId: PrincipalId | null): Sight {
  if (!reachesKind(grant.actor, object.type)) return "nothing";
  const seen = sightOf(object, grant, () => mayWriteObject(grant, { stored: { creatorId }, object }));
  return seen === "busy" && !takesTime(object, grant.isOwners) ? "nothing" : seen;
}

/** Whether this object exists for the grant's actor, at least as a busy time. @param creatorId see `sight` */
export const mayReadObject = (
  grant: CalendarGrant,
  object: CalendarObject,
  creatorId: PrincipalId | null,
): boolean => seesAsOwner(grant) || sight(grant, object, creatorId) !== "nothing";

/**
 * Whether the grant permits reading a whole object: others only see the times of a private one.
 * @param creatorId see `sight`
 */
export const mayReadWhole = (
  grant: CalendarGrant,
  object: CalendarObject,
  creatorId: PrincipalId | null,
): boolean => seesAsOwner(grant) || sight(grant, object, creatorId) === "whole";

/** An owner sees everything, except by an app password for one kind of objects. */
const seesAsOwner = ({ isOwner, actor }: CalendarGrant): boolean =>
  isOwner && actor.scope?.component === undefined;

/** Whether no part of an object is marked private or secret. */
export const isPublic = (object: CalendarObject): boolean => privacyOf(object) === "public";

/** Whether the grant shows only the times of a stored object. */
export const seesInPart = (grant: CalendarGrant, one: ReadObject): boolean =>
  !grant.isOwner && ["times", "busy"].includes(sight(grant, one.object, one.stored.creatorId));

const organizerOf = (object: CalendarObject): string | undefined =>
  [object.main, ...object.overrides]
    .map((c) => c && firstProperty(c, "ORGANIZER")?.value)
    .find((value) => value !== undefined);
