import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { issueLink } from "../accounts/account-links.ts";
import { mailLink } from "../accounts/account-mail.ts";
import { emailProblem, insertPrincipal } from "../accounts/new-person.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { changeMembers, groupScope } from "../groups/change-group.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";

/** Somebody of a household by their address: who has no account yet is invited. */
export interface NewHouseholdPerson {
  readonly email: string;
  /** Empty: the part of the address before the `@` until they say. */
  readonly name: string;
}

/** How those who are new are invited. */
export interface Inviting {
  readonly language: NonNullable<Preferences["language"]>;
  /** The address of the server, for the links; undefined: no mails are sent, the letter says how to come in. */
  readonly mailFrom: string | undefined;
}

type Writing = { readonly app: App; readonly tx: WriteTransaction; readonly actor: Actor };

/** Adds people to a household and takes others out of it. What they have booked stays the household's. */
export async function changePeople(
  { app, tx, actor }: Writing,
  group: Principal,
  { add, remove }: { readonly add: readonly Principal[]; readonly remove: readonly PrincipalId[] },
): Promise<Result<void, Problem>> {
  const before = await tx.principals.membersOf(group.id);
  const kept = before.filter(({ memberId }) => !remove.includes(memberId));
  const limit = app.limits.membersPerGroup;
  if (kept.length + add.length > limit)
    return failed({ code: "invalid-value", field: "people", detail: `at most ${limit}` });
  const scope = await groupScope(app, tx, actor, group.id);
  const known = new Map(before.map(({ memberId, isManager }) => [memberId, isManager]));
  await changeMembers(
    scope,
    group,
    new Map<PrincipalId, { readonly isManager: boolean } | null>([
      ...remove.map((id) => [id, null] as const),
      ...add.map(({ id }) => [id, { isManager: known.get(id) ?? false }] as const),
    ]),
  );
  return ok(undefined);
}

/**
 * Finds people by their addresses and invites those who have no account.
 * @returns `invalid-email` or `invalid-name` for the first that is wrong; nothing has been written for those after it
 */
export async function findOrInvite(
  { app, tx, actor }: Writing,
  group: Principal,
  people: readonly NewHouseholdPerson[],
  { language, mailFrom }: Inviting,
): Promise<Result<readonly Principal[], Problem>> {
  const found: Principal[] = [];
  for (const { email, name } of people) {
    const displayName = name.trim() || (email.split("@")[0] ?? "");
    const problem = emailProblem(email) ?? nameProblem(app, displayName);
    if (problem) return failed(problem);
    const known = await tx.principals.byEmail(email.toLowerCase());
    if (known && (known.kind !== "person" || known.status === "deleted"))
      return failed({ code: "duplicate-email", field: "people" });
    const person = known
      ? ok(known)
      : await invite({ app, tx, actor }, group, { email, displayName, language });
    if (!person.ok) return person;
    if (!known && mailFrom !== undefined) {
      const issued = await issueLink(app, tx, person.value);
      const by = await tx.principals.byId(actor.principalId);
      await mailLink({ app, tx, now: app.now() }, mailFrom, person.value, issued, by);
    }
    found.push(person.value);
  }
  return ok(found);
}

/** Somebody who has no account yet, whom a household brings in. */
export async function invite(
  { app, tx, actor }: Writing,
  group: Principal,
  {
    email,
    displayName,
    language,
  }: { readonly email: string; readonly displayName: string; readonly language: Inviting["language"] },
): Promise<Result<Principal, Problem>> {
  const fields = { email, displayName, isAdmin: false, preferences: { language } };
  const added = await insertPrincipal(app, tx, fields, "invited");
  if (!added.ok) return added;
  await recordAudit(app, tx, {
    actorId: actor.via === "scheduling" ? null : actor.principalId,
    action: "user-invited",
    subject: added.value.email ?? "",
    detail: { login: actor.login, role: "member", household: group.displayName },
  });
  return added;
}
