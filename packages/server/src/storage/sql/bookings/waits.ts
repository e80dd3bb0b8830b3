import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { bookingWait } from "../tables/bookings.ts";

export function bookingWaits(scope: Scope): Noun<"bookingWaits"> {
  const all = () => scope.query.selectFrom("booking_wait").selectAll();
  return {
    byId: (id) => scope.record(bookingWait, all().where("id", "=", id)),
    inLine: (accountId, range) =>
      scope.records(bookingWait, selectInLine(scope.dialect, { accountId, ...range })),
    ofParty: (partyId, since) => scope.records(bookingWait, selectOfParty(scope.dialect, { partyId, since })),
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

const standing = (q: Scope["query"]) =>
  q.selectFrom("booking_wait").selectAll().where("state", "in", ["waiting", "offered"]);

const selectInLine = statement((q, p: { accountId: string; start: number; end: number }) =>
  standing(q)
    .where("account_id", "=", p.accountId)
    .where("ends_at", ">", p.start)
    .where("starts_at", "<", p.end)
    .orderBy("created_at")
    .orderBy("id"),
);

const selectOfParty = statement(
  (q, p: { partyId: string; since: number }) =>
    standing(q)
      .where("party_id", "=", p.partyId)
      .where("ends_at", ">", p.since)
      .orderBy("starts_at")
      .orderBy("id"),
  { isRememberedInSnapshot: true },
);
