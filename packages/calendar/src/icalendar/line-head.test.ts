import fc from "fast-check";
import { expect, test } from "vitest";
import { parseContentLine } from "./content-line.ts";
import { readHead } from "./line-head.ts";

test("a line reads the same the first time and whenever it comes again, whatever came between", () => {
  const piece = fc.constantFrom("A", "a", ";", "=", '"', ":", ",", "^", "n", " ", "å", "TZID", "x");
  const line = fc.array(piece, { maxLength: 14 }).map((pieces) => `X${pieces.join("")}`);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const first = lines.map((each) => parseContentLine(`${each}`, 1));
      for (const _ of [2, 3, 4]) expect(lines.map((each) => parseContentLine(each, 1))).toEqual(first);
    }),
    { numRuns: 2000 },
  );
});

test("heads alike share their parameters; their values stay their own", () => {
  const lines = [1, 2, 3, 4].map((n) => parseContentLine(`X-TEST;CN="Ek, Åsa";ROLE=CHAIR:mailto:${n}`, n));
  expect(lines[3]?.parameters).toBe(lines[2]?.parameters);
  expect(lines.map((line) => line?.value)).toEqual(["mailto:1", "mailto:2", "mailto:3", "mailto:4"]);
  expect(lines.map((line) => line?.line)).toEqual([1, 2, 3, 4]);
});

test("a quote left open reads to the colon that this line has, also after a line that closes it", () => {
  const closed = 'Y;A="b:c":d';
  const open = 'Y;A="b:c';
  for (const _ of [1, 2, 3]) {
    expect(parseContentLine(closed, 1)).toMatchObject({ parameters: [{ values: ["b:c"] }], value: "d" });
    expect(parseContentLine(open, 1)).toMatchObject({ parameters: [{ values: ['"b'] }], value: "c" });
  }
});

test("reads within a larger text and never beyond the end", () => {
  const text = "A:1\nB;C=2\n:3";
  expect(readHead(text, 0, 3)).toMatchObject({ name: "A", colon: 1 });
  for (const _ of [1, 2, 3]) expect(readHead(text, 4, 9)).toBeUndefined();
});
