import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMPONENTS, METHODS } from "../../packages/calendar/src/validate/components.ts";
import { PARAMETERS } from "../../packages/calendar/src/validate/parameters.ts";
import { PROPERTIES } from "../../packages/calendar/src/validate/properties.ts";
import type { Table } from "./table.ts";

const SOURCES = join(import.meta.dirname, "../../packages");
/** The code that reads and writes the meaning of calendar objects; validation knows every name and is left out, and files of polls are none. */
const MEANING = ["calendar/src", "server/src/app", "server/src/dav", "server/src/jmap"];

const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => (names.length > 0 ? names.map(code).join(" ") : "–");
const sectionOf = (section: string): string => `RFC ${section.replace(" ", " §")}`;

let sources: string | undefined;

function readSources(): string {
  const texts: string[] = [];
  for (const folder of MEANING)
    for (const path of readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf8" }))
      if (
        path.endsWith(".ts") &&
        !path.endsWith(".test.ts") &&
        !/(?:^|\/)(?:validate|testing|poll)\//.test(path)
      )
        texts.push(readFileSync(join(SOURCES, folder, path), "utf8"));
  return texts.join("\n");
}

/** Snart's use of a name: the code that handles the meaning of iCalendar mentions it, or it is only kept. */
const useOf = (name: string): string => {
  sources ??= readSources();
  return sources.includes(`"${name}"`) ? "understood" : "kept";
};

/** The tables of validation's rules, which the document of compliance shows. */
export const ICALENDAR_TABLES: Readonly<Record<string, () => Table>> = {
  "icalendar-components": () => ({
    head: [
      "Component",
      "Defined in",
      "Stands in",
      "Exactly once",
      "At most once",
      "Any number",
      "Never both",
      "Needs",
    ],
    rows: Object.entries(COMPONENTS).map(([name, rule]) => [
      code(name),
      sectionOf(rule.section),
      codes(rule.inside),
      codes(rule.required),
      codes(rule.once),
      codes(rule.many),
      rule.exclusive.map(codes).join(", ") || "–",
      rule.dependent.map(([one, needs]) => `${code(one)}: ${code(needs)}`).join(", ") || "–",
    ]),
  }),
  "icalendar-properties": () => ({
    head: ["Property", "Defined in", "Value types", "Values", "Parameters of its own", "In Snart"],
    rows: Object.entries(PROPERTIES).map(([name, rule]) => [
      code(name),
      sectionOf(rule.section),
      `${codes(rule.types)}${rule.list ? ", a list" : ""}${rule.utc ? ", in UTC" : ""}${rule.explicit ? ", always told" : ""}`,
      valuesOf(rule),
      codes(rule.parameters),
      useOf(name),
    ]),
  }),
  "icalendar-parameters": () => ({
    head: ["Parameter", "Defined in", "Is", "In Snart"],
    rows: Object.entries(PARAMETERS).map(([name, rule]) => [
      code(name),
      sectionOf(rule.section),
      `${rule.wanted}${rule.list ? ", a list" : ""}`,
      useOf(name),
    ]),
  }),
  "itip-methods": () => ({
    head: ["Component", "Method", "Defined in", "Must have", "Must not have"],
    rows: Object.entries(METHODS).flatMap(([component, methods]) =>
      Object.entries(methods).map(([name, rule]) => [
        code(component),
        code(name),
        sectionOf(rule.section),
        `${codes(rule.required)}${rule.oneAttendee ? ", one `ATTENDEE`" : ""}`,
        codes(rule.never),
      ]),
    ),
  }),
};

function valuesOf({ values, range, syntax }: (typeof PROPERTIES)[string]): string {
  if (values) return `${codes(values.known)}${values.open ? " or `X-…`" : ""}`;
  if (range) return `${String(range[0])} to ${String(range[1])}`;
  return syntax?.wanted ?? "any";
}
