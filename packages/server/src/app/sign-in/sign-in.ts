import { personByLogin } from "./person-by-login.ts";
import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal, Session } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import { writeAside } from "./write-aside.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { withinAttempts } from "./sign-in-limits.ts";

const DAY = 86_400_000;

interface SignInInput {
  /** E-mail address or login. */
  readonly login: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | null;
}

export interface SignedIn {
  readonly actor: Actor;
  /** For the cookie; only its hash is stored. */
  readonly token: string;
}

/** Signs in with the account password and begins a session. */
export async function signIn(app: App, input: SignInInput): Promise<Result<SignedIn, Problem>> {
  const { login, password: secret, address, userAgent } = input;
  const proven = await withinAttempts(app, { login, secret, address, userAgent }, () =>
    checkPassword(app, login, secret),
  );
  if (!proven.ok) return proven;
  const detail = { address, userAgent: userAgent ?? "" };
  const { principal, hash } = proven.value;
  const signedIn = newSession(app, principal, input.userAgent);
  const begun = await app.storage.write(async (tx) => {
    // Changed while it was being checked: the session would outlive the change that ends all others.
    if (!(await isPasswordOf(tx, principal, hash))) return false;
    await tx.sessions.insert(signedIn.session);
    await recordAudit(app, tx, { actorId: principal.id, action: "sign-in", subject: input.login, detail });
    return true;
    // Who can't sign in can't delete.
  }, "half");
  const attemptsLeft = app.limits.signInAttempts;
  return begun ? ok(signedIn) : failed({ code: "wrong-password", attemptsLeft });
}

/** Whether the hash against which a password was checked is still the current one. */
export async function isPasswordOf(tx: ReadTransaction, { id }: Principal, hash: string): Promise<boolean> {
  const passwords = await tx.credentials.ofPrincipal(id, "password");
  return passwords.some(({ secretHash }) => secretHash === hash);
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

function newSession(
  app: App,
  principal: Principal,
  userAgent: string | null,
): SignedIn & { readonly session: Session } {
  const token = app.newSecret(32);
  const tokenHash = hashOfToken(token);
  const createdAt = app.now();
  const expiresAt = createdAt + app.limits.sessionDays * DAY;
  const session = { tokenHash, principalId: principal.id, createdAt, expiresAt, userAgent };
  return { actor: sessionActor(principal, tokenHash), token, session };
}

/**
 * The owner of a session's token; undefined if it is unknown or over. Use extends it (sliding, written once a day).
 */
export async function actorOfSession(app: App, token: string): Promise<Actor | undefined> {
  const now = app.now();
  const found = await app.storage.read((tx) => liveSession(app, tx, hashOfToken(token)));
  if (!found) return undefined;
  // However much it is used, it ends: a stolen one must not live for ever.
  const expiresAt = Math.min(now + app.limits.sessionDays * DAY, endOf(app, found.session));
  if (expiresAt - found.session.expiresAt > DAY) {
    const { tokenHash } = found.session;
    writeAside(app, `session ${tokenHash}`, (tx) => tx.sessions.extend(tokenHash, expiresAt));
  }
  return sessionActor(found.principal, found.session.tokenHash);
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

interface PersonWithPassword {
  readonly principal: Principal;
  readonly hash: string;
}

/**
 * The active person with this e-mail or login and account password, and the hash that it was checked against. Takes
 * as long for people who do not exist.
 */
export async function checkPassword(
  app: App,
  login: string,
  password: string,
): Promise<PersonWithPassword | undefined> {
  const found = await app.storage.read((tx) => personWithPassword(tx, login));
  const matches = await app.passwords.verify(password, found?.hash ?? (await decoyHash(app)));
  return matches ? found : undefined;
}

async function personWithPassword(
  tx: ReadTransaction,
  login: string,
): Promise<PersonWithPassword | undefined> {
  const principal = await personByLogin(tx, login);
  const [password] = principal ? await tx.credentials.ofPrincipal(principal.id, "password") : [];
  return principal && password ? { principal, hash: password.secretHash } : undefined;
}

const decoys = new WeakMap<App, Promise<string>>();

/** A hash that no password has, for spending the same time when there is none to check. */
export function decoyHash(app: App): Promise<string> {
  const existing = decoys.get(app);
  if (existing) return existing;
  const made = app.passwords.hash(app.newSecret(16));
  decoys.set(app, made);
  return made;
}

const endOf = ({ limits }: App, { createdAt }: Session): number => createdAt + limits.sessionMostDays * DAY;

async function liveSession(
  app: App,
  tx: ReadTransaction,
  tokenHash: string,
): Promise<{ session: Session; principal: Principal } | undefined> {
  const session = await tx.sessions.byTokenHash(tokenHash);
  if (!session || Math.min(session.expiresAt, endOf(app, session)) <= app.now()) return undefined;
  const principal = await tx.principals.byId(session.principalId);
  return principal?.status === "active" ? { session, principal } : undefined;
}

const sessionActor = ({ id, login, isAdmin }: Principal, tokenHash: string): Actor =>
  mintActor({ principalId: id, login, isAdmin, via: "session", proof: tokenHash });

const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
