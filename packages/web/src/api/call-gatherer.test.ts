import { failed, ok } from "@snart/calendar/result.ts";
import { expect, it } from "vitest";
import { CallGatherer, joined } from "./call-gatherer.ts";
import type { Answers, Invocation } from "./calls.ts";
import type { ApiProblem } from "./problem.ts";

const AWAY: ApiProblem = { kind: "unreachable" };

/** Echoes each call's arguments, and notes the requests. */
function gatherer(most: number, isAway: () => boolean = () => false) {
  const sent: (readonly Invocation[])[] = [];
  const send = async (calls: readonly Invocation[]) => {
    sent.push(calls);
    if (isAway()) return failed(AWAY);
    const byId = new Map(calls.map(([name, args, id]) => [id, { name, ...args }]));
    const answers: Answers = { of: (id) => ok(byId.get(id) ?? {}), list: () => ok([]) };
    return ok(answers);
  };
  return { sent, gatherer: new CallGatherer(send, async () => ok(most)) };
}
const two = (accountId: string): readonly Invocation[] => [
  ["Event/query", { accountId }, "query"],
  ["Event/get", { accountId, "#ids": { resultOf: "query", name: "Event/query", path: "/ids" } }, "get"],
];

it("makes few requests of what is asked in one turn, none over the server's limit, and parts no group", async () => {
  const { sent, gatherer: calls } = gatherer(5);
  const accounts = ["a", "b", "c", "d", "e"];
  const given = await Promise.all(accounts.map((id) => calls.ask(two(id))));
  expect(sent.map(({ length }) => length)).toEqual([4, 4, 2]);
  for (const request of sent) {
    const ids = request.map(([, , id]) => id);
    expect(new Set(ids).size, "no id twice").toBe(ids.length);
    for (const [, args] of request) {
      const refers = args["#ids"] as { readonly resultOf: string } | undefined;
      if (refers) expect(ids).toContain(refers.resultOf);
    }
  }
  const told = given.map((one) => one.ok && one.value.of("get"));
  expect(told).toEqual(
    accounts.map((accountId) => expect.objectContaining({ value: expect.objectContaining({ accountId }) })),
  );
});

it("asks anew, by itself, what did not fit into one answer", async () => {
  const sent: string[][] = [];
  const tooMuch: ApiProblem = { kind: "refused", status: 200, code: "requestTooLarge", fields: {} };
  // The server lists two accounts at most, and one that is too large for any request.
  const send = async (calls: readonly Invocation[]) => {
    const accounts = [...new Set(calls.map(([, { accountId }]) => String(accountId)))];
    sent.push(accounts);
    const isListed = (account: string) => account !== "huge" && accounts.indexOf(account) < 2;
    const byId = new Map(calls.map(([name, args, id]) => [id, { name, args }]));
    const of: Answers["of"] = (id) => {
      const call = byId.get(id);
      const fits = call?.name === "Event/query" || isListed(String(call?.args["accountId"]));
      return fits ? ok({ accountId: call?.args["accountId"] ?? null }) : failed(tooMuch);
    };
    return ok<Answers>({ of, list: () => ok([]) });
  };
  const calls = new CallGatherer(send, async () => ok(100));
  const accounts = ["a", "b", "c", "d", "huge", "e"];
  const given = await Promise.all(accounts.map((id) => calls.ask(two(id))));
  const told = given.map((one) => one.ok && one.value.of("get").ok);
  expect(told).toEqual([true, true, true, true, false, true]);
  expect(sent).toEqual([accounts, ["c", "d", "huge", "e"], ["huge", "e"], ["huge"]]);
});

it("sends what is asked later by itself", async () => {
  const { sent, gatherer: calls } = gatherer(10);
  await calls.ask(two("a"));
  await calls.ask(two("b"));
  expect(sent).toHaveLength(2);
});

it("returns to each caller only the problem of their own request", async () => {
  let asked = 0;
  const { gatherer: calls } = gatherer(2, () => asked++ === 0);
  const [first, second] = await Promise.all([calls.ask(two("a")), calls.ask(two("b"))]);
  expect([first?.ok, second?.ok]).toEqual([false, true]);
});

it("joins the answers of calls that were asked one by one, or is the first problem", async () => {
  const each = async (most: number, isAway: boolean) => {
    const { gatherer: calls } = gatherer(most, () => isAway);
    const list = ["a", "b"].map((id): Invocation => ["Calendar/get", { accountId: id }, id]);
    return joined(list, await Promise.all(list.map((call) => calls.ask([call]))));
  };
  const given = await each(1, false);
  expect(given.ok && [given.value.of("a"), given.value.of("b"), given.value.of("c").ok]).toEqual([
    ok({ name: "Calendar/get", accountId: "a" }),
    ok({ name: "Calendar/get", accountId: "b" }),
    false,
  ]);
  expect(await each(1, true)).toEqual(failed(AWAY));
});
