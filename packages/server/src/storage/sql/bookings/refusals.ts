import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import type { RowOf } from "../columns.ts";
import { limitOf, statement, taken } from "../statement.ts";
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
    count: async (one, times) =>
      void (await scope.run(countMore(scope.dialect, bookingRefusal.row({ ...one, times })))),
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

const countMore = statement((q, p: RowOf<typeof bookingRefusal>) =>
  q
    .insertInto("booking_refusal")
    .values(taken(bookingRefusal.names, p))
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "month", "party_id", "reason"])
        .doUpdateSet((e) => ({ times: e("booking_refusal.times", "+", e.ref("excluded.times")) })),
    ),
);
