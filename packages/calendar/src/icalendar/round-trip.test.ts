import fc from "fast-check";
import { expect, test } from "vitest";
import type { Component, Parameter, Property } from "./component.ts";
import { parseComponents, parseICalendar } from "./parse.ts";
import { serialiseICalendar } from "./serialise.ts";

const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,9}$/)
  .filter((text) => !/^(begin|end)$/i.test(text))
  .map((written) =>
    written === written.toUpperCase() ? { name: written } : { name: written.toUpperCase(), written },
  );
const printable = fc
  .string({ unit: "grapheme", maxLength: 120 })
  .map((text) => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ""));
const parameterText = fc.oneof(
  printable,
  fc.constantFrom('5" disk', "a^nb", "x,y;z:w", "two\nlines", "^", "'", ""),
);
const parameter: fc.Arbitrary<Parameter> = fc
  .tuple(name, fc.array(parameterText, { minLength: 1, maxLength: 3 }))
  .map(([named, values]) => ({ ...named, values }));
const property: fc.Arbitrary<Property> = fc
  .tuple(
    name,
    fc.array(parameter, { maxLength: 3 }),
    fc.oneof(printable, fc.string({ unit: fc.constantFrom("å", "😀", "x"), maxLength: 300 })),
  )
  .map(([named, parameters, value]) => ({ ...named, parameters, value, line: 0 }));
const componentOf = (inner: fc.Arbitrary<Component[]>): fc.Arbitrary<Component> =>
  fc
    .tuple(name, fc.array(property, { maxLength: 5 }), inner)
    .map(([named, properties, components]) => ({ ...named, properties, components }));
const leaf = componentOf(fc.constant([]));
const component = componentOf(fc.array(componentOf(fc.array(leaf, { maxLength: 2 })), { maxLength: 3 }));

const withoutLines = (tree: Component): unknown => ({
  ...tree,
  properties: tree.properties.map((each) => ({ ...each, line: 0 })),
  components: tree.components.map(withoutLines),
});

test("parsing a serialised tree gives the same tree", () => {
  fc.assert(
    fc.property(component, (tree) => {
      const parsed = parseComponents(serialiseICalendar(tree));
      if (!parsed.ok) throw new Error(parsed.problem.code);
      expect(parsed.value.map(withoutLines)).toEqual([withoutLines(tree)]);
    }),
    { numRuns: 300 },
  );
});

test("serialising a parsed text gives the same text again, whatever the form of its parameters", () => {
  const odd = fc.constantFrom(
    'ATTENDEE;CN="Doe":mailto:a@x',
    "attendee;cn=Doe;Role=CHAIR:mailto:a@x",
    'X-A;FEATURE=AUDIO,VIDEO;B="1,2",3:v',
    'X-B;A="x"y:v',
    'X-C;CN=5" disk:v',
    "X-D;CN=a^'b^^c^n^x:v",
    "X-E;FLAG:v",
    "X-F;A=:v",
    'X-G;A="":v',
    "X_H:v",
    "SUMMARY:a:b;c,d\\n\\,",
    "DESCRIPTION: leading and trailing ",
    "EMPTY:",
  );
  fc.assert(
    fc.property(fc.array(odd, { minLength: 1, maxLength: 8 }), (lines) => {
      const text = ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
      const parsed = parseICalendar(text);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
      expect(serialiseICalendar(parsed.value.calendar)).toBe(text);
    }),
  );
});

test("lines are folded at 75 octets, never inside a character", () => {
  fc.assert(
    fc.property(property, (each) => {
      const text = serialiseICalendar({ name: "VCALENDAR", properties: [each], components: [] });
      for (const line of text.split("\r\n")) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/\p{Cs}/u);
      }
    }),
  );
});

test("a text of many parts is complete", () => {
  const lines = Array.from(
    { length: 5000 },
    (_, index) => `X-${String(index)};A=å:${"ö".repeat(index % 30)}`,
  );
  const text = ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  expect(text.length).toBeGreaterThan(100_000);
  expect(serialiseICalendar(parsed.value.calendar)).toBe(text);
});

test("a head is also folded at 75 octets and cannot write lines of its own", () => {
  const head = {
    name: `X-${"N".repeat(100)}`,
    parameters: [{ name: "A", values: ["å".repeat(50)] }],
    line: 0,
  };
  const sly = { name: "X\r\nY", parameters: [], value: "1", line: 0 };
  const tree = { name: "VEVENT", properties: [{ ...head, value: "ä".repeat(50) }, sly], components: [] };
  for (const _ of [1, 2]) {
    const lines = serialiseICalendar(tree).split("\r\n");
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line.startsWith("Y"))).toEqual([]);
    expect(lines.join("\r\n").replaceAll("\r\n ", "")).toContain(`:${"ä".repeat(50)}\r\nX\\nY:1`);
  }
});

test("a value with line breaks cannot write lines of its own", () => {
  const sly = {
    name: "SUMMARY",
    parameters: [{ name: "X", values: ["a\r\nEND:VEVENT"] }],
    value: "x\r\nATTENDEE:mailto:a@x\rB:c\nD:e",
    line: 0,
  };
  const text = serialiseICalendar({ name: "VEVENT", properties: [sly], components: [] });
  const parsed = parseComponents(text);
  expect(parsed.ok && parsed.value[0]?.properties.map((each) => each.name)).toEqual(["SUMMARY"]);
});
