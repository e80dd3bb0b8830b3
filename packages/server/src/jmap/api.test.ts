import { describe, expect, it } from "vitest";
import { eachWithJmap } from "../testing/each-with-jmap.ts";
import type { Answer } from "../testing/jmap-client.ts";
import { openTestJmap } from "../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);

const post = async (body: object, init?: Record<string, string>) => {
  const response = await elin.post(JSON.stringify(body), init);
  return {
    status: response.status,
    type: response.headers.get("Content-Type"),
    body: (await response.json()) as Answer,
  };
};

describe("the API endpoint", () => {
  it("echoes", async () => {
    expect(await elin.call("Core/echo", { hello: true, high: 5, nested: [{ "#a": null }] })).toEqual({
      hello: true,
      high: 5,
      nested: [{ "#a": null }],
    });
  });

  it("answers calls in order, each with its own id, and continues after an error", async () => {
    const { methodResponses } = await elin.request([
      ["Core/echo", { n: 1 }, "same"],
      ["No/such", {}, "x"],
      ["Core/echo", { n: 2 }, "same"],
    ]);
    expect(methodResponses).toEqual([
      ["Core/echo", { n: 1 }, "same"],
      ["error", { type: "unknownMethod" }, "x"],
      ["Core/echo", { n: 2 }, "same"],
    ]);
  });

  it("does not know methods of capabilities that the request does not use", async () => {
    const call = ["Calendar/get", { accountId: elin.accountId, ids: null }, "c"];
    const { body } = await post({ using: ["urn:ietf:params:jmap:core"], methodCalls: [call] });
    expect(body.methodResponses).toEqual([["error", { type: "unknownMethod" }, "c"]]);
  });

  it.each(["constructor", "toString", "__proto__", "Core/echo "])(
    "does not know a method called %s",
    async (name) => {
      expect(await elin.failing(name)).toEqual({ type: "unknownMethod" });
    },
  );

  it("prints refused requests as problem details", async () => {
    const { status, type, body } = await post({ using: ["urn:nobody"], methodCalls: [] });
    expect(status).toBe(400);
    expect(type).toBe("application/problem+json");
    expect(body).toMatchObject({
      type: "urn:ietf:params:jmap:error:unknownCapability",
      status: 400,
      detail: expect.any(String),
    });
  });

  it("names the exceeded limit", async () => {
    const calls = Array.from({ length: 129 }, () => ["Core/echo", {}, "c"]);
    const { status, body } = await post({ using: ["urn:ietf:params:jmap:core"], methodCalls: calls });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      type: "urn:ietf:params:jmap:error:limit",
      limit: "maxCallsInRequest",
      status: 400,
    });
  });

  it("returns createdIds only if it was given some", async () => {
    expect(await elin.request([["Core/echo", {}]])).not.toHaveProperty("createdIds");
    expect((await elin.request([["Core/echo", {}]], { createdIds: { k: "id1" } })).createdIds).toEqual({
      k: "id1",
    });
  });

  it("tells the state of the session", async () => {
    expect((await elin.request([])).sessionState).toBe((await elin.session()).state);
  });

  it("does not let references double a response again and again", async () => {
    const doubling = (of: number) => ({
      a: 1,
      "#x": { resultOf: `c${of}`, name: "Core/echo", path: "" },
      "#y": { resultOf: `c${of}`, name: "Core/echo", path: "" },
    });
    const calls = Array.from({ length: 31 }, (_, at): [string, object] => ["Core/echo", doubling(at)]);
    const { methodResponses } = await elin.request([["Core/echo", { text: "x".repeat(1000) }], ...calls]);
    expect(methodResponses).toHaveLength(32);
    expect(methodResponses.at(-1)[1].type).toBe("invalidResultReference");
    expect(JSON.stringify(methodResponses).length).toBeLessThan(40_000_000);
  });

  it("lists no more in all of its calls than four full lists, and says so", async () => {
    const small = await openTestJmap({ limits: { maxObjectsInGet: 1 } });
    try {
      const bo = await small.client("bo");
      const calls = Array.from({ length: 6 }, (): [string, object] => ["Calendar/get", { ids: null }]);
      const { methodResponses } = await bo.request(calls);
      const told = methodResponses.map(([name, { type }]: [string, { type?: string }]) => type ?? name);
      const full = ["Calendar/get", "Calendar/get", "Calendar/get", "Calendar/get"];
      expect(told).toEqual([...full, "requestTooLarge", "requestTooLarge"]);
      // What is refused is not done.
      const create = { k: { name: "Other" } };
      const refused = await bo.request([...calls, ["Calendar/set", { create }]]);
      expect(refused.methodResponses.at(-1)).toMatchObject(["error", { type: "requestTooLarge" }, "c6"]);
      expect(await bo.calendars()).toHaveLength(1);
    } finally {
      await small.close();
    }
  });

  it("cannot refer to itself or ahead", async () => {
    const { methodResponses } = await elin.request([
      ["Core/echo", { "#x": { resultOf: "c0", name: "Core/echo", path: "" } }],
      ["Core/echo", { "#x": { resultOf: "c2", name: "Core/echo", path: "" } }],
      ["Core/echo", { "#x": { resultOf: "c1", name: "error", path: "/type" } }],
    ]);
    expect(methodResponses.map(([, args]: [string, { type?: string }]) => args)).toEqual([
      expect.objectContaining({ type: "invalidResultReference" }),
      expect.objectContaining({ type: "invalidResultReference" }),
      { x: "invalidResultReference" },
    ]);
  });

  it.each([
    ["unknown arguments", { ids: null, colour: 1 }],
    ["ids that are no texts", { ids: [1] }],
    ["ids that are an object", { ids: { length: 1 } }],
    ["an account id that is no text", { accountId: 5 }],
    ["an account id that is no id", { accountId: "a/b" }],
    ["properties that are no texts", { properties: [null] }],
  ])("refuses %s as invalidArguments", async (_what, args) => {
    expect(await elin.failing("Calendar/get", args)).toMatchObject({
      type: "invalidArguments",
      description: expect.any(String),
    });
  });

  it("refuses an account of another person, and a missing one", async () => {
    const nils = await jmap.client("nils");
    expect(await elin.failing("Calendar/get", { accountId: nils.accountId })).toEqual({
      type: "accountNotFound",
    });
    expect(await elin.failing("Calendar/get", { accountId: "nobody" })).toEqual({ type: "accountNotFound" });
  });

  it("refuses more simultaneous requests than its limit", async () => {
    const limited = await openTestJmap({ limits: { maxConcurrentRequests: 2 } });
    const client = await limited.client("elin");
    const body = JSON.stringify({ using: [], methodCalls: [] });
    const answers = await Promise.all([1, 2, 3].map(() => client.post(body)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "200", "429"]);
    const refused = await answers.find(({ status }) => status === 429)?.json();
    expect(refused).toMatchObject({
      type: "urn:ietf:params:jmap:error:limit",
      limit: "maxConcurrentRequests",
    });
    expect((await client.post(body)).status).toBe(200);
    await limited.close();
  });

  it("answers a bug with serverFail, reports it, and goes on", async () => {
    const { storage } = jmap.app;
    const broken = new Error("the disk is gone");
    const read = storage.read.bind(storage);
    let reads = 0;
    storage.read = (work) => (++reads === 1 ? Promise.reject(broken) : read(work));
    const { methodResponses } = await elin.request([
      ["Calendar/get", { ids: null }],
      ["Core/echo", { still: "here" }],
    ]);
    expect(methodResponses[0][1]).toMatchObject({ type: "serverFail" });
    expect(JSON.stringify(methodResponses)).not.toContain("disk");
    expect(methodResponses[1][1]).toEqual({ still: "here" });
    expect(jmap.reported).toContain(broken);
  });
});
