import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { changeMembers, groupScope } from "../groups/change-group.ts";
import type { StoredProvider } from "../sign-in/stored-providers.ts";

/**
 * Lets somebody join and leave the groups that follow the provider's, and no others; never a household. Whoever manages a group and stays in it goes on
 * managing it.
 * @param claimed undefined: the provider does not say, so nothing changes
 */
export async function followGroups(
  app: App,
  tx: WriteTransaction,
  { person, actor }: { readonly person: Principal; readonly actor: Actor },
  { groups: followed, name }: StoredProvider,
  claimed: readonly string[] | undefined,
): Promise<void> {
  if (claimed === undefined) return;
  const has = new Set(claimed);
  // Locked in the order of their ids, as everywhere.
  const ids = [...new Set(followed.map(({ groupId }) => groupId as PrincipalId))].toSorted();
  for (const id of ids) {
    const group = await tx.principals.byId(id);
    if (group?.kind !== "group" || group.status !== "active") continue;
    // It has become one since: who lives there is the house's to say.
    if (await tx.households.byId(id)) continue;
    const members = await tx.principals.membersOf(id);
    const isMember = members.some(({ memberId }) => memberId === person.id);
    const belongs = followed.some(({ claim, groupId }) => groupId === id && has.has(claim));
    if (isMember === belongs || (belongs && members.length >= app.limits.membersPerGroup)) continue;
    const change = new Map([[person.id, belongs ? { isManager: false } : null]]);
    await changeMembers(await groupScope(app, tx, actor, id), group, change);
    const detail = {
      login: person.login,
      group: group.login,
      with: name,
      [person.login]: belongs ? "member" : "none",
    };
    await recordAudit(app, tx, {
      actorId: null,
      action: "group-changed",
      subject: group.displayName,
      detail,
    });
  }
}
