import { createHmac, timingSafeEqual } from "node:crypto";
import type { App } from "./app.ts";

/** Signs the contents of a link. */
export const signatureOf = (key: string, said: string): string =>
  createHmac("sha256", key).update(said).digest("base64url");

export const isSameSignature = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A key of the server, created on first use, and the same in every process from then on. */
export async function signingKey(app: App, name: string): Promise<string> {
  const known = await app.storage.read((tx) => tx.settings.get(name));
  if (known !== undefined) return known;
  return app.storage.write((tx) => tx.settings.keep(name, app.newSecret(32)), "half");
}
