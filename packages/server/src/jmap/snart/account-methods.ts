import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { changeAccount, listAccounts } from "../../app/accounts/change-account.ts";
import { deleteAccount } from "../../app/accounts/delete-account.ts";
import { linkPath } from "../../app/accounts/account-links.ts";
import { invitePerson, renewLink, type SentLink } from "../../app/accounts/invite-person.ts";
import type { Principal, PrincipalId, PrincipalStatus } from "../../app/types.ts";
import { ownAccountMethod, type Method, type MethodContext } from "../method.ts";
import { methodErrorOf, setErrorOf } from "../problem.ts";
import { getArguments, id, idText, setArguments, text } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type MethodError, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { shortHash } from "../wire/session.ts";
import { utcDate } from "./subscription-record.ts";

/** An Account (urn:snart:jmap) as administrators see it. */
export interface AccountRecord {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly status: PrincipalStatus;
  /** When it came into its status; a deleted one can be brought back for the grace period from then. */
  readonly statusSince: string;
  readonly createdAt: string;
}

export const ACCOUNT_PROPERTIES: readonly (keyof AccountRecord)[] = [
  "id",
  "login",
  "name",
  "email",
  "isAdmin",
  "status",
  "statusSince",
  "createdAt",
];

const recordOf = (person: Principal): AccountRecord => ({
  id: person.id,
  login: person.login,
  name: person.displayName,
  email: person.email ?? "",
  isAdmin: person.isAdmin,
  status: person.status,
  statusSince: utcDate(person.statusSince ?? person.createdAt),
  createdAt: utcDate(person.createdAt),
});

interface Accounts {
  readonly records: readonly (AccountRecord & Readonly<Record<string, unknown>>)[];
  readonly state: string;
}

async function readAccounts({ app, actor }: MethodContext): Promise<Result<Accounts, MethodError>> {
  const listed = await listAccounts(app, actor);
  if (!listed.ok) return failed(methodErrorOf(listed.problem));
  const records = listed.value.map((person) => ({ ...recordOf(person) }));
  return ok({ records, state: shortHash(records) });
}

/** Account/get: everybody's account, for administrators. */
const accountGet = ownAccountMethod(SNART, v.strictObject(getArguments), async (context, account, args) => {
  const ids = requestedIds(args.ids, context.app.limits.maxObjectsInGet);
  if (!ids.ok) return ids;
  const properties = checkProperties(args.properties, ACCOUNT_PROPERTIES);
  if (!properties.ok) return properties;
  const accounts = await readAccounts(context);
  if (!accounts.ok) return accounts;
  return ok(
    getAnswer({ accountId: account.id, ids: ids.value, properties: properties.value, ...accounts.value }),
  );
});

const invitation = v.strictObject({
  name: text,
  email: v.pipe(text, v.trim()),
  isAdmin: v.optional(v.boolean(), false),
  language: v.optional(v.picklist(["en-GB", "sv"]), "en-GB"),
});
const changes = v.strictObject({
  name: v.exactOptional(text),
  isAdmin: v.exactOptional(v.boolean()),
  status: v.exactOptional(v.picklist(["active", "suspended"])),
});
const schema = v.strictObject({ ...setArguments, calendarsTo: v.nullish(idText) });

/**
 * Account/set: invites people (`create`; the answer has the link), changes their names, rights and states, and deletes them.
 * `calendarsTo` says who gets the calendars of those who are destroyed; without it they are deleted with the account.
 */
const accountSet = ownAccountMethod(SNART, schema, async (context, account, args) => {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const before = await readAccounts(context);
  if (!before.ok) return before;
  const oldState = before.value.state;
  if (typeof args.ifInState === "string" && args.ifInState !== oldState)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  for (const [creationId, given] of request.value.create)
    await createOne(context, outcome, creationId, given);
  for (const [id, patch] of request.value.update()) {
    const error = await updateOne(context, id as PrincipalId, patch);
    if (error) outcome.notUpdated.set(id, error);
    else outcome.updated.set(id, null);
  }
  const to = typeof args.calendarsTo === "string" ? (args.calendarsTo as PrincipalId) : undefined;
  const people = new Set(before.value.records.map((record) => record.id));
  for (const id of request.value.destroy()) {
    const done = people.has(id) ? await deleteAccount(app, actor, id as PrincipalId, to) : undefined;
    if (done?.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, done ? setErrorOf(done.problem) : { type: "notFound" });
  }
  const after = await readAccounts(context);
  return ok(outcome.answer(account.id, oldState, after.ok ? after.value.state : ""));
});

async function createOne(
  { app, actor, createdIds, origin }: MethodContext,
  outcome: SetOutcome,
  creationId: string,
  given: JsonObject,
): Promise<void> {
  const read = v.safeParse(invitation, given);
  if (!read.success) return void outcome.notCreated.set(creationId, wrong(read.issues[0]));
  const { name: displayName, ...fields } = read.output;
  const invited = await invitePerson(app, actor, { displayName, ...fields }, origin);
  if (!invited.ok) return void outcome.notCreated.set(creationId, setErrorOf(invited.problem));
  createdIds.set(creationId, invited.value.principal.id);
  outcome.created.set(creationId, {
    ...recordOf(invited.value.principal),
    link: linkOf(invited.value, origin),
  });
}

/** What whoever made a link is told, once. */
const linkOf = ({ issued, isMailed }: SentLink, origin: string) => ({
  kind: issued.kind,
  url: `${origin}${linkPath(issued)}`,
  expiresAt: utcDate(issued.expiresAt),
  isMailed,
});

async function updateOne(
  { app, actor }: MethodContext,
  id: PrincipalId,
  patch: JsonObject,
): Promise<SetError | undefined> {
  const read = v.safeParse(changes, patch);
  if (!read.success) return wrong(read.issues[0]);
  const { name, ...others } = read.output;
  const changed = await changeAccount(app, actor, id, {
    ...(name !== undefined && { displayName: name }),
    ...others,
  });
  return changed.ok ? undefined : setErrorOf(changed.problem);
}

/** Account/link: a new invitation, or a link to choose a new password; the earlier one ends. */
const accountLink = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText }),
  async ({ app, actor, origin }, account, args) => {
    const made = await renewLink(app, actor, args.id as PrincipalId, origin);
    if (!made.ok) return failed(methodErrorOf(made.problem));
    return ok({ accountId: account.id, link: linkOf(made.value, origin) });
  },
);

function wrong(issue: v.BaseIssue<unknown>): SetError {
  return invalidProperties([v.getDotPath(issue) ?? ""], issue.message.slice(0, 200));
}

/** Every method of accounts by its name. */
export const accountMethods: readonly (readonly [string, Method])[] = [
  ["Account/get", accountGet],
  ["Account/set", accountSet],
  ["Account/link", accountLink],
];
