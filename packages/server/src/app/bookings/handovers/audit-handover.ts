import type { WriteTransaction } from "../../../storage/port.ts";
import type { AuditAction } from "../../../storage/records/audit.ts";
import type { Booking, BookingHandover } from "../../../storage/records/bookings.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { auditTime } from "../../bookables/audit-time.ts";
import { nameOfParty } from "./open-handovers.ts";

/** Writes the line of one booking that is asked about or changes hands. */
export async function auditHandover(
  write: { readonly app: App; readonly tx: WriteTransaction; readonly actor: Actor },
  action: AuditAction,
  { fromId, toId, returnId }: BookingHandover,
  booking: Booking,
): Promise<void> {
  const { tx } = write;
  const isReturned = booking.id === returnId;
  const thing = await tx.principals.byId(booking.accountId);
  await auditTime(
    write,
    action,
    { ...booking, thing },
    {
      from: await nameOfParty(tx, isReturned ? toId : fromId),
      to: await nameOfParty(tx, isReturned ? fromId : toId),
      rules: `${booking.rulesVersion}`,
      ...(returnId !== null && { swap: "yes" }),
    },
  );
}
