import { createHash } from "node:crypto";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { updateProfile } from "../../app/accounts/profile.ts";
import { addressesOf } from "../../app/principal-address.ts";
import { identitiesOf } from "../../app/scheduling/identities.ts";
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

interface Identity {
  readonly id: string;
  readonly name: string;
  readonly calendarAddress: string;
  readonly isDefault: boolean;
}

async function records({ app, actor }: MethodContext, account: Principal): Promise<readonly Identity[]> {
  const identities = await identitiesOf(app, actor, account);
  const present = identities.map(({ principal: { id, displayName: name }, calendarAddress }, index) => ({
    id,
    name,
    calendarAddress,
    isDefault: index === 0,
  }));
  // A client knows by them what its user organizes, or is invited to, under an address that they had before.
  const former = identities.flatMap(({ principal }) =>
    addressesOf(principal)
      .slice(1)
      .map((calendarAddress) => ({
        id: idOfFormer(calendarAddress),
        name: principal.displayName,
        calendarAddress,
        isDefault: false,
      })),
  );
  return [...present, ...former];
}

const idOfFormer = (address: string): string => createHash("sha256").update(address).digest("base64url");

const OTHERS: SetError = {
  type: "forbidden",
  description: "nobody takes part by other addresses, and only their own name is theirs",
};

/**
 * ParticipantIdentity (JMAP Calendars): with what address a person takes part in events. In their own account that is
 * their own, with those that they had before, in somebody else's or a group's also its owner's if they may write everything there (`identitiesIn`). The
 * server accepts no other addresses, so only one's own name can be set.
 */
export const participantIdentities = recordType({
  name: "ParticipantIdentity",
  capability: CALENDARS,
  properties: named<Identity>("id", "name", "calendarAddress", "isDefault"),
  read: async (context, account) => ok({ items: await records(context, account) }),
  changes: "whole",
  set: {
    arguments: { onSuccessSetIsDefault: v.nullish(idText) },
    create: OTHERS,
    async update(call, id, patch) {
      const identity = (await records(call, call.account)).find((one) => one.id === id);
      if (!identity) return NOT_FOUND;
      if (Object.keys(patch).length > 0 && id !== call.actor.principalId) return failed(OTHERS);
      const current = identity as unknown as JsonObject;
      const wrong = Object.keys(patch).filter((name) => name !== "name" && patch[name] !== current[name]);
      if (wrong.length > 0) return failed(invalidProperties(wrong, "unknown or server-set"));
      const { name = identity.name } = patch;
      if (typeof name !== "string") return failed(invalidProperties(["name"], "must be a text"));
      if (name === identity.name) return ok(undefined);
      const renamed = await updateProfile(call.app, call.actor, { displayName: name });
      return renamed.ok ? ok(undefined) : failed({ ...setErrorOf(renamed.problem), properties: ["name"] });
    },
    destroy: async (call, id) =>
      (await records(call, call.account)).some((one) => one.id === id) ? failed(OTHERS) : NOT_FOUND,
  },
});
