import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from "kysely";
import { compileOnly } from "./compile-only.ts";
import type { Dialect, List } from "./dialect.ts";

export const sqlite: Dialect = {
  name: "sqlite",
  query: compileOnly({
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }),
  columnTypes: { text: "text", integer: "integer", bytes: "blob", tableEnd: " strict" },
  isIn: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  isInIntegers: (column, list) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`,
  list: (values) => JSON.stringify(values) as unknown as List,
  // There is one writer, and it holds the whole database.
  forUpdate: (select) => select,
  skipLocked: (select) => select,
};
