import { sql } from "kysely";
import type { AccountChange } from "../port.ts";
import type { ChangeType } from "../records/changes.ts";
import type { Modseq, PrincipalId } from "../records/ids.ts";
import type { List } from "./dialects/dialect.ts";
import type { Scope } from "./scope.ts";
import { statement } from "./statement.ts";

type Listener = (change: AccountChange) => void;

/**
 * Notifies listeners of changed accounts, once per account and modseq, whether the change was made here or by another
 * process.
 */
export class AccountFeed {
  readonly #listeners = new Set<Listener>();
  readonly #told = new Map<PrincipalId, Modseq>();

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns a function that removes it */
  add(listener: Listener): () => void {
    // The same function may listen twice.
    const own: Listener = (change) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  tell(changes: readonly AccountChange[]): void {
    for (const change of changes) {
      if ((this.#told.get(change.accountId) ?? -1) >= change.modseq) continue;
      this.#told.set(change.accountId, change.modseq);
      for (const listener of this.#listeners) callSafely(listener, change);
    }
  }

  /** Takes the accounts' present state as known. */
  async startFrom(scope: Scope): Promise<void> {
    for (const { id, modseq } of await scope.rows(selectModseqs(scope.dialect, {}))) this.#raise(id, modseq);
  }

  /**
   * Finds the changes since it last looked.
   * @param accountIds the accounts to look at; undefined: all
   */
  async catchUp(scope: Scope, accountIds: readonly string[] | undefined): Promise<AccountChange[]> {
    const rows =
      accountIds === undefined
        ? await scope.rows(selectModseqs(scope.dialect, {}))
        : await scope.rows(selectModseqsOf(scope.dialect, { ids: scope.list(accountIds) }));
    const changes: AccountChange[] = [];
    for (const { id, modseq } of rows) {
      const accountId = id as PrincipalId;
      const told = this.#told.get(accountId) ?? 0;
      if (modseq <= told) continue;
      changes.push({ accountId, modseq, types: await typesSince(scope, accountId, told) });
    }
    return changes;
  }

  #raise(id: string, modseq: Modseq): void {
    const accountId = id as PrincipalId;
    this.#told.set(accountId, Math.max(modseq, this.#told.get(accountId) ?? 0));
  }
}

/** A listener's error must not look like a failed write. */
function callSafely(listener: Listener, change: AccountChange): void {
  try {
    listener(change);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error), "AccountListenerWarning");
  }
}

const selectModseqs = statement((q) => q.selectFrom("principal").select(["id", "modseq"]));
const selectModseqsOf = statement((q, p: { ids: List }, dialect) =>
  q.selectFrom("principal").select(["id", "modseq"]).where(dialect.isIn("id", p.ids)),
);

interface Since {
  accountId: string;
  since: Modseq;
}

const rowsSince = (table: "object" | "calendar", isOfType = sql<boolean>`1 = 1`) =>
  statement((q, p: Since) =>
    q
      .selectFrom(table)
      .select("id")
      .where(isOfType)
      .where("account_id", "=", p.accountId)
      .where("modseq", ">", p.since)
      .limit(1),
  );
const logSince = (table: "tombstone" | "change") =>
  statement((q, p: Since & { type: ChangeType }) =>
    q
      .selectFrom(table)
      .select("object_id as id")
      .where("account_id", "=", p.accountId)
      .where("type", "=", p.type)
      .where("modseq", ">", p.since)
      .limit(1),
  );
const selectNotifications = statement((q, p: Since & { type: ChangeType }) =>
  q
    .selectFrom("notification")
    .select("id")
    .where("account_id", "=", p.accountId)
    .where("type", "=", p.type)
    .where((e) => e.or([e("modseq", ">", p.since), e("removed_modseq", ">", p.since)]))
    .limit(1),
);
const selectEvents = rowsSince("object", sql<boolean>`component <> 'VTODO'`);
const selectTasks = rowsSince("object", sql<boolean>`component = 'VTODO'`);
const selectCalendars = rowsSince("calendar");
const selectTombstones = logSince("tombstone");
const selectLog = logSince("change");

const CHANGE_TYPES = [
  "Principal",
  "Calendar",
  "CalendarEvent",
  "Task",
  "ShareNotification",
  "CalendarEventNotification",
  "Reminder",
] as const satisfies readonly ChangeType[];

async function typesSince(scope: Scope, accountId: string, since: Modseq): Promise<ChangeType[]> {
  const types: ChangeType[] = [];
  for (const type of CHANGE_TYPES) {
    if (await changedSince(scope, type, { accountId, since })) types.push(type);
  }
  return types;
}

async function changedSince(scope: Scope, type: ChangeType, since: Since): Promise<boolean> {
  const { dialect } = scope;
  if (type === "ShareNotification" || type === "CalendarEventNotification" || type === "Reminder")
    return (await scope.row(selectNotifications(dialect, { ...since, type }))) !== undefined;
  if (type === "Calendar" && (await scope.row(selectCalendars(dialect, since)))) return true;
  if (type === "CalendarEvent" && (await scope.row(selectEvents(dialect, since)))) return true;
  if (type === "Task" && (await scope.row(selectTasks(dialect, since)))) return true;
  // A tombstone does not say its type: both are reported.
  const buried = type === "Task" ? "CalendarEvent" : type;
  if (await scope.row(selectTombstones(dialect, { ...since, type: buried }))) return true;
  return (await scope.row(selectLog(dialect, { ...since, type }))) !== undefined;
}
