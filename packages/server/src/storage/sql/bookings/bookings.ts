import type { BookingState } from "@snart/calendar/booking/facts.ts";
import type { Noun } from "../../port.ts";
import type { Booking } from "../../records/bookings.ts";
import type { Scope } from "../scope.ts";
import { booking } from "../tables/bookings.ts";

export function bookings(scope: Scope): Noun<"bookings"> {
  const all = () => scope.query.selectFrom("booking").selectAll();
  const inStates = (states: readonly BookingState[] | undefined) =>
    states ? all().where("state", "in", states) : all();
  return {
    byId: (id) => scope.record(booking, all().where("id", "=", id)),
    byKey: (bookedBy, key) =>
      scope.record(booking, all().where("booked_by", "=", bookedBy).where("key", "=", key)),
    ofObject: (id) =>
      scope.records(booking, all().where("object_id", "=", id).orderBy("starts_at").orderBy("id")),
    inRange: (accountId, { start, end }, states) =>
      scope.records(
        booking,
        inStates(states)
          .where("account_id", "=", accountId)
          .where("ends_at", ">", start)
          .where("starts_at", "<", end)
          .orderBy("starts_at")
          .orderBy("id"),
      ),
    inRangeOf: (accountIds, { start, end }, states) =>
      scope.records(
        booking,
        inStates(states)
          .where(scope.dialect.isIn("account_id", scope.list(accountIds)))
          .where("ends_at", ">", start)
          .where("starts_at", "<", end)
          .orderBy("starts_at")
          .orderBy("id"),
      ),
    ofParty: (partyId, since, states) =>
      scope.records(
        booking,
        inStates(states)
          .where("party_id", "=", partyId)
          .where("ends_at", ">", since)
          .orderBy("starts_at")
          .orderBy("id"),
      ),
    beginning: (state, { start, end }) =>
      scope.records(
        booking,
        all()
          .where("state", "=", state)
          .where("starts_at", ">=", start)
          .where("starts_at", "<", end)
          .orderBy("starts_at")
          .orderBy("id"),
      ),
    insert: (one) => insert(scope, one),
    async update(id, fields) {
      const values = booking.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("booking").set(values).where("id", "=", id));
    },
  };
}

async function insert(scope: Scope, one: Booking): Promise<"inserted" | "duplicate"> {
  const query = scope.query.insertInto("booking").values(booking.row(one));
  const written = await scope.run(query.onConflict((conflict) => conflict.doNothing()));
  return written === 1 ? "inserted" : "duplicate";
}
