import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile } from "../../app/accounts/profile.ts";
import { ownAccountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { getArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SNART } from "../wire/capabilities.ts";
import { shortHash } from "../wire/session.ts";
import { PROFILE_PROPERTIES, profileRecord } from "./profile-record.ts";

/** Profile/get: the one profile of the actor's own account. */
export const profileGet = ownAccountMethod(
  SNART,
  v.strictObject(getArguments),
  async ({ app, actor }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PROFILE_PROPERTIES);
    if (!properties.ok) return properties;
    const own = await profile(app, actor);
    if (!own.ok) return failed(methodErrorOf(own.problem));
    const record = profileRecord(own.value);
    const state = shortHash(record);
    const answer = {
      accountId: account.id,
      state,
      ids: ids.value,
      properties: properties.value,
      records: [{ ...record }],
    };
    return ok(getAnswer(answer));
  },
);
