import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { undoImport } from "../../app/calendars/import-job.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";

/** Import/undo: removes the objects that an import added, unless somebody has changed them since. */
export const importUndo = accountMethod(
  SNART,
  v.strictObject({ accountId: id, id }),
  async ({ app, actor }, account, args) => {
    const undone = await undoImport(app, actor, account.id, args.id);
    return undone.ok
      ? ok({ accountId: account.id, id: args.id, removed: undone.value.removed })
      : failed(methodErrorOf(undone.problem));
  },
);
