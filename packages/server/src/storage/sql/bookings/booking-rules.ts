import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { bookingRules as table } from "../tables/bookings.ts";

export function bookingRules(scope: Scope): Noun<"bookingRules"> {
  const of = (accountId: string) =>
    scope.query.selectFrom("booking_rules").selectAll().where("account_id", "=", accountId);
  return {
    current: (accountId) => scope.record(table, of(accountId).orderBy("version", "desc").limit(1)),
    allCurrent: () =>
      scope.records(
        table,
        scope.query
          .selectFrom("booking_rules as r")
          .selectAll()
          .where("version", "=", (of) =>
            of
              .selectFrom("booking_rules as newest")
              .select((rules) => rules.fn.max("newest.version").as("version"))
              .whereRef("newest.account_id", "=", "r.account_id"),
          )
          .orderBy("account_id"),
      ),
    version: (accountId, version) => scope.record(table, of(accountId).where("version", "=", version)),
    async append(version) {
      const query = scope.query.insertInto("booking_rules").values(table.row(version));
      const written = await scope.run(query.onConflict((conflict) => conflict.doNothing()));
      return written === 1 ? "inserted" : "duplicate";
    },
  };
}
