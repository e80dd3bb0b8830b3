import { sql, type RawBuilder } from "kysely";
import type { Database } from "./database.ts";
import type { Scope } from "./scope.ts";

/**
 * Deletes at most so many rows of a table, so that others wait little, however many there are.
 * @param key the columns of its primary key
 * @returns how many were deleted
 */
export function deleteSome<T extends keyof Database>(
  scope: Scope,
  table: T,
  key: readonly (keyof Database[T] & string)[],
  where: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const rows = sql.table(table);
  return scope.run(
    sql`delete from ${rows} where (${columns}) in (select ${columns} from ${rows} where ${where} limit ${limit})`,
  );
}
