import { createHmac, timingSafeEqual } from "node:crypto";
import type { App } from "../app.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";

const KEY = "rsvp-key";
const DAY_SECONDS = 86_400;

/**
 * The secret part of a link by which a guest answers without an account: which mail it stands in, until when, and a
 * signature of both. It ends when the mail itself is forgotten.
 */
export async function rsvpToken(app: App, { id, createdAt }: MailDelivery): Promise<string> {
  const until = Math.floor(createdAt / 1000) + app.limits.versionDays * DAY_SECONDS;
  const said = `${id}.${until.toString(36)}`;
  return `${said}.${signature(await keyOf(app), said)}`;
}

/** @returns the mail that a token stands in; undefined for one that is not ours or whose time is over */
export async function deliveryOfToken(app: App, token: string): Promise<MailDelivery | undefined> {
  const match = /^(([\w-]{1,64})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token);
  const [, said = "", id = "", until = "", given = ""] = match ?? [];
  if (!match || !isSame(signature(await keyOf(app), said), given)) return undefined;
  if (Number.parseInt(until, 36) * 1000 < app.now()) return undefined;
  return app.storage.read((tx) => tx.mail.delivery(id));
}

const signature = (key: string, said: string): string =>
  createHmac("sha256", key).update(`rsvp ${said}`).digest("base64url");

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Made when it is first needed, and the same in every process from then on. */
async function keyOf(app: App): Promise<string> {
  const known = await app.storage.read((tx) => tx.settings.get(KEY));
  if (known !== undefined) return known;
  return app.storage.write(async (tx) => {
    const meanwhile = await tx.settings.get(KEY);
    if (meanwhile !== undefined) return meanwhile;
    const made = app.newSecret(32);
    await tx.settings.set(KEY, made);
    return made;
  });
}
