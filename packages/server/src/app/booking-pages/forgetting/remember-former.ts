import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PageBookingId } from "../../../storage/records/ids.ts";
import type { WriteScope } from "../../scope.ts";

/**
 * Keeps that a guest was known with other hosts, or under another UID, before: as a booking that has ended, which counts for nothing and
 * which no link leads to. What is known of them there is deleted with it.
 * @param former the booking as it was
 */
export async function rememberFormer(
  { app, tx }: Pick<WriteScope, "app" | "tx">,
  former: PageBooking,
): Promise<void> {
  const id = app.newId() as PageBookingId;
  const secrets = { tokenHash: `former ${id}`, once: `former ${id}` };
  await tx.pageBookings.insert({ ...former, ...secrets, id, state: "cancelled", expiresAt: null });
}
