import { describe, expect, it } from "vitest";
import { QueryCache } from "./query-cache.ts";

const many = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`);

describe("the cache of queries", () => {
  it("answers the same question at the same state, and only then", () => {
    const cache = new QueryCache();
    cache.set("q", 5, ["a"]);
    expect(cache.get("q", 5)).toEqual(["a"]);
    expect(cache.get("q", 6)).toBeUndefined();
    expect(cache.get("q", 4)).toBeUndefined();
    expect(cache.get("other", 5)).toBeUndefined();
  });

  it("keeps the newest state of a question", () => {
    const cache = new QueryCache();
    cache.set("q", 5, ["a"]);
    cache.set("q", 6, ["b"]);
    expect(cache.get("q", 5)).toBeUndefined();
    expect(cache.get("q", 6)).toEqual(["b"]);
  });

  it("forgets the least recently used when it is full", () => {
    const cache = new QueryCache();
    cache.set("old", 1, many(90_000));
    cache.set("used", 1, many(90_000));
    cache.get("old", 1);
    cache.set("new", 1, many(90_000));
    expect(cache.get("old", 1)).toBeDefined();
    expect(cache.get("used", 1)).toBeUndefined();
    expect(cache.get("new", 1)).toBeDefined();
  });

  it("does not keep an answer larger than itself", () => {
    const cache = new QueryCache();
    cache.set("small", 1, ["a"]);
    cache.set("huge", 1, many(200_001));
    expect(cache.get("huge", 1)).toBeUndefined();
    expect(cache.get("small", 1)).toEqual(["a"]);
  });
});
