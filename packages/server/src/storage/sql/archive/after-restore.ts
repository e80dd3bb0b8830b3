import { CompiledQuery } from "kysely";
import type { Connection } from "../dialects/dialect.ts";

/** More than any account changes in its life, and so little that thousands of restorations fit below 2^53. */
const LEAP = 1_000_000_000;

/**
 * What must be otherwise than in the database that was backed up. Clients may know states that came after the backup and that nobody has
 * any more: so every account and calendar leaps to a state beyond all of them and has forgotten what came before, and each client starts
 * over instead of missing what will be written under numbers that it has seen. Search indexes everything anew.
 */
const STATEMENTS = [
  `update principal set forgotten_modseq = modseq + ${LEAP}, modseq = modseq + ${LEAP}`,
  `update calendar set content_modseq =
    (select modseq from principal where principal.id = calendar.account_id)`,
  `update inbox_item set modseq =
    (select modseq from principal where principal.id = inbox_item.account_id) where removed_modseq is null`,
  `delete from inbox_item where removed_modseq is not null`,
  `insert into search_rest (object_id, calendar_id, is_waiting) select id, calendar_id, 1 from object`,
];

/** Runs on the newest schema, in the transaction that filled the database. */
export async function finishRestoring(connection: Connection): Promise<void> {
  await connection.run(CompiledQuery.raw("delete from search_rest"));
  for (const statement of STATEMENTS) await connection.run(CompiledQuery.raw(statement));
}
