import type { WriteTransaction } from "../../../storage/port.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { App } from "../../app.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";
import { managersOf, tellOfBooking } from "../../notices/booking-news.ts";

/** Tells the managers of a room that a guest of a page asks for it, as they are told of any request; the room is locked. */
export async function tellManagers(
  write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  booking: Pick<Booking, "id" | "accountId" | "startsAt" | "endsAt" | "bookedBy">,
): Promise<void> {
  const { tx } = write;
  const { accountId, bookedBy: by } = booking;
  const bookable = await tx.bookables.byId(accountId);
  if (!bookable) return;
  const timeZone = (await rulesInForce(tx, accountId))?.prepared.zone.id ?? "UTC";
  const told = { booking, timeZone, news: "roomAsked", type: "created", by } as const;
  await tellOfBooking(write, told, accountId, await managersOf(tx, bookable));
}
