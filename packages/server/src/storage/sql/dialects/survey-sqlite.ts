import { SqliteConnection } from "./sqlite-connection.ts";

/** What a survey finds of one object. What can't be read is undefined. */
export interface SurveyedObject {
  /** The login of its account, or its id. */
  readonly account: string | undefined;
  /** The address of its calendar, or its id. */
  readonly calendar: string | undefined;
  readonly uri: string | undefined;
  readonly etag: string | undefined;
  readonly icalendar: string | undefined;
}

/** What a survey finds of one former version of an object. */
export interface SurveyedVersion {
  readonly account: string | undefined;
  readonly calendar: string | undefined;
  readonly uri: string | undefined;
  /** ms; undefined: not even that can be read */
  readonly replacedAt: number | undefined;
  readonly isReadable: boolean;
}

export interface Survey {
  readonly objects: Iterable<SurveyedObject>;
  /** After the objects. */
  readonly versions: Iterable<SurveyedVersion>;
}

const CACHE_KB = 4_000;
/** Rows looked for one by one where nobody knows any more how many there are. */
const MOST_PROBED = 1_000_000;
/** With so many failures one after the other, nothing follows. */
const MOST_FAILURES = 20_000;

interface Place {
  readonly calendarId: string;
  readonly uri: string;
}

/**
 * Every object of a SQLite database, row by row, so that a damaged page hides no more than what is on it. Rows that are lost are known
 * by the index of addresses, as far as that can be read.
 * @throws if nothing of the database can be read
 */
export const surveySqlite = (path: string): Survey => ({
  objects: surveyed(path, (survey) => survey.objects()),
  versions: surveyed(path, (survey) => survey.versions()),
});

function* surveyed<T>(path: string, go: (survey: SqliteSurvey) => Iterable<T>): Generator<T> {
  const database = new SqliteConnection(path, CACHE_KB);
  try {
    database.exec("pragma query_only = on");
    yield* go(new SqliteSurvey(database));
  } finally {
    database.close();
  }
}

class SqliteSurvey {
  readonly #database: SqliteConnection;
  readonly #calendars = new Map<string, { account: string | undefined; uri: string | undefined }>();

  constructor(database: SqliteConnection) {
    this.#database = database;
  }

  *objects(): Generator<SurveyedObject> {
    // Without the schema nothing can be read: this throws then.
    this.#database.rows({ sql: "select 1 from object limit 0", parameters: [] });
    const { places, isWhole } = this.#places();
    const named = places.keys().reduce((most, rowid) => Math.max(most, rowid), 0);
    const last = Number(this.#first<number>("select max(rowid) from object") ?? MOST_PROBED);
    for (let rowid = 1, failures = 0; rowid <= Math.min(last, Math.max(named, MOST_PROBED)); rowid++) {
      if (rowid > named && failures > MOST_FAILURES) return;
      const found = this.#object(rowid, places.get(rowid));
      failures = found === "unreadable" ? failures + 1 : 0;
      if (found === undefined) continue;
      if (found !== "unreadable") yield found;
      // A row that the whole index does not name was deleted.
      else if (!isWhole) yield LOST;
    }
  }

  /** Those that the index names: from both ends, as it may be damaged in the middle. */
  *versions(): Generator<SurveyedVersion> {
    const seen = new Set<number>();
    for (const direction of ["asc", "desc"] as const) {
      const isAfter = direction === "asc" ? ">" : "<";
      let from: readonly [string, number] | undefined;
      for (;;) {
        const page = this.#rows<[number, string, number]>(
          `select rowid, object_id, modseq from version ${from ? `where (object_id, modseq) ${isAfter} (?, ?)` : ""}
           order by object_id ${direction}, modseq ${direction} limit 100`,
          ...(from ?? []),
        );
        const last = page?.at(-1);
        if (page === undefined || seen.size > MOST_PROBED) break;
        for (const [rowid, objectId] of page) {
          if (!seen.has(rowid)) yield this.#version(rowid, objectId);
          seen.add(rowid);
        }
        if (last === undefined) return;
        if (from && last[1] === from[0] && last[2] === from[1]) break;
        from = [last[1], last[2]];
      }
    }
  }

