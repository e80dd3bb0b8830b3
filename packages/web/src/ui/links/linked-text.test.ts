import fc from "fast-check";
import { expect, it } from "vitest";
import { linkedText, shortAddress } from "./linked-text.ts";

const links = (text: string) =>
  linkedText(text).flatMap(({ text: said, href }) => (href === null ? [] : [[said, href]]));

it("finds what looks like an address, without what stands around it", () => {
  expect(
    links("Read https://files.example/glass-v3. Then (www.example.com/a_(b)), or write to bo@example.com!"),
  ).toEqual([
    ["https://files.example/glass-v3", "https://files.example/glass-v3"],
    ["www.example.com/a_(b)", "https://www.example.com/a_(b)"],
    ["bo@example.com", "mailto:bo@example.com"],
  ]);
  expect(links("tel:+46701234567, HTTPS://EXAMPLE.COM/?a=1&b=2#c")).toEqual([
    ["tel:+46701234567", "tel:+46701234567"],
    ["HTTPS://EXAMPLE.COM/?a=1&b=2#c", "HTTPS://EXAMPLE.COM/?a=1&b=2#c"],
  ]);
});

it("opens nothing else", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,<script>",
    "file:///etc/passwd",
    "vbscript:x",
    "intent://x#Intent;end",
    "12.30 and 1.5",
    "http://",
    "https:// example",
    "a@b",
  ])
    expect(links(text), text).toEqual([]);
});

it("loses nothing of any text, and every address in it is of a safe kind", () => {
  const words = fc.constantFrom(
    "https://a.example/",
    "www.b.example",
    ")",
    "(",
    ".",
    "javascript:",
    "x@y.example",
    " ",
    "ö",
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, fc.string())).map((it) => it.join("")),
      (text) => {
        const pieces = linkedText(text);
        expect(pieces.map((it) => it.text).join("")).toBe(text);
        for (const { href } of pieces) if (href !== null) expect(href).toMatch(/^(https?|mailto|tel):/i);
      },
    ),
  );
});

it("is short without its scheme", () => {
  expect(shortAddress("https://meet.example/glass/")).toBe("meet.example/glass");
});
