import { sql } from "kysely";
import type { ChangeSet, LoggedType } from "../../records/changes.ts";
import type { Modseq, PrincipalId } from "../../records/ids.ts";
import { changePage, type Change, type ChangeSource, type Place } from "./change-page.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";

export interface ThingChange extends Change {
  readonly id: string;
  readonly change: "created" | "updated" | "destroyed";
}

interface Window {
  accountId: string;
  since: Modseq;
  /** The modseq of which things with ids up to `within` are known. */
  next: Modseq;
  within: string;
  after: Modseq;
  upTo: Modseq;
  limit: number;
}

const NEWEST = Number.MAX_SAFE_INTEGER;
const ALL = Number.MAX_SAFE_INTEGER;

/**
 * See `ChangeReads.inAccount`.
 *
 * A thing that is new since `since` comes where it was created, not where it last changed: if the answer is cut
 * between the two, the next one has it as updated, and the client knows it by then.
 */
export const changesInAccount = (
  scope: Scope,
  accountId: PrincipalId,
  type: LoggedType,
  place: Place,
  limit: number,
): Promise<ChangeSet | "too-old"> =>
  pagedChanges(scope, accountId, place, limit, sources[type](scope, accountId, place));

/** A page of changes of an account after a place, from wherever they are stored. */
export async function pagedChanges(
  scope: Scope,
  accountId: PrincipalId,
  { since, within }: Place,
  limit: number,
  source: ChangeSource<ThingChange>,
): Promise<ChangeSet | "too-old"> {
  const account = await scope.row(selectAccount(scope.dialect, { accountId }));
  const newest = account?.modseq ?? 0;
  const forgotten = account?.forgotten_modseq ?? 0;
  const known = within === "" ? since : since + 1;
  if (known > newest || (known > 0 && since < forgotten)) return "too-old";
  // The source is in order of ids within a modseq.
  const divided = {
    first: (modseq: Modseq, most: number) => source(modseq - 1, modseq, most),
    keyOf: ({ id }: ThingChange) => id,
  };
  const page = await changePage(source, divided, since, limit, forgotten);
  const ids = (change: ThingChange["change"]) =>
    page.changes.filter((entry) => entry.change === change).map((entry) => entry.id);
  return {
    newModseq: page.upTo ?? newest,
    ...(page.within !== undefined && { newWithin: page.within }),
    hasMore: page.upTo !== null,
    created: ids("created"),
    updated: ids("updated"),
    destroyed: ids("destroyed"),
  };
}

/** The first `limit` changes of a window, of a list in memory. */
export const changesWithin = (
  list: readonly ThingChange[],
  after: Modseq,
  upTo: Modseq | null,
  limit: number | null,
): ThingChange[] =>
  merged([list.filter(({ modseq }) => modseq > after && modseq <= (upTo ?? NEWEST))], limit);

/** The first `limit` of several lists, by modseq and id; each is in that order already. */
function merged(lists: readonly (readonly ThingChange[])[], limit: number | null): ThingChange[] {
  const filled = lists.filter((list) => list.length > 0);
  const all = filled.length === 1 ? (filled[0] ?? []) : filled.flat().toSorted(inOrder);
  return all.slice(0, limit ?? all.length);
}

export const inOrder = (a: ThingChange, b: ThingChange): number =>
  a.modseq - b.modseq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const selectAccount = statement((q, p: { accountId: string }) =>
  q.selectFrom("principal").select(["modseq", "forgotten_modseq"]).where("id", "=", p.accountId),
);

const sources: Record<
  LoggedType,
  (scope: Scope, accountId: string, place: Place) => ChangeSource<ThingChange>
> = {
  CalendarEvent: (scope, accountId, place) => living("CalendarEvent", scope, accountId, place),
  Task: (scope, accountId, place) => living("Task", scope, accountId, place),
  Calendar: (scope, accountId, place) => living("Calendar", scope, accountId, place),
  Principal: (scope, accountId, place) => async (after, upTo, limit) =>
    changesWithin(await logged(scope, accountId, place), after, upTo, limit),
};

type Living = Exclude<LoggedType, "Principal">;

/** Things that have a row with their modseq while they exist and a tombstone afterwards. */
function living(type: Living, scope: Scope, accountId: string, place: Place): ChangeSource<ThingChange> {
  const { since } = place;
  return async (after, upTo, limit) => {
    const window = { accountId, ...place, next: since + 1, after, upTo: upTo ?? NEWEST, limit: limit ?? ALL };
    const created = await scope.rows(
      selectCreated[type](scope.dialect, { ...window, after: Math.max(after, since) }),
    );
    // If creations alone fill the answer, nothing after them will be in it: looking further would be wasted.
    const full = created.length === limit ? created.at(-1)?.modseq : undefined;
    const rest = full === undefined ? window : { ...window, upTo: full };
    const updated = await scope.rows(selectUpdated[type](scope.dialect, rest));
    const destroyed = await destroyedOnce(type, scope, rest);
    return merged(
      [
        created.map((row) => ({ ...row, change: "created" })),
        updated.map((row) => ({ ...row, change: "updated" })),
        destroyed.map((row) => ({ ...row, change: "destroyed" })),
      ],
      limit,
    );
  };
}

/** An object that was restored and removed again has several tombstones: the first counts. */
async function destroyedOnce(type: Living, scope: Scope, window: Window) {
  for (let { limit } = window; ; limit *= 2) {
    const rows = await scope.rows(selectDestroyed[type](scope.dialect, { ...window, limit }));
    const ids = new Set<string>();
    const first = rows.filter(({ id }) => !ids.has(id) && ids.add(id));
    if (first.length >= window.limit || rows.length < limit) return first.slice(0, window.limit);
  }
}

