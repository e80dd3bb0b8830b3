import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  makeComponent,
  makeProperty,
  type Component,
  type ParameterValues,
  type Property,
} from "../icalendar/component.ts";
import { COMPONENTS, METHODS } from "./components.ts";
import { PARAMETERS } from "./parameters.ts";
import { PROPERTIES } from "./properties.ts";
import { VALUE_TYPES, type ValueType } from "./value-types.ts";
import { validateICalendar } from "./validate-icalendar.ts";
import { VIOLATION_RULES } from "./violation.ts";

// Every line of the tables, kept once and broken once. The other tests here check that the tables agree with the
// RFCs.

const SAMPLES: Readonly<Record<ValueType, readonly [valid: string, invalid: string]>> = {
  BINARY: ["QUJD", "QUJ"],
  BOOLEAN: ["TRUE", "1"],
  "CAL-ADDRESS": ["mailto:a@example.com", "a@example.com"],
  DATE: ["20260301", "20260231"],
  "DATE-TIME": ["20260301T100000Z", "20260301T1000Z"],
  DURATION: ["PT1H", "1H"],
  FLOAT: ["1.5", "1,5"],
  INTEGER: ["5", "five"],
  PERIOD: ["20260301T100000Z/PT1H", "20260301T100000Z"],
  RECUR: ["FREQ=DAILY", "FREQ=DAYS"],
  TEXT: ["a\\, b", "a, b; c"],
  TIME: ["100000", "10:00"],
  UID: ["a-1", ""],
  URI: ["https://example.com/", "example.com"],
  "UTC-OFFSET": ["+0100", "+1"],
  "XML-REFERENCE": ["https://example.com/#xpointer(a)", "a"],
};
/** Values of properties with a syntax of their own. */
const OWN: Readonly<Record<string, readonly [valid: string, invalid: string]>> = {
  VERSION: ["2.0", "1.0"],
  GEO: ["59.3;18.1", "59.3"],
  COLOR: ["red", "#f00"],
  "REQUEST-STATUS": ["2.0;Success", "Success"],
};

function valuesOf(name: string, type: ValueType): readonly [valid: string, invalid: string] {
  const rule = PROPERTIES[name];
  // The action that permits everything an alarm can have.
  if (name === "ACTION") return ["EMAIL", "NOT-ONE-OF-THEM"];
  const [known] = rule?.values?.known ?? [];
  if (known !== undefined) return [known, "NOT-ONE-OF-THEM"];
  if (rule?.range) return [String(rule.range[0]), String(rule.range[1] + 1)];
  return OWN[name] ?? SAMPLES[type];
}

function sample(name: string, type = PROPERTIES[name]?.types[0] ?? "TEXT", valid = true): Property {
  const rule = PROPERTIES[name];
  const isDefault = type === rule?.types[0] && !rule.explicit;
  const parameters: ParameterValues = {
    ...(isDefault ? {} : { VALUE: type }),
    ...(type === "BINARY" ? { ENCODING: "BASE64" } : {}),
    ...(name === "RELATED-TO" ? { RELTYPE: "NEXT" } : {}),
    ...(name === "STRUCTURED-DATA" && type !== "URI"
      ? { FMTTYPE: "text/plain", SCHEMA: "https://a.example/" }
      : {}),
  };
  return makeProperty(name, valuesOf(name, type)[valid ? 0 : 1], parameters);
}

/** The violations of one component, ignoring its surroundings. */
const said = (component: Component): readonly string[] =>
  validateICalendar(makeComponent("X-OUTER", [], [component])).map(
    ({ rule, property = "-" }) => `${rule} ${property}`,
  );
const inAny = (...properties: readonly Property[]): readonly string[] =>
  said(makeComponent("X-ANY", properties));

