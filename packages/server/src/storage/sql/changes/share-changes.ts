import type { ShareChange } from "../../records/changes.ts";
import type { CalendarId, Modseq, PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";

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

/** See `ChangeWrites.shareChanged`; forgets at the same time what nobody can ask for any more. */
export async function shareChanged(
  scope: Scope,
  { accountId, principalId, modseq, calendarId }: ShareChange,
): Promise<void> {
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
      .values({ account_id: accountId, principal_id: principalId, modseq, calendar_id: calendarId })
      .onConflict((conflict) => conflict.doNothing()),
  );
  scope.touch(accountId, "Calendar", modseq);
}
