import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromStored, toStored } from "./postgres-text.ts";

const awkward = fc.string({
  unit: fc.constantFrom("\u0000", "\u0001", "0", "1", "å", "🦞", "\\"),
  maxLength: 12,
});

describe("text for PostgreSQL", () => {
  it("holds no U+0000 and comes back as it was", () => {
    fc.assert(
      fc.property(fc.oneof(awkward, fc.string({ unit: "binary" })), (text) => {
        const stored = toStored(text);
        expect(stored).not.toContain("\u0000");
        expect(fromStored(String(stored))).toBe(text);
      }),
    );
  });

  it("stays different where it was different", () => {
    fc.assert(
      fc.property(awkward, awkward, (a, b) => {
        expect(toStored(a) === toStored(b)).toBe(a === b);
      }),
    );
  });

  it("is the unchanged text in all ordinary cases; lists are stored by element, other values unchanged", () => {
    expect(toStored("Kräftskiva \\0 \r\n")).toBe("Kräftskiva \\0 \r\n");
    expect(toStored(["a\u0000", 7])).toEqual(["a\u00010", 7]);
    const bytes = new Uint8Array([0, 1]);
    expect(toStored(bytes)).toBe(bytes);
    expect(toStored(null)).toBeNull();
  });
});
