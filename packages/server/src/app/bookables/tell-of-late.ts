import { managersOf, tellOfBooking } from "../notices/booking-news.ts";
import { peopleOfParty } from "../notices/people-of-party.ts";
import type { WriteScope } from "../scope.ts";
import type { ChangedBooking } from "./audit-claims.ts";
import type { RulesInForce } from "./rules-in-force.ts";

/**
 * Tells the managers of a bookable that a booking was given up too late, and who booked it, as no calendar app can be told so before. One
 * notice is for all that one write gives up.
 */
export async function tellOfLate(
  scope: WriteScope,
  inForce: RulesInForce | undefined,
  changed: readonly ChangedBooking[],
): Promise<void> {
  const late = changed.find(({ booking }) => booking.state === "cancelledLate");
  if (!late || !inForce) return;
  const { tx, accountId, within } = scope;
  const by = (within ?? scope).actor.principalId;
  const timeZone = inForce.prepared.zone.id;
  const { booking } = late;
  const told = { booking, timeZone, news: "cancelledLate", type: "destroyed", by } as const;
  const bookers = within && !scope.knowsLate ? await peopleOfParty(tx, within.accountId) : [];
  const people = bookers.filter(({ kind, status }) => kind === "person" && status === "active");
  if (within) await tellOfBooking(scope, told, within.accountId, people);
  const bookable = await tx.bookables.byId(accountId);
  const managers = bookable ? await managersOf(tx, bookable) : [];
  const others = managers.filter(({ id }) => id !== by && !people.some((one) => one.id === id));
  await tellOfBooking(scope, told, accountId, others);
}
