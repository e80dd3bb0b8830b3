import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  createPublicLink,
  publicLinksOf,
  removePublicLink,
  updatePublicLink,
  type LinkFields,
} from "../../app/feeds/public-links.ts";
import type { CalendarId, Principal, PublicLink } from "../../app/types.ts";
import { accountMethod, type Method, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { couldBeId, getArguments, setArguments, text } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { realId, SetOutcome, setRequest } from "../standard/set.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { shortHash } from "../wire/session.ts";
import { utcDate, utcDateOrNull } from "./subscription-record.ts";

/** A secret link as those who may share its calendar see it (urn:snart:jmap); its token is told once. */
export interface PublicLinkRecord {
  readonly id: string;
  readonly calendarId: string;
  readonly label: string;
  readonly detail: "full" | "busy";
  readonly mayEmbed: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly isRevoked: boolean;
}

export const PUBLIC_LINK_PROPERTIES: readonly (keyof PublicLinkRecord)[] = [
  "id",
  "calendarId",
  "label",
  "detail",
  "mayEmbed",
  "createdAt",
  "expiresAt",
  "isRevoked",
];

const recordOf = (link: PublicLink): PublicLinkRecord => ({
  id: link.id,
  calendarId: link.calendarId,
  label: link.label,
  detail: link.detail,
  mayEmbed: link.mayEmbed,
  createdAt: utcDate(link.createdAt),
  expiresAt: utcDateOrNull(link.expiresAt),
  isRevoked: link.revokedAt !== null,
});

const stateOf = (links: readonly PublicLink[]): string => shortHash(links.map(recordOf));

/** PublicLink/get: the links to those calendars of an account that the actor may share. */
const publicLinkGet = accountMethod(
  SNART,
  v.strictObject(getArguments),
  async ({ app, actor }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PUBLIC_LINK_PROPERTIES);
    if (!properties.ok) return properties;
    const links = await publicLinksOf(app, actor, account.id);
    const records = links.map((link) => ({ ...recordOf(link) }));
    return ok(
      getAnswer({
        accountId: account.id,
        state: stateOf(links),
        ids: ids.value,
        properties: properties.value,
        records,
      }),
    );
  },
);

const date = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, "must be a UTCDate"),
  v.transform((value) => Date.parse(value)),
  v.check((value) => !Number.isNaN(value), "must be a date"),
);
const newLink = v.strictObject({
  calendarId: text,
  label: text,
  detail: v.picklist(["full", "busy"]),
  mayEmbed: v.optional(v.boolean(), false),
  expiresAt: v.optional(v.nullable(date), null),
});
const changes = v.strictObject({
  label: v.exactOptional(text),
  detail: v.exactOptional(v.picklist(["full", "busy"])),
  mayEmbed: v.exactOptional(v.boolean()),
  expiresAt: v.exactOptional(v.nullable(date)),
  isRevoked: v.exactOptional(v.boolean()),
});

/** PublicLink/set: makes, changes, revokes and removes secret links. The token is answered once, when it is made. */
const publicLinkSet = accountMethod(SNART, v.strictObject(setArguments), async (context, account, args) => {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const own = new Set((await publicLinksOf(app, actor, account.id)).map(({ id }) => id));
  const oldState = stateOf(await publicLinksOf(app, actor, account.id));
  if (typeof args.ifInState === "string" && args.ifInState !== oldState)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  for (const [creationId, given] of request.value.create)
    await createOne(context, account, outcome, creationId, given);
  for (const [id, patch] of request.value.update()) {
    const error = own.has(id) ? await updateOne(context, id, patch) : NOT_FOUND;
    if (error) outcome.notUpdated.set(id, error);
    else outcome.updated.set(id, null);
  }
  for (const id of request.value.destroy()) {
    const removed = own.has(id) ? await removePublicLink(app, actor, id) : undefined;
    if (removed?.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, removed ? setErrorOf(removed.problem) : NOT_FOUND);
  }
  return ok(outcome.answer(account.id, oldState, stateOf(await publicLinksOf(app, actor, account.id))));
});

const NOT_FOUND: SetError = { type: "notFound" };

async function createOne(
  { app, actor, createdIds, reach }: MethodContext,
  account: Principal,
  outcome: SetOutcome,
  creationId: string,
  given: JsonObject,
): Promise<void> {
  const read = v.safeParse(newLink, given);
  if (!read.success) return void outcome.notCreated.set(creationId, wrong(read.issues[0]));
  const { calendarId: wanted, ...fields } = read.output;
  const calendarId = realId(createdIds, wanted) ?? "";
  const reached = (await reach()).find(({ principal }) => principal.id === account.id);
  const isElsewhere =
    createdIds.size === 0 && !reached?.grants.some(({ calendar }) => calendar.id === calendarId);
  if (!couldBeId(calendarId) || isElsewhere)
    return void outcome.notCreated.set(
      creationId,
      invalidProperties(["calendarId"], "there is no such calendar"),
    );
  const made = await createPublicLink(app, actor, calendarId as CalendarId, fields satisfies LinkFields);
  if (!made.ok) return void outcome.notCreated.set(creationId, setErrorOf(made.problem));
  createdIds.set(creationId, made.value.link.id);
  outcome.created.set(creationId, { ...recordOf(made.value.link), token: made.value.token });
}

async function updateOne(
  { app, actor }: MethodContext,
  id: string,
  patch: JsonObject,
): Promise<SetError | undefined> {
  const read = v.safeParse(changes, patch);
  if (!read.success) return wrong(read.issues[0]);
  const updated = await updatePublicLink(app, actor, id, read.output);
  return updated.ok ? undefined : setErrorOf(updated.problem);
}

function wrong(issue: v.BaseIssue<unknown>): SetError {
  return invalidProperties([v.getDotPath(issue) ?? ""], issue.message.slice(0, 200));
}

/** Every method of links by its name. */
export const publicLinks: readonly (readonly [string, Method])[] = [
  ["PublicLink/get", publicLinkGet],
  ["PublicLink/set", publicLinkSet],
];
