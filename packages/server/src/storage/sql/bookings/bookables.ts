import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { bookable } from "../tables/bookings.ts";

export function bookables(scope: Scope): Noun<"bookables"> {
  const all = () => scope.query.selectFrom("bookable").selectAll();
  return {
    byId: (accountId) => scope.record(bookable, all().where("account_id", "=", accountId)),
    list: () => scope.records(bookable, all().orderBy("account_id")),
    insert: async (one) =>
      void (await scope.run(scope.query.insertInto("bookable").values(bookable.row(one)))),
    async update(accountId, fields) {
      const values = bookable.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("bookable").set(values).where("account_id", "=", accountId));
    },
  };
}
