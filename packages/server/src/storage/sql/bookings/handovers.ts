import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { bookingHandover } from "../tables/bookings.ts";

export function bookingHandovers(scope: Scope): Noun<"bookingHandovers"> {
  const all = () => scope.query.selectFrom("booking_handover").selectAll();
  const open = (column: "from_id" | "to_id", partyId: string, now: number) =>
    scope.records(
      bookingHandover,
      all()
        .where(column, "=", partyId as never)
        .where("expires_at", ">", now)
        .where("state", "=", "asked")
        .orderBy("created_at")
        .orderBy("id"),
    );
  return {
    byId: (id) => scope.record(bookingHandover, all().where("id", "=", id)),
    async ofParty(partyId, now) {
      const asked = await open("from_id", partyId, now);
      return [...asked, ...(await open("to_id", partyId, now))].toSorted((a, b) => a.createdAt - b.createdAt);
    },
    insert: async (one) =>
      void (await scope.run(scope.query.insertInto("booking_handover").values(bookingHandover.row(one)))),
    async update(id, fields) {
      const values = bookingHandover.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("booking_handover").set(values).where("id", "=", id));
    },
    forget: (before, limit) =>
      deleteSome(scope, "booking_handover", ["id"], sql`expires_at <= ${before}`, limit),
  };
}
