import type { SelectQueryBuilder } from "kysely";
import type { CalendarId, ObjectQuery } from "../port.ts";
import type { Database } from "./database.ts";
import { type IntervalProbe, intervalProbe } from "./interval-tree.ts";
import type { ObjectRow } from "./object-row.ts";
import type { Scope } from "./scope.ts";

/** Typed as if all columns were selected; the caller knows which it asked for. */
type Select = SelectQueryBuilder<Database, "object", ObjectRow>;
type Columns = readonly (keyof ObjectRow)[];

/**
 * The rows of an `ObjectQuery`, in id order.
 *
 * Three shapes, so that each costs what it returns: by UID through its unique index; by time through the interval tree;
 * else by id, calendar by calendar, each from the page's start.
 */
export async function findRows(scope: Scope, query: ObjectQuery, columns: Columns): Promise<ObjectRow[]> {
  const calendarIds = [...new Set(query.calendarIds)];
  if (calendarIds.length === 0 || query.limit === 0) return [];
  const from = query.from ?? null;
  const to = query.to ?? null;
  if (query.uid === undefined && from === null && to === null) {
    return await byIdOrder(scope, query, calendarIds, columns);
  }
  const inCalendars = plain(scope, query, columns).where(
    scope.dialect.isIn("calendar_id", scope.list(calendarIds)),
  );
  const narrowed =
    query.uid === undefined
      ? inRange(scope, inCalendars, from, to)
      : between(inCalendars.where("uid", "=", query.uid), from, to);
  return await scope.rows(ordered(scope, narrowed, query.limit));
}

/** What every shape asks. */
function plain(scope: Scope, query: ObjectQuery, columns: Columns): Select {
  let select = scope.query.selectFrom("object").select(columns);
  if (query.component !== undefined) select = select.where("component", "=", query.component);
  if (query.afterId !== undefined) select = select.where("id", ">", query.afterId);
  return select;
}

function between(select: Select, from: number | null, to: number | null): Select {
  let narrowed = select;
  if (from !== null) narrowed = narrowed.where("end_ms", ">=", from);
  if (to !== null) narrowed = narrowed.where("start_ms", "<", to);
  return narrowed;
}

/** The three disjoint parts of the interval tree that a range touches. */
function inRange(scope: Scope, select: Select, from: number | null, to: number | null): Select {
  const probe: IntervalProbe = intervalProbe(from, to);
  const { dialect } = scope;
  const precise = between(select, from, to);
  let parts = precise.where("interval_node", ">=", probe.first).where("interval_node", "<=", probe.last);
  if (probe.before.length > 0) {
    parts = parts.unionAll(precise.where(dialect.isInIntegers("interval_node", scope.list(probe.before))));
  }
  if (probe.after.length > 0) {
    parts = parts.unionAll(precise.where(dialect.isInIntegers("interval_node", scope.list(probe.after))));
  }
  return parts;
}

async function byIdOrder(
  scope: Scope,
  query: ObjectQuery,
  calendarIds: readonly CalendarId[],
  columns: Columns,
): Promise<ObjectRow[]> {
  const pages = calendarIds.map((calendarId) => {
    const page = plain(scope, query, columns).where("calendar_id", "=", calendarId).orderBy("id");
    return query.limit === undefined ? page : page.limit(query.limit);
  });
  const answers: ObjectRow[][] = [];
  for (const page of pages) answers.push(await scope.rows(page));
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return only;
  return answers.flat().toSorted(byId).slice(0, query.limit);
}

/** Ids compare by code unit here and by byte in the databases, which is the same for the ASCII that ids are. */
function byId(a: ObjectRow, b: ObjectRow): number {
  return a.id < b.id ? -1 : 1;
}

function ordered(scope: Scope, select: Select, limit: number | undefined): Select {
  const sorted = scope.query.selectFrom(select.as("object")).selectAll().orderBy("id");
  return limit === undefined ? sorted : sorted.limit(limit);
}
