import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { AuditAction } from "../../storage/records/audit.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { WriteScope } from "../scope.ts";
import { auditTime } from "./audit-time.ts";

/** A booking that a write has changed, as it is now. */
export interface ChangedBooking {
  readonly booking: Booking;
  /** As it was; undefined: it is new. */
  readonly former: Booking | undefined;
}

/**
 * Writes what a write into a bookable's calendar has made of its bookings, whichever door it came by: a line for what is booked, one for
 * what is moved and one for what is given up. A booking with a key has its first line by who made it, with what only they know.
 */
export async function auditClaims(scope: WriteScope, changed: readonly ChangedBooking[]): Promise<void> {
  if (changed.length === 0) return;
  const thing = await scope.tx.principals.byId(scope.accountId);
  const actor = (scope.within ?? scope).actor;
  const isDelivered = actor.via === "scheduling";
  for (const action of ["booking-made", "booking-moved", "booking-cancelled"] as const) {
    const some = changed.filter((one) => actionOf(one) === action);
    const [first] = some.toSorted((a, b) => a.booking.startsAt - b.booking.startsAt);
    if (!first || (action === "booking-made" && first.booking.key !== null)) continue;
    const { booking, former } = first;
    const actorId = action === "booking-made" ? booking.bookedBy : (scope.booking?.bookedBy ?? null);
    await auditTime(
      { ...scope, actor, ...(isDelivered && { actorId }) },
      action,
      { ...booking, thing },
      {
        state: booking.state,
        rules: `${booking.rulesVersion}`,
        ...(former && action === "booking-moved" && { before: new Date(former.startsAt).toISOString() }),
        ...(some.length > 1 && { dates: `${some.length}` }),
      },
    );
  }
}

function actionOf({ booking, former }: ChangedBooking): AuditAction {
  if (!isStanding(booking.state)) return "booking-cancelled";
  return former && isStanding(former.state) ? "booking-moved" : "booking-made";
}
