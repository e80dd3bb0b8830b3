import { describe, expect, it } from "vitest";
import { afterKey, NOTHING_READ, tagIn } from "./reader.ts";

const typed = (keys: readonly string[], every: number, from = 0) =>
  keys.reduce((read, key, n) => afterKey(read, key, from + n * every), NOTHING_READ);
const NUMBER = Array.from("04172206");

describe("a reader of tags", () => {
  it("is told from a hand by its haste", () => {
    expect(tagIn(typed(NUMBER, 10), 80)).toBe("04172206");
    expect(tagIn(typed(NUMBER, 120), 960)).toBeUndefined();
    // A hand that presses Enter at leisure after a hasty row of keys, too.
    expect(tagIn(typed(NUMBER, 10), 400)).toBeUndefined();
  });
  it("is not mixed up with what a hand typed before", () => {
    const before = afterKey(NOTHING_READ, "1", 0);
    const read = NUMBER.reduce((known, key, n) => afterKey(known, key, 500 + n * 10), before);
    expect(tagIn(read, 580)).toBe("04172206");
  });
  it("writes letters with Shift, and nothing that is no number of a tag", () => {
    const keys = ["Shift", "A", "Shift", "F", "0", "1"];
    expect(tagIn(typed(keys, 10), 60)).toBe("AF01");
    expect(tagIn(typed(Array.from("0417-2206"), 10), 90)).toBeUndefined();
    expect(tagIn(typed(Array.from("041"), 10), 30)).toBeUndefined();
    expect(tagIn(typed(Array.from("0".repeat(200)), 10), 2_000)).toBeUndefined();
    expect(tagIn(typed(["0", "4", "Backspace", "1", "7"], 10), 50)).toBeUndefined();
  });
});
