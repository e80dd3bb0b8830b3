import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Invocation } from "../calls.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { text, type JsonRecord } from "../read-json.ts";
import { itemsOf, type ItemType } from "./items.ts";

export interface Page<T> {
  readonly state: string;
  readonly list: readonly T[];
}

export const PAGE = 500;
const MAX_PAGES = 40;

/**
 * Returns all events or tasks that a query finds. The state is from before the first look: the next changes then repeat
 * what was made meanwhile, between two pages or between the query and the reading of what it found, which a later state
 * would leave out for good.
 * @param query the arguments of the query but for the account and the page
 */
export async function queryItems(type: ItemType, accountId: string, query: JsonRecord): Asked<Page<JSEvent>> {
  const list: JSEvent[] = [];
  let state: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const first: Invocation[] =
      state === undefined ? [[`${type}/get`, { accountId, ids: [] }, "before"]] : [];
    const answers = await jmap.gather([
      ...first,
      [`${type}/query`, { accountId, ...query, position: page * PAGE, limit: PAGE }, "query"],
      [`${type}/get`, { accountId, "#ids": resultOf("query", `${type}/query`, "/ids") }, "get"],
    ]);
    if (!answers.ok) return answers;
    const { of } = answers.value;
    const [before, queried, got] = [
      state === undefined ? of("before") : ok({ state }),
      of("query"),
      of("get"),
    ];
    if (!before.ok) return before;
    if (!queried.ok) return queried;
    if (!got.ok) return got;
    state = text(before.value["state"]);
    const found = itemsOf(got.value["list"]);
    list.push(...found);
    if (found.length < PAGE) break;
  }
  return ok({ state: state ?? "", list });
}
