import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Asked } from "../problem.ts";
import { queryItems, type Page } from "./query-items.ts";

/**
 * Returns an account's open tasks, each series as one, and those completed since a moment (a UTCDate, RFC 8620 §1.4).
 */
export const fetchTasks = (accountId: string, completedAfter: string): Asked<Page<JSEvent>> =>
  queryItems("Task", accountId, {
    filter: { operator: "OR", conditions: [{ isOver: false }, { completedAfter }] },
  });
