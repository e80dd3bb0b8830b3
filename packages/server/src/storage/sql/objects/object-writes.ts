import { sql } from "kysely";
import type { ObjectWrites } from "../../port/objects.ts";
import type { ObjectId, PrincipalId } from "../../records/ids.ts";
import type { ObjectHead, Removal, StoredObject } from "../../records/objects.ts";
import { bury, keepTextsOf } from "./former-objects.ts";
import { buryOwnParts } from "./own-parts.ts";
import { intervalNode } from "./interval-tree.ts";
import { moveInSearch, removeFromSearch } from "./search.ts";
import type { Scope } from "../scope.ts";
import { statement, taken } from "../statement.ts";
import { objectHead, storedObject, type ObjectTable } from "../tables/objects.ts";

const rowOf = (object: StoredObject): ObjectTable => ({
  ...storedObject.row(object),
  interval_node: intervalNode(object.start, object.end),
});

const COLUMNS = [...storedObject.names, "interval_node"] as const;
/** Identity, place and beginning, which stay when a text is replaced. */
const LASTING: readonly string[] = ["id", "account_id", "calendar_id", "uri", "created_modseq", "created_at"];
const PLACE_IN_TIME = ["uid", "start_ms", "end_ms", "interval_node"] as const;
const TEXT_COLUMNS = storedObject.names.filter((name) => ![...LASTING, ...PLACE_IN_TIME].includes(name));

const insertRow = statement((q, p: ObjectTable) =>
  q
    .insertInto("object")
    .values(taken(COLUMNS, p))
    .onConflict((conflict) => conflict.doNothing()),
);

/** See `ObjectWrites.insert`. */
export async function insertObject(
  scope: Scope,
  object: StoredObject,
): Promise<"inserted" | "uri-taken" | "uid-taken"> {
  const inserted = await scope.run(insertRow(scope.dialect, rowOf(object)));
  if (inserted === 0) return await refusal(scope, object);
  scope.touch(object.accountId, typeOf(object.component), object.modseq, object.calendarId);
  scope.grow(object.accountId, 1, object.size);
  return "inserted";
}

const selectOccupants = statement((q, p: { calendarId: string; uri: string; uid: string }) =>
  q
    .selectFrom("object")
    .select(["id", "uri", "uid"])
    .where("calendar_id", "=", p.calendarId)
    .where((e) => e.or([e("uri", "=", p.uri), e("uid", "=", p.uid)])),
);

interface Place {
  readonly calendarId: string;
  readonly uri: string;
  readonly uid: string;
}

/** The unique rule that an object other than `id` occupies at this place, if any. */
async function occupied(scope: Scope, { calendarId, uri, uid }: Place, id?: string) {
  const rows = await scope.rows(selectOccupants(scope.dialect, { calendarId, uri, uid }));
  const others = rows.filter((row) => row.id !== id);
  if (others.some((row) => row.uri === uri)) return "uri-taken";
  return others.length > 0 ? "uid-taken" : undefined;
}

async function refusal(scope: Scope, object: StoredObject): Promise<"uri-taken" | "uid-taken"> {
  const rule = await occupied(scope, object);
  if (rule === undefined) throw new Error(`an object with the id ${object.id} exists already`);
  return rule;
}

/** The type for listeners; journals have none and count as events. */
const typeOf = (component: string): "CalendarEvent" | "Task" =>
  component === "VTODO" ? "Task" : "CalendarEvent";

const selectCurrent = statement((q, p: { id: string }, dialect) =>
  dialect.forUpdate(q.selectFrom("object").select(objectHead.names).where("id", "=", p.id)),
);

const current = (scope: Scope, id: string): Promise<ObjectHead | undefined> =>
  scope.record(objectHead, selectCurrent(scope.dialect, { id }));

const keepText = statement(
  (_, p: { id: string; now: number; actorId: string; wasRemoved: number }) => sql`
  ${keepTextsOf(sql<boolean>`id = ${p.id}`, p)}
  on conflict (object_id, modseq) do update
    set was_removed = excluded.was_removed, replaced_at = excluded.replaced_at,
      replaced_by = excluded.replaced_by, icalendar = excluded.icalendar`,
);

/**
 * An index is rewritten with every column that it has, also if the value is unchanged: of a text's columns only the
 * modseq is in one.
 */
const updateText = statement((q, p: ObjectTable) =>
  q.updateTable("object").set(taken(TEXT_COLUMNS, p)).where("id", "=", p.id),
);
const updateContent = statement((q, p: ObjectTable) =>
  q
    .updateTable("object")
    .set(taken([...TEXT_COLUMNS, ...PLACE_IN_TIME], p))
    .where("id", "=", p.id),
);

