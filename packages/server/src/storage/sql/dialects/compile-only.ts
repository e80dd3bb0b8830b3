import { DummyDriver, Kysely, type Dialect as KyselyDialect } from "kysely";
import type { Database } from "../database.ts";

/** The query builder without its driver: it compiles queries, and our own connections execute them. */
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
