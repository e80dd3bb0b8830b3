import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import { compileOnly } from "./compile-only.ts";
import type { Connection, Dialect, List } from "./dialect.ts";

export const sqlite: Dialect = {
  name: "sqlite",
  query: compileOnly({
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }),
  columnTypes: { text: "text", integer: "integer", bytes: "blob", fullText: "fts5", tableEnd: " strict" },
  isIn: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  isInIntegers: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  list: (values) => JSON.stringify(values) as unknown as List,
  // There is one writer, and it holds the whole database.
  forUpdate: (select) => select,
  skipLocked: (select) => select,
  examine,
};

interface Orphan {
  readonly table: string;
  readonly parent: string;
}

async function examine(connection: Connection): Promise<readonly string[]> {
  const checked = await connection.rows(pragma<{ integrity_check: string }>("pragma integrity_check"));
  const orphans = await connection.rows(pragma<Orphan>("pragma foreign_key_check"));
  return [
    ...checked.map((row) => row.integrity_check).filter((text) => text !== "ok"),
    ...orphans.map(({ table, parent }) => `a row of ${table} refers to no ${parent}`),
  ];
}

const pragma = <R>(text: string): CompiledQuery<R> => CompiledQuery.raw(text) as CompiledQuery<R>;
