import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";

/** A person's groups; for other people only the groups that the actor also belongs to. */
export function groupsSeenOf(
  app: App,
  actor: Actor,
  principalId: PrincipalId,
): Promise<readonly Principal[]> {
  return app.storage.read(async (tx) => {
    const ids = await tx.principals.groupsOf(principalId);
    const own = principalId === actor.principalId ? ids : await tx.principals.groupsOf(actor.principalId);
    const groups = await tx.principals.byIds(ids.filter((id) => own.includes(id)));
    return groups.filter(({ status }) => status === "active");
  });
}
