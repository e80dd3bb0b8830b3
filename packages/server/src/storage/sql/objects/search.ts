import { sql, type RawBuilder } from "kysely";
import type { SearchReads, SearchWrites } from "../../port/objects.ts";
import type { CalendarId, ObjectId } from "../../records/ids.ts";
import type { ObjectHead, SearchQuery } from "../../records/objects.ts";
import type { Dialect, List } from "../dialects/dialect.ts";
import { END_OF_TIME } from "../columns.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

// One index in two forms: FTS5 stores the grams of a document under its number, PostgreSQL as a tsvector in its row.
// Grams are letters and digits, so nothing in them must be quoted.

export function search(scope: Scope): SearchReads & SearchWrites {
  return {
    find: (query) => find(scope, query),
    waiting: (limit) => waiting(scope, limit),
    takeWaiting: (limit) => takeWaiting(scope, limit),
    defer: (head) => defer(scope, head),
    putAside: async (ids) => {
      if (ids.length > 0) await scope.run(setAside(scope.dialect, { ids: scope.list(ids) }));
    },
    putAll: (entries) => putAll(scope, entries),
  };
}

interface Found {
  readonly id: string;
}

/** The documents with all of these grams. */
const matching = (dialect: Dialect, grams: readonly string[]): RawBuilder<unknown> =>
  dialect.columnTypes.fullText === "fts5"
    ? sql`search_gram join search_doc on search_doc.doc = search_gram.rowid where search_gram match ${grams.join(" AND ")}`
    : sql`search_doc where search_doc.grams @@ cast(${grams.join(" & ")} as tsquery)`;

async function find(
  scope: Scope,
  { calendarIds, grams, nearestTo, limit, offset }: SearchQuery,
): Promise<readonly ObjectId[]> {
  if (grams.length === 0 || calendarIds.length === 0) return [];
  const { dialect } = scope;
  const isHere = dialect.isIn("calendar_id", scope.list(calendarIds));
  const now = sql`cast(${nearestTo} as bigint)`;
  const query = sql<Found>`
    select object_id as id from (
      select object_id, calendar_id, start_ms, end_ms from ${matching(dialect, grams)}
    ) as found
    where ${isHere} and not exists (select 1 from search_rest where search_rest.object_id = found.object_id)
    order by case when start_ms > ${now} then start_ms - ${now} when end_ms < ${now} then ${now} - end_ms else 0 end,
      object_id
    limit ${limit} offset ${offset}`;
  const found = await scope.rows(query);
  // Objects that could not be looked up come with the first part.
  const rest =
    offset > 0
      ? []
      : await scope.rows(
          scope.query.selectFrom("search_rest").select("object_id as id").where(isHere).orderBy("object_id"),
        );
  return [...rest, ...found].map(({ id }) => id as ObjectId);
}

const waitingRows = (scope: Scope, limit: number) =>
  scope.query.selectFrom("search_rest").select("object_id").where("is_waiting", "=", 1).limit(limit);

async function waiting(scope: Scope, limit: number): Promise<readonly ObjectId[]> {
  return (await scope.rows(waitingRows(scope, limit))).map((row) => row.object_id as ObjectId);
}

async function takeWaiting(scope: Scope, limit: number): Promise<readonly ObjectId[]> {
  const rows = await scope.rows(scope.dialect.skipLocked(waitingRows(scope, limit)));
  return rows.map((row) => row.object_id as ObjectId);
}

const deferRow = statement((q, p: { objectId: string; calendarId: string }) =>
  q
    .insertInto("search_rest")
    .values({ object_id: p.objectId, calendar_id: p.calendarId, is_waiting: 1 })
    .onConflict((conflict) =>
      conflict.column("object_id").doUpdateSet({ calendar_id: p.calendarId, is_waiting: 1 }),
    ),
);

async function defer(scope: Scope, { id, calendarId }: Pick<ObjectHead, "id" | "calendarId">): Promise<void> {
  await scope.run(deferRow(scope.dialect, { objectId: id, calendarId }));
}

type Indexed = Parameters<SearchWrites["putAll"]>[0][number];

interface Document {
  readonly objectId: string;
  readonly calendarId: string;
  readonly start: number;
  readonly end: number;
}

const removeRests = statement((q, p: { ids: List }, dialect) =>
  q.deleteFrom("search_rest").where(dialect.isIn("object_id", p.ids)),
);
const setAside = statement((q, p: { ids: List }, dialect) =>
  q.updateTable("search_rest").set({ is_waiting: 0 }).where(dialect.isIn("object_id", p.ids)),
);
const selectDocuments = statement((q, p: { ids: List }, dialect) =>
  q
    .selectFrom("search_doc")
    .select(["doc", "object_id", "calendar_id", "start_ms", "end_ms"])
    .where(dialect.isIn("object_id", p.ids)),
);
const insertDocument = statement((q, p: Document) =>
  q
    .insertInto("search_doc")
    .values({ object_id: p.objectId, calendar_id: p.calendarId, start_ms: p.start, end_ms: p.end })
    .returning("doc"),
);
const updateDocument = statement((q, p: Omit<Document, "objectId"> & { doc: number }) =>
  q
    .updateTable("search_doc")
    .set({ calendar_id: p.calendarId, start_ms: p.start, end_ms: p.end })
    .where("doc", "=", p.doc),
);
const putGrams = statement(
  (_, p: { doc: number; grams: string }) =>
    sql`insert or replace into search_gram (rowid, grams) values (${p.doc}, ${p.grams})`,
);
const putVector = statement(
  (_, p: Document & { grams: List }) => sql`
  insert into search_doc (object_id, calendar_id, start_ms, end_ms, grams)
  values (${p.objectId}, ${p.calendarId}, ${p.start}, ${p.end}, array_to_tsvector(cast(${p.grams} as text[])))
  on conflict (object_id) do update set calendar_id = excluded.calendar_id, start_ms = excluded.start_ms,
    end_ms = excluded.end_ms, grams = excluded.grams`,
);

