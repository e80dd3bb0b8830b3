import type { PrincipalId } from "../../storage/records/ids.ts";
import { recordChange } from "../objects/record-change.ts";
import type { WriteScope } from "../scope.ts";

/**
 * Makes every open connection look again at what it may reach, once an account has been suspended, deleted or let in
 * again: its own connections, and those of whoever sees its calendars. Its calendars count as changed.
 */
export async function announceAccess(
  { app, tx, actor }: Pick<WriteScope, "app" | "tx" | "actor">,
  accountId: PrincipalId,
): Promise<void> {
  const scope = { app, tx, actor, accountId, modseq: await tx.lockAccount(accountId), now: app.now() };
  for (const { id } of await tx.calendars.ofAccount(accountId))
    await recordChange(scope, "Calendar", id, id, "updated");
}
