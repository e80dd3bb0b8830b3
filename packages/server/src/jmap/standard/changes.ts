import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountChanges } from "../../app/changes.ts";
import { accountErrorOf } from "../problem.ts";
import { accountMethod } from "../method.ts";
import type { Method } from "../method.ts";
import { changesArguments } from "./arguments.ts";
import { modseqOf, stateOf } from "./state.ts";

/** How many ids one answer may bring when the client sets no bound. */
const DEFAULT_MAX_CHANGES = 10_000;

/** The /changes of a type that has its entries in the change log (RFC 8620 §5.2). */
export function changesMethod(capability: Method["capability"], type: "Calendar" | "CalendarEvent"): Method {
  return accountMethod(
    capability,
    v.strictObject(changesArguments),
    async ({ app, actor }, account, args) => {
      const since = modseqOf(args.sinceState);
      if (since === undefined) return failed({ type: "cannotCalculateChanges" });
      const limit = Math.min(args.maxChanges ?? DEFAULT_MAX_CHANGES, DEFAULT_MAX_CHANGES);
      const changes = await accountChanges(app, actor, account.id, type, since, limit);
      if (!changes.ok) return failed(accountErrorOf(changes.problem));
      const { newModseq, hasMore, created, updated, destroyed } = changes.value;
      return ok({
        accountId: account.id,
        oldState: args.sinceState,
        newState: stateOf(newModseq),
        hasMoreChanges: hasMore,
        created,
        updated,
        destroyed,
      });
    },
  );
}
