import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { AccountLink, Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A new link with its secret token, which is not stored anywhere. */
export interface IssuedLink {
  readonly kind: AccountLink["kind"];
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Makes a person's only link of its kind: an invitation if they have no account yet, a new password if they have. An
 * earlier one ends.
 */
export async function issueLink(
  app: App,
  tx: WriteTransaction,
  { id: principalId, status }: Principal,
): Promise<IssuedLink> {
  const kind = status === "invited" ? "invitation" : "reset";
  // Anybody may ask for a new password, so that ends nothing else.
  await tx.accountLinks.removeOfPrincipal(principalId, kind);
  return insertLink(app, tx, principalId, kind);
}

/** Makes the link by which somebody whose account has no password yet chooses one. It lasts as long as an invitation. */
export async function issueFirstPasswordLink(
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
): Promise<IssuedLink> {
  await tx.accountLinks.removeOfPrincipal(principalId, "reset");
  return insertLink(app, tx, principalId, "reset", { days: app.limits.inviteDays });
}

/** Makes a person's only link for connecting a device. An earlier one ends. */
export async function issueDeviceLink(
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
): Promise<IssuedLink> {
  await tx.accountLinks.removeOfPrincipal(principalId, "device");
  return insertLink(app, tx, principalId, "device");
}

/** Makes the link that restores an account after its owner closed it, while that is still possible. */
export const issueRestoreLink = (
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
): Promise<IssuedLink> => insertLink(app, tx, principalId, "restore");

/** Makes a person's only link for proving a new address. An earlier one, also for another address, ends. */
export async function issueAddressLink(
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
  email: string,
): Promise<IssuedLink> {
  await tx.accountLinks.removeOfPrincipal(principalId, "address");
  return insertLink(app, tx, principalId, "address", { email });
}

async function insertLink(
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
  kind: AccountLink["kind"],
  { email = null, days }: { readonly email?: string | null; readonly days?: number } = {},
): Promise<IssuedLink> {
  const token = app.newSecret(32);
  const createdAt = app.now();
  const { inviteDays, resetHours, deviceLinkMinutes, accountGraceDays } = app.limits;
  const lasts = {
    invitation: inviteDays * DAY,
    reset: resetHours * HOUR,
    device: deviceLinkMinutes * MINUTE,
    restore: accountGraceDays * DAY,
    address: resetHours * HOUR,
  };
  const expiresAt = createdAt + (days === undefined ? lasts[kind] : days * DAY);
  await tx.accountLinks.insert({ tokenHash: hashOf(token), principalId, kind, email, createdAt, expiresAt });
  return { kind, token, expiresAt };
}

const places = {
  invitation: "invite",
  reset: "reset",
  device: "connect",
  restore: "restore",
  address: "address",
} as const;
/** The state that an account must have for each kind of link. */
const wanted = {
  invitation: "invited",
  reset: "active",
  device: "active",
  restore: "deleted",
  address: "active",
} as const;

/** The path of the web app that a link leads to. */
export const linkPath = ({ kind, token }: IssuedLink): string => `/${places[kind]}/${token}`;

/** The person that a token is for. */
interface LinkHolder {
  readonly link: AccountLink;
  readonly principal: Principal;
}

/**
 * @returns `account-link-invalid` alike for an unknown, used, replaced or expired token, and for a person who has
 * been suspended or deleted since
 */
export async function linkHolder(
  app: App,
  tx: ReadTransaction,
  token: string,
  kind: AccountLink["kind"],
): Promise<Result<LinkHolder, Problem>> {
  const link = await tx.accountLinks.byTokenHash(hashOf(token));
  const principal = link && (await tx.principals.byId(link.principalId));
  return link?.kind === kind && link.expiresAt > app.now() && principal?.status === wanted[kind]
    ? ok({ link, principal })
    : failed({ code: "account-link-invalid" });
}

/**
 * The same for using the link: one request at a time. Simultaneous ones find the link ended once the first has used
 * it.
 */
export async function holderUsingLink(
  app: App,
  tx: WriteTransaction,
  token: string,
  kind: AccountLink["kind"],
): Promise<Result<LinkHolder, Problem>> {
  const seen = await linkHolder(app, tx, token, kind);
  if (!seen.ok) return seen;
  await tx.lockAccount(seen.value.principal.id);
  return linkHolder(app, tx, token, kind);
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
