import { createHash } from "node:crypto";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { AccountLink, Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A link that was made, with the token that stands in it and is stored nowhere. */
export interface IssuedLink {
  readonly kind: AccountLink["kind"];
  readonly token: string;
  readonly expiresAt: number;
}

/** Makes the one link that a person has: an invitation for who has no account yet, a new password for who has. Earlier ones end. */
export async function issueLink(
  app: App,
  tx: WriteTransaction,
  { id: principalId, status }: Principal,
): Promise<IssuedLink> {
  const kind = status === "invited" ? "invitation" : "reset";
  const token = app.newSecret(32);
  const createdAt = app.now();
  const { inviteDays, resetHours } = app.limits;
  const expiresAt = createdAt + (kind === "invitation" ? inviteDays * DAY : resetHours * HOUR);
  await tx.accountLinks.removeOfPrincipal(principalId);
  await tx.accountLinks.insert({ tokenHash: hashOf(token), principalId, kind, createdAt, expiresAt });
  return { kind, token, expiresAt };
}

export const linkPath = ({ kind, token }: IssuedLink): string =>
  `/${kind === "invitation" ? "invite" : "reset"}/${token}`;

/** Whom a token is for. */
export interface LinkHolder {
  readonly link: AccountLink;
  readonly principal: Principal;
}

/**
 * @returns `account-link-invalid` alike for a token that never was, has been used or replaced, is over, or is for somebody who has
 *   been suspended or deleted since
 */
export async function linkHolder(
  app: App,
  tx: ReadTransaction,
  token: string,
  kind: AccountLink["kind"],
): Promise<Result<LinkHolder, Problem>> {
  const link = await tx.accountLinks.byTokenHash(hashOf(token));
  const principal = link && (await tx.principals.byId(link.principalId));
  const wanted = kind === "invitation" ? "invited" : "active";
  return link?.kind === kind && link.expiresAt > app.now() && principal?.status === wanted
    ? ok({ link, principal })
    : failed({ code: "account-link-invalid" });
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
