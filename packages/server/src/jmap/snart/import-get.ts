import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { importStates } from "../../app/calendars/import-job.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { couldBeId, id, idList, propertyList } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SNART } from "../wire/capabilities.ts";
import { IMPORT_PROPERTIES, importRecord } from "./import-record.ts";

const schema = v.strictObject({ accountId: id, ids: idList, properties: propertyList });

/** Import/get: how far imports are; only by id. */
export const importGet = accountMethod(SNART, schema, async ({ app, actor, imports }, account, args) => {
  const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
  if (!ids.ok) return ids;
  const properties = checkProperties(args.properties, IMPORT_PROPERTIES);
  if (!properties.ok) return properties;
  const state = imports.stateOf(account.id);
  const found = await importStates(app, actor, account.id, (ids.value ?? []).filter(couldBeId));
  if (!found.ok) return failed(methodErrorOf(found.problem));
  const records = found.value.map((one) => ({ ...importRecord(one) }));
  return ok(
    getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
  );
});
