import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Job } from "../../storage/records/queues.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { issueLink } from "./account-links.ts";
import { LINK_MAIL, mailLink } from "./account-mail.ts";
import { emailProblem } from "./new-person.ts";
import { personByLogin } from "../sign-in/person-by-login.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";

/** The kind of jobs that mail a link for a new password. */
export const RESET_JOB = "password-reset";

interface ResetRequest {
  readonly email: string;
  /** The language of the form, for people who have chosen none. */
  readonly language: NonNullable<Preferences["language"]>;
  /** The address of the request's client. */
  readonly address: string;
  /** The configured address of the server: never a request's own claim, or the link could lead to a stranger. */
  readonly origin: string;
  /** The path of the booking page that the person goes on to afterwards. */
  readonly to?: string;
}

type ResetPayload = Omit<ResetRequest, "address">;

/**
 * Accepts a request for a new password without sign-in. The work is the same whether or not the address has an
 * account: it is stored and processed later, so neither the answer nor its time reveals anything. It is counted by
 * client address, not by person: a stranger who knows somebody's address can't use up that person's own requests.
 * @throws nothing; refuses `mail-not-set-up`, `invalid-email` and `too-many-attempts`, each before looking for the
 * person
 */
export async function askReset(app: App, asked: ResetRequest): Promise<Result<undefined, Problem>> {
  const email = asked.email.trim().toLowerCase();
  const problem = app.outside ? emailProblem(email) : ({ code: "mail-not-set-up" } as const);
  if (problem) return failed(problem);
  const retryAfter = await spendAttempt(app, app.resetRequests, `address:${asked.address}`);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const { address, language, origin, to } = asked;
  const payload: ResetPayload = { email, language, origin, ...(to !== undefined && { to }) };
  await app.storage.write(async (tx) => {
    const entry = {
      actorId: null,
      action: "password-reset-asked",
      subject: email,
      detail: { address },
    } as const;
    await recordAudit(app, tx, entry);
    await tx.queues.schedule(queuedJob({ id: app.newId(), kind: RESET_JOB, payload, runAt: app.now() }));
  });
  return ok(undefined);
}

/**
 * Mails the link if the address has an account. Nothing is sent otherwise, nor to a person who has already got so
 * many that strangers must be asking from everywhere: the newest of those still works.
 */
export async function runReset(app: App, { payload }: Job): Promise<void> {
  const { email, language, origin, to: goesOnTo } = payload as ResetPayload;
  await app.storage.write(async (tx) => {
    const person = await personByLogin(tx, email);
    if (!person || (await mailedLately(app, tx, person.id)) >= app.limits.resetMails) return;
    const issued = await issueLink(app, tx, person);
    const to = { ...person, preferences: { language, ...person.preferences } };
    await mailLink({ app, tx, now: app.now() }, origin, to, issued, undefined, goesOnTo);
  });
}

/** How many links a person was sent in the window. */
export async function mailedLately(app: App, tx: ReadTransaction, id: PrincipalId): Promise<number> {
  const since = app.now() - app.limits.resetWindowSeconds * SECOND;
  const sent = await tx.mail.deliveriesOf(id, null, MOST_MAILS);
  return sent.filter(({ purpose, createdAt }) => purpose === LINK_MAIL && createdAt > since).length;
}

/** The most mails that are searched; nobody needs more in an hour. */
const MOST_MAILS = 500;
