import { isStanding } from "@snart/calendar/booking/facts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { markDeleted } from "../accounts/delete-account.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { cancelAll } from "../bookings/book.ts";
import { lockWithBookings } from "../bookings/lock-for-booking.ts";
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
    const seen = await inside.storage.read(async (tx) => {
      const granted = await grantAdministration(tx, actor);
      return granted.ok ? householdSeenBy(app, tx, actor, id) : granted;
    });
    if (!seen.ok) return seen;
    const now = app.now();
    const booked = await inside.storage.write((tx) =>
      lockWithBookings(tx, id, () => tx.bookings.ofParty(id, now)),
    );
    const coming = booked.filter(({ state }) => isStanding(state));
    const gone = await cancelAll(inside, actor, coming);
    if (!gone.ok) return gone;
    const { principal } = seen.value;
    return inside.storage.write(async (tx): Promise<Result<void, Problem>> => {
      if (!(await tx.households.remove(id))) return failed({ code: "not-found" });
      const hidden = await markDeleted({ app, tx, actor }, principal, calendarsTo);
      if (!hidden.ok) return hidden;
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "household-removed",
        subject: principal.displayName,
        detail: { login: actor.login, cancelled: `${coming.length}` },
      });
      return ok(undefined);
    });
  });
}
