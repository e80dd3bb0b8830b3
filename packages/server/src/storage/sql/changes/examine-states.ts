import { sql } from "kysely";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

const selectAhead = statement(
  () => sql<{ login: string }>`
  select login from principal
  where exists (select 1 from object where object.account_id = principal.id and object.modseq > principal.modseq)
    or exists (select 1 from change where change.account_id = principal.id and change.modseq > principal.modseq)
  order by login`,
);

/**
 * Accounts whose objects or changes are newer than the account itself, as in a database put together from files of
 * different moments: clients would miss their changes.
 */
export async function examineStates(scope: Scope): Promise<readonly string[]> {
  const rows = await scope.rows(selectAhead(scope.dialect, {}));
  return rows.map(({ login }) => `the account ${login} is older than what is in it`);
}
