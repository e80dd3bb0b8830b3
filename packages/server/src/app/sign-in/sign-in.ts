import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { personByLogin } from "./person-by-login.ts";
import { newSession, type SignedIn } from "./sessions.ts";
import { withinAttempts } from "./sign-in-limits.ts";

interface SignInInput {
  /** E-mail address or login. */
  readonly login: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | null;
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

export interface PersonWithPassword {
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
