import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal, Provisioned } from "../../storage/records/people.ts";
import { changeAddressOf } from "../accounts/change-address.ts";
import { FIRST_STEPS } from "../accounts/first-steps.ts";
import { emailProblem, insertPrincipal, withFirstCalendar } from "../accounts/new-person.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { admits, readableName } from "../identity/account-of-identity.ts";
import type { Problem } from "../problems.ts";
import { closeAccount, reopenAccount } from "./close.ts";
import {
  asDirectory,
  auditedBy,
  changedNow,
  type DirectoryCaller,
  type DirectoryWork,
  type Refusal,
} from "./directory.ts";
import type { ProvisionedView } from "./find.ts";
import { onKept, seen } from "./kept.ts";
import { leaveGroups } from "./groups.ts";
import { keptPerson, keyOfName, type KeptPerson, type PersonFields } from "./person-fields.ts";
import { mailNewPerson } from "./mail-new-person.ts";
import { takenOver, type KeptAccount } from "./take-over.ts";

type Outcome<E = never> = Promise<Result<ProvisionedView, Refusal | E>>;

/**
 * Makes an account for a person, or takes over the one that they have already where the administrator allows that of the provider. A person
 * whom the directory had deleted comes back to their own account.
 * @returns `taken` for a second one, and for an address that is somebody else's; `invalid-email`, `invalid-value`
 */
export function createPerson(app: App, caller: DirectoryCaller, fields: PersonFields): Outcome {
  return asDirectory<ProvisionedView, Refusal>(app, caller, async (work) => {
    const problem = addressProblem(work, fields.email);
    if (problem) return failed(problem);
    const former = await formerOf(work, fields);
    if (!former.ok) return former;
    if (former.value) return comeBack(work, former.value, fields);
    const found = await takenOver(work, fields);
    if (!found.ok) return found;
    if (found.value) return insertRow(work, found.value, fields);
    const made = await newPerson(work, fields);
    return made.ok ? insertRow(work, { person: made.value, isNew: true }, fields) : taken(made.problem);
  });
}

/** As often a login is looked for that nobody else takes at the same time. */
const TRIES = 5;
const TWICE = "There is a user with this userName or externalId already.";

/** Somebody was faster with the address. */
const taken = (problem: Problem): Result<never, Refusal> =>
  failed(problem.code === "duplicate-email" ? { code: "taken", detail: TWICE } : problem);

function addressProblem({ provider }: DirectoryWork, email: string): Problem | undefined {
  const problem = emailProblem(email);
  if (problem) return problem;
  return provider && !admits(provider, email)
    ? { code: "invalid-value", field: "emails", detail: "the provider may not have accounts at this address" }
    : undefined;
}

/** The deleted account of the same person: the directory's own id says who it is, where there is one. */
async function formerOf(
  { tx, scope }: DirectoryWork,
  { userName, externalId }: PersonFields,
): Promise<Result<ProvisionedView | undefined, Refusal>> {
  const of = { scope, kind: "person" } as const;
  const byId = externalId === null ? [] : await tx.provisioned.byExternalId(of, externalId);
  const byName = await tx.provisioned.byName(of, keyOfName(userName));
  for (const row of [...byId, ...(byName ? [byName] : [])]) {
    const principal = await tx.principals.byId(row.principalId);
    const isSame = row.externalId === externalId;
    if (!row.isHidden || !isSame || principal?.status !== "suspended")
      return failed({ code: "taken", detail: TWICE });
    return ok({ row, principal, related: undefined });
  }
  return ok(undefined);
}

async function newPerson(
  work: DirectoryWork,
  { email, displayName, chosen }: PersonFields,
): Promise<Result<Principal, Problem>> {
  const { app, tx, token, provider } = work;
  const preferences = { ...chosen, firstSteps: FIRST_STEPS };
  const name = readableName(displayName, app.limits.nameLength) || email;
  const person = { email, displayName: name, isAdmin: false, preferences };
  let made = await insertPrincipal(app, tx, person, "active");
  // Somebody with another address has just taken the login that was free: there is another one.
  for (let tries = 1; tries < TRIES && !made.ok && !(await tx.principals.byEmail(email)); tries++)
    made = await insertPrincipal(app, tx, person, "active");
  if (!made.ok) return made;
  const detail = { role: "member", with: provider?.name ?? token.label, login: work.actor.login };
  await recordAudit(app, tx, { actorId: null, action: "user-added", subject: email, detail });
  return withFirstCalendar(app, tx, made.value);
}

async function insertRow(
  work: DirectoryWork,
  { person, isNew }: KeptAccount,
  fields: PersonFields,
): Promise<Result<ProvisionedView, Refusal>> {
  const { app, tx, scope } = work;
  const now = app.now();
  const row: Provisioned = {
    principalId: person.id,
    kind: "person",
    scope,
    ...rowFields(fields, { isClosedByIt: false, isUnopened: false }),
    isHidden: false,
    createdAt: now,
    changedAt: now,
  };
  if (!(await tx.provisioned.insert(row))) return failed({ code: "taken", detail: TWICE });
  if (fields.isActive) {
    if (isNew) await mailNewPerson(work, person);
    return seen(work, "person", person.id);
  }
  const closed = await closeAccount(work, person);
  if (!closed.ok) return closed;
  await tx.provisioned.update(person.id, rowFields(fields, { isClosedByIt: true, isUnopened: isNew }));
  return seen(work, "person", person.id);
}

