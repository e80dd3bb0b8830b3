import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "./json.ts";
import { pointed, resolveReferences } from "./references.ts";
import type { Invocation } from "./request.ts";

const responses: readonly Invocation[] = [
  { name: "Foo/query", args: { ids: ["a", "b"], "odd/~name": 1 }, callId: "t0" },
  {
    name: "Foo/get",
    args: {
      list: [
        { id: "a", tags: ["x", "y"] },
        { id: "b", tags: ["z"] },
      ],
      byId: { a: { n: 1 } },
    },
    callId: "t1",
  },
  { name: "error", args: { type: "invalidArguments" }, callId: "t2" },
];
const resolve = (args: JsonObject, maxWeight = 10_000) =>
  resolveReferences(args, { responses, maxWeight, weights: new WeakMap() });
const reference = (resultOf: string, name: string, path: string): JsonObject => ({ resultOf, name, path });

describe("result references", () => {
  it("are replaced by what they point to", () => {
    const args = resolve({ accountId: "A", "#ids": reference("t0", "Foo/query", "/ids") });
    expect(args).toEqual({ ok: true, value: { accountId: "A", ids: ["a", "b"] } });
  });

  it("map over lists with *, flattening lists of lists", () => {
    expect(resolve({ "#ids": reference("t1", "Foo/get", "/list/*/id") })).toMatchObject({
      value: { ids: ["a", "b"] },
    });
    expect(resolve({ "#ids": reference("t1", "Foo/get", "/list/*/tags") })).toMatchObject({
      value: { ids: ["x", "y", "z"] },
    });
  });

  it.each([
    ["a call that is not there", reference("t9", "Foo/query", "/ids")],
    ["another method's name", reference("t0", "Foo/get", "/ids")],
    ["a call that failed", reference("t2", "Foo/set", "/ids")],
    ["a path to nowhere", reference("t0", "Foo/query", "/nothing")],
    ["a path to what every object has", reference("t0", "Foo/query", "/constructor")],
    ["an index beyond the end", reference("t0", "Foo/query", "/ids/2")],
    ["an index with a leading zero", reference("t0", "Foo/query", "/ids/01")],
    ["a star on an object", reference("t1", "Foo/get", "/byId/*")],
    ["a path without its slash", reference("t0", "Foo/query", "ids")],
    ["something that is no reference", { path: "/ids" }],
    ["a text", "t0" as Json],
  ])("to %s fail", (_what, value) => {
    expect(resolve({ "#ids": value })).toMatchObject({
      ok: false,
      problem: { type: "invalidResultReference" },
    });
  });

  it("and the plain argument together are invalidArguments", () => {
    const args = { ids: [], "#ids": reference("t0", "Foo/query", "/ids") };
    expect(resolve(args)).toMatchObject({ ok: false, problem: { type: "invalidArguments" } });
  });

  it("that would quote too much fail", () => {
    expect(resolve({ "#ids": reference("t1", "Foo/get", "/list") }, 20)).toMatchObject({
      problem: { type: "invalidResultReference" },
    });
  });

  it("unescape their paths", () => {
    expect(pointed({ "odd/~name": { x: 1 } }, "/odd~1~0name/x")).toBe(1);
    expect(pointed({ a: [[1, 2], [3]] }, "/a/*/0")).toEqual([1, 3]);
    expect(pointed({ a: 1 }, "")).toEqual({ a: 1 });
  });
});