const TABLES = { CalendarEvent: "object", Task: "object", Calendar: "calendar" } as const;

/** Each object has a type by its component; journals have none. */
const OF_TYPE = {
  CalendarEvent: sql<boolean>`component = 'VEVENT'`,
  Task: sql<boolean>`component = 'VTODO'`,
  Calendar: sql<boolean>`1 = 1`,
};

const created = (type: Living) =>
  statement((q, p: Window) =>
    q
      .selectFrom(TABLES[type])
      .select(["id", "created_modseq as modseq"])
      .where(OF_TYPE[type])
      .where("account_id", "=", p.accountId)
      .where("created_modseq", ">", p.after)
      .where("created_modseq", "<=", p.upTo)
      .where((e) => e.or([e("created_modseq", ">", p.next), e("id", ">", p.within)]))
      .orderBy("created_modseq")
      .orderBy("id")
      .limit(limitOf(p.limit)),
  );
const selectCreated = {
  CalendarEvent: created("CalendarEvent"),
  Task: created("Task"),
  Calendar: created("Calendar"),
};

const updated = (type: Living) =>
  statement((q, p: Window) =>
    q
      .selectFrom(TABLES[type])
      .select(["id", "modseq"])
      .where(OF_TYPE[type])
      .where("account_id", "=", p.accountId)
      .where("modseq", ">", p.after)
      .where("modseq", "<=", p.upTo)
      .where((e) => e.or([e("modseq", ">", p.next), e("id", ">", p.within)]))
      .where((e) =>
        e.or([
          e("created_modseq", "<=", p.since),
          e.and([e("created_modseq", "=", p.next), e("id", "<=", p.within)]),
        ]),
      )
      .orderBy("modseq")
      .orderBy("id")
      .limit(limitOf(p.limit)),
  );
const selectUpdated = {
  CalendarEvent: updated("CalendarEvent"),
  Task: updated("Task"),
  Calendar: updated("Calendar"),
};

/** Tombstones do not record the type; the last text does, while it is kept. After that it counts as either. */
const WAS_OF_TYPE = {
  CalendarEvent: sql<boolean>`not exists (select 1 from version where version.object_id = tombstone.object_id and component <> 'VEVENT')`,
  Task: sql<boolean>`not exists (select 1 from version where version.object_id = tombstone.object_id and component <> 'VTODO')`,
  Calendar: sql<boolean>`1 = 1`,
};

/** Objects of every type have the same kind of tombstone. */
const TOMBSTONE_TYPE = {
  CalendarEvent: "CalendarEvent",
  Task: "CalendarEvent",
  Calendar: "Calendar",
} as const;

const destroyed = (type: Living) =>
  statement((q, p: Window) =>
    q
      .selectFrom("tombstone")
      .select(["object_id as id", "modseq"])
      .where("account_id", "=", p.accountId)
      .where("type", "=", TOMBSTONE_TYPE[type])
      .where("modseq", ">", p.after)
      .where("modseq", "<=", p.upTo)
      .where((e) => e.or([e("modseq", ">", p.next), e("object_id", ">", p.within)]))
      // What came and went since is told of as gone (RFC 8620 §5.2 permits it): whoever created it, or read everything while it was
      // there, knows it. A client of the beginning knows nothing.
      .where(sql<boolean>`cast(${p.since} as bigint) > 0`)
      .where("is_moved", "=", 0)
      // An object restored with its old id (undo, trash) counts as created.
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom(TABLES[type])
              .select(`${TABLES[type]}.id`)
              .whereRef(`${TABLES[type]}.id`, "=", "tombstone.object_id")
              .whereRef(`${TABLES[type]}.account_id`, "=", "tombstone.account_id"),
          ),
        ),
      )
      .where(WAS_OF_TYPE[type])
      .orderBy("modseq")
      .orderBy("object_id")
      .limit(limitOf(p.limit)),
  );
const selectDestroyed = {
  CalendarEvent: destroyed("CalendarEvent"),
  Task: destroyed("Task"),
  Calendar: destroyed("Calendar"),
};

const selectLog = statement((q, p: { accountId: string; since: Modseq }) =>
  q
    .selectFrom("change")
    .select(["object_id", "modseq", "change"])
    .where("account_id", "=", p.accountId)
    .where("type", "=", "Principal")
    .where("modseq", ">", p.since)
    .orderBy("modseq"),
);

/** Principals have no modseq of their own, so their few changes are read from the log and merged by id. */
async function logged(scope: Scope, accountId: string, place: Place): Promise<ThingChange[]> {
  const { since, within } = place;
  const rows = await scope.rows(selectLog(scope.dialect, { accountId, since }));
  const entries = rows.filter((row) => row.modseq > since + 1 || row.object_id > within);
  const byId = new Map<string, ThingChange[]>();
  for (const { object_id: id, modseq, change } of entries) {
    const entry = { id, modseq, change: change as ThingChange["change"] };
    byId.set(id, [...(byId.get(id) ?? []), entry]);
  }
  return [...byId.values()].flatMap(drawnTogether).toSorted(inOrder);
}

/** One thing's entries, oldest first, merged into one; none if it came and went. */
function drawnTogether(entries: readonly ThingChange[]): ThingChange[] {
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return [];
  const isNew = first.change === "created";
  if (last.change === "destroyed") return isNew ? [] : [last];
  return [isNew ? first : { ...last, change: "updated" }];
}
