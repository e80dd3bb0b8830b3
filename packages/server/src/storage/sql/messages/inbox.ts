import type { Noun } from "../../port.ts";
import type { Modseq, PrincipalId } from "../../records/ids.ts";
import type { InboxChanges, InboxItem } from "../../records/inbox.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";
import { inboxItem, type InboxItemTable } from "../tables/messages.ts";

export function inbox(scope: Scope): Noun<"inbox"> {
  return {
    state: (accountId) => state(scope, accountId),
    list: (accountId, limit) => list(scope, accountId, limit),
    byUris: (accountId, uris) => byUris(scope, accountId, uris),
    changes: (accountId, since, limit) => changes(scope, accountId, since, limit),
    insert: (item) => insert(scope, item),
    remove: (accountId, uri, modseq) => remove(scope, accountId, [uri], modseq),
    trim: (accountId, keep, modseq) => trim(scope, accountId, keep, modseq),
  };
}

const selectNewest = statement((q, p: { accountId: string }) =>
  q
    .selectFrom("inbox_item")
    .select((e) => [e.fn.max("modseq").as("added"), e.fn.max("removed_modseq").as("removed")])
    .where("account_id", "=", p.accountId),
);

async function state(scope: Scope, accountId: string): Promise<Modseq> {
  const row = await scope.row(selectNewest(scope.dialect, { accountId }));
  return Math.max(row?.added ?? 0, row?.removed ?? 0);
}

const selectItems = statement((q, p: { accountId: string; limit: number }) =>
  q
    .selectFrom("inbox_item")
    .selectAll()
    .where("account_id", "=", p.accountId)
    .where("removed_modseq", "is", null)
    .orderBy("modseq", "desc")
    .orderBy("uri")
    .limit(limitOf(p.limit)),
);

async function list(scope: Scope, accountId: string, limit: number): Promise<InboxItem[]> {
  return scope.records(inboxItem, selectItems(scope.dialect, { accountId, limit }));
}

async function byUris(scope: Scope, accountId: string, uris: readonly string[]): Promise<InboxItem[]> {
  const query = scope.query
    .selectFrom("inbox_item")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("removed_modseq", "is", null)
    .where(scope.dialect.isIn("uri", scope.list(uris)))
    .orderBy("uri");
  return scope.records(inboxItem, query);
}

const selectForgotten = statement((q, p: { accountId: string }) =>
  q.selectFrom("principal").select(["modseq", "forgotten_modseq"]).where("id", "=", p.accountId),
);

/** Rows of all changes after a modseq, by their last modseq. An item added and removed since is left out. */
async function changesAfter(scope: Scope, accountId: string, since: Modseq): Promise<InboxItemTable[]> {
  const base = scope.query.selectFrom("inbox_item").selectAll().where("account_id", "=", accountId);
  const added = await scope.rows(base.where("modseq", ">", since).where("removed_modseq", "is", null));
  const removed = await scope.rows(base.where("removed_modseq", ">", since).where("modseq", "<=", since));
  return [...added, ...removed].toSorted((a, b) => changedAt(a) - changedAt(b));
}

const changedAt = (row: InboxItemTable): Modseq => row.removed_modseq ?? row.modseq;

async function changes(
  scope: Scope,
  accountId: PrincipalId,
  since: Modseq,
  limit: number,
): Promise<InboxChanges | "too-old"> {
  const account = await scope.row(selectForgotten(scope.dialect, { accountId }));
  if (!account || since > account.modseq) return "too-old";
  if (since > 0 && since < account.forgotten_modseq) return "too-old";
  const rows = await changesAfter(scope, accountId, since);
  const last = rows[Math.min(limit, rows.length) - 1];
  // A page ends where one modseq ends: a transaction is never divided.
  const page = last && rows.length > limit ? rows.filter((row) => changedAt(row) <= changedAt(last)) : rows;
  const hasMore = page.length < rows.length;
  return {
    newModseq: hasMore && last ? changedAt(last) : Math.max(since, await state(scope, accountId)),
    hasMore,
    added: page.filter((row) => row.removed_modseq === null).map(inboxItem.read),
    removed: page.filter((row) => row.removed_modseq !== null).map((row) => row.uri),
  };
}

async function insert(scope: Scope, item: InboxItem): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("inbox_item")
    .values({ ...inboxItem.row(item), removed_modseq: null })
    .onConflict((conflict) => conflict.doNothing());
  scope.touch(item.accountId, "CalendarEvent", item.modseq);
  return (await scope.run(query)) === 1 ? "inserted" : "duplicate";
}

async function remove(
  scope: Scope,
  accountId: string,
  uris: readonly string[],
  modseq: Modseq,
): Promise<boolean> {
  if (uris.length === 0) return false;
  const query = scope.query
    .updateTable("inbox_item")
    .set({ removed_modseq: modseq, icalendar: "", size: 0 })
    .where("account_id", "=", accountId)
    .where("removed_modseq", "is", null)
    .where(scope.dialect.isIn("uri", scope.list(uris)));
  const wasThere = (await scope.run(query)) > 0;
  if (wasThere) scope.touch(accountId, "CalendarEvent", modseq);
  return wasThere;
}

async function trim(scope: Scope, accountId: string, keep: number, modseq: Modseq): Promise<void> {
  const query = scope.query
    .selectFrom("inbox_item")
    .select("uri")
    .where("account_id", "=", accountId)
    .where("removed_modseq", "is", null)
    .orderBy("modseq", "desc")
    .orderBy("uri")
    .limit(1_000)
    .offset(keep);
  await remove(
    scope,
    accountId,
    (await scope.rows(query)).map(({ uri }) => uri),
    modseq,
  );
}
