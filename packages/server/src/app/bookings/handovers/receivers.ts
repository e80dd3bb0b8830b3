import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { peopledHouseholds, whoMayBook } from "../../bookables/who-may-book.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";
import type { Problem } from "../../problems.ts";
import { partiesOf } from "../../bookables/party-of.ts";

/** Somebody who may book a thing. */
export interface Receiver {
  readonly id: PrincipalId;
  /** What a household is called at its door, or a person's name. */
  readonly name: string;
}

/**
 * Who else may book the thing of one's own booking: households by their labels, and people who are in none.
 * @returns `not-found` for what is not the actor's
 */
export function receiversOf(
  app: App,
  actor: Actor,
  bookingId: BookingId,
): Promise<Result<readonly Receiver[], Problem>> {
  return app.storage.read(async (tx) => {
    const booking = await tx.bookings.byId(bookingId);
    const own = booking?.partyId ?? undefined;
    if (!booking || own === undefined || !(await partiesOf(tx, actor)).includes(own))
      return failed({ code: "not-found" });
    const mayBook = await whoMayBook(tx, await rulesInForce(tx, booking.accountId));
    const households = await peopledHouseholds(tx);
    const inHousehold = new Set(households.flatMap(({ members }) => members));
    const found: Receiver[] = [];
    for (const { accountId: id, label, members } of households)
      if (id !== own && members.length > 0 && mayBook(id, members)) found.push({ id, name: label });
    for (const { id, displayName: name, status } of await tx.principals.list("person"))
      if (status === "active" && id !== own && !inHousehold.has(id) && mayBook(id)) found.push({ id, name });
    return ok(found);
  });
}
