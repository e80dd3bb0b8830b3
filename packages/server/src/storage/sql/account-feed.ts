import type { Expression, Kysely } from "kysely";
import type { AccountChange } from "../port.ts";
import type { ChangeType } from "../records/changes.ts";
import type { Modseq, PrincipalId } from "../records/ids.ts";
import type { Database } from "./database.ts";
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

const rowsSince = (q: Kysely<Database>, table: "object" | "calendar", p: Since) =>
  q.selectFrom(table).select("id").where("account_id", "=", p.accountId).where("modseq", ">", p.since);
const logSince = (q: Kysely<Database>, table: "tombstone" | "change", type: ChangeType, p: Since) =>
  q
    .selectFrom(table)
    .select("object_id")
    .where("account_id", "=", p.accountId)
    .where("type", "=", type)
    .where("modseq", ">", p.since);
const noticesSince = (q: Kysely<Database>, type: ChangeType, p: Since) =>
  q
    .selectFrom("notification")
    .select("id")
    .where("account_id", "=", p.accountId)
    .where("type", "=", type)
    .where((e) => e.or([e("modseq", ">", p.since), e("removed_modseq", ">", p.since)]));

/** Whether anything of each type has changed, in one question. A tombstone does not say its type: both are reported. */
const selectTypesSince = statement((q, p: Since) =>
  q.selectNoFrom((e) => {
    const any = (...parts: Expression<unknown>[]) => e.or(parts.map((part) => e.exists(part)));
    const log = (type: ChangeType, buried = type) => [
      logSince(q, "tombstone", buried, p),
      logSince(q, "change", type, p),
    ];
    return [
      any(...log("Principal")).as("Principal"),
      any(rowsSince(q, "calendar", p), ...log("Calendar")).as("Calendar"),
      any(rowsSince(q, "object", p).where("component", "<>", "VTODO"), ...log("CalendarEvent")).as(
        "CalendarEvent",
      ),
      any(rowsSince(q, "object", p).where("component", "=", "VTODO"), ...log("Task", "CalendarEvent")).as(
        "Task",
      ),
      any(noticesSince(q, "ShareNotification", p)).as("ShareNotification"),
      any(noticesSince(q, "CalendarEventNotification", p)).as("CalendarEventNotification"),
      any(noticesSince(q, "PollNotification", p)).as("PollNotification"),
      any(noticesSince(q, "Reminder", p)).as("Reminder"),
    ];
  }),
);

async function typesSince(scope: Scope, accountId: string, since: Modseq): Promise<ChangeType[]> {
  const found = await scope.row(selectTypesSince(scope.dialect, { accountId, since }));
  return CHANGE_TYPES.filter((type) => Boolean(found?.[type]));
}

const CHANGE_TYPES = [
  "Principal",
  "Calendar",
  "CalendarEvent",
  "Task",
  "ShareNotification",
  "CalendarEventNotification",
  "PollNotification",
  "Reminder",
] as const satisfies readonly ChangeType[];
