import type { DeliveryState } from "@snart/calendar/jmap/mail.ts";
import type { App } from "../app.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import { deliveryMayBecome } from "../transitions.ts";

/** The most characters kept of another server's words. */
const LONGEST = 500;

/** The log's entry for a mail; undefined if it has been forgotten. */
export const deliveryOf = (app: App, id: string): Promise<MailDelivery | undefined> =>
  app.storage.read((tx) => tx.mail.delivery(id));

/** Records the outcome of a mail. A late outcome changes nothing: an answered mail has been sent. */
export function recordDelivery(app: App, id: string, state: DeliveryState, detail = ""): Promise<void> {
  return app.storage.write((tx) => recordDeliveryIn(tx, app.now(), id, state, detail));
}

/** The same within a transaction. */
export async function recordDeliveryIn(
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

/** Records why a mail has not been sent yet; it will be tried again. */
export function noteAttempt(app: App, id: string, detail: string): Promise<void> {
  return app.storage.write((tx) =>
    tx.mail.updateDelivery(id, { updatedAt: app.now(), detail: detail.slice(0, LONGEST) }),
  );
}
