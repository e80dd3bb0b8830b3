import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountMethod } from "../method.ts";
import { queryChangesArguments } from "../standard/arguments.ts";
import { itemQueryChanges } from "../standard/query-changes.ts";
import { TASKS } from "../wire/capabilities.ts";
import { parseTaskFilter } from "./task-filter.ts";
import { expansion, sortedTaskIds } from "./task-query.ts";
import { taskSort } from "./task-sort.ts";

/**
 * Task/queryChanges. For occurrences, and for the next ones of series, it can only report that nothing has changed
 * (`canCalculateChanges` is false in such a query's answer).
 */
export const taskQueryChanges = accountMethod(
  TASKS,
  v.strictObject({ ...queryChangesArguments, ...expansion }),
  async (context, account, args) => {
    const zone = ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC;
    const filter = parseTaskFilter(args.filter);
    if (!filter.ok) return filter;
    const sort = taskSort(args.sort ?? [], zone);
    const isWhole = !args.expandRecurrences && !args.nextOpenOnly;
    const search = { filter: filter.value, zone, series: "whole" } as const;
    return itemQueryChanges(context, account, args, {
      type: "Task",
      ids: isWhole && sort.ok ? () => sortedTaskIds(context, account, search, sort.value) : null,
    });
  },
);
