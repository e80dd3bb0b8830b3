import fc from "fast-check";
import { expect, test } from "vitest";
import { readProperty } from "./content-line.ts";
import type { Property } from "./component.ts";
import { LineReader } from "./line-reader.ts";
import { parseComponents } from "./parse.ts";

/** The properties of lines that stand in one text; undefined for a line that is not a content line. */
function read(lines: readonly string[], end = "\r\n"): (Property | undefined)[] {
  const reader = new LineReader(lines.join(end), 1, 1000);
  const found: (Property | undefined)[] = [];
  while (reader.next()) found.push(reader.name === "" ? undefined : readProperty(reader));
  return found;
}

test("a line reads the same every time, whatever came in between and however it is folded", () => {
  const piece = fc.constantFrom("A", "a", ";", "=", '"', ":", ",", "^", "n", " ", "å", "TZID", "x", "\r\n ");
  const line = fc.array(piece, { maxLength: 14 }).map((pieces) => `X${pieces.join("")}`);
  const withoutLines = (properties: readonly (Property | undefined)[]) =>
    properties.map((property) => property && { ...property, line: 0 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const alone = lines.flatMap((each) => read([each]));
      for (const end of ["\r\n", "\n", "\r\n\r\n", "\r"])
        expect(withoutLines(read(lines, end))).toEqual(withoutLines(alone));
      const unfolded = lines.map((each) => each.replaceAll("\r\n ", ""));
      expect(withoutLines(read(unfolded))).toEqual(withoutLines(alone));
    }),
    { numRuns: 2000 },
  );
});

test("equal heads share their parameters, also when folded; values stay separate", () => {
  const lines = read([1, 2, 3, 4].map((n) => `X-TEST;CN="Ek, Å\r\n sa";ROLE=CHAIR:mailto:${String(n)}`));
  expect(lines[3]?.parameters).toBe(lines[2]?.parameters);
  expect(lines[3]?.parameters).toEqual([
    { name: "CN", values: ["Ek, Åsa"] },
    { name: "ROLE", values: ["CHAIR"] },
  ]);
  expect(lines.map((line) => line?.value)).toEqual(["mailto:1", "mailto:2", "mailto:3", "mailto:4"]);
  expect(lines.map((line) => line?.line)).toEqual([1, 3, 5, 7]);
});

test("an open quote reads to the colon of its own line, also after a line that closes it", () => {
  const closed = 'Y;A="b:c":d';
  const open = 'Y;A="b:c';
  for (const _ of [1, 2, 3]) {
    expect(read([closed, open])).toMatchObject([
      { parameters: [{ values: ["b:c"] }], value: "d" },
      { parameters: [{ values: ['"b'] }], value: "c" },
    ]);
  }
});

test("a head never reaches into the next line", () => {
  for (const _ of [1, 2, 3]) {
    expect(read(["A:1", "B;C=2", ":3"])).toMatchObject([{ name: "A", value: "1" }, undefined, undefined]);
    const parsed = parseComponents('BEGIN:X\nB;C="2\n:3":4\nEND:X');
    expect(parsed).toMatchObject({ ok: false, problem: { line: 2 } });
  }
});
