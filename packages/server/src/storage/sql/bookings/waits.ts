import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { sql } from "kysely";
import { bookingWait } from "../tables/bookings.ts";

export function bookingWaits(scope: Scope): Noun<"bookingWaits"> {
  const all = () => scope.query.selectFrom("booking_wait").selectAll();
  const standing = () => all().where("state", "in", ["waiting", "offered"]);
  return {
    byId: (id) => scope.record(bookingWait, all().where("id", "=", id)),
    inLine: (accountId, { start, end }) =>
      scope.records(
        bookingWait,
        standing()
          .where("account_id", "=", accountId)
          .where("ends_at", ">", start)
          .where("starts_at", "<", end)
          .orderBy("created_at")
          .orderBy("id"),
      ),
    ofParty: (partyId, since) =>
      scope.records(
        bookingWait,
        standing()
          .where("party_id", "=", partyId)
          .where("ends_at", ">", since)
          .orderBy("starts_at")
          .orderBy("id"),
      ),
    insert: async (one) =>
      void (await scope.run(scope.query.insertInto("booking_wait").values(bookingWait.row(one)))),
    async update(id, fields) {
      const values = bookingWait.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("booking_wait").set(values).where("id", "=", id));
    },
    forget: (before, limit) => deleteSome(scope, "booking_wait", ["id"], sql`ends_at <= ${before}`, limit),
  };
}
