import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

interface Columns {
  readonly names: readonly string[];
}
const SQL = join(import.meta.dirname, "..");

/** Every table that is declared in a file beside this one. */
async function declaredTables(): Promise<readonly (readonly [string, Columns])[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (it) => it.endsWith(".ts") && !it.endsWith(".test.ts"),
  );
  const modules = await Promise.all(files.map((it) => import(`./${it}`) as Promise<object>));
  return modules
    .flatMap((module): [string, unknown][] => Object.entries(module))
    .filter((entry): entry is [string, Columns] => isColumns(entry[1]));
}
const isColumns = (it: unknown): it is Columns => typeof it === "object" && it !== null && "names" in it;
const TABLES = await declaredTables();
const columnsOf = (table: string): readonly string[] => new Map(TABLES).get(table)?.names ?? [];

const sources = readdirSync(SQL, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({ path, text: readFileSync(join(SQL, path), "utf8") }));
const textOf = (folder: "migrations" | "tables"): string =>
  sources.flatMap(({ path, text }) => (path.startsWith(`${folder}/`) ? [text] : [])).join("\n");
const queries = sources.filter(({ path }) => !/^(?:migrations|tables)\//.test(path));

/**
 * Columns are recognised by their underscores among fields and words; fewer of them than this are not recognised
 * reliably.
 */
const ENOUGH = 5;
const told = (names: readonly string[]): string[] => names.filter((name) => name.includes("_"));

/**
 * Whether one list, of a source without comments, names all columns of a table that has too few to be recognised by their underscores:
 * as the keys of an object, or as names to select. Two columns, of which one
 * is the key, are no list.
 */
function listsAll(text: string, names: readonly string[]): boolean {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  const keys = (name: string): RegExp => new RegExp(`(?<![\\w."])${name}:`);
  const strings = (name: string): RegExp => new RegExp(`["'.]${name}["']`);
  const holdsAll = (lists: RegExp, form: (name: string) => RegExp): boolean =>
    [...code.matchAll(lists)].some(([list]) => names.every((name) => form(name).test(list)));
  return names.length > 2 && (holdsAll(/\{[^{}]*\}/g, keys) || holdsAll(/\[[^[\]]*\]/g, strings));
}

/** Columns that a source writes or reads one by one: as keys of an object, or of a row. */
const listed = (text: string, names: readonly string[]): string[] =>
  told(names).filter((name) => new RegExp(`(?<!["\\w.])${name}:|\\w\\.${name}\\b(?!["'])`).test(text));

it.each(TABLES)("only a migration creates the columns of %s", (_, { names }) => {
  const migrations = textOf("migrations");
  for (const name of names)
    expect(migrations).toMatch(new RegExp(`\\b${name} \\$\\{(?:text|integer|bytes)\\}`));
});

it.each(TABLES)("no query lists the columns of %s a second time", (_, { names }) => {
  const isSmall = told(names).length < ENOUGH;
  const most = Math.max(ENOUGH, told(names).length / 2);
  for (const { path, text } of queries) {
    const again = listed(text, names);
    const isAgain = isSmall ? listsAll(text, names) : again.length >= most;
    expect(isAgain ? [path, ...again] : []).toEqual([]);
  }
});

it("finds columns that are listed a second time", () => {
  const names = columnsOf("publicLink");
  const row = names.map((name) => `${name}: row.${name},`).join("\n");
  expect(listed(row, names)).toEqual(told(names));
  expect(listed(`.select(["token_hash", "link.created_by"]) sql\`expires_at\``, names)).toEqual([]);
});

it("finds the few columns of a small table in one list", () => {
  const names = columnsOf("accountLink");
  expect(names.length).toBeGreaterThan(2);
  expect(told(names).length).toBeLessThan(ENOUGH);
  expect(listsAll(`{ ${names.map((name) => `${name}: 1`).join(", ")} }`, names)).toBe(true);
  expect(listsAll(`.select([${names.map((name) => `"${name}"`).join(", ")}])`, names)).toBe(true);
  expect(
    listsAll(
      `{ ${names
        .map((name) => `${name}: 1`)
        .slice(1)
        .join(", ")} }`,
      names,
    ),
  ).toBe(false);
  expect(listsAll(names.map((name) => `.where("${name}", "=", 1)`).join(""), names)).toBe(false);
});

it("knows the table of every file", () => {
  expect(TABLES.length).toBeGreaterThan(20);
});
