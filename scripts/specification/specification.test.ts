import { DatabaseSync } from "node:sqlite";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONDITION_NAMES, conditionStatus } from "../../packages/server/src/dav/preconditions.ts";
import { openStorage } from "../../packages/server/src/storage/sql/open.ts";
import { DOCUMENTS, readDocument, tablesOf, withTables } from "./documents.ts";
import { readEntities, readStoredTables } from "./entities.ts";
import { OTHER_TABLES } from "./meanings.ts";
import { TABLES } from "./tables.ts";

const HEADINGS = [
  "1. Purpose",
  "2. Screens and routes",
  "3. Entities and fields",
  "4. States and transitions",
  "5. Validation rules",
  "6. Roles and permissions",
  "7. Calls",
  "8. Error catalogue",
  "9. Constants and limits",
];

describe("the specification", () => {
  it.each(DOCUMENTS)("%s agrees with the code (npm run specification generates its tables)", (path) => {
    expect(readDocument(path)).toBe(withTables(readDocument(path)));
  });

  it("has the nine headings, in order, and a table under all that list something", () => {
    const text = readDocument("docs/specification.md");
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
    const shown = DOCUMENTS.flatMap((path) => tablesOf(readDocument(path)));
    expect(Object.keys(TABLES).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it("notices when a table and the code differ", () => {
    const text = readDocument("docs/specification.md");
    const changed = text.replace("| `mayShare` |", "| `mayShave` |");
    expect(changed).not.toBe(text);
    expect(withTables(changed)).toBe(text);
  });

  it("lists every DAV condition as either named or not", () => {
    const text = readDocument("docs/compliance.md");
    const [, never = ""] = text.split("Conditions of these RFCs that Snart never names:");
    const unnamed = [...never.matchAll(/^\| ([^|]+) \| \d/gm)]
      .filter(([, cell = ""]) => !cell.includes(" of "))
      .flatMap(([, cell = ""]) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name));
    expect(unnamed).toContain("lock-token-submitted");
    expect(unnamed.filter((name) => (CONDITION_NAMES as readonly string[]).includes(name))).toEqual([]);
    const listed = [
      ...text.matchAll(
        /^\| `([\w-]+)` \| `(?:DAV:|urn:ietf:params:xml:ns:caldav|https:\/\/bitfire\.at\/webdav-push)` \| (\d{3}) \|/gm,
      ),
    ];
    expect(listed.map(([, name, status]) => [name, Number(status)])).toEqual(
      CONDITION_NAMES.map((name) => [name, conditionStatus(name)]),
    );
  });

  it("names existing files in each line of compliance", () => {
    const text = readDocument("docs/compliance.md");
    const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w-]+(?:\.test)?\.tsx?)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(100);
    const exists = (path: string): boolean =>
      ["", "packages/calendar/src/"].some((folder) =>
        existsSync(join(import.meta.dirname, "../..", folder, path)),
      );
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  it("says what every field and every table means", () => {
    const silent = readEntities().flatMap(({ name, fields }) =>
      fields.filter(({ meaning }) => meaning === "").map((field) => `${name}.${field.name}`),
    );
    expect(silent).toEqual([]);
    expect(readEntities().filter(({ fields }) => fields.length === 0)).toEqual([]);
    const others = readStoredTables().filter(({ record }) => record === undefined);
    expect(others.map(({ table }) => table).toSorted()).toEqual(Object.keys(OTHER_TABLES).toSorted());
    expect(Object.values(OTHER_TABLES).filter((meaning) => meaning === "")).toEqual([]);
  });

  it("lists every table of the database, with fields that are really its columns", async () => {
    const folder = mkdtempSync(join(tmpdir(), "snart-specification-"));
    await (await openStorage({ kind: "sqlite", path: join(folder, "s.sqlite") })).close();
    const database = new DatabaseSync(join(folder, "s.sqlite"));
    const namesOf = (query: string, ...of: string[]): string[] =>
      database
        .prepare(query)
        .all(...of)
        .map(({ name }) => String(name));
    const stored = namesOf("select name from sqlite_master where type = 'table'").filter(
      (name) => !/^(?:sqlite_|search(?:_|$)|schema_version$)/.test(name),
    );
    const known = readStoredTables();
    expect(
      known
        .map(({ table }) => table)
        .filter((name) => !name.startsWith("search_"))
        .toSorted(),
    ).toEqual(stored.toSorted());
    const entities = new Map(readEntities().map((entity) => [entity.name, entity.fields]));
    const missing = known.flatMap(({ table, record }) => {
      const columns = new Set(namesOf("select name from pragma_table_info(?)", table));
      return (entities.get(record ?? "") ?? [])
        .filter(({ name }) => !columns.has(columnName(record ?? "", name)))
        .map(({ name }) => `${table}.${name}`);
    });
    database.close();
    rmSync(folder, { recursive: true });
    expect(missing).toEqual([]);
  });
});

/** Columns are the fields in snake_case, except three that would be unclear without their unit or kind. */
function columnName(entity: string, field: string): string {
  const special: Record<string, string> = {
    "StoredObject.start": "start_ms",
    "StoredObject.end": "end_ms",
    "ChangeEntry.id": "object_id",
  };
  return special[`${entity}.${field}`] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
