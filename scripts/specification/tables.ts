import { LEVELS, rightsOf, OWNER_RIGHTS } from "../../packages/calendar/src/access/rights.ts";
import { PROBLEM_STATUS } from "../../packages/server/src/app/problems.ts";
import { DEFAULT_LIMITS } from "../../packages/server/src/app/limits.ts";
import { TRANSITIONS } from "../../packages/server/src/app/transitions.ts";
import { COMMANDS } from "../../packages/server/src/cli/all-commands.ts";
import { usageOf } from "../../packages/server/src/cli/describe.ts";
import { limitDescriptions } from "../../packages/server/src/config/limit-descriptions.ts";
import { allOptions, limitEnv } from "../../packages/server/src/config/options.ts";
import { ALLOWED } from "../../packages/server/src/dav/methods/allowed.ts";
import { REPORTS } from "../../packages/server/src/dav/methods/report.ts";
import {
  CONDITION_NAMES,
  TOLD_STATUSES,
  conditionElement,
  conditionStatus,
} from "../../packages/server/src/dav/preconditions.ts";
import { PROPERTY_GROUPS } from "../../packages/server/src/dav/properties/registry.ts";
import { METHODS } from "../../packages/server/src/jmap/methods.ts";
import { readEntities, readStoredTables } from "./entities.ts";
import { OTHER_TABLES } from "./meanings.ts";
import type { Table } from "./table.ts";
import { ICALENDAR_TABLES } from "./icalendar-tables.ts";
import { readPages, readRoutes } from "./routes.ts";
import english from "../../packages/locales/src/en-GB.json" with { type: "json" };
import swedish from "../../packages/locales/src/sv.json" with { type: "json" };

const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => names.map(code).join(", ");

/** Every table that is compared with the code, by the name of its marker in the documents. */
export const TABLES: Readonly<Record<string, () => Table>> = {
  ...ICALENDAR_TABLES,
  pages: () => ({
    head: ["Page", "Screen"],
    rows: readPages().map(({ path, screen }) => [code(path), screen]),
  }),
  routes: () => ({
    head: ["Path", "Methods"],
    rows: readRoutes().map(({ path, methods }) => [code(path), methods]),
  }),
  entities: () => ({
    head: ["Entity", "Field", "Type", "Meaning"],
    rows: readEntities().flatMap(({ name, fields }) =>
      fields.map((field, at) => [
        at === 0 ? `**${name}**` : "",
        code(field.name),
        code(field.type),
        field.meaning,
      ]),
    ),
  }),
  otherTables: () => ({
    head: ["Table", "What it holds"],
    rows: readStoredTables()
      .filter(({ record }) => record === undefined)
      .map(({ table }) => [code(table), OTHER_TABLES[table] ?? ""]),
  }),
  transitions: () => ({
    head: ["What", "From", "To"],
    rows: Object.entries(TRANSITIONS).flatMap(([what, states]) =>
      Object.entries(states).map(([from, to]) => [
        what,
        code(from),
        to.length > 0 ? codes(to) : "nothing: it stays so",
      ]),
    ),
  }),
  rights: () => ({
    head: ["Right", ...LEVELS.map(code), "owner"],
    rows: Object.keys(OWNER_RIGHTS).map((right) => [
      code(right),
      ...[...LEVELS.map(rightsOf), OWNER_RIGHTS].map((rights) =>
        rights[right as keyof typeof OWNER_RIGHTS] ? "yes" : "–",
      ),
    ]),
  }),
  "jmap-methods": () => ({
    head: ["Method", "Capability"],
    rows: [...METHODS].map(([name, { capability }]) => [code(name), code(capability)]),
  }),
  "dav-methods": () => ({
    head: ["At", "Methods"],
    rows: Object.entries(ALLOWED).map(([kind, methods]) => [kind, codes(methods)]),
  }),
  "dav-reports": () => ({
    head: ["Report", "At"],
    rows: [...REPORTS].map(([key, { on }]) => [code(key), on.join(", ")]),
  }),
  "dav-properties": () => ({
    head: ["Property", "Namespace", "Defined in", "At", "Client may", "In allprop"],
    rows: PROPERTY_GROUPS.flatMap(({ source, properties }) =>
      properties.map(({ name, on, set, isSetApart, initialise, inAllprop }) => [
        code(name.name),
        code(name.ns),
        source,
        on.join(", "),
        set || isSetApart ? "set" : initialise ? "set at creation" : "read",
        inAllprop ? "yes" : "–",
      ]),
    ),
  }),
  "dav-preconditions": () => ({
    head: ["Element", "Namespace", "Status", "English", "Swedish"],
    rows: CONDITION_NAMES.map((name) => [
      code(name),
      code(conditionElement(name).ns),
      String(conditionStatus(name)),
      wording(english, `dav.${name}`),
      wording(swedish, `dav.${name}`),
    ]),
  }),
  "dav-statuses": () => ({
    head: ["Status", "English", "Swedish"],
    rows: TOLD_STATUSES.map((status) => [
      String(status),
      wording(english, `dav.status-${status}`),
      wording(swedish, `dav.status-${status}`),
    ]),
  }),
  commands: () => ({
    head: ["Command", "Does"],
    rows: COMMANDS.map((command) => [
      code(`snart ${command.name} ${usageOf(command)}`.trim()),
      command.summary,
    ]),
  }),
  errors: () => ({
    head: ["Code", "Status", "English", "Swedish"],
    rows: Object.entries(PROBLEM_STATUS).map(([name, status]) => [
      code(name),
      String(status),
      wording(english, `error.${name}`),
      wording(swedish, `error.${name}`),
    ]),
  }),
  limits: () => ({
    head: ["Limit", "Value", "Option", "Bounds"],
    rows: Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
      code(name),
      value.toLocaleString("en-GB"),
      code(limitEnv(name)),
      limitDescriptions[name] ?? "",
    ]),
  }),
  options: () => ({
    head: ["Option", "Default", "What it does"],
    rows: allOptions({}).map(({ env, default: value, secret, description }) => [
      code(env),
      typeof value === "string" || typeof value === "number" ? code(`${value}`) : "–",
      `${description}${secret ? " Secret: masked wherever it is shown." : ""}`,
    ]),
  }),
};

/** @throws Error if a language has no text for it */
function wording(catalogue: Readonly<Record<string, string>>, key: string): string {
  const text = catalogue[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text;
}