describe.each(Object.entries(PROPERTIES))("%s", (name, { types }) => {
  test.each(types)("accepts a value as %s", (type) => {
    expect(inAny(sample(name, type))).toEqual(["misplaced-component -"]);
    const wrong = inAny(sample(name, type, false)).filter((each) => each !== "misplaced-component -");
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(/^(value-syntax|value-range|unregistered-value|recurrence-rule) /);
  });
  test("rejects it as another type", () => {
    const other = VALUE_TYPES.find((type) => !types.includes(type));
    if (other)
      expect(inAny(makeProperty(name, SAMPLES[other][0], { VALUE: other }))).toContain(`value-type ${name}`);
  });
});

describe.each(Object.entries(COMPONENTS))("%s", (name, rule) => {
  const required = rule.required.map((each) => sample(each));
  const with_ = (...more: readonly Property[]): readonly string[] =>
    said(makeComponent(name, [...required, ...more]));
  test.each(rule.required)("needs %s, once", (property) => {
    const without = makeComponent(
      name,
      required.filter((each) => each.name !== property),
    );
    expect(said(without)).toContain(`missing-property ${property}`);
    expect(with_()).not.toContain(`missing-property ${property}`);
    expect(with_(sample(property))).toContain(`repeated-property ${property}`);
  });
  test.each(rule.once)("may have %s, once", (property) => {
    const of = (list: readonly string[]) =>
      list.filter((each) => /^(repeated|misplaced)-property /.test(each) && each.endsWith(` ${property}`));
    expect(of(with_(sample(property)))).toEqual([]);
    expect(of(with_(sample(property), sample(property)))).toEqual([`repeated-property ${property}`]);
  });
  test.each(rule.many)("may have %s, many times", (property) => {
    const twice = with_(sample(property), sample(property));
    expect(twice).not.toContain(`repeated-property ${property}`);
    expect(twice).not.toContain(`misplaced-property ${property}`);
  });
  test("allows nothing else that is known", () => {
    const listed = new Set([...rule.required, ...rule.once, ...rule.many]);
    for (const property of Object.keys(PROPERTIES).filter((each) => !listed.has(each)))
      expect(with_(sample(property))).toContain(`misplaced-property ${property}`);
    expect(
      with_(makeProperty("X-OWN", "a, b"), makeProperty("NEW", "a, b")).filter((each) =>
        / (X-OWN|NEW)$/.test(each),
      ),
    ).toEqual([]);
  });
});

test.each(Object.entries(PARAMETERS))(
  "the parameter %s accepts its own values and nothing else",
  (_, rule) => {
    const hopeless = ["", " ", "\u0001", "a b", "https:// not a URI", "NOT-ONE-OF-THEM"];
    const takesAnything = rule.wanted === "text";
    expect(hopeless.every((value) => rule.fits(value))).toBe(takesAnything);
  },
);

test("every name in the tables is a known property, and every section has the right form", () => {
  const names = [
    ...Object.values(COMPONENTS).flatMap(({ required, once, many, exclusive, dependent }) => [
      ...required,
      ...once,
      ...many,
      ...exclusive.flat(),
      ...dependent.flat(),
    ]),
    ...Object.values(METHODS).flatMap((methods) =>
      Object.values(methods).flatMap(({ required, never }) => [...required, ...never]),
    ),
  ];
  expect(names.filter((name) => !Object.hasOwn(PROPERTIES, name))).toEqual([]);
  expect(
    Object.values(PROPERTIES)
      .flatMap(({ parameters }) => parameters)
      .filter((name) => !Object.hasOwn(PARAMETERS, name)),
  ).toEqual([]);
  for (const { section } of [
    ...Object.values(COMPONENTS),
    ...Object.values(PROPERTIES),
    ...Object.values(PARAMETERS),
  ])
    expect(section).toMatch(/^\d{4} \d+(\.\d+)*$/);
});

test("a test shows every kind of violation", () => {
  const texts = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".test.ts") && name !== "tables.test.ts")
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
    .join("\n");
  expect(
    VIOLATION_RULES.filter((rule) => !texts.includes(`"${rule} `) && !texts.includes(`rule: "${rule}"`)),
  ).toEqual([]);
});
