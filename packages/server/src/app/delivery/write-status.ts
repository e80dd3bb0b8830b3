import { withScheduleStatuses, type ScheduleStatus } from "@snart/calendar/scheduling/schedule-status.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { writeAccount } from "../scope.ts";
import { storeObject } from "../write/store-object.ts";
import { isFromGuest } from "./answered-object.ts";
import type { OutgoingMessage } from "../scheduling/outgoing.ts";

/**
 * Writes the delivery status of a message into the sender's object (RFC 6638 §3.2.9), keeping its schedule tag: the
 * sender's app need not read it again before it writes. Does nothing if the object is gone.
 */
export async function writeStatus(
  app: App,
  {
    senderId,
    objectId,
    method,
    recipient,
  }: Pick<OutgoingMessage, "senderId" | "objectId" | "method" | "recipient">,
  status: ScheduleStatus,
): Promise<void> {
  const owner = await app.storage.read((tx) => tx.principals.byId(senderId));
  if (!owner) return;
  const actor = schedulingActor(owner);
  await writeAccount(app, actor, senderId, async (scope) => {
    const stored = await scope.tx.objects.byId(objectId);
    if (!stored || stored.accountId !== senderId) return;
    const grant = await grantCalendar(scope.tx, actor, stored.calendarId, "mayWriteAll");
    if (!grant.ok) return;
    const current = new ReadObject(stored);
    const before = current.object;
    const whom = isFromGuest(method) ? "ORGANIZER" : "ATTENDEE";
    const object = withScheduleStatuses(before, whom, new Map([[recipient, status]]));
    if (object === before) return;
    const checked = checkCalendar(app, object.calendar);
    if (!checked.ok) return;
    const delivering = { ...scope, scheduling: { delivery: { keepsTag: true } } };
    await storeObject(delivering, grant.value, { uri: stored.uri, current }, checked.value);
  });
}
