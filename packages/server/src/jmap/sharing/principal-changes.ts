import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { ownAccountMethod } from "../method.ts";
import { changesArguments } from "../standard/arguments.ts";
import { PRINCIPALS } from "../wire/capabilities.ts";
import { readPrincipals } from "./principal-records.ts";

/** Principal/changes (RFC 9670 §2.2). They are few and no log is kept of them: after a change they are to be read anew. */
export const principalChanges = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(changesArguments),
  async (context, account, { sinceState }) => {
    const { state } = await readPrincipals(context);
    if (state !== sinceState) return failed({ type: "cannotCalculateChanges" });
    const nothing = { created: [], updated: [], destroyed: [] };
    return ok({ accountId: account.id, oldState: state, newState: state, hasMoreChanges: false, ...nothing });
  },
);