/** See `ObjectWrites.replace`. A text that this same transaction wrote was never seen and is not kept. */
export async function replaceObject(
  scope: Scope,
  object: StoredObject,
  expectedEtag: string,
  actorId: PrincipalId,
): Promise<"replaced" | "changed" | "uid-taken"> {
  const { id, modseq, updatedAt } = object;
  const old = await current(scope, id);
  if (old === undefined || old.etag !== expectedEtag) return "changed";
  if (old.uid !== object.uid) {
    const place = { calendarId: old.calendarId, uri: old.uri, uid: object.uid };
    if ((await occupied(scope, place, id)) !== undefined) return "uid-taken";
  }
  const isKept = old.modseq !== modseq;
  if (isKept) await scope.run(keepText(scope.dialect, { id, now: updatedAt, actorId, wasRemoved: 0 }));
  const stays = old.uid === object.uid && old.start === object.start && old.end === object.end;
  await scope.run((stays ? updateText : updateContent)(scope.dialect, rowOf(object)));
  scope.touch(old.accountId, typeOf(old.component), modseq, old.calendarId);
  scope.grow(old.accountId, 0, object.size - old.size, isKept ? old.size : 0);
  return "replaced";
}

const buryOne = statement(
  (_, p: { id: string; modseq: number; isMoved: number }) =>
    sql`${bury("object", sql<boolean>`id = ${p.id}`, p)} on conflict do nothing`,
);

const deleteRow = statement((q, p: { id: string }) => q.deleteFrom("object").where("id", "=", p.id));

/** See `ObjectWrites.remove`. */
export async function removeObject(
  scope: Scope,
  id: ObjectId,
  expectedEtag: string,
  { modseq, now, actorId }: Removal,
): Promise<"removed" | "changed"> {
  const old = await current(scope, id);
  if (old === undefined || old.etag !== expectedEtag) return "changed";
  scope.touch(old.accountId, typeOf(old.component), modseq, old.calendarId);
  await scope.run(keepText(scope.dialect, { id, now, actorId, wasRemoved: 1 }));
  await scope.run(buryOne(scope.dialect, { id, modseq, isMoved: 0 }));
  await buryOwnParts(scope, id);
  await scope.run(deleteRow(scope.dialect, { id }));
  scope.grow(old.accountId, -1, -old.size, old.size);
  await removeFromSearch(scope, id);
  return "removed";
}

const updatePlace = statement(
  (q, p: { id: string; calendarId: string; uri: string; modseq: number; now: number }) =>
    q
      .updateTable("object")
      .set({ calendar_id: p.calendarId, uri: p.uri, modseq: p.modseq, updated_at: p.now })
      .where("id", "=", p.id),
);

/**
 * See `ObjectWrites.move`.
 * @throws when there is no such object, or the calendar is missing or belongs to another account: an object keeps its
 *   account, whose modseq orders its changes
 */
export async function moveObject(
  scope: Scope,
  id: ObjectId,
  to: Parameters<ObjectWrites["move"]>[1],
  { modseq, now, actorId }: Removal,
): Promise<"moved" | "uri-taken" | "uid-taken"> {
  const old = await current(scope, id);
  if (old === undefined) throw new Error(`there is no object ${id} to move`);
  const target = await scope.row(
    scope.query.selectFrom("calendar").select("account_id").where("id", "=", to.calendarId),
  );
  if (target?.account_id !== old.accountId) {
    throw new Error(`object ${id} cannot be moved to calendar ${to.calendarId} outside its account`);
  }
  const taken = await occupied(scope, { ...to, uid: old.uid }, id);
  if (taken !== undefined) return taken;
  if (to.replacesText && old.modseq !== modseq) {
    await scope.run(keepText(scope.dialect, { id, now, actorId, wasRemoved: 0 }));
    scope.grow(old.accountId, 0, 0, old.size);
  }
  await scope.run(buryOne(scope.dialect, { id, modseq, isMoved: 1 }));
  await scope.run(updatePlace(scope.dialect, { id, calendarId: to.calendarId, uri: to.uri, modseq, now }));
  await moveInSearch(scope, id, to.calendarId);
  scope.touch(old.accountId, typeOf(old.component), modseq, old.calendarId);
  scope.touch(old.accountId, typeOf(old.component), modseq, to.calendarId);
  return "moved";
}
