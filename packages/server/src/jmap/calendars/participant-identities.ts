import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile, updateProfile } from "../../app/accounts/profile.ts";
import type { Principal } from "../../app/types.ts";
import type { MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { idText } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND } from "../standard/set-method.ts";
import { named } from "../standard/source.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { addressOf } from "../context/event-record.ts";

interface Identity {
  readonly id: string;
  readonly name: string;
  readonly calendarAddress: string;
  readonly isDefault: boolean;
}

async function identitiesOf({ app, actor }: MethodContext, account: Principal): Promise<readonly Identity[]> {
  const me = await profile(app, actor);
  const principal = me.ok ? me.value : account;
  const calendarAddress = addressOf(principal);
  if (calendarAddress === undefined) return [];
  return [{ id: principal.id, name: principal.displayName, calendarAddress, isDefault: true }];
}

const OTHERS: SetError = {
  type: "forbidden",
  description: "nobody takes part by another address than the account's",
};

/**
 * ParticipantIdentity (JMAP Calendars): the identity with which a person takes part in events. The server accepts no
 * address but the account's own, so there is one identity, and only its name can be set.
 */
export const participantIdentities = recordType({
  name: "ParticipantIdentity",
  capability: CALENDARS,
  isOwn: true,
  properties: named<Identity>("id", "name", "calendarAddress", "isDefault"),
  read: async (context, account) => ok({ items: await identitiesOf(context, account) }),
  changes: "whole",
  set: {
    arguments: { onSuccessSetIsDefault: v.nullish(idText) },
    create: OTHERS,
    async update(call, id, patch) {
      const identity = (await identitiesOf(call, call.account)).find((one) => one.id === id);
      if (!identity) return NOT_FOUND;
      const current = identity as unknown as JsonObject;
      const wrong = Object.keys(patch).filter((name) => name !== "name" && patch[name] !== current[name]);
      if (wrong.length > 0) return failed(invalidProperties(wrong, "unknown or server-set"));
      const { name = identity.name } = patch;
      if (typeof name !== "string") return failed(invalidProperties(["name"], "must be a text"));
      if (name === identity.name) return ok(undefined);
      const renamed = await updateProfile(call.app, call.actor, { displayName: name });
      return renamed.ok ? ok(undefined) : failed({ ...setErrorOf(renamed.problem), properties: ["name"] });
    },
    destroy: async ({ account }, id) => (id === account.id ? failed(OTHERS) : NOT_FOUND),
  },
});
