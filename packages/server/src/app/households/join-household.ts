import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Household } from "../../storage/records/households.ts";
import type { Principal } from "../../storage/records/people.ts";
import { issueLink, linkPath } from "../accounts/account-links.ts";
import { mailLink } from "../accounts/account-mail.ts";
import { emailProblem } from "../accounts/new-person.ts";
import { schedulingActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { changePeople, invite } from "./people.ts";
import { letterHash } from "./letters.ts";

interface Lettered {
  readonly household: Household;
  readonly principal: Principal;
}

/** @returns `account-link-invalid` alike for an unknown, replaced or expired code */
async function byCode(app: App, tx: ReadTransaction, code: string): Promise<Result<Lettered, Problem>> {
  const household = await tx.households.byLetterHash(letterHash(code));
  const principal = household && (await tx.principals.byId(household.accountId));
  const isValid = principal?.status === "active" && (household?.letterExpiresAt ?? 0) > app.now();
  return household && isValid ? ok({ household, principal }) : failed({ code: "account-link-invalid" });
}

/** Whose letter it is. Codes cannot be tried out: each costs one attempt of the address. */
export async function aboutLetter(
  app: App,
  code: string,
  address: string,
): Promise<Result<{ readonly name: string }, Problem>> {
  const retryAfter = await spendAttempt(app, app.guestAnswers, address);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  return app.storage.read(async (tx) => {
    const found = await byCode(app, tx, code);
    return found.ok ? ok({ name: found.value.principal.displayName }) : found;
  });
}

export interface Joining {
  readonly code: string;
  readonly email: string;
  readonly displayName: string;
  readonly language: NonNullable<Preferences["language"]>;
  readonly address: string;
  /** The configured address of the server; null: no links can be mailed. */
  readonly publicUrl: string | null;
}

/** How somebody goes on: to the page where they make their account, or to their mail, which proves the address. */
export type Joined = { readonly isMailed: false; readonly path: string } | { readonly isMailed: true };

/**
 * Lets somebody with a household's letter in: they are invited, and of the household from then on. An address that the board has written
 * down needs no proof; any other is proved by mail, where the server sends mail.
 * @returns `duplicate-email` for somebody who has an account: they sign in first
 */
export async function joinByLetter(app: App, joining: Joining): Promise<Result<Joined, Problem>> {
  const { code, email, displayName, address } = joining;
  const retryAfter = await spendAttempt(app, app.guestAnswers, address);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx): Promise<Result<Joined, Problem>> => {
      const found = await byCode(app, tx, code);
      if (!found.ok) return found;
      const { principal: group } = found.value;
      const problem = nameProblem(app, displayName, "displayName") ?? emailProblem(email);
      if (problem) return failed(problem);
      const known = await tx.principals.byEmail(email.toLowerCase());
      const isOwn =
        known?.status === "invited" && (await tx.principals.groupsOf(known.id)).includes(group.id);
      if (isOwn) return ok({ isMailed: false, path: linkPath(await issueLink(app, tx, known)) });
      if (known) return failed({ code: "duplicate-email", field: "email" });
      return comeIn(app, tx, group, joining);
    }),
  );
}

async function comeIn(
  app: App,
  tx: WriteTransaction,
  group: Principal,
  { email, displayName, language, publicUrl }: Joining,
): Promise<Result<Joined, Problem>> {
  const actor = schedulingActor(group);
  const person = await invite({ app, tx, actor }, group, { email, displayName, language });
  if (!person.ok) return person;
  const changed = await changePeople({ app, tx, actor }, group, { add: [person.value], remove: [] });
  if (!changed.ok) return changed;
  await recordAudit(app, tx, {
    actorId: null,
    action: "household-joined",
    subject: group.displayName,
    detail: { email },
  });
  const issued = await issueLink(app, tx, person.value);
  const mail = { app, tx, now: app.now() };
  const isMailed =
    app.outside !== undefined &&
    publicUrl !== null &&
    (await mailLink(mail, publicUrl, person.value, issued, group));
  return ok(isMailed ? { isMailed } : { isMailed: false, path: linkPath(issued) });
}

/** The same for somebody who has an account and is signed in. */
export async function joinSignedIn(
  app: App,
  actor: Actor,
  code: string,
): Promise<Result<Household, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "join a household" });
  const retryAfter = await spendAttempt(app, app.guestAnswers, `person:${actor.principalId}`);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  return app.storage.write(async (tx): Promise<Result<Household, Problem>> => {
    const found = await byCode(app, tx, code);
    const person = await tx.principals.byId(actor.principalId);
    if (!found.ok || person?.status !== "active") return found.ok ? failed({ code: "not-found" }) : found;
    const { household, principal } = found.value;
    const changed = await changePeople({ app, tx, actor }, principal, { add: [person], remove: [] });
    if (!changed.ok) return changed;
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "household-joined",
      subject: principal.displayName,
      detail: { login: actor.login },
    });
    return ok(household);
  });
}
