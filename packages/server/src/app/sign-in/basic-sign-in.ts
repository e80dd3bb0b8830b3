import { hash } from "node:crypto";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ChangeSource } from "../../storage/records/changes.ts";
import type { Credential, Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { hashOfAppPassword } from "./app-passwords.ts";
import type { Problem } from "../problems.ts";
import { basicCredentials } from "../still-signed-in.ts";
import { recordAudit } from "../audit.ts";
import { rememberPlace } from "./known-places.ts";
import { writeAside } from "./write-aside.ts";
import { withinAttempts } from "./sign-in-limits.ts";
import { personByLogin } from "./person-by-login.ts";
import { decoyHash } from "./sign-in.ts";

/**
 * How long a verified secret is accepted without hashing it again; long enough for one sync, short enough to revoke.
 */
const BELIEVED_MS = 60_000;
/** `lastUsedAt` is for people to read; a write a minute is enough. */
const USE_RECORDED_MS = 60_000;

interface Believed {
  readonly credentialId: string;
  readonly hash: string;
  readonly until: number;
}
const believed = new WeakMap<App, Map<string, Believed>>();

/** The client that sent a login and secret. */
interface BasicClient {
  readonly address: string;
  readonly userAgent: string | null;
  /** The protocol that it uses. */
  readonly source?: ChangeSource;
}

/**
 * The person to whom a login and secret of HTTP Basic belong: an app password or, unless its owner has turned that
 * off, the account password (RFC 7617). Clients send them with every request, so a verified password is remembered
 * for a minute, by its hash and in memory only, and only while it is still valid. An app password is recognised
 * without a slow hash and has too many bits to be guessed, so it is accepted even while somebody uses up the
 * account's attempts.
 */
export async function actorOfBasic(
  app: App,
  login: string,
  secret: string,
  client: BasicClient,
): Promise<Result<Actor, Problem>> {
  const found = await app.storage.readOften(["basic", login], (tx) => candidates(tx, login));
  const known =
    found &&
    (appPasswordOf(found.credentials, secret) ?? recall(app, found.principal, found.credentials, secret));
  if (found && known) return ok(recordUse(app, found.principal, known, client));
  const { address, userAgent, source } = client;
  const via = source === "dav" ? "CalDAV" : "JMAP";
  const attempt = { login, secret, address, userAgent, via };
  const proven = await withinAttempts(app, attempt, () => prove(app, found, secret));
  if (!proven.ok) return proven;
  remember(app, proven.value.principal, proven.value.credential, secret);
  noteFirstUse(app, proven.value.principal, { login, via, address, userAgent: userAgent ?? "" });
  return ok(recordUse(app, proven.value.principal, proven.value.credential, client));
}

/** The account password opens everything: where a program uses it for the first time, that is a sign-in like one on the page. */
function noteFirstUse(
  app: App,
  { id }: Principal,
  {
    login: subject,
    via,
    address,
    userAgent,
  }: { readonly [K in "login" | "via" | "address" | "userAgent"]: string },
): void {
  const program = { principalId: id, place: `program ${via} ${address} ${userAgent}` };
  const detail = { address, userAgent, with: via };
  rememberPlace(app, program, (tx) =>
    recordAudit(app, tx, { actorId: id, action: "sign-in", subject, detail }),
  );
}

interface Candidates {
  readonly principal: Principal;
  readonly credentials: readonly Credential[];
}

async function candidates(tx: ReadTransaction, login: string): Promise<Candidates | undefined> {
  const principal = await personByLogin(tx, login);
  return principal && { principal, credentials: await basicCredentials(tx, principal) };
}

function appPasswordOf(credentials: readonly Credential[], secret: string): Credential | undefined {
  const appPasswords = credentials.filter(({ kind }) => kind === "app-password");
  if (appPasswords.length === 0) return undefined;
  const hash = hashOfAppPassword(secret);
  return appPasswords.find(({ secretHash }) => secretHash === hash);
}

/** Checks the account password; takes as long if there is none, or no such person. */
async function prove(
  app: App,
  found: Candidates | undefined,
  secret: string,
): Promise<{ principal: Principal; credential: Credential } | undefined> {
  const credential = found?.credentials.find(({ kind }) => kind === "password");
  const matches = await app.passwords.verify(secret, credential?.secretHash ?? (await decoyHash(app)));
  return found && credential && matches ? { principal: found.principal, credential } : undefined;
}

const memoryKey = (principal: Principal, secret: string): string =>
  hash("sha256", `${principal.id}\0${secret}`, "base64url");

function recall(
  app: App,
  principal: Principal,
  credentials: readonly Credential[],
  secret: string,
): Credential | undefined {
  const entry = believed.get(app)?.get(memoryKey(principal, secret));
  if (!entry || entry.until <= app.now()) return undefined;
  return credentials.find(({ id, secretHash }) => id === entry.credentialId && secretHash === entry.hash);
}

function remember(app: App, principal: Principal, credential: Credential, secret: string): void {
  const memory = believed.get(app) ?? new Map<string, Believed>();
  believed.set(app, memory);
  if (memory.size > 10_000) memory.clear();
  const until = app.now() + BELIEVED_MS;
  memory.set(memoryKey(principal, secret), {
    credentialId: credential.id,
    hash: credential.secretHash,
    until,
  });
}

function recordUse(
  app: App,
  principal: Principal,
  credential: Credential,
  { userAgent, source }: BasicClient,
): Actor {
  const now = app.now();
  if (credential.lastUsedAt === null || now - credential.lastUsedAt > USE_RECORDED_MS) {
    const lastUsedBy = userAgent?.slice(0, 200) ?? null;
    const use = { lastUsedAt: now, lastUsedBy };
    writeAside(app, `used ${credential.id}`, (tx) => tx.credentials.update(credential.id, use));
  }
  const via = credential.kind === "app-password" ? "app-password" : "password";
  return mintActor({
    principalId: principal.id,
    login: principal.login,
    isAdmin: principal.isAdmin,
    via,
    proof: credential.id,
    ...(source && { source }),
    ...(via === "app-password" && { client: credential.label }),
    ...(credential.data?.kind === "app-password" && { scope: credential.data.scope }),
  });
}
