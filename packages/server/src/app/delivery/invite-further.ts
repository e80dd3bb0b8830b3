import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { addressKey, attendeeAt, componentsOf, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { organizerMessages } from "@snart/calendar/scheduling/organizer-messages.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { enqueueMessages, routed } from "../scheduling/outgoing.ts";
import { signed, type TakingPart } from "../scheduling/taking-part.ts";
import type { WriteScope } from "../scope.ts";

interface Replied {
  readonly before: CalendarObject;
  readonly after: CalendarObject;
  readonly reply: CalendarObject;
  /** the guest who answers */
  readonly sender: string;
}

/** Invites a guest's delegate to what the guest delegates: everything, or single dates (RFC 5546 §3.2.2.3). */
export async function inviteDelegates(
  scope: WriteScope,
  party: TakingPart,
  stored: StoredObject,
  { before, after, reply, sender }: Replied,
): Promise<void> {
  const isDelegated = componentsOf(reply).some((component) => {
    const line = attendeeAt(component, sender);
    return line !== undefined && partstatOf(line) === "DELEGATED";
  });
  if (!isDelegated) return;
  const context = { now: scope.now, prodId: scope.app.prodId };
  // An answer changes nothing else that a guest is asked about.
  const messages = organizerMessages(before, after, party.isMine, context).filter(
    ({ method, isQuiet, recipient }) =>
      method === "REQUEST" && !isQuiet && addressKey(recipient) !== addressKey(sender),
  );
  const said = await signed(scope, party, "ORGANIZER", messages);
  if (said.length > 0) await enqueueMessages(scope, stored.id, await routed(scope, said));
}

/** Sends a guest the present version, for which they ask (RFC 5546 §3.2.6). */
export async function sendAgain(
  scope: WriteScope,
  party: TakingPart,
  stored: StoredObject,
  object: CalendarObject,
  asker: string,
): Promise<void> {
  const context = { now: scope.now, prodId: scope.app.prodId };
  const messages = organizerMessages(undefined, object, party.isMine, context).filter(
    (one) => addressKey(one.recipient) === addressKey(asker),
  );
  const said = await signed(scope, party, "ORGANIZER", messages);
  await enqueueMessages(scope, stored.id, await routed(scope, said), scope.app.newId());
}
