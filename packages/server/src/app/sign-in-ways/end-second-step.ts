import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Credential, CredentialData, Principal, SignInStep } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { spelledCode, withoutCode } from "../sign-in/recovery-codes.ts";
import { hashOfToken, newSession, type SignedIn } from "../sign-in/sessions.ts";
import { withinAttempts } from "../sign-in/sign-in-limits.ts";
import { acceptedStep, totpStep } from "../sign-in/totp.ts";
import { mailSecurity } from "./mail-security.ts";

/** What comes from the browser for the second step. */
interface SecondStepInput {
  /** From its cookie; undefined: it has none. */
  readonly token: string | undefined;
  /** Of the app, or a recovery code; as typed. */
  readonly code: string;
  readonly address: string;
  readonly userAgent: string | null;
}

interface Found {
  readonly step: SignInStep;
  readonly principal: Principal;
}

/**
 * Ends a sign-in that awaits its second step, by a code of the app or a recovery code, and begins a session. Each code works once, also
 * where several come with it at the same time.
 * @returns `wrong-code`; `too-many-attempts`; `sign-in-over` when there is none, it took too long, or the password was changed meanwhile
 */
export async function endSecondStep(app: App, input: SecondStepInput): Promise<Result<SignedIn, Problem>> {
  const found = await app.storage.read((tx) => awaited(app, tx, input.token));
  if (!found) return failed({ code: "sign-in-over" });
  const { principal, step } = found;
  const { address, userAgent } = input;
  const code = spelledCode(input.code);
  // A code that was wrong may be right half a minute later: in another step it is another guess.
  const attempt = {
    login: principal.login,
    secret: `${totpStep(app.now())} ${code}`,
    address,
    userAgent,
    via: "second step",
    isSecondStep: true,
  };
  const proven = await withinAttempts(app, attempt, () => usedBy(app, principal, code));
  if (!proven.ok) return asWrongCode(proven.problem);
  const signedIn = newSession(app, principal, userAgent);
  return app.storage.write(async (tx) => {
    const isAwaited = (await awaited(app, tx, input.token)) && (await tx.signInSteps.remove(step.tokenHash));
    if (!isAwaited) return failed({ code: "sign-in-over" });
    const { credential, data } = proven.value;
    if (!(await tx.credentials.replaceData(credential, data)))
      return failed({ code: "wrong-code", attemptsLeft: app.limits.signInAttempts });
    await noteCode(app, tx, principal, { credential, data }, { address, userAgent: userAgent ?? "" });
    await tx.sessions.insert(signedIn.session);
    return ok(signedIn);
  }, "half");
}

/** Somebody's wrong secret was a code. */
export const asWrongCode = (problem: Problem): Result<never, Problem> =>
  failed(
    problem.code === "wrong-password" ? { code: "wrong-code", attemptsLeft: problem.attemptsLeft } : problem,
  );

/** The sign-in that a browser's token belongs to, as long as it may go on. */
async function awaited(app: App, tx: ReadTransaction, token: string | undefined): Promise<Found | undefined> {
  const step = token === undefined ? undefined : await tx.signInSteps.byTokenHash(hashOfToken(token));
  if (step?.kind !== "second-step" || step.principalId === null || step.expiresAt <= app.now())
    return undefined;
  const principal = await tx.principals.byId(step.principalId);
  if (principal?.status !== "active") return undefined;
  const passwords = await tx.credentials.ofPrincipal(principal.id, "password");
  return passwords.some(({ id }) => id === step.data["passwordId"]) ? { step, principal } : undefined;
}

/** A credential whose code was right, and what it becomes by its use. */
export interface UsedCode {
  readonly credential: Credential;
  readonly data: CredentialData;
}

/** Whose code it is, of somebody's app and recovery codes; it is not used yet. @param code as `spelledCode` has it */
export async function usedBy(
  app: App,
  { id }: Pick<Principal, "id">,
  code: string,
): Promise<UsedCode | undefined> {
  const all = await app.storage.read((tx) => tx.credentials.ofPrincipal(id));
  for (const credential of all) {
    const data = /^\d{6}$/.test(code) ? afterApp(app, credential, code) : withoutCode(credential, code);
    if (data) return { credential, data };
  }
  return undefined;
}

function afterApp(app: App, { data }: Credential, code: string): CredentialData | undefined {
  if (data?.kind !== "totp") return undefined;
  const lastStep = acceptedStep(data.secret, code, app.now(), data.lastStep);
  return lastStep === undefined ? undefined : { ...data, lastStep };
}

/** In the audit log and the list of the person's own: which code let them in. */
export async function noteCode(
  app: App,
  tx: WriteTransaction,
  person: Principal,
  { credential, data }: UsedCode,
  from: { readonly address: string; readonly userAgent: string },
): Promise<void> {
  const { id: actorId, login: subject } = person;
  await tx.credentials.update(credential.id, { lastUsedAt: app.now(), lastUsedBy: from.userAgent });
  if (data.kind === "recovery") {
    const detail = { ...from, left: String(data.codes.length) };
    await recordAudit(app, tx, { actorId, action: "recovery-code-used", subject, detail });
    await mailSecurity({ app, tx, now: app.now() }, person, {
      kind: "recovery-used",
      left: data.codes.length,
    });
  }
  const detail = { ...from, with: data.kind === "totp" ? "app code" : "recovery code" };
  await recordAudit(app, tx, { actorId, action: "sign-in", subject, detail });
}
