import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { ownAccountMethod } from "../method.ts";
import { getArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { PRINCIPALS } from "../wire/capabilities.ts";
import { readPrincipals } from "./principal-records.ts";

const PRINCIPAL_PROPERTIES = [
  "id",
  "type",
  "name",
  "description",
  "email",
  "timeZone",
  "capabilities",
  "accounts",
];

/** Principal/get (RFC 9670 §2.1): everybody on this server, with as much as the actor may know of each. */
export const principalGet = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(getArguments),
  async (context, account, args) => {
    const ids = requestedIds(args.ids, context.app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PRINCIPAL_PROPERTIES);
    if (!properties.ok) return properties;
    const { state, records } = await readPrincipals(context);
    return ok(
      getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
    );
  },
);
