import { describe, expect, it } from "vitest";
import { gramsOf } from "./search-grams.ts";

const few = { grams: 100, letters: 100 };

describe("the grams of texts", () => {
  it("are none when there are too many different ones", () => {
    expect(gramsOf(["garden"], few)?.size).toBeGreaterThan(0);
    expect(gramsOf(["garden"], { ...few, grams: 3 })).toBeUndefined();
  });

  it("are none when there are too many letters, of which no more are read", () => {
    let read = 0;
    const texts = function* (): Generator<string> {
      for (;;) {
        read++;
        yield "again ".repeat(5);
      }
    };
    expect(gramsOf(texts(), few)).toBeUndefined();
    expect(read).toBe(4);
    expect(gramsOf(["a".repeat(101)], few)).toBeUndefined();
    expect(gramsOf(["a".repeat(100)], few)?.size).toBeGreaterThan(0);
  });
});
