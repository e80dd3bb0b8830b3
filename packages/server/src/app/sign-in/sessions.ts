import { createHash } from "node:crypto";
import { DAY, HOUR, SECOND } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal, Session } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { writeAside } from "./write-aside.ts";

export interface SignedIn {
  readonly actor: Actor;
  /** For the cookie; only its hash is stored. */
  readonly token: string;
}

/** The request that comes with a session's token. */
export interface SessionUse {
  readonly address: string;
  readonly userAgent: string | null;
  /** Called with a new token before the answer, which brings it to the browser. Absent: this answer can't, so nothing is renewed. */
  readonly onRenewed?: (token: string) => void;
}

/** Begins a session for a person who has just been checked. */
export async function beginSession(
  app: App,
  principal: Principal,
  userAgent: string | null,
): Promise<SignedIn> {
  const signedIn = newSession(app, principal, userAgent);
  await app.storage.write((tx) => tx.sessions.insert(signedIn.session));
  return signedIn;
}

/** A session that is not stored yet. */
export function newSession(
  app: App,
  principal: Principal,
  userAgent: string | null,
): SignedIn & { readonly session: Session } {
  const token = app.newSecret(32);
  const now = app.now();
  const session: Session = {
    id: app.newId(),
    tokenHash: hashOfToken(token),
    formerTokenHash: null,
    formerEndsAt: null,
    renewedAt: now,
    principalId: principal.id,
    createdAt: now,
    expiresAt: now + app.limits.sessionDays * DAY,
    userAgent,
    provedAt: now,
  };
  return { actor: actorOf(principal, session), token, session };
}

/**
 * The owner of a session's token; undefined if it is unknown or over. Use extends the session, which is written once a day, up to its
 * absolute end: a stolen one must not live for ever.
 *
 * A token that is older than `sessionTokenHours` is replaced. The former one is accepted until the new one has been used, since the answer
 * that brought it may be lost, and `sessionOverlapSeconds` longer, for requests that were under way. Whoever comes with it later has a copy,
 * or the one with the new token has: nobody can tell who is the owner, so the session ends for both, and the audit log says so.
 */
export async function actorOfSession(app: App, token: string, use: SessionUse): Promise<Actor | undefined> {
  const tokenHash = hashOfToken(token);
  const found = await app.storage.read((tx) => liveSession(app, tx, tokenHash));
  if (!found) return undefined;
  const { session, principal } = found;
  const isFormer = tokenHash !== session.tokenHash;
  if (isFormer && session.formerEndsAt !== null && session.formerEndsAt <= app.now()) {
    await endReused(app, found, use);
    return undefined;
  }
  if (use.onRenewed && isRenewalDue(app, session, isFormer))
    await renew(app, session, tokenHash, use.onRenewed);
  else noteUse(app, session, isFormer);
  return actorOf(principal, session);
}

/** Ends the actor's session. */
export async function signOut(app: App, actor: Actor): Promise<void> {
  if (actor.via !== "session") return;
  const { principalId: actorId, login: subject } = actor;
  await app.storage.write(async (tx) => {
    await tx.sessions.remove(actor.proof);
    await recordAudit(app, tx, { actorId, action: "sign-out", subject, detail: {} });
  });
}

interface LiveSession {
  readonly session: Session;
  readonly principal: Principal;
}

async function liveSession(
  app: App,
  tx: ReadTransaction,
  tokenHash: string,
): Promise<LiveSession | undefined> {
  const session = await tx.sessions.byTokenHash(tokenHash);
  if (!session || Math.min(session.expiresAt, endOf(app, session)) <= app.now()) return undefined;
  const principal = await tx.principals.byId(session.principalId);
  return principal?.status === "active" ? { session, principal } : undefined;
}

/** A former token that is still accepted means that the new one did not arrive: another is sent, but not to every request under way. */
function isRenewalDue({ limits, now }: App, session: Session, isFormer: boolean): boolean {
  const age = now() - session.renewedAt;
  if (isFormer) return session.formerEndsAt === null && age >= limits.sessionOverlapSeconds * SECOND;
  return age >= limits.sessionTokenHours * HOUR;
}

/** Of several requests at once one renews. A database that cannot write now delays it. */
async function renew(
  app: App,
  session: Session,
  formerTokenHash: string,
  onRenewed: (token: string) => void,
): Promise<void> {
  const token = app.newSecret(32);
  const fields = {
    tokenHash: hashOfToken(token),
    formerTokenHash,
    formerEndsAt: null,
    renewedAt: app.now(),
    expiresAt: expiryOf(app, session),
  };
  const isRenewed = await app.storage.write((tx) => tx.sessions.update(session, fields)).catch(() => false);
  if (isRenewed) onRenewed(token);
}

/** Extends a session that is used, and sets the end of its former token when the present one is used for the first time. */
function noteUse(app: App, session: Session, isFormer: boolean): void {
  const { formerTokenHash, formerEndsAt } = session;
  const isFirst = !isFormer && formerTokenHash !== null && formerEndsAt === null;
  const expiresAt = expiryOf(app, session);
  if (!isFirst && expiresAt - session.expiresAt <= DAY) return;
  const overlap = app.limits.sessionOverlapSeconds * SECOND;
  const fields = { expiresAt, ...(isFirst && { formerEndsAt: app.now() + overlap }) };
  writeAside(
    app,
    `session ${session.id} ${isFirst}`,
    async (tx) => void (await tx.sessions.update(session, fields)),
  );
}

function endReused(app: App, { session, principal }: LiveSession, use: SessionUse): Promise<void> {
  const { address, userAgent } = use;
  return app.storage.write(async (tx) => {
    if (!(await tx.sessions.remove(session.id))) return;
    await recordAudit(app, tx, {
      actorId: principal.id,
      action: "session-reused",
      subject: principal.login,
      detail: { address, userAgent: userAgent ?? "", browser: session.userAgent ?? "" },
    });
  });
}

const endOf = ({ limits }: App, { createdAt }: Session): number => createdAt + limits.sessionMostDays * DAY;
const expiryOf = (app: App, session: Session): number =>
  Math.min(app.now() + app.limits.sessionDays * DAY, endOf(app, session));

const actorOf = ({ id, login, isAdmin }: Principal, session: Session): Actor =>
  mintActor({ principalId: id, login, isAdmin, via: "session", proof: session.id });

/** The stored form of a token: it has so many random bits that no slow hash is needed. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
