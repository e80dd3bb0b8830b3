import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { draw, drawEntry } from "../tables/draws.ts";

export function draws(scope: Scope): Noun<"draws"> {
  const all = () => scope.query.selectFrom("draw").selectAll();
  const entries = () => scope.query.selectFrom("draw_entry").selectAll();
  return {
    byId: (id) => scope.record(draw, all().where("id", "=", id)),
    ofBookable: (accountId) =>
      scope.records(draw, all().where("account_id", "=", accountId).orderBy("closes_at").orderBy("id")),
    entries: (id) => scope.records(drawEntry, entries().where("draw_id", "=", id).orderBy("party_id")),
    entriesOf: (partyId) =>
      scope.records(drawEntry, entries().where("party_id", "=", partyId).orderBy("draw_id")),
    insert: async (one) => void (await scope.run(scope.query.insertInto("draw").values(draw.row(one)))),
    async update(id, fields) {
      const values = draw.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("draw").set(values).where("id", "=", id));
    },
    async remove(id) {
      await scope.run(scope.query.deleteFrom("draw_entry").where("draw_id", "=", id));
      await scope.run(scope.query.deleteFrom("draw").where("id", "=", id));
    },
    async putEntry(entry) {
      const { draw_id: _, party_id: __, ...values } = drawEntry.row(entry);
      await scope.run(
        scope.query
          .insertInto("draw_entry")
          .values(drawEntry.row(entry))
          .onConflict((conflict) => conflict.columns(["draw_id", "party_id"]).doUpdateSet(values)),
      );
    },
    removeEntry: async (id, partyId) =>
      (await scope.run(
        scope.query.deleteFrom("draw_entry").where("draw_id", "=", id).where("party_id", "=", partyId),
      )) > 0,
  };
}
