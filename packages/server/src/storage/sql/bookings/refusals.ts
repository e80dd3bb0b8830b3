import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import type { RowOf } from "../columns.ts";
import { limitOf } from "../statement.ts";
import { bookingRefusal } from "../tables/bookings.ts";

export function bookingRefusals(scope: Scope): Noun<"bookingRefusals"> {
  return {
    ofMonth: (accountId, month) =>
      scope.records(
        bookingRefusal,
        scope.query
          .selectFrom("booking_refusal")
          .selectAll()
          .where("account_id", "=", accountId)
          .where("month", "=", month)
          .orderBy("party_id")
          .orderBy("reason"),
      ),
    sumOfMonth: (month) =>
      scope.rows(
        scope.query
          .selectFrom("booking_refusal")
          .select(["reason", (e) => e.cast<number>(e.fn.sum("times"), "bigint").as("times")])
          .where("month", "=", month)
          .groupBy("reason")
          .orderBy("reason"),
      ),
    async count(refusals) {
      const rows = refusals.map(bookingRefusal.row);
      for (let at = 0; at < rows.length; at += AT_ONCE)
        await scope.run(countMore(scope, rows.slice(at, at + AT_ONCE)));
    },
    forget(month, limit) {
      const gone = scope.query
        .selectFrom("booking_refusal")
        .select(["account_id", "month", "party_id", "reason"])
        .where("month", "<", month)
        .limit(limitOf(limit));
      return scope.run(
        scope.query
          .deleteFrom("booking_refusal")
          .where((e) =>
            e(
              e.refTuple("account_id", "month", "party_id", "reason"),
              "in",
              gone.$asTuple("account_id", "month", "party_id", "reason"),
            ),
          ),
      );
    },
  };
}

/** Counts that are written by one statement: five values each. */
const AT_ONCE = 1_000;

const countMore = ({ query }: Scope, rows: readonly RowOf<typeof bookingRefusal>[]) =>
  query
    .insertInto("booking_refusal")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "month", "party_id", "reason"])
        .doUpdateSet((e) => ({ times: e("booking_refusal.times", "+", e.ref("excluded.times")) })),
    );
