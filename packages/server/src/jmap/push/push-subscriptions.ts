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
import type { Method } from "../method.ts";
import { utcDate } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND } from "../standard/set-method.ts";
import type { Properties } from "../standard/source.ts";
import { CORE } from "../wire/capabilities.ts";
import { invalidArguments, invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { areReceiverKeys } from "../../http/web-push/web-push.ts";

/** URL and keys are never shown again (RFC 8620 §7.2.1). */
const properties: Properties<PushSubscription> = {
  id: ({ id }) => id,
  deviceClientId: ({ deviceClientId }) => deviceClientId,
  verificationCode: ({ isVerified, verificationCode }) => (isVerified ? verificationCode : null),
  expires: ({ expiresAt }) => formatUtcDateTime(expiresAt),
  types: ({ types }) => types,
};

const typeList = v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(255))), v.maxLength(64)));
const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}=*$/));

const creation = v.strictObject({
  deviceClientId: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  url: v.pipe(
    v.string(),
    v.maxLength(2_000),
    // RFC 8620 §7.2.
    v.check((text) => URL.parse(text)?.protocol === "https:", "must be a URL of https"),
  ),
  keys: v.nullish(v.strictObject({ p256dh: key, auth: key })),
  verificationCode: v.nullish(v.null()),
  expires: v.nullish(utcDate),
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
  expires: v.optional(v.nullable(utcDate)),
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

const standard = recordType({
  name: "PushSubscription",
  capability: CORE,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await listPushSubscriptions(app, actor) }),
  set: {
    async create({ app, actor }, given) {
      const wanted = newSubscription(given);
      const made = wanted.ok ? await createPushSubscription(app, actor, wanted.value) : wanted;
      if (!made.ok) return made;
      const expires = formatUtcDateTime(made.value.expiresAt);
      return ok({ id: made.value.id, ...(expires === given.expires ? {} : { expires }) });
    },
    async update({ app, actor }, id, patch) {
      const wanted = changesOf(patch);
      const changed = wanted.ok ? await updatePushSubscription(app, actor, id, wanted.value) : wanted;
      if (!changed.ok) return changed;
      const expires = formatUtcDateTime(changed.value.expiresAt);
      return ok(patch.expires === undefined || patch.expires === expires ? null : { expires });
    },
    destroy: async ({ app, actor }, id) =>
      (await removePushSubscription(app, actor, id)) ? ok(undefined) : NOT_FOUND,
  },
});

/** Personal: without accounts and states. */
const personal = (made: Method): Method => ({
  capability: made.capability,
  async call(context, args) {
    const unknown = ["accountId", "ifInState"].find((name) => Object.hasOwn(args, name));
    if (unknown !== undefined) return failed(invalidArguments(`there is no argument ${unknown}`));
    const asked = Array.isArray(args.properties) ? args.properties : [];
    if (asked.some((name) => name === "url" || name === "keys"))
      return failed({ ...invalidArguments("url and keys are not told"), type: "forbidden" });
    const done = await made.call(context, { ...args, accountId: context.actor.principalId });
    if (!done.ok) return done;
    const { accountId: _account, state: _state, oldState: _old, newState: _new, ...answer } = done.value;
    return ok(answer);
  },
});

/** PushSubscription (RFC 8620 §7.2). */
export const pushSubscriptions: ReadonlyMap<string, Method> = new Map(
  [...standard].map(([name, made]) => [name, personal(made)]),
);
