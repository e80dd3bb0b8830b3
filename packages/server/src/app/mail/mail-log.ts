import type { ReceivedMail } from "../../storage/records/mail.ts";
import type { App } from "../app.ts";

/** Messages that came by mail and what became of them, newest first; for who runs the server. */
export const receivedMail = (app: App, limit: number): Promise<readonly ReceivedMail[]> =>
  app.storage.read((tx) => tx.mail.received(limit));
