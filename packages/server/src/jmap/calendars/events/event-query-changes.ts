import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountMethod } from "../../method.ts";
import { flag, queryChangesArguments } from "../../standard/arguments.ts";
import { itemQueryChanges } from "../../standard/query-changes.ts";
import { CALENDARS } from "../../wire/capabilities.ts";
import { parseEventFilter } from "./event-filter.ts";
import { zoneName } from "./event-get.ts";
import { sortedIds } from "./event-query.ts";
import { eventSort } from "./event-sort.ts";

const schema = v.strictObject({
  ...queryChangesArguments,
  expandRecurrences: flag(false),
  timeZone: v.nullish(zoneName),
});

/**
 * CalendarEvent/queryChanges. For occurrences, and for results sorted by nearness, it can only report that nothing
 * has changed (`canCalculateChanges` is false in such a query's answer).
 */
export const eventQueryChanges = accountMethod(CALENDARS, schema, async (context, account, args) => {
  const zone = ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC;
  const parsed = parseEventFilter(args.filter);
  if (!parsed.ok) return parsed;
  const order = eventSort(args.sort ?? [], zone);
  const { filter: sent, sort: sorting } = args;
  return itemQueryChanges(context, account, args, {
    type: "CalendarEvent",
    ids:
      args.expandRecurrences || !order.ok
        ? null
        : (modseq) =>
            sortedIds(context, account, {
              search: { filter: parsed.value, zone, expandIn: null },
              order: order.value,
              modseq,
              filter: sent,
              sort: sorting,
            }),
  });
});
