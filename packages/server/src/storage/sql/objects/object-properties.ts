import type { CalendarId, ObjectId } from "../../records/ids.ts";
import type { List } from "../dialects/dialect.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

type Properties = Readonly<Record<string, string>>;

const selectProperties = statement((q, p: { calendarId: string; ids: List }, dialect) =>
  q
    .selectFrom("object_property")
    .innerJoin("object", "object.id", "object_property.object_id")
    .select(["object_property.object_id", "object_property.properties"])
    .where(dialect.isIn("object_id", p.ids))
    .where("object.calendar_id", "=", p.calendarId),
);

/** See `ObjectReads.deadProperties`. */
export async function deadProperties(
  scope: Scope,
  calendarId: CalendarId,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, Properties>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.rows(selectProperties(scope.dialect, { calendarId, ids: scope.list(ids) }));
  return new Map(rows.map((row) => [row.object_id as ObjectId, JSON.parse(row.properties) as Properties]));
}

/** See `ObjectWrites.setDeadProperties`. */
export async function setDeadProperties(scope: Scope, id: ObjectId, properties: Properties): Promise<void> {
  const text = JSON.stringify(properties);
  await scope.run(
    text === "{}"
      ? scope.query.deleteFrom("object_property").where("object_id", "=", id)
      : scope.query
          .insertInto("object_property")
          .values({ object_id: id, properties: text })
          .onConflict((conflict) => conflict.column("object_id").doUpdateSet({ properties: text })),
  );
}
