import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Household } from "../../storage/records/households.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { insertAccount } from "../accounts/new-account.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { familyName, householdName, labelKey, tagNumber } from "../bookables/household-label.ts";
import { grantAdministration } from "../grants.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { householdSeenBy } from "./households.ts";
import { changePeople, findOrInvite, type Inviting, type NewHouseholdPerson } from "./people.ts";

export interface NewHousehold {
  readonly label: string;
  /** Whose it is; may be empty. */
  readonly name: string;
  readonly people: readonly NewHouseholdPerson[];
  /** A group that becomes a household, as it is; absent: a new one is made. */
  readonly groupId?: PrincipalId;
}

const LONGEST_LABEL = 40;
const TAG = /^[0-9A-Z]{4,32}$/;

/** Makes a household, with those of its people who have no account yet as invited. Only administrators may. */
export function createHousehold(
  app: App,
  actor: Actor,
  given: NewHousehold,
  inviting: Inviting,
): Promise<Result<PrincipalId, Problem>> {
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx): Promise<Result<PrincipalId, Problem>> => {
      const granted = await grantAdministration(tx, actor);
      if (!granted.ok) return granted;
      const problem = labelProblem(app, given.label) ?? unnamed(app, given);
      if (problem) return failed(problem);
      const group = await groupFor(app, tx, given);
      if (!group.ok) return group;
      const done = await insertHousehold(app, tx, group.value, given.label.trim());
      if (!done.ok) return done;
      const people = await findOrInvite({ app, tx, actor }, group.value, given.people, inviting);
      if (!people.ok) return people;
      const changed = await changePeople({ app, tx, actor }, group.value, { add: people.value, remove: [] });
      if (!changed.ok) return changed;
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "household-created",
        subject: group.value.displayName,
        detail: { login: actor.login, people: `${people.value.length}` },
      });
      return ok(group.value.id);
    }),
  );
}

async function groupFor(
  app: App,
  tx: WriteTransaction,
  { label, name, groupId }: NewHousehold,
): Promise<Result<Principal, Problem>> {
  if (groupId !== undefined) {
    const group = await tx.principals.byId(groupId);
    return group?.kind === "group" && group.status === "active" ? ok(group) : failed({ code: "not-found" });
  }
  // Before the group is made, so that two who make the same household at once get one.
  if (await tx.households.byLabelKey(labelKey(label))) return failed(TAKEN);
  const made = await insertAccount(app, tx, "group", householdName(label.trim(), name.trim()), [
    "VEVENT",
    "VTODO",
  ]);
  return made.ok ? ok(made.value.principal) : made;
}

async function insertHousehold(
  app: App,
  tx: WriteTransaction,
  { id }: Principal,
  label: string,
): Promise<Result<void, Problem>> {
  const household: Household = {
    accountId: id,
    label,
    labelKey: labelKey(label),
    pinHash: null,
    pinSetAt: null,
    isOwnPin: false,
    letterHash: null,
    letterAt: null,
    letterExpiresAt: null,
    createdAt: app.now(),
  };
  return (await tx.households.insert(household)) === "duplicate" ? failed(TAKEN) : ok(undefined);
}

const TAKEN: Problem = { code: "household-exists", field: "label" };

function labelProblem(app: App, label: string): Problem | undefined {
  return labelKey(label) === "" || label.trim().length > LONGEST_LABEL
    ? { code: "invalid-name", field: "label", maximum: LONGEST_LABEL }
    : nameProblem(app, label, "label");
}

const unnamed = (app: App, { label, name }: Pick<NewHousehold, "label" | "name">): Problem | undefined =>
  nameProblem(app, householdName(label.trim(), name.trim()));

export interface HouseholdChanges {
  readonly label?: string;
  readonly name?: string;
  readonly addPeople?: readonly NewHouseholdPerson[];
  readonly removePeople?: readonly PrincipalId[];
  /** By number: blocked or not, and null takes it away. */
  readonly tags?: ReadonlyMap<string, { readonly isBlocked: boolean } | null>;
}

