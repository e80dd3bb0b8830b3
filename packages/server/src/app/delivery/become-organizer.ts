import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Property } from "@snart/calendar/icalendar/component.ts";
import { isDraft } from "@snart/calendar/access/draft.ts";
import { organizerOf, roleIn } from "@snart/calendar/scheduling/attendee.ts";
import { mapComponents } from "@snart/calendar/scheduling/instance.ts";
import { sequenceOf, withSequence } from "@snart/calendar/scheduling/itip-message.ts";
import { organizerMessages } from "@snart/calendar/scheduling/organizer-messages.ts";
import { withParameter, withoutParameters } from "@snart/calendar/scheduling/with-parameter.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor } from "../actor.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { removeStored } from "../write/delete-object.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { storeObject } from "../write/store-object.ts";
import type { WriteScope } from "../scope.ts";
import { enqueueMessages, routed } from "../scheduling/outgoing.ts";
import { addressOf, isAddressOf } from "../principal-address.ts";

const PAGE = 500;

/**
 * Makes the new owner of a calendar the organizer of its future events (RFC 5546 §3.2.2.4): otherwise answers would
 * go to somebody who no longer has them. The copies of guests with an account are updated silently, since only the
 * organizer's address changes for them. Nobody gets mail: the answers of guests without an account are found by UID,
 * and their next message names the new organizer.
 * @param scope of the new owner's account, which now has the calendar
 */
export async function becomeOrganizer(
  scope: WriteScope,
  calendarId: CalendarId,
  from: Principal,
  heir: Principal,
): Promise<void> {
  const { tx, now } = scope;
  const actor = schedulingActor(heir);
  const grant = await grantCalendar(tx, actor, calendarId, "mayWriteAll");
  // A subscribed calendar's events are organized elsewhere.
  if (!grant.ok) return;
  let afterId: ObjectId | undefined;
  for (;;) {
    const query = { calendarIds: [calendarId], from: now, limit: PAGE, ...(afterId && { afterId }) };
    const heads = await tx.objects.heads(query);
    for (const { id, scheduleTag } of heads) {
      const stored = scheduleTag === null ? undefined : await tx.objects.byId(id);
      if (stored) await becomeOrganizerOf({ ...scope, actor }, grant.value, stored, from, heir);
    }
    afterId = heads.at(-1)?.id;
    if (heads.length < PAGE) return;
  }
}

async function becomeOrganizerOf(
  scope: WriteScope,
  grant: CalendarGrant,
  stored: StoredObject,
  from: Principal,
  heir: Principal,
): Promise<void> {
  const current = new ReadObject(stored);
  const before = current.object;
  if (roleIn(before, isAddressOf(from)) !== "organizer") return;
  const after = arrangedBy(before, heir);
  await removeOwnCopies(scope, stored, heir);
  const checked = checkCalendar(scope.app, after.calendar);
  if (!checked.ok) return;
  const delivering: WriteScope = { ...scope, scheduling: { delivery: { keepsTag: false } } };
  const target = { uri: stored.uri, current, isWhole: true } as const;
  const written = await storeObject(delivering, grant, target, checked.value);
  if (!written.ok || isDraft(before)) return;
  const context = { now: scope.now, prodId: scope.app.prodId };
  const formerOrganizer = organizerOf(before)?.value.trim() ?? "";
  const messages = organizerMessages(undefined, after, isAddressOf(heir), context).map((message) => ({
    ...message,
    isQuiet: true,
    formerOrganizer,
  }));
  await enqueueMessages(scope, stored.id, await routed(scope, messages));
}

/** A former guest has the event twice now; the copy that they organize stays. */
async function removeOwnCopies(scope: WriteScope, { id, uid }: StoredObject, heir: Principal): Promise<void> {
  const { tx } = scope;
  for (const head of await tx.objects.byUidInAccount(heir.id, uid)) {
    if (head.id === id || head.scheduleTag === null) continue;
    const copy = await tx.objects.byId(head.id);
    const grant = await grantCalendar(tx, scope.actor, head.calendarId, "mayWriteAll");
    if (copy && grant.ok) await removeStored(scope, grant.value, new ReadObject(copy));
  }
}

const OF_THE_FORMER = ["SENT-BY", "EMAIL", "DIR", "SCHEDULE-STATUS", "JSID"] as const;

function arrangedBy(object: CalendarObject, heir: Principal): CalendarObject {
  const value = addressOf(heir);
  const change = (property: Property): Property =>
    property.name === "ORGANIZER"
      ? { ...withParameter(withoutParameters(property, OF_THE_FORMER), "CN", heir.displayName), value }
      : property;
  return mapComponents(object, (component) =>
    withSequence({ ...component, properties: component.properties.map(change) }, sequenceOf(component) + 1),
  );
}
