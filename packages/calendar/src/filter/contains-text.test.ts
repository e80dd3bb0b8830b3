import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../testing/cpu-ms.ts";
import { containsText, remembering } from "./contains-text.ts";
import { matchesText } from "./text-match.ts";

describe("whether a text contains another", () => {
  it("agrees with the runtime", () => {
    const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "å"), maxLength });
    fc.assert(
      fc.property(text(200), text(40), fc.nat(200), fc.nat(60), (whole, other, from, length) => {
        expect(containsText(whole, other)).toBe(whole.includes(other));
        const part = whole.slice(from, from + length);
        expect(containsText(whole, part)).toBe(true);
        expect(containsText(whole, `${part}${other}`)).toBe(whole.includes(`${part}${other}`));
      }),
      { numRuns: 500 },
    );
  });
  it("takes linear time for hostile texts", () => {
    const before = cpuMs();
    const whole = "a".repeat(1_000_000);
    for (const half of [500, 5_000, 250_000]) {
      const sought = `${"a".repeat(half)}b${"a".repeat(half)}`;
      expect(containsText(whole, sought)).toBe(false);
      expect(matchesText(whole, { text: sought, collation: "i;unicode-casemap", negate: true })).toBe(true);
    }
    expect(cpuMs() - before).toBeLessThan(3_000);
  });
});

describe("remembering results", () => {
  it("computes a long text once, with the same result", () => {
    let worked = 0;
    const upper = remembering((text) => {
      worked++;
      return text.toUpperCase();
    });
    const long = "å".repeat(2_000);
    expect([upper(long), upper(long), upper("b"), upper("b")]).toEqual([
      long.toUpperCase(),
      long.toUpperCase(),
      "B",
      "B",
    ]);
    expect(worked).toBe(3);
  });
  it("forgets old texts, so that it holds only a few objects", () => {
    let worked = 0;
    const same = remembering((text) => {
      worked++;
      return text;
    });
    const texts = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(1_000_000));
    for (const text of [...texts, ...texts.slice(0, 1)]) expect(same(text)).toBe(text);
    expect(worked).toBe(6);
  });
});
