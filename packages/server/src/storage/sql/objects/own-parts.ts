import type { Modseq, ObjectId, PrincipalId } from "../../records.ts";
import type { List } from "../dialects/dialect.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

const selectParts = statement((q, p: { principalId: string; ids: List }, dialect) =>
  q
    .selectFrom("own_part")
    .select(["object_id", "icalendar"])
    .where("principal_id", "=", p.principalId)
    .where(dialect.isIn("object_id", p.ids)),
);

/** See `ObjectReads.ownParts`. */
export async function ownParts(
  scope: Scope,
  principalId: PrincipalId,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.rows(selectParts(scope.dialect, { principalId, ids: scope.list(ids) }));
  return new Map(rows.map((row) => [row.object_id as ObjectId, row.icalendar]));
}

const selectPlace = statement((q, p: { id: string }) =>
  q.selectFrom("object").select(["account_id", "calendar_id"]).where("id", "=", p.id),
);

/** See `ObjectWrites.setOwnParts`. */
export async function setOwnParts(
  scope: Scope,
  id: ObjectId,
  principalId: PrincipalId,
  icalendar: string | null,
  modseq: Modseq,
): Promise<void> {
  const place = await scope.row(selectPlace(scope.dialect, { id }));
  if (!place) return;
  await scope.run(
    icalendar === null
      ? scope.query.deleteFrom("own_part").where("object_id", "=", id).where("principal_id", "=", principalId)
      : scope.query
          .insertInto("own_part")
          .values({ object_id: id, principal_id: principalId, icalendar })
          .onConflict((conflict) =>
            conflict.columns(["object_id", "principal_id"]).doUpdateSet({ icalendar }),
          ),
  );
  await scope.run(scope.query.updateTable("object").set({ modseq }).where("id", "=", id));
  scope.touch(place.account_id, "CalendarEvent", modseq, place.calendar_id);
}
