import type { App } from "../app.ts";
import type { PrincipalId } from "../types.ts";

/**
 * Who may see anything in some accounts: their people, the members of those that are groups, and with whom a calendar there is shared.
 * More may be named than see something, and nobody is missing.
 */
export async function whoReaches(
  app: App,
  accountIds: Iterable<PrincipalId>,
): Promise<ReadonlySet<PrincipalId>> {
  return app.storage.read(async (tx) => {
    const found = new Set<PrincipalId>();
    for (const accountId of accountIds) {
      found.add(accountId);
      for (const { principalId } of await tx.calendars.sharesOfAccount(accountId)) found.add(principalId);
    }
    const named = [...found];
    for (const id of named) for (const { memberId } of await tx.principals.membersOf(id)) found.add(memberId);
    return found;
  });
}
