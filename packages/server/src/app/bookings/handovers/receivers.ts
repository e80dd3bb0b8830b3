import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
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
    const mayBook = (await rulesInForce(tx, booking.accountId))?.prepared.rules.mayBook;
    const allowed = mayBook && (await membersOfAny(tx, mayBook as readonly PrincipalId[]));
    const found: Receiver[] = [];
    const inHousehold = new Set<PrincipalId>();
    for (const { accountId: id, label } of await tx.households.list()) {
      const members = (await tx.principals.membersOf(id)).map(({ memberId }) => memberId);
      for (const member of members) inHousehold.add(member);
      const isAllowed = !allowed || allowed.has(id) || members.some((member) => allowed.has(member));
      if (id !== own && members.length > 0 && isAllowed) found.push({ id, name: label });
    }
    for (const { id, displayName: name, status } of await tx.principals.list("person"))
      if (status === "active" && id !== own && !inHousehold.has(id) && (!allowed || allowed.has(id)))
        found.push({ id, name });
    return ok(found);
  });
}

async function membersOfAny(
  tx: ReadTransaction,
  groups: readonly PrincipalId[],
): Promise<ReadonlySet<PrincipalId>> {
  const found = new Set<PrincipalId>(groups);
  for (const group of groups)
    for (const { memberId } of await tx.principals.membersOf(group)) found.add(memberId);
  return found;
}
