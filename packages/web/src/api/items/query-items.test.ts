import { ok } from "@snart/calendar/result.ts";
import { afterEach, expect, it, vi } from "vitest";
import type { Invocation } from "../calls.ts";
import { jmap } from "../jmap-client.ts";
import { record, type JsonRecord } from "../read-json.ts";
import { queryItems } from "./query-items.ts";

interface Stored {
  readonly id: string;
  readonly start: string;
}

/** A server whose calls of one request are transactions of their own; `between` may write before each. */
function serve(between: (call: Invocation, events: Stored[]) => void) {
  const events: Stored[] = [];
  const requests: (readonly Invocation[])[] = [];
  vi.spyOn(jmap, "gather").mockImplementation(async (calls) => {
    requests.push(calls);
    let found: readonly string[] = [];
    const answers = new Map<string, JsonRecord>();
    for (const call of calls) {
      between(call, events);
      const [name, args, id] = call;
      if (name.endsWith("/query")) {
        const from = Number(args["position"]);
        found = events.slice(from, from + Number(args["limit"])).map((it) => it.id);
        answers.set(id, { ids: found });
        continue;
      }
      const ids = args["#ids"] === undefined ? (args["ids"] as readonly string[]) : found;
      answers.set(id, { state: String(events.length), list: events.filter((it) => ids.includes(it.id)) });
    }
    return ok({ of: (id) => ok(record(answers.get(id))), list: () => ok([]) });
  });
  return { events, requests };
}
const event = (id: string) => ({ id, start: "2026-11-24T12:00:00" });

afterEach(() => void vi.restoreAllMocks());

it.each(["query", "get"])("has the state from before an event that is made before the %s", async (moment) => {
  const { events } = serve(([name, args], all) => {
    if (name === `CalendarEvent/${moment}` && args["ids"] === undefined && all.length === 1)
      all.push(event("b"));
  });
  events.push(event("a"));
  const given = await queryItems("CalendarEvent", "me", {});
  expect(given.ok && given.value.state).toBe("1");
});

it("has the state from before the first of several pages", async () => {
  const { events, requests } = serve(([name, args], all) => {
    if (name === "Task/query" && args["position"] === 500) all.push(event("late"));
  });
  for (let at = 0; at < 501; at++) events.push(event(`e${at}`));
  const given = await queryItems("Task", "me", {});
  expect(given.ok && [given.value.state, given.value.list.length]).toEqual(["501", 502]);
  expect(requests.map((calls) => calls.length)).toEqual([3, 2]);
});
