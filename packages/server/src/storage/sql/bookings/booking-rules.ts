import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { bookingRules as table } from "../tables/bookings.ts";

export function bookingRules(scope: Scope): Noun<"bookingRules"> {
  return {
    current: (accountId) => scope.record(table, selectCurrent(scope.dialect, { accountId })),
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
    version: (accountId, version) =>
      scope.record(table, selectVersion(scope.dialect, { accountId, version })),
    async append(version) {
      const query = scope.query.insertInto("booking_rules").values(table.row(version));
      const written = await scope.run(query.onConflict((conflict) => conflict.doNothing()));
      return written === 1 ? "inserted" : "duplicate";
    },
  };
}

const selectCurrent = statement(
  (q, p: { accountId: string }) =>
    q
      .selectFrom("booking_rules")
      .selectAll()
      .where("account_id", "=", p.accountId)
      .orderBy("version", "desc")
      .limit(sql.lit(1)),
  { isRemembered: true },
);

const selectVersion = statement((q, p: { accountId: string; version: number }) =>
  q
    .selectFrom("booking_rules")
    .selectAll()
    .where("account_id", "=", p.accountId)
    .where("version", "=", p.version),
);
