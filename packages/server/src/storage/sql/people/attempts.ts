import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { RowOf } from "../columns.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";
import { attempt } from "../tables/people.ts";

export function attempts(scope: Scope): Noun<"attempts"> {
  const gone = () => scope.query.deleteFrom("attempt");
  return {
    byKey: (key) => scope.record(attempt, selectByKey(scope.dialect, { key })),
    count: () => count(scope),
    async take(key, now, endsAt) {
      const [row] = await scope.rows(
        takeOne(scope.dialect, { ...attempt.row({ key, taken: 1, endsAt }), now }),
      );
      if (!row) throw new Error("nothing was counted");
      return attempt.read(row);
    },
    remove: async (key) => void (await scope.run(gone().where("key", "=", key))),
    removeEnded: (now, limit) => deleteSome(scope, "attempt", ["key"], sql`ends_at <= ${now}`, limit),
    async trim(most) {
      const surplus = (await count(scope)) - most;
      if (surplus <= 0) return;
      const least = scope.query.selectFrom("attempt").select("key").orderBy("taken").orderBy("ends_at");
      await scope.run(gone().where("key", "in", least.limit(limitOf(surplus))));
    },
  };
}

async function count(scope: Scope): Promise<number> {
  const query = scope.query.selectFrom("attempt").select((e) => e.fn.countAll<number>().as("count"));
  return Number((await scope.row(query))?.count ?? 0);
}

const selectByKey = statement((q, p: { key: string }) =>
  q.selectFrom("attempt").selectAll().where("key", "=", p.key),
);

/** One statement, so that none of two at once is lost. */
const takeOne = statement(
  (_, p: RowOf<typeof attempt> & { now: number }) => sql<RowOf<typeof attempt>>`
    insert into attempt (key, taken, ends_at) values (${p.key}, ${p.taken}, ${p.ends_at})
    on conflict (key) do update set
      taken = case when attempt.ends_at <= ${p.now} then excluded.taken else attempt.taken + excluded.taken end,
      ends_at = case when attempt.ends_at <= ${p.now} then excluded.ends_at else attempt.ends_at end
    returning *`,
);
