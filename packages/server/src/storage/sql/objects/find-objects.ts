import type { Kysely, SelectQueryBuilder } from "kysely";
import type { ListedObject, ObjectQuery } from "../../records/objects.ts";
import type { Database } from "../database.ts";
import type { ObjectTable } from "../tables/objects.ts";
import type { Dialect, List } from "../dialects/dialect.ts";
import { END_OF_TIME } from "../columns.ts";
import { intervalProbe } from "./interval-tree.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";

/** The requested columns, and what they make. */
interface Wanted<R> {
  readonly names: readonly (keyof ObjectTable)[];
  readonly readValues: (values: readonly unknown[]) => R;
}
/** Typed as if all columns were selected; the caller knows which it requested. */
type Select = SelectQueryBuilder<Database, "object", ObjectTable>;

/** The possible parameters of a statement; all are passed, and `Shape` says which are used. */
interface Parameters {
  calendarId: string;
  calendarIds: List;
  component: string;
  afterId: string;
  limit: number;
  uid: string;
  from: number;
  to: number;
  before: List;
  after: List;
  first: number;
  last: number;
}

/**
 * The results of an `ObjectQuery`, in id order.
 *
 * There are three ways, so that each costs what it returns: by UID through its unique index; by time through the
 * interval tree; else by id, calendar by calendar, each from the page's start. An empty range finds nothing.
 */
export async function findObjects<R extends Pick<ListedObject, "id">>(
  scope: Scope,
  query: ObjectQuery,
  wanted: Wanted<R>,
): Promise<R[]> {
  const { uid, from = null, to = null, limit } = query;
  const calendarIds = [...new Set(query.calendarIds)];
  if (calendarIds.length === 0 || limit === 0) return [];
  if (from !== null && to !== null && to <= from) return [];
  const parameters = parametersOf(scope, query, calendarIds);
  const ask = (way: Way, calendarId = "") =>
    scope.recordsByValues(
      wanted,
      shaped(way, query, wanted.names)(scope.dialect, { ...parameters, calendarId }),
    );
  if (uid !== undefined) return await ask("uid");
  if (from !== null || to !== null) return await ask("range");
  const pages: R[][] = [];
  for (const calendarId of calendarIds) pages.push(await ask("page", calendarId));
  return inIdOrder(pages, limit);
}

function parametersOf(
  scope: Scope,
  query: ObjectQuery,
  calendarIds: readonly string[],
): Omit<Parameters, "calendarId"> {
  const { from = null, to = null } = query;
  const { before, after, first, last } = intervalProbe(from, to);
  return {
    calendarIds: scope.list(calendarIds),
    component: query.component ?? "",
    afterId: query.afterId ?? "",
    limit: query.limit ?? END_OF_TIME,
    uid: query.uid ?? "",
    from: from ?? -END_OF_TIME,
    to: to ?? END_OF_TIME,
    before: scope.list(before),
    after: scope.list(after),
    first,
    last,
  };
}

type Way = "uid" | "range" | "page";
type Builder = (q: Kysely<Database>, p: Parameters, dialect: Dialect, plain: Select) => Select;
type Statement = ReturnType<typeof statement<Parameters, ObjectTable>>;

const known = new Map<string, Statement>();

/** The statement for one way of finding and the given conditions; made once each. */
function shaped(way: Way, { component, afterId }: ObjectQuery, columns: Wanted<unknown>["names"]): Statement {
  const key = [way, component !== undefined, afterId !== undefined, columns.length].join();
  const made = known.get(key);
  if (made !== undefined) return made;
  const fresh = statement((q, p: Parameters, dialect) => {
    let plain: Select = q.selectFrom("object").select(columns);
    if (component !== undefined) plain = plain.where("component", "=", p.component);
    if (afterId !== undefined) plain = plain.where("id", ">", p.afterId);
    return builders[way](q, p, dialect, plain);
  });
  known.set(key, fresh);
  return fresh;
}

const builders: Record<Way, Builder> = {
  page: (_, p, __, plain) =>
    plain.where("calendar_id", "=", p.calendarId).orderBy("id").limit(limitOf(p.limit)),
  uid: (_, p, dialect, plain) =>
    plain
      .where(dialect.isIn("calendar_id", p.calendarIds))
      .where("uid", "=", p.uid)
      .where("end_ms", ">=", p.from)
      .where("start_ms", "<", p.to)
      .orderBy("id")
      .limit(limitOf(p.limit)),
  range: (q, p, dialect, plain) => {
    const found = inRange(p, dialect, plain.where(dialect.isIn("calendar_id", p.calendarIds)));
    // Typed by the name of the parts, which does not matter here.
    return q
      .selectFrom(found.as("found"))
      .selectAll()
      .orderBy("id")
      .limit(limitOf(p.limit)) as unknown as Select;
  },
};

/**
 * The three disjoint parts of the interval tree that a range touches. Before and after it one bound decides; testing
 * the other too would only lead the database to the wrong index.
 */
function inRange(p: Parameters, dialect: Dialect, select: Select): Select {
  const inside = select
    .where("interval_node", ">=", p.first)
    .where("interval_node", "<=", p.last)
    .where("end_ms", ">=", p.from)
    .where("start_ms", "<", p.to);
  const before = select.where(dialect.isInIntegers("interval_node", p.before)).where("end_ms", ">=", p.from);
  const after = select.where(dialect.isInIntegers("interval_node", p.after)).where("start_ms", "<", p.to);
  return inside.unionAll(before).unionAll(after);
}

/** Ids compare by code unit here and by byte in the databases, which is the same for ids, which are ASCII. */
function inIdOrder<R extends { readonly id: string }>(pages: readonly R[][], limit: number | undefined): R[] {
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) return only;
  return pages
    .flat()
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
