import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import { flag, idText, queryArguments, stateText, unsigned } from "../standard/arguments.ts";
import { stateOf } from "../standard/state.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { parseEventFilter } from "./event-filter.ts";
import { zoneName } from "./event-get.ts";

const { accountId, filter, sort, calculateTotal } = queryArguments;
const schema = v.strictObject({
  accountId,
  filter,
  sort,
  calculateTotal,
  sinceQueryState: stateText,
  maxChanges: v.nullish(v.pipe(unsigned, v.minValue(1))),
  upToId: v.nullish(idText),
  expandRecurrences: flag(false),
  timeZone: v.nullish(zoneName),
});

/**
 * CalendarEvent/queryChanges. Nothing is remembered about queries, so it can only tell that nothing has changed; after
 * any change the client has to ask anew (`canCalculateChanges` is false in every answer of the query).
 */
export const eventQueryChanges = accountMethod(CALENDARS, schema, async ({ app, actor }, account, args) => {
  const parsed = parseEventFilter(args.filter);
  if (!parsed.ok) return parsed;
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  const now = stateOf(state.value);
  if (args.sinceQueryState !== now || args.calculateTotal) return failed({ type: "cannotCalculateChanges" });
  return ok({ accountId: account.id, oldQueryState: now, newQueryState: now, removed: [], added: [] });
});
