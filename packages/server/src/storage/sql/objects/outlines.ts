import { sql } from "kysely";
import { StorageFailure } from "../../port/failure.ts";
import type { CalendarId, ObjectId } from "../../records/ids.ts";
import type { ObjectOutline } from "../../records/objects.ts";
import { END_OF_TIME } from "../columns.ts";
import type { Scope } from "../scope.ts";

/** The indexes of SQLite that begin with the calendar, and the column that each of them ends with. */
const INDEXES = {
  id: "object_order",
  uri: "object_uri",
  modseq: "object_calendar_modseq",
  start_ms: "object_interval_start",
  end_ms: "object_interval_end",
} as const;

/** See `ObjectReads.outlines`. PostgreSQL can't be told to read an index alone, and ends a transaction that meets damage anyway. */
export async function outlines(scope: Scope, calendarId: CalendarId): Promise<readonly ObjectOutline[]> {
  if (scope.dialect.name === "postgres") return ofRows(scope, calendarId);
  const uris = await column<string>(scope, calendarId, "uri");
  const modseqs = await column<number>(scope, calendarId, "modseq");
  const starts = await column<number>(scope, calendarId, "start_ms");
  const ends = await column<number>(scope, calendarId, "end_ms");
  const found: ObjectOutline[] = [];
  for (const [row, id] of await column<ObjectId>(scope, calendarId, "id")) {
    const [uri, modseq, start, end] = [uris.get(row), modseqs.get(row), starts.get(row), ends.get(row)];
    if (uri === undefined || modseq === undefined || start === undefined || end === undefined)
      throw new StorageFailure(new Error("an index lacks an object that another has"), false, "damaged");
    found.push({ id, uri, modseq, start, end: end === END_OF_TIME ? null : end });
  }
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** One column of a calendar's objects by the numbers of their rows, none of which is read. */
async function column<T extends string | number>(
  scope: Scope,
  calendarId: CalendarId,
  name: keyof typeof INDEXES,
): Promise<ReadonlyMap<number, T>> {
  const query = sql<{ row: number; value: T }>`
    select rowid as "row", ${sql.ref(name)} as value from object indexed by ${sql.ref(INDEXES[name])}
    where calendar_id = ${calendarId}`;
  return new Map(await scope.values<[number, T]>(query));
}

async function ofRows(scope: Scope, calendarId: CalendarId): Promise<readonly ObjectOutline[]> {
  const rows = await scope.rows(
    scope.query
      .selectFrom("object")
      .select(["id", "uri", "modseq", "start_ms", "end_ms"])
      .where("calendar_id", "=", calendarId)
      .orderBy("id"),
  );
  return rows.map(({ id, uri, modseq, start_ms: start, end_ms }) => ({
    id: id as ObjectId,
    uri,
    modseq,
    start,
    end: end_ms === END_OF_TIME ? null : end_ms,
  }));
}
