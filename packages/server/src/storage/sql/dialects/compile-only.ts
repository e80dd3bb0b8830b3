import { DummyDriver, Kysely, type Dialect as KyselyDialect } from "kysely";
import type { Database } from "../database.ts";

/** The query builder without its driver: queries are compiled by it and executed by our own connections. */
export function compileOnly(
  parts: Pick<KyselyDialect, "createAdapter" | "createQueryCompiler" | "createIntrospector">,
): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => parts.createAdapter(),
      createQueryCompiler: () => parts.createQueryCompiler(),
      createIntrospector: (db) => parts.createIntrospector(db),
    },
  });
}
