import type { DeliveryState } from "@snart/calendar/jmap/mail.ts";
import type { App } from "../app.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import { deliveryMayBecome } from "../transitions.ts";

/** Longest word of another server that is kept. */
const LONGEST = 500;

/** What the log knows of a mail; undefined when it has been forgotten. */
export const deliveryOf = (app: App, id: string): Promise<MailDelivery | undefined> =>
  app.storage.read((tx) => tx.mail.delivery(id));

/** Notes what became of a mail. What comes late changes nothing: a mail that is answered has been sent. */
export function settleDelivery(app: App, id: string, state: DeliveryState, detail = ""): Promise<void> {
  return app.storage.write((tx) => settle(tx, app.now(), id, state, detail));
}

/** The same within a transaction. */
export async function settle(
  tx: WriteTransaction,
  now: number,
  id: string,
  state: DeliveryState,
  detail = "",
): Promise<void> {
  const delivery = await tx.mail.delivery(id);
  if (!delivery || !(delivery.state === state || deliveryMayBecome(delivery.state, state))) return;
  await tx.mail.updateDelivery(id, { state, updatedAt: now, detail: detail.slice(0, LONGEST) || null });
}

/** Notes why a mail has not gone yet; it will be tried again. */
export function noteAttempt(app: App, id: string, detail: string): Promise<void> {
  return app.storage.write((tx) =>
    tx.mail.updateDelivery(id, { updatedAt: app.now(), detail: detail.slice(0, LONGEST) }),
  );
}
