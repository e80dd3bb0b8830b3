import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Page } from "./calendar-api.ts";
import { itemsOf } from "./items.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { text } from "../read-json.ts";

const PAGE = 500;
const MAX_PAGES = 40;

/**
 * Returns an account's open tasks, each series as one, and those completed since a moment (a UTCDate, RFC 8620 §1.4).
 */
export async function fetchTasks(accountId: string, completedAfter: string): Asked<Page<JSEvent>> {
  const filter = { operator: "OR", conditions: [{ isOver: false }, { completedAfter }] };
  const list: JSEvent[] = [];
  let state = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const answers = await jmap.gather([
      ["Task/query", { accountId, filter, position: page * PAGE, limit: PAGE }, "query"],
      ["Task/get", { accountId, "#ids": resultOf("query", "Task/query", "/ids") }, "get"],
    ]);
    if (!answers.ok) return answers;
    const got = answers.value.of("get");
    if (!got.ok) return got;
    const found = itemsOf(got.value["list"]);
    // The oldest state of the pages counts: the next changes then repeat those made while the pages were read.
    state ||= text(got.value["state"]);
    list.push(...found);
    if (found.length < PAGE) break;
  }
  return ok({ state, list });
}
