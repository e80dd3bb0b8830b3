import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { compileOnly } from "./compile-only.ts";
import type { Dialect, List } from "./dialect.ts";

export const postgres: Dialect = {
  name: "postgres",
  query: compileOnly({
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }),
  columnTypes: {
    text: `text collate "C"`,
    integer: "bigint",
    bytes: "bytea",
    fullText: "tsvector",
    tableEnd: "",
  },
  isIn: (column, list) => sql<boolean>`${sql.ref(column)} = any(${list}::text[])`,
  isInIntegers: (column, list) => sql<boolean>`${sql.ref(column)} = any(${list}::bigint[])`,
  list: (values) => values as unknown as List,
  // Not "for update", which would also stop others from inserting rows that refer to this one.
  forUpdate: (select) => select.forNoKeyUpdate(),
  skipLocked: (select) => select.forUpdate().skipLocked(),
  // PostgreSQL checks its own pages and keys; `pg_amcheck` needs more than our role may.
  examine: async () => [],
};
