import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { restoreEvents } from "../../app/write/restore-events.ts";
import type { ObjectId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf, setErrorOf } from "../problem.ts";
import { couldBeId, flag, id, idList } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";
import type { SetError } from "../wire/errors.ts";

/**
 * CalendarEvent/restore: restores deleted events with the same ids; people who were notified of the deletion can be
 * notified of that as well.
 */
export const eventRestore = accountMethod(
  SNART,
  v.strictObject({ accountId: id, ids: idList, sendSchedulingMessages: flag(false) }),
  async (context, account, args) => {
    const { app, actor } = context;
    const limit = app.limits.maxObjectsInSet;
    if (args.ids.length > limit)
      return failed({ type: "requestTooLarge", description: `maxObjectsInSet is ${limit}`, limit });
    const ids = [...new Set(args.ids)];
    const possible = ids.filter(couldBeId) as ObjectId[];
    const { sendSchedulingMessages } = args;
    const done = await restoreEvents(app, actor, account.id, possible, { sendSchedulingMessages });
    if (!done.ok) return failed(accountErrorOf(done.problem));
    const impossible = ids
      .filter((one) => !couldBeId(one))
      .map((one): [string, SetError] => [one, { type: "notFound" }]);
    const refused = [...done.value.notRestored].map(([one, problem]): [string, SetError] => [
      one,
      setErrorOf(problem),
    ]);
    return ok({
      accountId: account.id,
      restored: done.value.restored,
      notScheduled: done.value.apart,
      notRestored: Object.fromEntries([...impossible, ...refused]),
    });
  },
);
