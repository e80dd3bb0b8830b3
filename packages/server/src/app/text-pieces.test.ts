import { describe, expect, it } from "vitest";
import { textPieces } from "./text-pieces.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the pieces of a file", () => {
  it("are its text, whatever its length", () => {
    const text = "SUMMARY:räksmörgås\r\n".repeat(20_000);
    const pieces = [...textPieces(bytes(text))];
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join("")).toBe(text);
  });

  it("end nowhere inside a character that is folded", () => {
    // å is C3 A5: each line ends between the two.
    const line = Uint8Array.of(0x61, 0xc3, 0x0d, 0x0a, 0x20, 0xa5, 0x62);
    const whole = new Uint8Array(line.length * 30_000);
    for (let n = 0; n < 30_000; n++) whole.set(line, n * line.length);
    const text = [...textPieces(whole)].join("");
    expect(text.includes("\uFFFD")).toBe(false);
    expect(text.replaceAll("aåb", "").length).toBe(0);
  });

  it("are one empty piece of an empty file", () => {
    expect([...textPieces(new Uint8Array())].join("")).toBe("");
  });
});
