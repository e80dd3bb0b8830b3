import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printTable } from "./table.ts";
import { TABLES } from "./tables.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The documents with tables generated from the code. */
export const DOCUMENTS = ["docs/specification.md", "docs/compliance.md", "README.md"];

const MARKED = /<!-- table: ([\w-]+) -->\n[\s\S]*?<!-- end -->/g;

/** A document with every marked table generated again. @throws Error for a marker without a table */
export function withTables(text: string): string {
  return text.replace(MARKED, (_, name: string) => {
    const table = TABLES[name];
    if (!table) throw new Error(`there is no table ${name}`);
    return `<!-- table: ${name} -->\n${printTable(table())}\n<!-- end -->`;
  });
}

/** Names of the tables that a document holds. */
export const tablesOf = (text: string): readonly string[] =>
  [...text.matchAll(MARKED)].map(([, name]) => name ?? "");

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), "utf8");

export function rewriteDocuments(): void {
  for (const path of DOCUMENTS) writeFileSync(join(ROOT, path), withTables(readDocument(path)));
}
