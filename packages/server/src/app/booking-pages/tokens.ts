import { createHash } from "node:crypto";
import type { PageBookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { isSameSignature, signatureOf, signingKey } from "../signing-key.ts";

const KEY = "page-booking-key";
/** Longer ones are no tokens, and are not looked up. */
const LONGEST = 200;

const hash = (purpose: string, token: string): string =>
  createHash("sha256").update(`snart ${purpose}:${token}`).digest("base64url");

/** The stored form of a link's token, which has so many random bits that no slow hash is needed. */
export const linkHash = (token: string): string => hash("booking link", token.slice(0, LONGEST));

/**
 * The secret of a guest's own link: the booking with a signature, so that every mail can have it again. Only its hash is stored with the
 * booking.
 */
export async function guestToken(app: App, id: PageBookingId): Promise<{ token: string; hash: string }> {
  const token = `${id}.${signatureOf(await signingKey(app, KEY), `page booking ${id}`)}`;
  return { token, hash: hash("page booking", token) };
}

/** @returns what a guest's token is stored as; undefined: it is forged */
export async function guestTokenHash(app: App, token: string): Promise<string | undefined> {
  const match = /^([\w-]{1,64})\.([\w-]{43})$/.exec(token);
  const [, id = "", given = ""] = match ?? [];
  const signature = signatureOf(await signingKey(app, KEY), `page booking ${id}`);
  return match && isSameSignature(signature, given) ? hash("page booking", token) : undefined;
}

const hostPurpose = (id: PageBookingId, hostId: PrincipalId): string => `page booking host ${id} ${hostId}`;

/** The secret by which a host answers a request from their mail: the booking and the host with a signature. Nothing of it is stored. */
export async function hostToken(app: App, id: PageBookingId, hostId: PrincipalId): Promise<string> {
  return `${id}.${hostId}.${signatureOf(await signingKey(app, KEY), hostPurpose(id, hostId))}`;
}

/** @returns which booking and host a token of a host names; undefined: it is forged */
export async function readHostToken(
  app: App,
  token: string,
): Promise<{ readonly id: PageBookingId; readonly hostId: PrincipalId } | undefined> {
  const [, id = "", hostId = "", given = ""] =
    /^([\w-]{1,64})\.([\w-]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  const named = { id: id as PageBookingId, hostId: hostId as PrincipalId };
  const signature = signatureOf(await signingKey(app, KEY), hostPurpose(named.id, named.hostId));
  return isSameSignature(signature, given) ? named : undefined;
}