/** See `SearchWrites.putAll`. */
async function putAll(scope: Scope, entries: readonly Indexed[]): Promise<void> {
  const { dialect } = scope;
  if (entries.length === 0) return;
  // First: a process that is indexing them has locked these rows, and its entries must be seen and replaced too.
  await scope.run(removeRests(dialect, { ids: scope.list(entries.map(({ head }) => head.id)) }));
  const told = entries.flatMap(({ head, grams }) => (grams ? [{ document: documentOf(head), grams }] : []));
  for (const { head, grams } of entries) if (!grams) await putAside(scope, head.id, head.calendarId);
  if (dialect.columnTypes.fullText === "fts5") return putIntoFts5(scope, told);
  for (const { document, grams } of told)
    await scope.run(putVector(dialect, { ...document, grams: scope.list([...grams]) }));
}

const documentOf = ({ id, calendarId, start, end }: Indexed["head"]): Document => ({
  objectId: id,
  calendarId,
  start,
  end: end ?? END_OF_TIME,
});

interface Told {
  readonly document: Document;
  readonly grams: ReadonlySet<string>;
}

/**
 * FTS5 keeps what is put into it in memory and writes it as one part of its index, unless a number comes that is less than the last one,
 * or a statement in between that could be undone by itself, such as one that returns what it inserted: then it writes a part each
 * time, and merges as many. So all numbers come first and the grams after them, in their order.
 */
async function putIntoFts5(scope: Scope, told: readonly Told[]): Promise<void> {
  const { dialect } = scope;
  const ids = scope.list(told.map(({ document }) => document.objectId));
  const known = await scope.rows(selectDocuments(dialect, { ids }));
  const before = new Map(known.map((row) => [row.object_id, row]));
  const numbered: { readonly doc: number; readonly grams: ReadonlySet<string> }[] = [];
  for (const { document, grams } of told) {
    const { calendarId, start, end } = document;
    const row = before.get(document.objectId);
    const isSame = row?.calendar_id === calendarId && row.start_ms === start && row.end_ms === end;
    if (row && !isSame) await scope.run(updateDocument(dialect, { doc: row.doc, calendarId, start, end }));
    const doc = row?.doc ?? (await scope.row(insertDocument(dialect, document)))?.doc;
    if (doc !== undefined) numbered.push({ doc, grams });
  }
  for (const { doc, grams } of numbered.toSorted((a, b) => a.doc - b.doc))
    await scope.run(putGrams(dialect, { doc, grams: [...grams].join(" ") }));
}

async function putAside(scope: Scope, objectId: string, calendarId: string): Promise<void> {
  await removeDocumentOf(scope, objectId);
  await scope.run(
    scope.query
      .insertInto("search_rest")
      .values({ object_id: objectId, calendar_id: calendarId, is_waiting: 0 }),
  );
}

const removeDocument = statement((_, p: { objectId: string }, dialect) =>
  dialect.columnTypes.fullText === "fts5"
    ? sql<{ doc: number }>`delete from search_doc where object_id = ${p.objectId} returning doc`
    : sql<{ doc: number }>`delete from search_doc where object_id = ${p.objectId} returning 0 as doc`,
);
const removeGrams = statement((_, p: { doc: number }) => sql`delete from search_gram where rowid = ${p.doc}`);
const removeRest = statement((q, p: { objectId: string }) =>
  q.deleteFrom("search_rest").where("object_id", "=", p.objectId),
);

/** Removes an object that is deleted or indexed again. */
export async function removeFromSearch(scope: Scope, objectId: string): Promise<void> {
  // First: a process that is indexing it has locked this row, and its entry must be seen and removed too.
  await scope.run(removeRest(scope.dialect, { objectId }));
  await removeDocumentOf(scope, objectId);
}

async function removeDocumentOf(scope: Scope, objectId: string): Promise<void> {
  const { dialect } = scope;
  const gone = await scope.row(removeDocument(dialect, { objectId }));
  if (gone && dialect.columnTypes.fullText === "fts5")
    await scope.run(removeGrams(dialect, { doc: gone.doc }));
}

/** Removes several. @param part a condition on `object`; they are still there */
export async function removePartFromSearch(scope: Scope, part: RawBuilder<boolean>): Promise<void> {
  const ids = sql`select object.id from object where ${part}`;
  if (scope.dialect.columnTypes.fullText === "fts5")
    await scope.run(
      sql`delete from search_gram where rowid in (select doc from search_doc where object_id in (${ids}))`,
    );
  await scope.run(sql`delete from search_doc where object_id in (${ids})`);
  await scope.run(sql`delete from search_rest where object_id in (${ids})`);
}

/** Moves an object to another calendar. */
export async function moveInSearch(scope: Scope, objectId: string, calendarId: CalendarId): Promise<void> {
  for (const table of ["search_doc", "search_rest"] as const)
    await scope.run(
      scope.query.updateTable(table).set({ calendar_id: calendarId }).where("object_id", "=", objectId),
    );
}