/** Changes a household's label, name, people and tags. Only administrators may; its people may leave as they leave a group. */
export function changeHousehold(
  app: App,
  actor: Actor,
  id: PrincipalId,
  changes: HouseholdChanges,
  inviting: Inviting,
): Promise<Result<void, Problem>> {
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx): Promise<Result<void, Problem>> => {
      const granted = await grantAdministration(tx, actor);
      const seen = granted.ok ? await householdSeenBy(app, tx, actor, id) : granted;
      if (!seen.ok) return seen;
      const { principal, household } = seen.value;
      const renamed = await rename(app, tx, principal, household, changes);
      if (!renamed.ok) return renamed;
      const { addPeople = [], removePeople = [], tags } = changes;
      const people = await findOrInvite({ app, tx, actor }, principal, addPeople, inviting);
      if (!people.ok) return people;
      const who = { add: people.value, remove: removePeople };
      const changed = await changePeople({ app, tx, actor }, principal, who);
      if (!changed.ok) return changed;
      const tagged = await changeTags(app, tx, id, tags ?? new Map());
      if (!tagged.ok) return tagged;
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "household-changed",
        subject: principal.displayName,
        detail: { login: actor.login, ...told(changes) },
      });
      return ok(undefined);
    }),
  );
}

async function rename(
  app: App,
  tx: WriteTransaction,
  principal: Principal,
  household: Household,
  changes: Pick<HouseholdChanges, "label" | "name">,
): Promise<Result<void, Problem>> {
  if (changes.label === undefined && changes.name === undefined) return ok(undefined);
  const { label = household.label, name = familyName(principal, household) } = changes;
  const problem = labelProblem(app, label) ?? unnamed(app, { label, name });
  if (problem) return failed(problem);
  const fields = { label: label.trim(), labelKey: labelKey(label) };
  if ((await tx.households.update(household.accountId, fields)) === "duplicate") return failed(TAKEN);
  await tx.principals.update(principal.id, { displayName: householdName(label.trim(), name.trim()) });
  return ok(undefined);
}

async function changeTags(
  app: App,
  tx: WriteTransaction,
  householdId: PrincipalId,
  tags: NonNullable<HouseholdChanges["tags"]>,
): Promise<Result<void, Problem>> {
  const wrong = (detail: string) => failed({ code: "invalid-value", field: "tags", detail } as const);
  for (const [typed, change] of tags) {
    const number = tagNumber(typed);
    if (!TAG.test(number)) return wrong("a tag has 4 to 32 letters and digits");
    const known = await tx.householdTags.byNumber(number);
    if (known && known.householdId !== householdId) return failed({ code: "tag-taken", field: "tags" });
    if (change === null) await tx.householdTags.remove(number);
    else if (known) await tx.householdTags.update(number, change);
    else
      await tx.householdTags.insert({ ...change, number, householdId, createdAt: app.now(), usedAt: null });
  }
  const limit = app.limits.tagsPerHousehold;
  const most = (await tx.householdTags.ofHousehold(householdId)).length;
  return most > limit ? wrong(`at most ${limit}`) : ok(undefined);
}

/** What was changed; of a tag its last digits, by which its owner knows it. */
const told = ({ label, name, addPeople, removePeople, tags }: HouseholdChanges): Record<string, string> => ({
  ...(label !== undefined && { label }),
  ...(name !== undefined && { name }),
  ...(addPeople?.length && { added: addPeople.map(({ email }) => email).join(", ") }),
  ...(removePeople?.length && { removed: `${removePeople.length}` }),
  ...Object.fromEntries(
    [...(tags ?? [])].map(([number, change]) => [
      `tag …${number.slice(-4)}`,
      change === null ? "none" : change.isBlocked ? "blocked" : "open",
    ]),
  ),
});
