import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { meaningOf } from "./meanings.ts";

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}
export interface Entity {
  readonly name: string;
  readonly fields: readonly Field[];
}
/** A table of the database: the record that it holds, if it holds one. */
export interface StoredTable {
  readonly table: string;
  readonly record: string | undefined;
}

const PACKAGES = join(import.meta.dirname, "../../packages");
const STORAGE = join(PACKAGES, "server/src/storage");
/** Stored as the web app knows them. */
const PREFERENCES = join(PACKAGES, "calendar/src/jmap/profile.ts");

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(STORAGE, folder))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .toSorted()
    .map((name) => join(STORAGE, folder, name));
const textOf = (paths: readonly string[]): string =>
  paths.map((path) => readFileSync(path, "utf8")).join("\n");

/** Records that are stored as JSON in a column of another. */
const INSIDE: Readonly<Record<string, string>> = { Principal: "Preferences", Calendar: "CalendarView" };

/** Every table of the database, in its order, from the types of `storage/sql`. */
export function readStoredTables(): readonly StoredTable[] {
  const tables = textOf(filesOf("sql/tables"));
  const database = readFileSync(join(STORAGE, "sql/database.ts"), "utf8");
  const [, list = ""] = /export interface Database \{\n([\s\S]*?)\n\}/.exec(database) ?? [];
  return [...list.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, table = "", type = ""]) => ({
    table,
    record: recordOf(type, tables),
  }));
}

function recordOf(type: string, tables: string): string | undefined {
  const named = /\.(\w+Table)$/.exec(type)?.[1];
  const written =
    named === undefined ? type : new RegExp(`export type ${named} =([\\s\\S]*?);\\n`).exec(tables)?.[1];
  const columns = /RowOf<typeof (?:\w+\.)?(\w+)>/.exec(written ?? "")?.[1];
  return columns === undefined
    ? undefined
    : new RegExp(`export const ${columns} = columnsOf<(\\w+)>`).exec(tables)?.[1];
}

/** The records that are stored, with their fields from their interfaces, comments included. */
export function readEntities(): readonly Entity[] {
  const source = textOf([...filesOf("records"), ...filesOf("port"), ...filesOf("sql/tables"), PREFERENCES]);
  const names = new Set(readStoredTables().flatMap(({ record }) => record ?? []));
  return [...names]
    .flatMap((name) => [name, ...(INSIDE[name] === undefined ? [] : [INSIDE[name]])])
    .map((name) => ({ name, fields: fieldsOf(source, name, name) }));
}

function fieldsOf(source: string, name: string, entity: string): readonly Field[] {
  const match = new RegExp(`interface ${name}(?: extends ([\\w<>", |]+))? \\{\\n([\\s\\S]*?)\\n\\}`).exec(
    source,
  );
  if (!match) throw new Error(`there is no interface ${name} of what is stored`);
  const inherited = match[1] === undefined ? [] : fieldsOf(source, match[1], entity);
  const fields = [
    ...(match[2] ?? "").matchAll(
      /^ {2}(?:\/\*\* ?((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*)?readonly (\w+)\??:\s*([\s\S]*?);(?=\n {2}(?:readonly|\/\*\*|\/\/)|$(?![\s\S]))/gm,
    ),
  ];
  return [
    ...inherited,
    ...fields.map(([, comment = "", field = "", type = ""]) => ({
      name: field,
      type: type.replaceAll(/\s+/g, " ").trim(),
      meaning: comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim() || meaningOf(entity, field),
    })),
  ];
}
