import { describe, expect, it } from "vitest";
import { textPieces } from "./text-pieces.ts";

const all = async (...parts: readonly Uint8Array[]): Promise<readonly string[]> =>
  Array.fromAsync(textPieces(parts));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the pieces of a file", () => {
  it("are its text, whatever its length", async () => {
    const text = "SUMMARY:räksmörgås\r\n".repeat(20_000);
    const pieces = await all(bytes(text));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join("")).toBe(text);
  });

  it("end nowhere inside a character that is folded", async () => {
    // å is C3 A5: each line ends between the two.
    const line = Uint8Array.of(0x61, 0xc3, 0x0d, 0x0a, 0x20, 0xa5, 0x62);
    const whole = new Uint8Array(line.length * 30_000);
    for (let n = 0; n < 30_000; n++) whole.set(line, n * line.length);
    const text = (await all(whole)).join("");
    expect(text.includes("\uFFFD")).toBe(false);
    expect(text.replaceAll("aåb", "").length).toBe(0);
  });

  it("are the same in whatever parts it comes", async () => {
    // å is C3 A5, and folded in the middle.
    const line = Uint8Array.of(0x61, 0xc3, 0x0d, 0x0a, 0x20, 0xa5, 0x62);
    const whole = new Uint8Array(line.length * 20_000);
    for (let n = 0; n < 20_000; n++) whole.set(line, n * line.length);
    for (const size of [1_000, 65_536, 65_539, 100_001]) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.subarray(n * size, (n + 1) * size),
      );
      expect((await all(...parts)).join("")).toBe("aåb".repeat(20_000));
    }
  });

  it("are one empty piece of an empty file", async () => {
    expect((await all(new Uint8Array())).join("")).toBe("");
  });
});
