import { sql, type RawBuilder } from "kysely";
import type { Modseq, ObjectId, PrincipalId } from "../../records/ids.ts";
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

const buryOf = statement(
  (_, p: { objectId: string }) => sql`
  insert into buried_own_part (object_id, principal_id, icalendar)
  select object_id, principal_id, icalendar from own_part where object_id = ${p.objectId}
  on conflict (object_id, principal_id) do update set icalendar = excluded.icalendar`,
);
const exhume = statement(
  (_, p: { objectId: string }) => sql`
  insert into own_part (object_id, principal_id, icalendar)
  select object_id, principal_id, icalendar from buried_own_part
  where object_id = ${p.objectId} and exists (select 1 from principal where principal.id = principal_id)
  on conflict (object_id, principal_id) do nothing`,
);

/** Keeps people's own parts of an object for restoring it; call it before removing the object. */
export async function buryOwnParts(scope: Scope, objectId: string): Promise<void> {
  await scope.run(buryOf(scope.dialect, { objectId }));
}

/** The same for several. @param part a condition on `object` */
export async function buryOwnPartsIn(scope: Scope, part: RawBuilder<boolean>): Promise<void> {
  await scope.run(sql`
    insert into buried_own_part (object_id, principal_id, icalendar)
    select object_id, principal_id, own_part.icalendar from own_part join object on object.id = own_part.object_id
    where ${part}
    on conflict (object_id, principal_id) do update set icalendar = excluded.icalendar`);
}

/** See `ObjectWrites.bringBackOwnParts`. */
export async function bringBackOwnParts(scope: Scope, id: ObjectId): Promise<void> {
  await scope.run(exhume(scope.dialect, { objectId: id }));
  await scope.run(scope.query.deleteFrom("buried_own_part").where("object_id", "=", id));
}

const forgetBuried = statement(
  () => sql`
  delete from buried_own_part
  where not exists (select 1 from version where version.object_id = buried_own_part.object_id)`,
);

/** Forgets own parts of objects that can no longer be restored. */
export async function forgetBuriedOwnParts(scope: Scope): Promise<void> {
  await scope.run(forgetBuried(scope.dialect, {}));
}
