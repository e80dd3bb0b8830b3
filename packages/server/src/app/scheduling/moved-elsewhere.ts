import { roleIn } from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ObjectHead } from "../../storage/records/objects.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { takingPart } from "./taking-part.ts";

/** A copy that goes on in place of an object that is removed. */
export interface MovedCopy {
  readonly object: ReadObject;
  /** The actor may write there. */
  readonly grant: CalendarGrant;
  /** It takes part in scheduling already, or never does: there is nothing to take over. */
  readonly isSettled: boolean;
}

/**
 * The copy of a meeting or an invitation that the actor has put into a calendar of another account, and may still
 * change. Who removes theirs then has moved it, whether in one step (`MOVE`) or by two requests: nothing is cancelled or
 * declined.
 * @returns undefined if there is none, or the object takes no part in scheduling
 */
export async function movedElsewhere(
  { tx, actor, scheduling }: WriteScope,
  { stored, object }: ReadObject,
): Promise<MovedCopy | undefined> {
  if (!scheduling || stored.scheduleTag === null) return undefined;
  const party = await takingPart(tx, stored);
  if (!party) return undefined;
  const role = roleIn(object, party.isMine);
  if (role === undefined) return undefined;
  const calendars = await tx.calendars.accessibleTo(actor.principalId);
  const accounts = new Set(calendars.map(({ calendar }) => calendar.accountId));
  accounts.delete(stored.accountId);
  for (const accountId of accounts) {
    const copies = await tx.objects.byUidInAccount(accountId, stored.uid);
    for (const copy of copies.filter((it) => isMadeBy(actor.principalId, it))) {
      const found = await tx.objects.byId(copy.id);
      const grant = await grantCalendar(tx, actor, copy.calendarId, "mayWriteOwn");
      if (!found || !grant.ok) continue;
      const read = new ReadObject(found);
      const isSettled = role === "attendee" || copy.scheduleTag !== null;
      const isSame = roleIn(read.object, party.isMine) === role && !(await isInvitation(tx, read));
      if (isSame) return { object: read, grant: grant.value, isSettled };
    }
  }
  return undefined;
}

/** The copy of a guest, to whose calendar a message brought it. */
async function isInvitation(tx: ReadTransaction, { stored, object }: ReadObject): Promise<boolean> {
  const theirs = stored.organizerId === null ? await takingPart(tx, stored) : undefined;
  return theirs !== undefined && roleIn(object, theirs.isMine) === "attendee";
}

const isMadeBy = (principalId: string, { creatorId, accountId }: ObjectHead): boolean =>
  (creatorId ?? accountId) === principalId;
