import { sql } from "kysely";
import type { ChangeSet, LoggedType } from "../../records/changes.ts";
import type { Modseq, PrincipalId } from "../../records/ids.ts";
import { type Change, changePage, type ChangeSource, merged } from "./change-page.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";

interface ThingChange extends Change {
  readonly id: string;
  readonly change: "created" | "updated" | "destroyed";
}

interface Window {
  accountId: string;
  since: Modseq;
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
export async function changesInAccount(
  scope: Scope,
  accountId: PrincipalId,
  type: LoggedType,
  since: Modseq,
  limit: number,
): Promise<ChangeSet | "too-old"> {
  const account = await scope.row(selectAccount(scope.dialect, { accountId }));
  const newest = account?.modseq ?? 0;
  const forgotten = account?.forgotten_modseq ?? 0;
  if (since > newest || (since > 0 && since < forgotten)) return "too-old";
  const page = await changePage(sources[type](scope, accountId, since), since, limit, forgotten);
  const ids = (change: ThingChange["change"]) =>
    page.changes.filter((entry) => entry.change === change).map((entry) => entry.id);
  return {
    newModseq: page.upTo ?? newest,
    hasMore: page.upTo !== null,
    created: ids("created"),
    updated: ids("updated"),
    destroyed: ids("destroyed"),
  };
}

const selectAccount = statement((q, p: { accountId: string }) =>
  q.selectFrom("principal").select(["modseq", "forgotten_modseq"]).where("id", "=", p.accountId),
);

const sources: Record<
  LoggedType,
  (scope: Scope, accountId: string, since: Modseq) => ChangeSource<ThingChange>
> = {
  CalendarEvent: (scope, accountId, since) => living("CalendarEvent", scope, accountId, since),
  Task: (scope, accountId, since) => living("Task", scope, accountId, since),
  Calendar: (scope, accountId, since) => living("Calendar", scope, accountId, since),
  Principal: (scope, accountId, since) => async (after, upTo, limit) => {
    const told = await logged(scope, accountId, since);
    const inWindow = told.filter((entry) => entry.modseq > after && entry.modseq <= (upTo ?? NEWEST));
    return merged([inWindow], limit);
  },
};

type Living = Exclude<LoggedType, "Principal">;

/** Things that have a row with their modseq while they exist and a tombstone afterwards. */
function living(type: Living, scope: Scope, accountId: string, since: Modseq): ChangeSource<ThingChange> {
  return async (after, upTo, limit) => {
    const window = { accountId, since, after, upTo: upTo ?? NEWEST, limit: limit ?? ALL };
    const created = await scope.rows(
      selectCreated[type](scope.dialect, { ...window, after: Math.max(after, since) }),
    );
    // If creations alone fill the answer, nothing after them will be in it: looking further would be wasted.
    const full = created.length === limit ? created.at(-1)?.modseq : undefined;
    const rest = full === undefined ? window : { ...window, upTo: full };
    const updated = await scope.rows(selectUpdated[type](scope.dialect, rest));
    const destroyed = await scope.rows(selectDestroyed[type](scope.dialect, rest));
    return merged<ThingChange>(
      [
        created.map((row) => ({ ...row, change: "created" })),
        updated.map((row) => ({ ...row, change: "updated" })),
        destroyed.map((row) => ({ ...row, change: "destroyed" })),
      ],
      limit,
    );
  };
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
      .orderBy("created_modseq")
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
      .where("created_modseq", "<=", p.since)
      .orderBy("modseq")
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
      .where("created_modseq", "<=", p.since)
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
async function logged(scope: Scope, accountId: string, since: Modseq): Promise<ThingChange[]> {
  const entries = await scope.rows(selectLog(scope.dialect, { accountId, since }));
  const byId = new Map<string, ThingChange[]>();
  for (const { object_id: id, modseq, change } of entries) {
    const entry = { id, modseq, change: change as ThingChange["change"] };
    byId.set(id, [...(byId.get(id) ?? []), entry]);
  }
  return [...byId.values()].flatMap(drawnTogether).toSorted((a, b) => a.modseq - b.modseq);
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
