import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  createPushSubscription,
  listPushSubscriptions,
  removePushSubscription,
  updatePushSubscription,
  type NewPushSubscription,
  type PushSubscriptionChanges,
} from "../../app/push/push-subscriptions.ts";
import type { PushSubscription } from "../../app/types.ts";
import { method, type Answer, type Method, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { getArguments, setArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { CORE } from "../wire/capabilities.ts";
import { invalidArguments, invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { areReceiverKeys } from "./web-push.ts";

/** URL and keys are never told again (RFC 8620 §7.2.1). */
const PROPERTIES = ["id", "deviceClientId", "verificationCode", "expires", "types"];

function recordOf({ id, deviceClientId, isVerified, verificationCode, expiresAt, types }: PushSubscription) {
  return {
    id,
    deviceClientId,
    verificationCode: isVerified ? verificationCode : null,
    expires: formatUtcDateTime(expiresAt),
    types,
  };
}

const get = method(
  CORE,
  v.strictObject({ ids: getArguments.ids, properties: getArguments.properties }),
  async ({ app, actor }, args) => {
    if (args.properties?.some((name) => name === "url" || name === "keys"))
      return failed({ ...invalidArguments("url and keys are not told"), type: "forbidden" });
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PROPERTIES);
    if (!properties.ok) return properties;
    const records = (await listPushSubscriptions(app, actor)).map(recordOf);
    const { list, notFound } = getAnswer({
      accountId: "",
      state: "",
      ids: ids.value,
      properties: properties.value,
      records,
    });
    return ok({ list, notFound });
  },
);

const date = v.pipe(
  v.string(),
  v.check((text) => parseUtcDateTime(text) !== undefined, "must be a UTCDate"),
);
const typeList = v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(255))), v.maxLength(64)));
const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}=*$/));

const creation = v.strictObject({
  deviceClientId: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  url: v.pipe(
    v.string(),
    v.maxLength(2_000),
    v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "must be a URL"),
  ),
  keys: v.nullish(v.strictObject({ p256dh: key, auth: key })),
  verificationCode: v.nullish(v.null()),
  expires: v.nullish(date),
  types: v.optional(typeList, null),
});

function newSubscription(given: JsonObject): Result<NewPushSubscription, SetError> {
  const parsed = v.safeParse(creation, given);
  if (!parsed.success) return failed(invalidProperties(propertiesIn(parsed.issues), "missing or not valid"));
  const { deviceClientId, url, keys, expires, types } = parsed.output;
  if (keys && !areReceiverKeys(keys)) return failed(invalidProperties(["keys"], "not keys of Web Push"));
  return ok({ deviceClientId, url, keys: keys ?? null, types, expiresAt: instantOf(expires) });
}

const propertiesIn = (issues: readonly v.BaseIssue<unknown>[]): string[] => [
  ...new Set(issues.map((issue) => (v.getDotPath(issue) ?? "").split(".")[0] ?? "")),
];

const instantOf = (text: string | null | undefined): number | null =>
  typeof text === "string" ? (parseUtcDateTime(text) ?? null) : null;

const changes = v.strictObject({
  verificationCode: v.optional(v.pipe(v.string(), v.maxLength(255))),
  expires: v.optional(v.nullable(date)),
  types: v.optional(typeList),
});

function changesOf(patch: JsonObject): Result<PushSubscriptionChanges, SetError> {
  const parsed = v.safeParse(changes, patch);
  if (!parsed.success)
    return failed(invalidProperties(propertiesIn(parsed.issues), "cannot be changed, or not valid"));
  const { verificationCode, expires, types } = parsed.output;
  return ok({
    ...(verificationCode !== undefined && { verificationCode }),
    ...(types !== undefined && { types }),
    ...(expires !== undefined && { expiresAt: instantOf(expires) }),
  });
}

const { create, update, destroy } = setArguments;

const set = method(CORE, v.strictObject({ create, update, destroy }), async (context, args) => {
  const request = setRequest(context, args, context.app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const outcome = new SetOutcome();
  for (const [creationId, given] of request.value.create)
    await createOne(context, outcome, creationId, given);
  for (const [id, patch] of request.value.update()) await updateOne(context, outcome, id, patch);
  for (const id of request.value.destroy()) {
    if (await removePushSubscription(context.app, context.actor, id)) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, { type: "notFound" });
  }
  const { accountId: _account, oldState: _old, newState: _new, ...answer } = outcome.answer("", null, "");
  return ok(answer satisfies Answer);
});

async function createOne(
  { app, actor, createdIds }: MethodContext,
  outcome: SetOutcome,
  creationId: string,
  given: JsonObject,
): Promise<void> {
  const wanted = newSubscription(given);
  if (!wanted.ok) return void outcome.notCreated.set(creationId, wanted.problem);
  const made = await createPushSubscription(app, actor, wanted.value);
  if (!made.ok) return void outcome.notCreated.set(creationId, setErrorOf(made.problem));
  const { id, expires } = recordOf(made.value);
  createdIds.set(creationId, id);
  outcome.created.set(creationId, { id, ...(expires === given.expires ? {} : { expires }) });
}

async function updateOne(
  { app, actor }: MethodContext,
  outcome: SetOutcome,
  id: string,
  patch: JsonObject,
): Promise<void> {
  const wanted = changesOf(patch);
  if (!wanted.ok) return void outcome.notUpdated.set(id, wanted.problem);
  const changed = await updatePushSubscription(app, actor, id, wanted.value);
  if (!changed.ok) return void outcome.notUpdated.set(id, setErrorOf(changed.problem));
  const { expires } = recordOf(changed.value);
  const isAsAsked = patch.expires === undefined || patch.expires === expires;
  outcome.updated.set(id, isAsAsked ? null : { expires });
}

/** PushSubscription (RFC 8620 §7.2): without accounts and states, each person's own. */
export const pushSubscriptions: ReadonlyMap<string, Method> = new Map([
  ["PushSubscription/get", get],
  ["PushSubscription/set", set],
]);
