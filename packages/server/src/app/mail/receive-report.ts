import { isSameMailbox } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { App } from "../app.ts";
import { writeStatus } from "../delivery/write-status.ts";
import type { DeliveryReport, Received, ReceivedMessage } from "./received-message.ts";
import { recordDelivery } from "./record-delivery.ts";

/**
 * A mail system's report about a message of ours. Believed for the message whose Message-ID it knows, and for its
 * recipient: anybody can write a report.
 */
export async function receiveReports(app: App, message: ReceivedMessage): Promise<Received> {
  const known = await app.storage.read((tx) => tx.mail.deliveriesByMessageId(message.answersTo));
  const [delivery] = known;
  if (!delivery) return { outcome: "delivery-report", detail: "of no message that is known" };
  const report =
    message.reports.find(({ recipient }) => isSameMailbox(recipient, delivery.recipient)) ??
    // Forwarded mail bounces from an address that we never wrote to.
    (message.reports.length === 1 ? message.reports[0] : undefined);
  if (report) await note(app, delivery, report);
  return {
    outcome: "delivery-report",
    accountId: delivery.accountId,
    ...(delivery.uid !== null && { uid: delivery.uid }),
    detail: `${delivery.recipient} ${report?.action ?? ""} ${report?.detail ?? ""}`,
  };
}

async function note(app: App, delivery: MailDelivery, { action, detail }: DeliveryReport): Promise<void> {
  if (action === "failed") await recordDelivery(app, delivery.id, "bounced", detail);
  const status = action === "failed" ? "5.1" : action === "delivered" ? "1.2" : undefined;
  const { accountId, objectId, method, recipient } = delivery;
  if (status === undefined || objectId === null || method === null) return;
  const about = { senderId: accountId, objectId, method, recipient: `mailto:${recipient}` };
  await writeStatus(app, about, status);
}
