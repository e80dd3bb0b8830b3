import { describe, expect, test } from "vitest";
import { readConditions, readDepth, readPreferences } from "./headers.ts";

const request = (headers: Record<string, string>) => new Request("http://x/", { headers });

describe("readConditions", () => {
  test.each([
    [{}, {}],
    [{ "if-match": "*" }, { ifMatch: "*" }],
    [{ "if-match": '"a", "b,c"' }, { ifMatch: ["a", "b,c"] }],
    [{ "if-match": 'W/"a", "b"' }, { ifMatch: ["b"] }],
    [{ "if-match": "" }, { ifMatch: [] }],
    [{ "if-match": "abc" }, { ifMatch: ["abc"] }],
    [{ "if-none-match": 'W/"a"' }, { ifNoneMatch: ["a"] }],
  ])("%j", (headers, condition) => expect(readConditions(request(headers))).toEqual(condition));
});

describe("readDepth", () => {
  test.each([
    [{ depth: "Infinity" }, "infinity"],
    [{ depth: "0" }, "0"],
    [{}, "1"],
    [{ depth: "2" }, undefined],
    [{ depth: "1,noroot" }, undefined],
  ])("%j", (headers, depth) => expect(readDepth(request(headers), "1")).toBe(depth));
});

describe("readPreferences", () => {
  test.each([
    [{ prefer: "return=minimal" }, true, false],
    [{ prefer: 'wait=10, return="minimal"; x' }, true, false],
    [{ prefer: "return=representation" }, false, true],
    [{ brief: "t" }, true, false],
    [{ prefer: "handling=strict" }, false, false],
    [{}, false, false],
  ])("%j", (headers, isMinimal, wantsRepresentation) =>
    expect(readPreferences(request(headers))).toEqual({
      isMinimal,
      wantsRepresentation,
      leavesRootOut: false,
    }),
  );
});
