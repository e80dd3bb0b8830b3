import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch, applyPatchTo, diffObjects, diffPatch, type JsonObject } from "./patch.ts";
import type { JSEvent, PatchObject } from "./types.ts";

const EVENT: JSEvent = {
  "@type": "Event",
  uid: "u",
  start: "2026-11-23T10:00:00",
  title: "A",
  locations: { a: { name: "x" } },
};

describe("applying a patch", () => {
  it.each<[PatchObject, JsonObject]>([
    [{ title: "B" }, { title: "B" }],
    [{ "locations/a/name": "y" }, { locations: { a: { name: "y" } } }],
    [{ "locations/b": { name: "z" } }, { locations: { a: { name: "x" }, b: { name: "z" } } }],
    [{ locations: null }, {}],
    [{ keywords: { "a/b": true } }, { keywords: { "a/b": true } }],
  ])("%j", (patch, wanted) => {
    const result = applyPatch(EVENT, patch);
    expect(result.ok && result.value).toMatchObject(wanted as Partial<JSEvent>);
    expect(EVENT.locations).toEqual({ a: { name: "x" } });
  });
  it("removes with null, also escaped names", () => {
    const result = applyPatchTo(
      { keywords: { "a/b": true, "c~d": true } },
      { "keywords/a~1b": null, "keywords/c~0d": null },
    );
    expect(result).toEqual({ ok: true, value: { keywords: {} } });
  });
  it.each<[PatchObject, string]>([
    [{ "nowhere/x": 1 }, "nowhere/x"],
    [{ "title/x": 1 }, "title/x"],
    [{ locations: {}, "locations/a": null }, "locations/a"],
    [{ "__proto__/polluted": true }, "__proto__/polluted"],
    [{ "constructor/prototype/polluted": true }, "constructor/prototype/polluted"],
    [
      { [Array.from({ length: 50 }, () => "a").join("/")]: 1 },
      Array.from({ length: 50 }, () => "a").join("/"),
    ],
  ])("refuses %j", (patch, path) => {
    expect(applyPatch(EVENT, patch)).toMatchObject({
      ok: false,
      problem: { code: "invalid-jscalendar", properties: [path] },
    });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
  it("refuses to remove required properties", () => {
    expect(applyPatch(EVENT, { start: null })).toMatchObject({
      ok: false,
      problem: { properties: ["start"] },
    });
  });
  it("does not go into arrays", () => {
    expect(applyPatchTo({ list: [1] }, { "list/0": 2 }).ok).toBe(false);
  });
});

describe("the difference", () => {
  it("names the deepest property that differs, and whole arrays", () => {
    expect(diffPatch(EVENT, { ...EVENT, title: "B", locations: { a: { name: "y" }, b: {} } })).toEqual({
      title: "B",
      "locations/a/name": "y",
      "locations/b": {},
    });
    expect(diffObjects({ a: [1, 2], b: 1 }, { a: [1, 3] })).toEqual({ a: [1, 3], b: null });
    expect(diffPatch(EVENT, { ...EVENT })).toEqual({});
  });
  it("applied to one object gives the other", () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 }));
    const tree = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.oneof(leaf, fc.dictionary(fc.string({ maxLength: 2 }), leaf)),
    );
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        fc.pre(!JSON.stringify([a, b]).includes("__proto__"));
        const result = applyPatchTo(a as JsonObject, diffObjects(a as JsonObject, b as JsonObject));
        expect(result).toEqual({ ok: true, value: b });
      }),
      { numRuns: 500 },
    );
  });
});
