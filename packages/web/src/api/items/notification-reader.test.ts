import { failed, ok } from "@snart/calendar/result.ts";
import { expect, it } from "vitest";
import type { Answers, Invocation } from "../calls.ts";
import type { ApiProblem } from "../problem.ts";
import { NotificationReader } from "./notification-reader.ts";

const refused = (code: string): ApiProblem => ({ kind: "refused", status: 200, code, fields: {} });

/** A server with event notifications in some accounts; each has a log of which were made and dismissed. */
function server(accounts: readonly string[]) {
  const logs = new Map(accounts.map((id) => [id, [] as { id: string; isGone: boolean }[]]));
  const asked: string[] = [];
  let problem: ApiProblem | undefined;
  const record = (id: string) => ({
    id,
    created: "2026-11-23T10:00:00Z",
    type: "updated",
    changedBy: { name: "Bo" },
    event: {},
  });
  const present = (accountId: string) =>
    (logs.get(accountId) ?? []).reduce((ids, { id, isGone }) => {
      if (isGone) ids.delete(id);
      else ids.add(id);
      return ids;
    }, new Set<string>());
  const answer = ([name, args]: Invocation) => {
    const accountId = String(args["accountId"]);
    const log = logs.get(accountId);
    if (!log) return failed(refused("accountNotFound"));
    const state = String(log.length);
    if (/^(Share|Poll)/.test(name)) return ok({ state, newState: state, list: [], destroyed: [] });
    if (name.endsWith("/changes")) {
      const since = Number(args["sinceState"]);
      if (since < 0) return failed(refused("cannotCalculateChanges"));
      const destroyed = log
        .slice(since)
        .filter(({ isGone }) => isGone)
        .map(({ id }) => id);
      return ok({ newState: state, destroyed });
    }
    return ok({ state, list: [...present(accountId)].map(record) });
  };
  const gather = async (calls: readonly Invocation[]) => {
    asked.push(
      calls
        .map(
          ([name, args]) => `${name.replace("CalendarEventNotification", "E")} ${String(args["accountId"])}`,
        )
        .join(", "),
    );
    if (problem) return failed(problem);
    const byId = new Map(calls.map((call) => [call[2], answer(call)]));
    const answers: Answers = {
      of: (id) => byId.get(id) ?? failed(refused("serverFail")),
      list: () => ok([]),
    };
    return ok(answers);
  };
  const inReach = [...accounts];
  const reader = new NotificationReader("A", async () => ok(inReach), gather);
  const titles = async (...changed: Parameters<NotificationReader["read"]>) => {
    asked.length = 0;
    const given = await reader.read(...changed);
    return given.ok ? given.value.map(({ accountId, id }) => accountId + id).toSorted() : given.problem.kind;
  };
  const events = () => asked.filter((calls) => calls.startsWith("E"));
  return {
    logs,
    inReach,
    reader,
    titles,
    events,
    fails: (one: ApiProblem | undefined) => void (problem = one),
  };
}
const made = (id: string) => ({ id, isGone: false });

it("reads everything once, and then of an account that is said to have changed its changes alone", async () => {
  const { logs, titles, events } = server(["A", "B", "C"]);
  logs.get("B")?.push(made("1"));
  expect(await titles()).toEqual(["B1"]);
  expect(events()).toEqual(["E/get A", "E/get B", "E/get C"]);
  logs.get("B")?.push(made("2"), { id: "1", isGone: true });
  expect(await titles({ B: { CalendarEventNotification: "3" } })).toEqual(["B2"]);
  expect(events()).toEqual(["E/changes B, E/get B"]);
  expect(await titles({ B: { Reminder: "3" } })).toEqual(["B2"]);
  expect(await titles({ B: { CalendarEventNotification: "3" } }), "that state is known").toEqual(["B2"]);
  expect(events()).toEqual([]);
});

it("reads a new account whole, and drops the notifications of a lost one", async () => {
  const { logs, inReach, titles, events } = server(["A", "B"]);
  logs.get("B")?.push(made("1"));
  expect(await titles()).toEqual(["B1"]);
  logs.set("C", [made("7")]);
  inReach.splice(1, 1, "C");
  expect(await titles({ A: { ShareNotification: "1" } })).toEqual(["C7"]);
  expect(events()).toEqual(["E/get C"]);
});

it("says that it could not read, and has the rest once it can", async () => {
  const { logs, titles, fails } = server(["A", "B"]);
  logs.get("B")?.push(made("1"));
  for (const problem of [refused("limit"), { kind: "unreachable" } as const]) {
    fails(problem);
    expect(await titles()).toBe(problem.kind);
  }
  fails(undefined);
  expect(await titles()).toEqual(["B1"]);
});

it("has none of an account of which only busy times are seen", async () => {
  const { logs, inReach, titles } = server(["A", "B"]);
  logs.get("B")?.push(made("1"));
  inReach.push("busy");
  expect(await titles()).toEqual(["B1"]);
  expect(await titles()).toEqual(["B1"]);
});

it("does not list again what was put away, and reads it anew if that was refused", async () => {
  const { logs, reader, titles } = server(["A"]);
  logs.get("A")?.push(made("1"), made("2"));
  const given = await reader.read();
  reader.drop(new Set(given.ok ? given.value.filter(({ id }) => id === "1") : []));
  expect(await titles({})).toEqual(["A2"]);
  reader.forget();
  expect(await titles({})).toEqual(["A1", "A2"]);
});
