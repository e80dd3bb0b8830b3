import { ok } from "@snart/calendar/result.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { isRecord } from "../read-json.ts";

/**
 * Returns the events of an account that contain some words, at any time, nearest to now first: at most `limit`.
 */
export async function findEvents(accountId: string, text: string, limit: number): Asked<readonly JSEvent[]> {
  const sort = [{ property: "nearness" }];
  const answers = await jmap.gather([
    ["CalendarEvent/query", { accountId, filter: { text }, sort, limit }, "query"],
    ["CalendarEvent/get", { accountId, "#ids": resultOf("query", "CalendarEvent/query", "/ids") }, "get"],
  ]);
  if (!answers.ok) return answers;
  const queried = answers.value.of("query");
  if (!queried.ok) return queried;
  const got = answers.value.of("get");
  if (!got.ok) return got;
  const list = got.value["list"];
  return ok(Array.isArray(list) ? list.filter(isEvent) : []);
}

const isEvent = (value: unknown): value is JSEvent =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["start"] === "string";
