import fc from "fast-check";
import { expect, test } from "vitest";
import { joinSplitCharacters } from "./join-split-characters.ts";
import { LineReader } from "./line-reader.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

test("leaves text without split characters alone", () => {
  const bytes = encode("SUMMARY:Möt\r\n e 😀\r\n å");
  expect(joinSplitCharacters(bytes)).toBe(bytes);
});

test.each(["\r\n ", "\n ", "\r\n\t"])("folding at any octet by %j loses nothing", (fold) => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("å", "😀", "x", "€"), minLength: 1 }),
      fc.integer({ min: 1, max: 5 }),
      (text, width) => {
        const whole = encode(`X:${text}`);
        const folded: number[] = [];
        for (const [index, byte] of whole.entries()) {
          if (index > 0 && index % width === 0) folded.push(...encode(fold));
          folded.push(byte);
        }
        const reader = new LineReader(decode(joinSplitCharacters(Uint8Array.from(folded))), 1, 10_000);
        reader.next();
        expect([reader.name, reader.value]).toEqual(["X", text]);
      },
    ),
  );
});
