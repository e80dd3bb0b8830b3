import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { roleIn } from "@snart/calendar/scheduling/attendee.ts";
import { mapComponents } from "@snart/calendar/scheduling/instance.ts";
import { sequenceOf, withSequence } from "@snart/calendar/scheduling/itip-message.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { RemovedObject, StoredObject } from "../../storage/records/objects.ts";
import { mintActor } from "../actor.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { checkText, type CheckedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { takingPart } from "../scheduling/taking-part.ts";
import type { WriteScope } from "../scope.ts";
import { storeObject } from "./store-object.ts";

/** What became of an object that was put back. */
export interface PutBack {
  /** It is a meeting whose organizer does not organize it here any more: no guest hears of it, nor of its changes. */
  readonly isApart: boolean;
}

/**
 * Stores a former text of an object again, as an ordinary change: the present text becomes a version. Each sharee
 * gets their own parts back. Guests only accept a SEQUENCE above the one that they know, so that of the owner's own
 * events increases (RFC 5546 §2.1.4).
 * @param target the object's id and path; `current` is the present object, read in this transaction
 */
export async function putBack(
  scope: WriteScope,
  grant: CalendarGrant,
  target: { readonly id: ObjectId; readonly uri: string; readonly current: StoredObject | undefined },
  icalendar: string,
): Promise<Result<PutBack, Problem>> {
  if (target.current && saySame(target.current.icalendar, icalendar)) return ok({ isApart: false });
  const checked = checkText(scope.app, icalendar);
  if (!checked.ok) return checked;
  const current = target.current && new ReadObject(target.current);
  const grave = current ? undefined : await scope.tx.objects.removed(target.id);
  const creatorId = current?.stored.creatorId ?? grave?.removedBy ?? null;
  if (!mayReadWhole(grant, checked.value.object, creatorId)) return failed({ code: "not-found" });
  const organizerId = current ? current.stored.organizerId : await formerOrganizer(scope, grant, grave);
  const above = await aboveWhatWasTold(scope, current, organizerId, checked.value);
  const restoring: WriteScope =
    current || !scope.scheduling
      ? scope
      : { ...scope, scheduling: { ...scope.scheduling, restores: { organizerId } } };
  const stored = await storeObject(restoring, grant, { ...target, current, isWhole: true }, above);
  if (!stored.ok) return stored;
  if (!current) await scope.tx.objects.bringBackOwnParts(target.id);
  const wasOrganized = grave !== undefined && grave.organizerId !== null;
  return ok({ isApart: wasOrganized && organizerId === null });
}

/** Whether two texts are equal except for their SEQUENCE. */
export const saySame = (a: string, b: string): boolean => withoutSequence(a) === withoutSequence(b);

const withoutSequence = (text: string): string => text.replaceAll(/^SEQUENCE:\d+\r?\n/gm, "");

/**
 * Who organized a deleted meeting in a calendar of somebody else, if they still may, and have not put it anywhere else
 * since: it comes back as theirs, whoever restores it.
 */
async function formerOrganizer(
  { tx }: WriteScope,
  { calendar }: CalendarGrant,
  grave: RemovedObject | undefined,
): Promise<PrincipalId | null> {
  const organizer = grave?.organizerId ? await tx.principals.byId(grave.organizerId) : undefined;
  if (!grave || organizer?.status !== "active") return null;
  const { id: principalId, login } = organizer;
  const actor = mintActor({ principalId, login, isAdmin: false, via: "scheduling", proof: "" });
  if (!(await grantCalendar(tx, actor, calendar.id, "mayWriteOwn")).ok) return null;
  const own = await tx.objects.byUidInAccount(principalId, grave.uid);
  const elsewhere = await tx.objects.byUidOfOrganizer(principalId, grave.uid);
  return [...own, ...elsewhere].some(({ scheduleTag }) => scheduleTag !== null) ? null : principalId;
}

async function aboveWhatWasTold(
  scope: WriteScope,
  current: ReadObject | undefined,
  organizerId: PrincipalId | null,
  checked: CheckedObject,
): Promise<CheckedObject> {
  const { accountId } = scope;
  const party = await takingPart(scope.tx, { accountId, organizerId });
  if (!party || roleIn(checked.object, party.isMine) !== "organizer") return checked;
  if (!current && !scope.scheduling?.sends) return checked;
  const told = Math.max(
    0,
    ...[current?.object.main, ...(current?.object.overrides ?? [])].map((one) => (one ? sequenceOf(one) : 0)),
  );
  // A cancellation was one above the event's.
  const least = current ? told + 1 : 0;
  const raise = current ? 1 : 2;
  const object = mapComponents(checked.object, (it) =>
    withSequence(it, Math.max(least, sequenceOf(it) + raise)),
  );
  return { object, text: serialiseICalendar(object.calendar) };
}
