import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { bookable } from "../tables/bookings.ts";

export function bookables(scope: Scope): Noun<"bookables"> {
  return {
    byId: (accountId) => scope.record(bookable, selectById(scope.dialect, { accountId })),
    list: () => scope.records(bookable, scope.query.selectFrom("bookable").selectAll().orderBy("account_id")),
    insert: async (one) =>
      void (await scope.run(scope.query.insertInto("bookable").values(bookable.row(one)))),
    async update(accountId, fields) {
      const values = bookable.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("bookable").set(values).where("account_id", "=", accountId));
    },
  };
}

const selectById = statement(
  (q, p: { accountId: string }) => q.selectFrom("bookable").selectAll().where("account_id", "=", p.accountId),
  { isRemembered: true },
);
