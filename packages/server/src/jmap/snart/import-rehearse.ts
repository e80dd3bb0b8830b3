import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { rehearseImport } from "../../app/calendars/rehearse-import.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";
import { blobIds } from "./import-start.ts";

/** Import/rehearse: what an import of uploads would bring; stores nothing. */
export const importRehearse = accountMethod(
  SNART,
  v.strictObject({ accountId: id, blobIds: v.pipe(blobIds, v.minLength(1)) }),
  async ({ app, actor }, account, args) => {
    const rehearsed = await rehearseImport(app, actor, account.id, args.blobIds);
    return rehearsed.ok
      ? ok({ accountId: account.id, rehearsal: rehearsed.value })
      : failed(methodErrorOf(rehearsed.problem));
  },
);
