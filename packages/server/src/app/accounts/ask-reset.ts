import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Job } from "../../storage/records/queues.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { issueLink } from "./account-links.ts";
import { LINK_MAIL, mailLink } from "./account-mail.ts";
import { emailProblem } from "./new-person.ts";
import { personByLogin } from "../sign-in/sign-in.ts";
import { takeTurn } from "../sign-in/take-turn.ts";

/** The kind of jobs that mail a link to whoever asked for a new password. */
export const RESET_JOB = "password-reset";

export interface ResetRequest {
  readonly email: string;
  /** The language of the page that it is asked on, for who has chosen none. */
  readonly language: NonNullable<Preferences["language"]>;
  /** Where the request comes from. */
  readonly address: string;
  /** Where people reach the server, as it is configured: never what a request says of itself, or the link could lead to a stranger. */
  readonly origin: string;
}

type ResetPayload = Omit<ResetRequest, "address">;

/**
 * Takes a wish for a new password from somebody who is not signed in. What happens here is the same whether or not the address
 * is anybody's: it is written down and looked at later, so neither the answer nor its time tells. It is counted by where it comes
 * from and not by whom it is for: a stranger who knows somebody's address cannot use up that person's own wishes.
 * @throws nothing; refuses `mail-not-set-up`, `invalid-email` and `too-many-attempts`, each without having looked for the person
 */
export async function askReset(app: App, asked: ResetRequest): Promise<Result<undefined, Problem>> {
  const email = asked.email.trim().toLowerCase();
  const problem = app.outside ? emailProblem(email) : ({ code: "mail-not-set-up" } as const);
  if (problem) return failed(problem);
  const retryAfter = await takeTurn(app, app.resetRequests, [`address:${asked.address}`]);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const { address, language, origin } = asked;
  const payload: ResetPayload = { email, language, origin };
  await app.storage.write(async (tx) => {
    const entry = {
      actorId: null,
      action: "password-reset-asked",
      subject: email,
      detail: { address },
    } as const;
    await recordAudit(app, tx, entry);
    await tx.queues.schedule({
      id: app.newId(),
      kind: RESET_JOB,
      payload,
      state: "queued",
      runAt: app.now(),
      attempts: 0,
      lastError: null,
      progress: null,
    });
  });
  return ok(undefined);
}

/**
 * Mails the link, if the address is that of somebody with an account; to everybody else nothing is sent, nor to who has been sent so
 * many that strangers must be asking from all over: the newest of those still works.
 */
export async function runReset(app: App, { payload }: Job): Promise<void> {
  const { email, language, origin } = payload as ResetPayload;
  await app.storage.write(async (tx) => {
    const person = await personByLogin(tx, email);
    if (!person || (await mailedLately(app, tx, person.id)) >= app.limits.resetMails) return;
    const issued = await issueLink(app, tx, person);
    const to = { ...person, preferences: { language, ...person.preferences } };
    await mailLink({ app, tx, now: app.now() }, origin, to, issued, undefined);
  });
}

/** How many links somebody was sent in the window. */
async function mailedLately(app: App, tx: ReadTransaction, id: PrincipalId): Promise<number> {
  const since = app.now() - app.limits.resetWindowSeconds * SECOND;
  const sent = await tx.mail.deliveriesOf(id, null, MOST_MAILS);
  return sent.filter(({ purpose, createdAt }) => purpose === LINK_MAIL && createdAt > since).length;
}

/** Mails that are looked through; who is sent more than that in an hour has other worries. */
const MOST_MAILS = 500;
