import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import type { Received, ReceivedMessage, ReceivedPart } from "./received-message.ts";

/** Keeps a message until the person whom it is for has decided about it; the oldest make way for new ones. */
export async function holdMail(
  app: App,
  tx: WriteTransaction,
  { sender, isProved }: ReceivedMessage,
  { id, object }: ReceivedPart,
  { accountId, objectId }: { readonly accountId: PrincipalId; readonly objectId: ObjectId | null },
): Promise<Received> {
  const modseq = await tx.lockAccount(accountId);
  const receivedAt = app.now();
  const icalendar = serialiseICalendar(object.calendar);
  await tx.mail.hold({ id, accountId, objectId, sender, receivedAt, icalendar }, modseq);
  await tx.mail.trimHeld(accountId, app.limits.inboxMessages, modseq);
  const detail = isProved ? `${sender} sends for somebody else` : `${sender} is not proved`;
  return { outcome: "held", accountId, detail };
}
