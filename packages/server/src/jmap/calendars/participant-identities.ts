import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile, updateProfile } from "../../app/accounts/profile.ts";
import type { Principal } from "../../app/types.ts";
import { ownAccountMethod, type Method, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { changesArguments, getArguments, idText, setArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { shortHash } from "../wire/session.ts";
import { addressOf } from "./events/event-record.ts";

// ParticipantIdentity (JMAP Calendars): as whom somebody takes part in events. The server claims for a person no address but
// the account's own, so there is one, and only its name can be set.

interface Identity {
  readonly id: string;
  readonly name: string;
  readonly calendarAddress: string;
  readonly isDefault: boolean;
}

const PROPERTIES: readonly string[] = ["id", "name", "calendarAddress", "isDefault"];

function identitiesOf(principal: Principal): readonly Identity[] {
  const calendarAddress = addressOf(principal);
  if (calendarAddress === undefined) return [];
  return [{ id: principal.id, name: principal.displayName, calendarAddress, isDefault: true }];
}

const stateOfIdentities = (list: readonly Identity[]): string => shortHash(list);

async function own({ app, actor }: MethodContext, account: Principal): Promise<readonly Identity[]> {
  const me = await profile(app, actor);
  return identitiesOf(me.ok ? me.value : account);
}

const get = ownAccountMethod(CALENDARS, v.strictObject(getArguments), async (context, account, args) => {
  const ids = requestedIds(args.ids, context.app.limits.maxObjectsInGet);
  if (!ids.ok) return ids;
  const properties = checkProperties(args.properties, PROPERTIES);
  if (!properties.ok) return properties;
  const list = await own(context, account);
  return ok(
    getAnswer({
      accountId: account.id,
      state: stateOfIdentities(list),
      ids: ids.value,
      properties: properties.value,
      records: list.map((one) => ({ ...one })),
    }),
  );
});

const changes = ownAccountMethod(
  CALENDARS,
  v.strictObject(changesArguments),
  async (context, account, { sinceState }) => {
    const state = stateOfIdentities(await own(context, account));
    if (state !== sinceState) return failed({ type: "cannotCalculateChanges" });
    const nothing = { created: [], updated: [], destroyed: [] };
    return ok({ accountId: account.id, oldState: state, newState: state, hasMoreChanges: false, ...nothing });
  },
);

const setSchema = v.strictObject({ ...setArguments, onSuccessSetIsDefault: v.nullish(idText) });

const set = ownAccountMethod(CALENDARS, setSchema, async (context, account, args) => {
  const request = setRequest(context, args, context.app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const before = stateOfIdentities(await own(context, account));
  if (typeof args.ifInState === "string" && args.ifInState !== before)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  const others: SetError = {
    type: "forbidden",
    description: "nobody takes part by another address than the account's",
  };
  for (const creationId of request.value.create.keys()) outcome.notCreated.set(creationId, others);
  for (const [id, patch] of request.value.update()) {
    const error = await rename(context, account, id, patch);
    if (error) outcome.notUpdated.set(id, error);
    else outcome.updated.set(id, null);
  }
  for (const id of request.value.destroy())
    outcome.notDestroyed.set(id, id === account.id ? others : { type: "notFound" });
  return ok(outcome.answer(account.id, before, stateOfIdentities(await own(context, account))));
});

async function rename(
  context: MethodContext,
  account: Principal,
  id: string,
  patch: JsonObject,
): Promise<SetError | undefined> {
  const identity = (await own(context, account)).find((one) => one.id === id);
  if (!identity) return { type: "notFound" };
  const current = identity as unknown as JsonObject;
  const wrong = Object.keys(patch).filter((name) => name !== "name" && patch[name] !== current[name]);
  if (wrong.length > 0) return invalidProperties(wrong, "unknown or server-set");
  const { name = identity.name } = patch;
  if (typeof name !== "string") return invalidProperties(["name"], "must be a text");
  const renamed =
    name === identity.name
      ? ok(undefined)
      : await updateProfile(context.app, context.actor, { displayName: name });
  return renamed.ok ? undefined : { ...setErrorOf(renamed.problem), properties: ["name"] };
}

export const participantIdentities: ReadonlyMap<string, Method> = new Map([
  ["ParticipantIdentity/get", get],
  ["ParticipantIdentity/changes", changes],
  ["ParticipantIdentity/set", set],
]);
