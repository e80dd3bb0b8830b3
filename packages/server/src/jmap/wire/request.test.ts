import { describe, expect, it } from "vitest";
import type { Turn } from "../../app/app.ts";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { readApiRequest } from "./request.ts";

const limits = { ...DEFAULT_LIMITS, requestSize: 1_000_000 };

const unhurried = { isDue: () => false, next: () => Promise.resolve() };

function post(body: string | Uint8Array<ArrayBuffer>, type = "application/json", turn: Turn = unhurried) {
  return readApiRequest(
    new Request("http://snart.test/jmap/api", { method: "POST", body, headers: { "Content-Type": type } }),
    limits,
    turn,
  );
}
const request = (fields: object) =>
  JSON.stringify({ using: ["urn:ietf:params:jmap:core"], methodCalls: [], ...fields });

async function problem(body: string | Uint8Array<ArrayBuffer>, type?: string) {
  const read = await post(body, type);
  if (read.ok) throw new Error("it was accepted");
  return read.problem;
}

describe("a request to the API endpoint", () => {
  it("is read into its calls", async () => {
    const read = await post(request({ methodCalls: [["Core/echo", { a: 1 }, "c1"]], somethingNew: true }));
    expect(read).toMatchObject({
      ok: true,
      value: { calls: [{ name: "Core/echo", args: { a: 1 }, callId: "c1" }] },
    });
    expect(read.ok && read.value.createdIds).toBeUndefined();
  });

  it("may have colons, quotation marks and backslashes in its texts, and equal names in different objects", async () => {
    const args = { "a:\\": '\\":', b: [{ a: ":" }, { a: '"' }], 'c"': { a: "\\\\" } };
    const read = await post(request({ methodCalls: [["Core/echo", args, "c"]] }));
    expect(read).toMatchObject({ ok: true, value: { calls: [{ args }] } });
  });

  it("may have a charset in its content type", async () => {
    expect((await post(request({}), "Application/JSON; charset=utf-8")).ok).toBe(true);
  });

  it.each([
    ["another content type", request({}), "text/plain"],
    ["no JSON", "{", undefined],
    ["an empty body", "", undefined],
    [
      "half a character",
      request({ methodCalls: [["Core/echo", { a: "\ud800" }, "c"]] }).replace("\ufffd", "\\ud800"),
      undefined,
    ],
    [
      "a name twice in one object",
      '{"using":[],"methodCalls":[["Core/echo",{"a":"\\\\","b":{"x":1,"y\\"":":","x":2}},"c"]]}',
      undefined,
    ],
    [
      "a member called __proto__",
      '{"using":[],"methodCalls":[["Core/echo",{"__proto__":{"x":1}},"c"]]}',
      undefined,
    ],
    [
      "nesting that is meant to hurt",
      `{"using":[],"methodCalls":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      undefined,
    ],
  ])("with %s is notJSON", async (_what, body, type) => {
    expect((await problem(body, type)).type).toBe("notJSON");
  });

  it("that is not UTF-8 is notJSON", async () => {
    expect((await problem(new Uint8Array([0x22, 0xff, 0x22]))).type).toBe("notJSON");
  });

  it.each([
    ["an array", "[]"],
    ["no calls", JSON.stringify({ using: [] })],
    ["using that is no list", JSON.stringify({ using: "urn:ietf:params:jmap:core", methodCalls: [] })],
    ["a capability that is no text", JSON.stringify({ using: [1], methodCalls: [] })],
    ["a call with two parts", request({ methodCalls: [["Core/echo", {}]] })],
    ["a call with four parts", request({ methodCalls: [["Core/echo", {}, "c", 1]] })],
    ["a call id that is no text", request({ methodCalls: [["Core/echo", {}, 1]] })],
    ["arguments that are a list", request({ methodCalls: [["Core/echo", [], "c"]] })],
    ["created ids that are no texts", request({ createdIds: { a: 1 } })],
  ])("with %s is notRequest", async (_what, body) => {
    expect((await problem(body)).type).toBe("notRequest");
  });

  it("for a capability that is not spoken is unknownCapability", async () => {
    const refused = await problem(JSON.stringify({ using: ["urn:ietf:params:jmap:mail"], methodCalls: [] }));
    expect(refused).toMatchObject({
      type: "unknownCapability",
      detail: expect.stringContaining("urn:ietf:params:jmap:mail"),
    });
  });

  it("of 10 000 calls meets maxCallsInRequest", async () => {
    const calls = `[${Array.from({ length: 10_000 }, () => "[]").join(",")}]`;
    const refused = await problem(`{"using":[],"methodCalls":${calls}}`);
    expect(refused).toMatchObject({ type: "limit", limit: "maxCallsInRequest", status: 400 });
  });

  it("of more values than are read meets maxValuesInRequest, whatever they are", async () => {
    for (const [value, count] of [
      ["1", 100_000],
      ["[]", 50_000],
      ["{}", 50_000],
      ['","', 100_000],
      ['{"a":1,"b":"\\""}', 34_000],
    ] as const) {
      const list = `[${Array.from({ length: count }, () => value).join(",")}]`;
      const body = `{"using":[],"methodCalls":[["Core/echo",{"a":${list}},"c"]]}`;
      expect(await problem(body), value).toMatchObject({
        type: "limit",
        limit: "maxValuesInRequest",
        status: 400,
      });
    }
    const members = Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join(",");
    const body = `{"using":[],"methodCalls":[["Core/echo",{${members}},"c"]]}`;
    expect(await problem(body)).toMatchObject({ limit: "maxValuesInRequest" });
  });

  it("of many values is read in steps, between which others have their turns", async () => {
    let turns = 0;
    const turn = { isDue: () => true, next: async () => void turns++ };
    const list = `[${Array.from({ length: 90_000 }, () => 1).join(", ")}]`;
    const body = `{"using":[],"methodCalls":[["Core/echo",{"a":${list}},"c"]]}`;
    expect((await post(body, undefined, turn)).ok).toBe(true);
    // The characters are counted in parts of 64 KiB, and the values looked at by the thousand.
    expect(turns).toBeGreaterThanOrEqual(94);
  });

  it("that is too large meets maxSizeRequest", async () => {
    expect(await problem(" ".repeat(1_000_001))).toMatchObject({ type: "limit", limit: "maxSizeRequest" });
  });

  it("that says it is too large is not read at all", async () => {
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
    const headers = { "Content-Type": "application/json", "Content-Length": "1000001" };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const read = await readApiRequest(new Request("http://snart.test/", init), limits, unhurried);
    expect(read.ok).toBe(false);
    expect(pulled).toBe(0);
  });
});
