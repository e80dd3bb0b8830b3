import type { App } from "../app.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import { isSameSignature, signatureOf, signingKey } from "../signing-key.ts";

const KEY = "rsvp-key";
const DAY_SECONDS = 86_400;

/**
 * The secret part of a link by which a guest answers without an account: its mail, its end, and a signature of both.
 * It ends when the mail itself is forgotten.
 */
export async function rsvpToken(app: App, { id, createdAt }: MailDelivery): Promise<string> {
  const until = Math.floor(createdAt / 1000) + app.limits.versionDays * DAY_SECONDS;
  const said = `${id}.${until.toString(36)}`;
  return `${said}.${signatureOf(await signingKey(app, KEY), `rsvp ${said}`)}`;
}

/** @returns the mail of a token; undefined for a forged or expired one */
export async function deliveryOfToken(app: App, token: string): Promise<MailDelivery | undefined> {
  const match = /^(([\w-]{1,64})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token);
  const [, said = "", id = "", until = "", given = ""] = match ?? [];
  if (!match || !isSameSignature(signatureOf(await signingKey(app, KEY), `rsvp ${said}`), given))
    return undefined;
  if (Number.parseInt(until, 36) * 1000 < app.now()) return undefined;
  return app.storage.read((tx) => tx.mail.delivery(id));
}