const rowFields = (
  { userName, externalId, isActive, email, displayName, said }: PersonFields,
  { isClosedByIt, isUnopened }: Pick<KeptPerson, "isClosedByIt" | "isUnopened">,
) => ({
  nameKey: keyOfName(userName),
  externalId,
  isActive,
  attributes: { email, displayName, said, isClosedByIt, isUnopened } satisfies KeptPerson,
});

async function comeBack(
  work: DirectoryWork,
  { row, principal }: ProvisionedView,
  fields: PersonFields,
): Promise<Result<ProvisionedView, Refusal>> {
  await work.tx.provisioned.update(row.principalId, { isHidden: false });
  return apply(work, { row, principal, related: undefined }, fields);
}

/**
 * Changes a person as their directory says. What it does not change stays as people have it here: their name and address are written only
 * where the directory has others than before.
 * @param decide what it is to be, from what it is; nothing is written where it refuses
 * @returns `taken`, `last-administrator`, `not-found`, `invalid-email`, `invalid-value`
 */
export function changePerson<E>(
  app: App,
  caller: DirectoryCaller,
  id: string,
  decide: (view: ProvisionedView) => Result<PersonFields, E>,
): Outcome<E> {
  return onKept(app, caller, { kind: "person", id }, decide, apply);
}

async function apply(
  work: DirectoryWork,
  { row, principal }: ProvisionedView,
  fields: PersonFields,
): Promise<Result<ProvisionedView, Refusal>> {
  const { tx } = work;
  const kept = keptPerson(row);
  const isMoved = fields.email !== kept.email;
  const problem = isMoved ? addressProblem(work, fields.email) : undefined;
  if (problem) return failed(problem);
  let { isClosedByIt, isUnopened } = kept;
  let isToHear = false;
  let person = principal;
  if (!fields.isActive && person.status === "active") {
    const closed = await closeAccount(work, person);
    if (!closed.ok) return closed;
    [person, isClosedByIt] = [closed.value, true];
  } else if (fields.isActive && isClosedByIt) {
    if (person.status === "suspended") {
      person = await reopenAccount(work, person);
      isToHear = isUnopened;
    }
    [isClosedByIt, isUnopened] = [false, false];
  }
  // After everything that locks several accounts, which must be done in one order.
  await tx.lockAccount(person.id);
  const renamed = await rename(work, person, fields, kept);
  if (!renamed.ok) return renamed;
  // Only now, as an address that comes with the opening is where the mail goes.
  if (isToHear) await mailNewPerson(work, (await tx.principals.byId(person.id)) ?? person);
  const kinds = { isClosedByIt, isUnopened };
  const changes = { ...rowFields(fields, kinds), changedAt: changedNow(work, row) };
  const { nameKey, ...others } = changes;
  const isRenamed = nameKey !== row.nameKey;
  if (!(await tx.provisioned.update(person.id, isRenamed ? changes : others)))
    return failed({ code: "taken", detail: TWICE });
  return seen(work, "person", person.id);
}

async function rename(
  work: DirectoryWork,
  person: Principal,
  { email, displayName }: PersonFields,
  before: KeptPerson,
): Promise<Result<void, Refusal>> {
  const { app, tx, actor } = work;
  const name = readableName(displayName, app.limits.nameLength);
  if (displayName !== before.displayName && name !== "" && name !== person.displayName) {
    await tx.principals.update(person.id, { displayName: name });
    const entry = {
      actorId: null,
      action: "account-changed",
      subject: person.email ?? person.login,
    } as const;
    await recordAudit(app, tx, { ...entry, detail: { ...auditedBy(work), displayName: name } });
  }
  if (email === before.email || email === person.email) return ok(undefined);
  const now = (await tx.principals.byId(person.id)) ?? person;
  const moved = await changeAddressOf({ app, tx, actor }, now, email);
  return moved.ok ? ok(undefined) : taken(moved.problem);
}

/**
 * A directory deletes a person: the account is closed as by `closeAccount`, leaves the directory's groups, and is not seen by it any more.
 * What it has stays: administrators delete it.
 */
export function removePerson<E>(
  app: App,
  caller: DirectoryCaller,
  id: string,
  may: (view: ProvisionedView) => Result<void, E>,
): Promise<Result<void, Refusal | E>> {
  return onKept(app, caller, { kind: "person", id }, may, async (work, view) => {
    const { row, principal, related = [] } = view;
    const closed = await closeAccount(work, principal);
    if (!closed.ok) return closed;
    await leaveGroups(work, principal, related);
    const isClosedByIt = keptPerson(row).isClosedByIt || principal.status === "active";
    await work.tx.provisioned.update(row.principalId, {
      isHidden: true,
      isActive: false,
      attributes: { ...row.attributes, isClosedByIt },
      changedAt: changedNow(work, row),
    });
    return ok(undefined);
  });
}
