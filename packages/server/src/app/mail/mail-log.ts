import type { ReceivedMail } from "../../storage/records/mail.ts";
import type { App } from "../app.ts";

/** Messages received by mail with their outcomes, newest first; for administrators. */
export const receivedMail = (app: App, limit: number): Promise<readonly ReceivedMail[]> =>
  app.storage.read((tx) => tx.mail.received(limit));
