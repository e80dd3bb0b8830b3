import { failed } from "@snart/calendar/result.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../../app/changes.ts";
import { eventChanges } from "../../../app/objects/seen-changes.ts";
import { accountMethod } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import { flag, idText, queryArguments, stateText, unsigned } from "../../standard/arguments.ts";
import { queryChangesAnswer } from "../../standard/query-changes.ts";
import { modseqOf } from "../../standard/state.ts";
import { CALENDARS } from "../../wire/capabilities.ts";
import { parseEventFilter } from "./event-filter.ts";
import { zoneName } from "./event-get.ts";
import { sortedIds } from "./event-query.ts";
import { eventSort } from "./event-sort.ts";

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

/** As many changes as are looked at; after more it is quicker to ask anew. */
const MOST_CHANGES = 1_000;

/**
 * CalendarEvent/queryChanges. Of occurrences, and of what is sorted by how near it is, nothing but that nothing has changed can be told
 * (`canCalculateChanges` is false in the answer of such a query).
 */
export const eventQueryChanges = accountMethod(CALENDARS, schema, async (context, account, args) => {
  const { app, actor } = context;
  const zone = ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC;
  const parsed = parseEventFilter(args.filter);
  if (!parsed.ok) return parsed;
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  const since = modseqOf(args.sinceQueryState);
  const { sinceQueryState, maxChanges, calculateTotal } = args;
  const isUnchanged = since === state.value && !calculateTotal;
  const nothing = { newModseq: state.value, created: [], updated: [], destroyed: [] };
  if (isUnchanged)
    return queryChangesAnswer({
      account,
      sinceQueryState,
      changes: nothing,
      ids: [],
      maxChanges,
      calculateTotal,
    });
  const order = eventSort(args.sort ?? [], zone);
  if (since === undefined || args.expandRecurrences || !order.ok)
    return failed({ type: "cannotCalculateChanges" });
  const changes = await eventChanges(app, actor, account.id, since, MOST_CHANGES);
  if (!changes.ok) return failed(accountErrorOf(changes.problem));
  if (changes.value.hasMore) return failed({ type: "cannotCalculateChanges" });
  const { filter: sent, sort: sorting } = args;
  const ids = await sortedIds(context, account, {
    search: { filter: parsed.value, zone, expandIn: null },
    order: order.value,
    modseq: changes.value.newModseq,
    filter: sent,
    sort: sorting,
  });
  if (!ids.ok) return ids;
  return queryChangesAnswer({
    account,
    sinceQueryState,
    changes: changes.value,
    ids: ids.value,
    maxChanges,
    calculateTotal,
  });
});
