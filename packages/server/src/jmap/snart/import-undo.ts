import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { stopImport } from "../../app/calendars/import-job.ts";
import { undoImport } from "../../app/calendars/undo-import.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id } from "../standard/arguments.ts";
import { recordOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";
import { importProperties } from "./import-get.ts";

const schema = v.strictObject({ accountId: id, id });

/** Import/undo: removes the objects that an import added, unless somebody has changed them since. */
export const importUndo = accountMethod(SNART, schema, async ({ app, actor }, account, args) => {
  const undone = await undoImport(app, actor, account.id, args.id);
  return undone.ok
    ? ok({ accountId: account.id, id: args.id, removed: undone.value.removed })
    : failed(methodErrorOf(undone.problem));
});

/** Import/stop: ends a running import; what it has added stays. */
export const importStop = accountMethod(SNART, schema, async (context, account, args) => {
  const stopped = await stopImport(context.app, context.actor, account.id, args.id);
  if (!stopped.ok) return failed(methodErrorOf(stopped.problem));
  const record = recordOf({ properties: importProperties }, stopped.value, context);
  return ok({ accountId: account.id, import: record });
});
