import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as calendars from "./calendars.ts";
import * as files from "./files.ts";
import * as messages from "./messages.ts";
import * as objects from "./objects.ts";
import * as operation from "./operation.ts";
import * as people from "./people.ts";

const SQL = join(import.meta.dirname, "..");
const TABLES = { ...calendars, ...files, ...messages, ...objects, ...operation, ...people };

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

/** Columns that a source writes or reads one by one: as keys of an object, or of a row. */
const listed = (text: string, names: readonly string[]): string[] =>
  told(names).filter((name) => new RegExp(`(?<!["\\w.])${name}:|\\w\\.${name}\\b(?!["'])`).test(text));

it.each(Object.entries(TABLES))("only a migration creates the columns of %s", (_, { names }) => {
  const migrations = textOf("migrations");
  for (const name of names)
    expect(migrations).toMatch(new RegExp(`\\b${name} \\$\\{(?:text|integer|bytes)\\}`));
});

it.each(Object.entries(TABLES))("no query lists the columns of %s a second time", (_, { names }) => {
  const most = Math.max(ENOUGH, told(names).length / 2);
  for (const { path, text } of queries) {
    const again = listed(text, names);
    expect(again.length < most ? [] : [path, ...again]).toEqual([]);
  }
});

it("finds columns that are listed a second time", () => {
  const { names } = calendars.publicLink;
  const row = names.map((name) => `${name}: row.${name},`).join("\n");
  expect(listed(row, names)).toEqual(told(names));
  expect(listed(`.select(["token_hash", "link.created_by"]) sql\`expires_at\``, names)).toEqual([]);
});
