import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../records/ids.ts";
import type { ListedObject, ObjectHead, SizedObjects, StoredObject } from "../../records/objects.ts";
import type { List } from "../dialects/dialect.ts";
import { findObjects } from "./find-objects.ts";
import { deadProperties, setDeadProperties } from "./object-properties.ts";
import { bringBackOwnParts, ownParts, setOwnParts } from "./own-parts.ts";
import { insertObject, moveObject, removeObject, replaceObject } from "./object-writes.ts";
import { outlines } from "./outlines.ts";
import { setSteadiness, steadiness } from "./steady-series.ts";
import type { Scope } from "../scope.ts";
import { constant, limitOf, statement } from "../statement.ts";
import { listedObject, objectHead, removedObject, storedObject } from "../tables/objects.ts";

export function objects(scope: Scope): Noun<"objects"> {
  return {
    byId: (id) => byId(scope, id),
    byIds: (ids) => byIds(scope, ids),
    listedByIds: (ids) => listedByIds(scope, ids),
    byUri: (calendarId, uri) => byUri(scope, calendarId, uri),
    byUris: (calendarId, uris) => byUris(scope, calendarId, uris),
    byUrisUpTo: (calendarId, uris, mostBytes) => byUrisUpTo(scope, calendarId, uris, mostBytes),
    byUid: (calendarId, uid) => byUid(scope, calendarId, uid),
    byUidInAccount: (accountId, uid) => byUidInAccount(scope, accountId, uid),
    byUidOfOrganizer: (organizerId, uid) => byUidOfOrganizer(scope, organizerId, uid),
    listed: (query) => findObjects(scope, query, listedObject),
    heads: (query) => findObjects(scope, query, objectHead),
    find: (query) => findObjects(scope, query, storedObject),
    headsAfter: (id, limit) => headsAfter(scope, id, limit),
    ids: (calendarId) => ids(scope, calendarId),
    outlines: (calendarId) => outlines(scope, calendarId),
    count: (calendarId) => count(scope, calendarId),
    sizeOfAll: (calendarId) => sizeOfAll(scope, calendarId),
    removed: (id) => scope.record(removedObject, selectRemoved(scope.dialect, { id })),
    deadProperties: (calendarId, ids) => deadProperties(scope, calendarId, ids),
    steadiness: (etags) => steadiness(scope, etags),
    ownParts: (principalId, ids) => ownParts(scope, principalId, ids),
    insert: (object) => insertObject(scope, object),
    replace: (object, expectedEtag, actorId) => replaceObject(scope, object, expectedEtag, actorId),
    remove: (id, expectedEtag, removal) => removeObject(scope, id, expectedEtag, removal),
    move: (id, to, removal) => moveObject(scope, id, to, removal),
    setDeadProperties: (id, properties) => setDeadProperties(scope, id, properties),
    setSteadiness: (id, etag, found) => setSteadiness(scope, id, etag, found),
    setOwnParts: (id, principalId, icalendar, modseq) =>
      setOwnParts(scope, id, principalId, icalendar, modseq),
    bringBackOwnParts: (id) => bringBackOwnParts(scope, id),
  };
}

/** Longer lists are queried in parts, so that no statement's parameter grows without limit. */
const LIST = 1_000;

/** Queries a long list in parts; the answers follow each other. */
async function inParts<V extends string, R>(
  values: readonly V[],
  ask: (part: readonly V[]) => Promise<R[]>,
): Promise<R[]> {
  if (values.length <= LIST) return values.length === 0 ? [] : ask(values);
  const answers: R[] = [];
  for (let i = 0; i < values.length; i += LIST) {
    for (const answer of await ask(values.slice(i, i + LIST))) answers.push(answer);
  }
  return answers;
}

const selectById = statement((q, p: { id: string }) =>
  q.selectFrom("object").select(storedObject.names).where("id", "=", p.id),
);

async function byId(scope: Scope, id: ObjectId): Promise<StoredObject | undefined> {
  const [object] = await scope.recordsByValues(storedObject, selectById(scope.dialect, { id }));
  return object;
}

const selectByIds = statement((q, p: { ids: List }, dialect) =>
  q.selectFrom("object").select(storedObject.names).where(dialect.isIn("id", p.ids)).orderBy("id"),
);

function byIds(scope: Scope, ids: readonly ObjectId[]): Promise<StoredObject[]> {
  return inParts(ids, (part) =>
    scope.recordsByValues(storedObject, selectByIds(scope.dialect, { ids: scope.list(part) })),
  );
}

const selectListedByIds = statement((q, p: { ids: List }, dialect) =>
  q.selectFrom("object").select(listedObject.names).where(dialect.isIn("id", p.ids)).orderBy("id"),
);

function listedByIds(scope: Scope, ids: readonly ObjectId[]): Promise<ListedObject[]> {
  return inParts(ids, (part) =>
    scope.recordsByValues(listedObject, selectListedByIds(scope.dialect, { ids: scope.list(part) })),
  );
}

const selectByUri = statement((q, p: { calendarId: string; uri: string }) =>
  q
    .selectFrom("object")
    .select(storedObject.names)
    .where("calendar_id", "=", p.calendarId)
    .where("uri", "=", p.uri),
);

