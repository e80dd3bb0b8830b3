import { isDraft } from "@snart/calendar/access/draft.ts";
import { saysFlag } from "@snart/calendar/scheduling/hidden-guests.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { mayReadWhole, mayWriteObject } from "../objects/object-rights.ts";
import { readStored } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { isAddressOf } from "../principal-address.ts";
import { spotIn, type SignUpReference, type SignUpSpot } from "./sign-up-spot.ts";
import { zoneOf } from "../places/zone-of.ts";

/** A sign-up that a person can reach. */
export interface ReachedSignUp {
  readonly stored: StoredObject;
  readonly spot: SignUpSpot;
  readonly grant: CalendarGrant;
  /** sees the whole list, ticks it off, and lets others in by a link */
  readonly mayManage: boolean;
  /** participants are hidden from each other (JMAP Calendars, `hideAttendees`) */
  readonly hidesWho: boolean;
}

/**
 * The event with sign-up for a person who sees all of it.
 * @returns `not-found` alike for missing and unshared events, busy times, drafts, events without sign-up, a whole
 * series, and a guest's own copy of another's event
 */
export async function reachSignUp(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
  { objectId, recurrenceId }: SignUpReference,
): Promise<Result<ReachedSignUp, Problem>> {
  const stored = await tx.objects.byId(objectId);
  const granted =
    stored?.accountId === accountId ? await grantCalendar(tx, actor, stored.calendarId) : undefined;
  if (!stored || !granted?.ok) return failed({ code: "not-found" });
  const grant = granted.value;
  const object = readStored(stored);
  const mayWrite = mayWriteObject(grant, { stored, object });
  const owner = await tx.principals.byId(accountId);
  const organizer = organizerOf(object);
  const isCopy = organizer !== undefined && owner !== undefined && !isAddressOf(owner)(organizer.value);
  if (
    !mayReadWhole(grant, object, stored.creatorId) ||
    isDraft(object) ||
    isCopy ||
    grant.calendar.isReadOnly
  )
    return failed({ code: "not-found" });
  const spot = spotIn(object, recurrenceId, await zoneOf(tx, stored));
  if (!spot) return failed({ code: "not-found" });
  const hidesWho = saysFlag(object, "hideAttendees");
  return ok({ stored, spot, grant, hidesWho, mayManage: mayWrite && (!hidesWho || grant.isOwner) });
}
