import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { knownPlace } from "../tables/people.ts";

export function knownPlaces(scope: Scope): Noun<"knownPlaces"> {
  const gone = () => scope.query.deleteFrom("known_place");
  return {
    async seenAt(principalId, place) {
      return (await scope.record(knownPlace, selectPlace(scope.dialect, { principalId, place })))?.seenAt;
    },
    async remember(principalId, place, seenAt, most) {
      const row = knownPlace.row({ principalId, place, seenAt });
      await scope.run(
        scope.query
          .insertInto("known_place")
          .values(row)
          .onConflict((known) => known.columns(["principal_id", "place"]).doUpdateSet({ seen_at: seenAt })),
      );
      const newest = scope.query
        .selectFrom("known_place")
        .select("place")
        .where("principal_id", "=", principalId)
        .orderBy("seen_at", "desc")
        .orderBy("place")
        .limit(most);
      await scope.run(gone().where("principal_id", "=", principalId).where("place", "not in", newest));
    },
    removeOfPrincipal: async (id) => void (await scope.run(gone().where("principal_id", "=", id))),
    forget: (before, limit) =>
      deleteSome(scope, "known_place", ["principal_id", "place"], sql`seen_at < ${before}`, limit),
  };
}

const selectPlace = statement((q, p: { principalId: string; place: string }) =>
  q
    .selectFrom("known_place")
    .selectAll()
    .where("principal_id", "=", p.principalId)
    .where("place", "=", p.place),
);
