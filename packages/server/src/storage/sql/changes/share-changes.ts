import type { ShareChange } from "../../records/changes.ts";
import type { CalendarId, Modseq, PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { shareChange } from "../tables/calendars.ts";

/** See `ChangeReads.sharesChanged`. */
export async function sharesChanged(
  scope: Scope,
  accountId: PrincipalId,
  principalIds: readonly PrincipalId[],
  since: Modseq,
): Promise<readonly CalendarId[]> {
  const query = scope.query
    .selectFrom("share_change")
    .select("calendar_id")
    .distinct()
    .where("account_id", "=", accountId)
    .where(scope.dialect.isIn("principal_id", scope.list(principalIds)))
    .where("modseq", ">", since);
  return (await scope.rows(query)).map((row) => row.calendar_id as CalendarId);
}

/** See `ChangeWrites.shareChanged`; also forgets entries that nobody can ask for any more. */
export async function shareChanged(scope: Scope, change: ShareChange): Promise<void> {
  const { accountId, modseq } = change;
  const forgotten = scope.query
    .selectFrom("principal")
    .select("forgotten_modseq")
    .where("id", "=", accountId);
  await scope.run(
    scope.query
      .deleteFrom("share_change")
      .where("account_id", "=", accountId)
      .where("modseq", "<", forgotten),
  );
  await scope.run(
    scope.query
      .insertInto("share_change")
      .values(shareChange.row(change))
      .onConflict((conflict) => conflict.doNothing()),
  );
  scope.touch(accountId, "Calendar", modseq);
}
