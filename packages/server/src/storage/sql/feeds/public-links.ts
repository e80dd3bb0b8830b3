import type { Noun } from "../../port.ts";
import type { Scope } from "../scope.ts";
import { publicLink } from "../tables/calendars.ts";

export function publicLinks(scope: Scope): Noun<"publicLinks"> {
  const all = () => scope.query.selectFrom("public_link").selectAll();
  return {
    byId: (id) => scope.record(publicLink, all().where("id", "=", id)),
    byTokenHash: (tokenHash) => scope.record(publicLink, all().where("token_hash", "=", tokenHash)),
    async ofCalendars(calendarIds) {
      if (calendarIds.length === 0) return [];
      const found = all().where(scope.dialect.isIn("calendar_id", scope.list(calendarIds)));
      return scope.records(publicLink, found.orderBy("created_at").orderBy("id"));
    },
    insert: async (link) =>
      void (await scope.run(scope.query.insertInto("public_link").values(publicLink.row(link)))),
    async update(id, fields) {
      const values = publicLink.changes(fields);
      if (Object.keys(values).length === 0) return;
      await scope.run(scope.query.updateTable("public_link").set(values).where("id", "=", id));
    },
    remove: async (id) => (await scope.run(scope.query.deleteFrom("public_link").where("id", "=", id))) > 0,
  };
}
