import type { Steadiness } from "@snart/calendar/recurrence/steadiness.ts";
import type { ObjectId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";

/** See `ObjectReads.steadiness`. */
export async function steadiness(
  scope: Scope,
  etags: ReadonlyMap<ObjectId, string>,
): Promise<ReadonlyMap<ObjectId, Steadiness>> {
  const query = scope.query
    .selectFrom("steady_series")
    .select(["object_id", "etag", "from_ms", "until_ms", "pause_ms"])
    .where(scope.dialect.isIn("object_id", scope.list([...etags.keys()])));
  const rows = (await scope.rows(query)).filter((row) => etags.get(row.object_id as ObjectId) === row.etag);
  return new Map(
    rows.map((row) => [
      row.object_id as ObjectId,
      { from: row.from_ms, until: row.until_ms, pause: row.pause_ms },
    ]),
  );
}

/** See `ObjectWrites.setSteadiness`. */
export async function setSteadiness(
  scope: Scope,
  id: ObjectId,
  etag: string,
  { from, until, pause }: Steadiness,
): Promise<void> {
  const values = { etag, from_ms: from, until_ms: until, pause_ms: pause };
  await scope.run(
    scope.query
      .insertInto("steady_series")
      .values({ object_id: id, ...values })
      .onConflict((conflict) => conflict.column("object_id").doUpdateSet(values)),
  );
}
