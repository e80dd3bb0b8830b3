import { isStanding } from "@snart/calendar/booking/facts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { markDeleted } from "../accounts/delete-account.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { cancelAll } from "../bookings/book.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { householdSeenBy } from "./households.ts";

/**
 * Removes a household: what it has booked from now on is cancelled, its PIN, tags and letter end, and its group is deleted as any other.
 * Its people keep their accounts and book for themselves. Only administrators may.
 */
export function removeHousehold(
  app: App,
  actor: Actor,
  id: PrincipalId,
  calendarsTo?: PrincipalId,
): Promise<Result<void, Problem>> {
  return asOne(app, [], async (inside): Promise<Result<void, Problem>> => {
    const now = app.now();
    const found = await inside.storage.read(async (tx) => {
      const granted = await grantAdministration(tx, actor);
      const seen = granted.ok ? await householdSeenBy(app, tx, actor, id) : granted;
      const coming = await tx.bookings.ofParty(id, now);
      return { seen, coming: coming.filter(({ state }) => isStanding(state)) };
    });
    if (!found.seen.ok) return found.seen;
    const gone = await cancelAll(inside, actor, found.coming);
    if (!gone.ok) return gone;
    const { principal } = found.seen.value;
    return inside.storage.write(async (tx): Promise<Result<void, Problem>> => {
      if (!(await tx.households.remove(id))) return failed({ code: "not-found" });
      const hidden = await markDeleted({ app, tx, actor }, principal, calendarsTo);
      if (!hidden.ok) return hidden;
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "household-removed",
        subject: principal.displayName,
        detail: { login: actor.login, cancelled: `${found.coming.length}` },
      });
      return ok(undefined);
    });
  });
}
