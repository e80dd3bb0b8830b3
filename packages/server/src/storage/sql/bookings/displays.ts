import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { display } from "../tables/bookings.ts";

export function displays(scope: Scope): Noun<"displays"> {
  const all = () => scope.query.selectFrom("display").selectAll();
  return {
    byId: (id) => scope.record(display, all().where("id", "=", id)),
    byTokenHash: (tokenHash) => scope.record(display, all().where("token_hash", "=", tokenHash)),
    list: () => scope.records(display, all().orderBy("created_at").orderBy("id")),
    insert: async (one) => void (await scope.run(scope.query.insertInto("display").values(display.row(one)))),
    async update(id, fields) {
      const values = display.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("display").set(values).where("id", "=", id));
    },
    remove: async (id) => (await scope.run(scope.query.deleteFrom("display").where("id", "=", id))) > 0,
  };
}
