import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { personByLogin } from "./person-by-login.ts";
import { awaitSecondStep, hasSecondStep } from "./second-step.ts";
import { newSession, type SignedIn } from "./sessions.ts";
import { withinAttempts } from "./sign-in-limits.ts";

interface SignInInput {
  /** E-mail address or login. */
  readonly login: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | null;
}

/** A session, or the token of a sign-in that awaits its second step. */
export type Entrance = SignedIn | { readonly stepToken: string };

/** Signs in with the account password, and begins a session unless its person has a second step. */
export async function signIn(app: App, input: SignInInput): Promise<Result<Entrance, Problem>> {
  const { login, password: secret, address, userAgent } = input;
  const proven = await withinAttempts(
    app,
    { login, secret, address, userAgent },
    () => checkPassword(app, login, secret),
    ({ isPartial }) => isPartial,
  );
  if (!proven.ok) return proven;
  const detail = { address, userAgent: userAgent ?? "" };
  const { principal, hash } = proven.value;
  const signedIn = newSession(app, principal, input.userAgent);
  return app.storage.write(async (tx): Promise<Result<Entrance, Problem>> => {
    // Changed while it was being checked: the session would outlive the change that ends all others.
    const passwordId = await passwordOf(tx, principal, hash);
    if (passwordId === undefined)
      return failed({ code: "wrong-password", attemptsLeft: app.limits.signInAttempts });
    if (await hasSecondStep(tx, principal))
      return ok({ stepToken: await awaitSecondStep(app, tx, principal, passwordId) });
    await tx.sessions.insert(signedIn.session);
    await recordAudit(app, tx, { actorId: principal.id, action: "sign-in", subject: input.login, detail });
    return ok(signedIn);
    // Who can't sign in can't delete.
  }, "half");
}

/**
 * Lets somebody in who has proved who they are by a link: into a session, or to their second step, which a link does not replace.
 */
export function enterByLink(app: App, principal: Principal, userAgent: string | null): Promise<Entrance> {
  const signedIn = newSession(app, principal, userAgent);
  return app.storage.write(async (tx) => {
    const [password] = await tx.credentials.ofPrincipal(principal.id, "password");
    if (password && (await hasSecondStep(tx, principal)))
      return { stepToken: await awaitSecondStep(app, tx, principal, password.id) };
    await tx.sessions.insert(signedIn.session);
    return signedIn;
  });
}

/** Whether the hash against which a password was checked is still the current one. */
export const isPasswordOf = async (tx: ReadTransaction, of: Principal, hash: string): Promise<boolean> =>
  (await passwordOf(tx, of, hash)) !== undefined;

/** The id of the password that has this hash. */
async function passwordOf(tx: ReadTransaction, { id }: Principal, hash: string): Promise<string | undefined> {
  const passwords = await tx.credentials.ofPrincipal(id, "password");
  return passwords.find(({ secretHash }) => secretHash === hash)?.id;
}

export interface PersonWithPassword {
  readonly principal: Principal;
  readonly hash: string;
  /** Whether a second step comes after it. */
  readonly isPartial: boolean;
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
  if (!principal || !password) return undefined;
  return { principal, hash: password.secretHash, isPartial: await hasSecondStep(tx, principal) };
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