async function byUri(scope: Scope, calendarId: CalendarId, uri: string): Promise<StoredObject | undefined> {
  const [object] = await scope.recordsByValues(storedObject, selectByUri(scope.dialect, { calendarId, uri }));
  return object;
}

const selectByUris = statement((q, p: { calendarId: string; uris: List }, dialect) =>
  q
    .selectFrom("object")
    .select(storedObject.names)
    .where("calendar_id", "=", p.calendarId)
    .where(dialect.isIn("uri", p.uris))
    .orderBy("uri"),
);

function byUris(scope: Scope, calendarId: CalendarId, uris: readonly string[]): Promise<StoredObject[]> {
  return inParts(uris, (part) =>
    scope.recordsByValues(storedObject, selectByUris(scope.dialect, { calendarId, uris: scope.list(part) })),
  );
}

const selectByUrisUpTo = statement((q, p: { calendarId: string; uris: List; most: number }, dialect) =>
  q
    .selectFrom("object")
    .select(objectHead.names)
    // Last, as in a stored object's columns. A text that isn't asked for isn't read from the disk.
    .select((e) => e.case().when("size", "<=", p.most).then(e.ref("icalendar")).end().as("icalendar"))
    .where("calendar_id", "=", p.calendarId)
    .where(dialect.isIn("uri", p.uris)),
);

async function byUrisUpTo(
  scope: Scope,
  calendarId: CalendarId,
  uris: readonly string[],
  most: number,
): Promise<SizedObjects> {
  const found = await inParts(uris, (part) =>
    scope.recordsByValues(
      storedObject,
      selectByUrisUpTo(scope.dialect, { calendarId, uris: scope.list(part), most }),
    ),
  );
  const large = found.filter(({ size }) => size > most);
  return {
    small: large.length === 0 ? found : found.filter(({ size }) => size <= most),
    large: new Map(large.map(({ uri, size }) => [uri, size])),
  };
}

const selectByUid = statement((q, p: { calendarId: string; uid: string }) =>
  q
    .selectFrom("object")
    .select(storedObject.names)
    .where("calendar_id", "=", p.calendarId)
    .where("uid", "=", p.uid),
);

async function byUid(scope: Scope, calendarId: CalendarId, uid: string): Promise<StoredObject | undefined> {
  const [object] = await scope.recordsByValues(storedObject, selectByUid(scope.dialect, { calendarId, uid }));
  return object;
}

const selectByUidInAccount = statement((q, p: { accountId: string; uid: string }) =>
  q
    .selectFrom("object")
    .select(objectHead.names)
    .where("account_id", "=", p.accountId)
    .where("uid", "=", p.uid)
    .orderBy("id"),
);

async function byUidInAccount(scope: Scope, accountId: PrincipalId, uid: string): Promise<ObjectHead[]> {
  return scope.recordsByValues(objectHead, selectByUidInAccount(scope.dialect, { accountId, uid }));
}

const selectByUidOfOrganizer = statement((q, p: { organizerId: string; uid: string }) =>
  q
    .selectFrom("object")
    .select(objectHead.names)
    .where("organizer_id", "=", p.organizerId)
    .where("uid", "=", p.uid)
    .orderBy("id"),
);

async function byUidOfOrganizer(scope: Scope, organizerId: PrincipalId, uid: string): Promise<ObjectHead[]> {
  const query = selectByUidOfOrganizer(scope.dialect, { organizerId, uid });
  return scope.recordsByValues(objectHead, query);
}

const selectHeadsAfter = statement((q, p: { id: string; limit: number }) =>
  q
    .selectFrom("object")
    .select(objectHead.names)
    .where("id", ">", p.id)
    .orderBy("id")
    .limit(limitOf(p.limit)),
);

function headsAfter(scope: Scope, id: ObjectId | "", limit: number): Promise<ObjectHead[]> {
  return scope.recordsByValues(objectHead, selectHeadsAfter(scope.dialect, { id, limit }));
}

/** The index `object_order` has both columns. */
const selectIds = statement((q, p: { calendarId: string }) =>
  q.selectFrom("object").select("id").where("calendar_id", "=", p.calendarId).orderBy("id"),
);

async function ids(scope: Scope, calendarId: CalendarId): Promise<ObjectId[]> {
  const rows = await scope.rows(selectIds(scope.dialect, { calendarId }));
  return rows.map(({ id }) => id as ObjectId);
}

const selectCount = statement((q, p: { calendarId: string }) =>
  q
    .selectFrom("object")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("calendar_id", "=", p.calendarId),
);

async function count(scope: Scope, calendarId: CalendarId): Promise<number> {
  return (await scope.row(selectCount(scope.dialect, { calendarId })))?.count ?? 0;
}

async function sizeOfAll(scope: Scope, calendarId: CalendarId): Promise<number> {
  const query = sql<{ size: number | null }>`
    select cast(sum(size) as bigint) as size from object where calendar_id = ${calendarId}`;
  return Number((await scope.row(query))?.size ?? 0);
}

const selectRemoved = statement((q, p: { id: string }) =>
  q
    .selectFrom("version")
    .selectAll()
    .where("object_id", "=", p.id)
    .where("was_removed", "=", constant(1))
    .where((e) => e.not(e.exists(e.selectFrom("object").select("object.id").where("object.id", "=", p.id))))
    .orderBy("modseq", "desc")
    .limit(1),
);