  #version(rowid: number, objectId: string): SurveyedVersion {
    const row = this.#rows<[string, string, number]>(
      "select calendar_id, uri, replaced_at from version where rowid = ?",
      rowid,
    )?.[0];
    const text = row && this.#first<string>("select icalendar from version where rowid = ?", rowid);
    const object = this.#rows<[string, string]>("select calendar_id, uri from object where id = ?", objectId);
    const [calendarId, uri] = row ?? object?.[0] ?? [];
    const calendar = calendarId === undefined ? undefined : this.#calendar(calendarId);
    return {
      account: calendar?.account,
      calendar: calendar?.uri ?? calendarId,
      uri: uri ?? objectId,
      replacedAt: row?.[2],
      isReadable: typeof text === "string",
    };
  }

  /** By row; from both ends, as the index may be damaged in the middle. */
  #places(): { readonly places: ReadonlyMap<number, Place>; readonly isWhole: boolean } {
    const places = new Map<number, Place>();
    for (const direction of ["asc", "desc"] as const)
      if (this.#walk(direction, places)) return { places, isWhole: true };
    return { places, isWhole: false };
  }

  /** @returns whether the end was reached */
  #walk(direction: "asc" | "desc", places: Map<number, Place>): boolean {
    const isAfter = direction === "asc" ? ">" : "<";
    let from: readonly [string, string] = direction === "asc" ? ["", ""] : ["\u{10ffff}", ""];
    for (;;) {
      const page = this.#rows<[number, string, string]>(
        `select rowid, calendar_id, uri from object indexed by object_uri
         where (calendar_id, uri) ${isAfter} (?, ?) order by calendar_id ${direction}, uri ${direction} limit 100`,
        ...from,
      );
      if (page === undefined) return false;
      for (const [rowid, calendarId, uri] of page) places.set(rowid, { calendarId, uri });
      const last = page.at(-1);
      if (last === undefined) return true;
      // A damaged index may go round for ever.
      if (last[1] === from[0] && last[2] === from[1]) return false;
      if (places.size > MOST_PROBED) return false;
      from = [last[1], last[2]];
    }
  }

  /** @returns undefined: there is no such row; "unreadable": nobody knows */
  #object(rowid: number, place: Place | undefined): SurveyedObject | undefined | "unreadable" {
    const head = this.#rows<[string, string, string]>(
      "select calendar_id, uri, etag from object where rowid = ?",
      rowid,
    );
    const [row] = head ?? [];
    if (head !== undefined && row === undefined && place === undefined) return undefined;
    const [calendarId, uri, etag] = row ?? [place?.calendarId, place?.uri, undefined];
    if (calendarId === undefined) return "unreadable";
    const icalendar = row && this.#first<string>("select icalendar from object where rowid = ?", rowid);
    const calendar = this.#calendar(calendarId);
    return { account: calendar.account, calendar: calendar.uri ?? calendarId, uri, etag, icalendar };
  }

  #calendar(id: string): { readonly account: string | undefined; readonly uri: string | undefined } {
    const known = this.#calendars.get(id);
    if (known) return known;
    const [row] = this.#rows<[string, string]>("select account_id, uri from calendar where id = ?", id) ?? [];
    const login = row && this.#first<string>("select login from principal where id = ?", row[0]);
    const found = { account: login ?? row?.[0], uri: row?.[1] };
    this.#calendars.set(id, found);
    return found;
  }

  #first<V>(sql: string, ...parameters: readonly (string | number)[]): V | undefined {
    return this.#rows<[V | null]>(sql, ...parameters)?.[0]?.[0] ?? undefined;
  }

  /** @returns undefined if they can't be read */
  #rows<V extends readonly unknown[]>(
    sql: string,
    ...parameters: readonly (string | number)[]
  ): V[] | undefined {
    try {
      return this.#database.values<V>({ sql, parameters });
    } catch {
      return undefined;
    }
  }
}

const LOST: SurveyedObject = {
  account: undefined,
  calendar: undefined,
  uri: undefined,
  etag: undefined,
  icalendar: undefined,
};
