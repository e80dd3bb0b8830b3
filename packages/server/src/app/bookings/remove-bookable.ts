import { isStanding } from "@snart/calendar/booking/facts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { markDeleted } from "../accounts/delete-account.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { endWait } from "../bookables/offer-freed.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { cancelAll } from "./book.ts";
import { bookableSeenBy } from "./bookables.ts";
import { lockWithBookings } from "./lock-for-booking.ts";

/**
 * Takes a bookable out of use, for its managers: nobody finds or books it any more, and what is booked from now on is cancelled. Its account
 * goes the way of every account that is deleted.
 */
export function removeBookable(app: App, actor: Actor, id: PrincipalId): Promise<Result<void, Problem>> {
  return asOne(app, [], async (inside): Promise<Result<void, Problem>> => {
    const seen = await inside.storage.read((tx) => bookableSeenBy(tx, actor, id));
    if (!seen.ok) return seen;
    const { mayManage, principal } = seen.value;
    if (!mayManage) return failed({ code: "forbidden", right: "manage the bookable" });
    const from = { start: app.now(), end: Number.MAX_SAFE_INTEGER };
    const booked = await inside.storage.write((tx) =>
      lockWithBookings(tx, id, () => tx.bookings.inRange(id, from)),
    );
    const coming = booked.filter(({ state }) => isStanding(state));
    await endLine(inside, id);
    const gone = await cancelAll(inside, actor, coming);
    if (!gone.ok) return gone;
    return inside.storage.write(async (tx): Promise<Result<void, Problem>> => {
      const hidden = await markDeleted({ app, tx, actor }, principal, undefined);
      if (!hidden.ok) return hidden;
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "bookable-removed",
        subject: principal.displayName,
        detail: { login: actor.login, bookable: principal.login, cancelled: `${coming.length}` },
      });
      return ok(undefined);
    });
  });
}

/** Nobody is offered what is taken out of use. */
const endLine = (app: App, id: PrincipalId): Promise<void> =>
  app.storage.write(async (tx) => {
    const now = app.now();
    await tx.lockAccount(id);
    for (const wait of await tx.bookingWaits.inLine(id, { start: 0, end: Number.MAX_SAFE_INTEGER }))
      await endWait({ tx, now }, wait, "lapsed");
    for (const { id: drawId, state } of await tx.draws.ofBookable(id))
      if (state === "open") await tx.draws.remove(drawId);
  });
