import type { Noun } from "../../port.ts";
import type { ChangeSet } from "../../records/changes.ts";
import type { Modseq } from "../../records/ids.ts";
import type { Notification, NotificationList } from "../../records/notifications.ts";
import { changesWithin, inOrder, pagedChanges, type ThingChange } from "../changes/account-changes.ts";
import type { ChangeSource, Place } from "../changes/change-page.ts";
import type { Scope } from "../scope.ts";
import { notification } from "../tables/messages.ts";

export function notifications(scope: Scope): Noun<"notifications"> {
  return {
    about: (ids) => about(scope, ids),
    list: (of, limit) => list(scope, of, limit),
    changes: (of, since, limit, within = "") => changes(scope, of, { since, within }, limit),
    insert: (one) => insertAll(scope, [one]),
    insertAll: (all) => insertAll(scope, all),
    remove: (of, id, modseq) => remove(scope, of, [id], modseq),
    trim: (of, keep, modseq) => trim(scope, of, keep, modseq),
  };
}

const rowsOf = (scope: Scope, { accountId, recipientId, type }: NotificationList) =>
  scope.query
    .selectFrom("notification")
    .where("account_id", "=", accountId)
    .where("recipient_id", "=", recipientId)
    .where("type", "=", type);

async function about(scope: Scope, ids: readonly string[]): Promise<Notification[]> {
  const query = scope.query
    .selectFrom("notification")
    .selectAll()
    .where(scope.dialect.isIn("about_id", scope.list(ids)))
    .where("removed_modseq", "is", null);
  return scope.records(notification, query.orderBy("id"));
}

async function list(scope: Scope, of: NotificationList, limit: number): Promise<Notification[]> {
  const query = rowsOf(scope, of)
    .selectAll()
    .where("removed_modseq", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return scope.records(notification, query);
}

/** A list is short: its changes are read whole, and divided here. */
async function changes(
  scope: Scope,
  of: NotificationList,
  place: Place,
  limit: number,
): Promise<ChangeSet | "too-old"> {
  const { since, within } = place;
  const next = since + 1;
  const isKnown = (id: string, modseq: Modseq): boolean =>
    modseq <= since || (modseq === next && id <= within);
  const source: ChangeSource<ThingChange> = async (after, upTo, atMost) => {
    const rows = await scope.rows(
      rowsOf(scope, of)
        .select(["id", "modseq", "removed_modseq"])
        .where((e) => e.or([e("modseq", ">", since), e("removed_modseq", ">", since)])),
    );
    const found = rows.flatMap(({ id, modseq, removed_modseq: removed }): ThingChange[] => {
      const wasKnown = isKnown(id, modseq);
      if (removed === null) return wasKnown ? [] : [{ id, modseq, change: "created" }];
      return wasKnown && !isKnown(id, removed) ? [{ id, modseq: removed, change: "destroyed" }] : [];
    });
    return changesWithin(found.toSorted(inOrder), after, upTo, atMost);
  };
  return pagedChanges(scope, of.accountId, place, limit, source);
}

/** Rows of one statement: both databases limit the number of parameters. */
const ROWS_AT_ONCE = 1_000;

async function insertAll(scope: Scope, all: readonly Notification[]): Promise<void> {
  if (all.length === 0) return;
  for (const { accountId, type, modseq } of all) scope.touch(accountId, type, modseq);
  // Many recipients get the same text.
  const texts = new Map<unknown, string>();
  const rows = all.map((one) => ({
    ...notification.row({ ...one, payload: null }),
    payload: texts.getOrInsertComputed(one.payload, () => JSON.stringify(one.payload)),
    removed_modseq: null,
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await scope.run(scope.query.insertInto("notification").values(rows.slice(from, from + ROWS_AT_ONCE)));
}

async function remove(
  scope: Scope,
  of: NotificationList,
  ids: readonly string[],
  modseq: Modseq,
): Promise<boolean> {
  if (ids.length === 0) return false;
  const query = scope.query
    .updateTable("notification")
    .set({ removed_modseq: modseq, payload: "" })
    .where("account_id", "=", of.accountId)
    .where("recipient_id", "=", of.recipientId)
    .where("type", "=", of.type)
    .where("removed_modseq", "is", null)
    .where(scope.dialect.isIn("id", scope.list(ids)));
  const wasThere = (await scope.run(query)) > 0;
  if (wasThere) scope.touch(of.accountId, of.type, modseq);
  return wasThere;
}

async function trim(scope: Scope, of: NotificationList, keep: number, modseq: Modseq): Promise<void> {
  const query = rowsOf(scope, of)
    .select("id")
    .where("removed_modseq", "is", null)
    .orderBy("modseq", "desc")
    .orderBy("id", "desc")
    .limit(1_000)
    .offset(keep);
  const old = (await scope.rows(query)).map(({ id }) => id);
  await remove(scope, of, old, modseq);
}
