import type { Selectable } from "kysely";
import type { ChangeReads, ChangeWrites } from "../../port/changes.ts";
import type { ChangeEntry, ChangeSource, ChangeType } from "../../records/changes.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../records/ids.ts";
import type { ObjectVersion } from "../../records/objects.ts";
import { changesInAccount } from "./account-changes.ts";
import { changesInCalendar } from "./collection-changes.ts";
import { formerPlaces } from "./former-places.ts";
import { forgetLog, forgetVersions } from "./forget.ts";
import { shareChanged, sharesChanged } from "./share-changes.ts";
import type { ChangeTable } from "../tables/objects.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";

export function changes(scope: Scope): ChangeReads & ChangeWrites {
  return {
    inAccount: (accountId, type, since, limit) => changesInAccount(scope, accountId, type, since, limit),
    inCalendar: (calendarId, since, limit) => changesInCalendar(scope, calendarId, since, limit),
    formerPlaces: (ids, since) => formerPlaces(scope, ids, since),
    sharesChanged: (accountId, principalIds, since) => sharesChanged(scope, accountId, principalIds, since),
    shareChanged: (change) => shareChanged(scope, change),
    history: (accountId, id, limit) => history(scope, accountId, id, limit),
    versions: (objectId, limit) => versions(scope, objectId, limit),
    append: (entries) => append(scope, entries),
    forgetVersions: (replaced, removed, limit) => forgetVersions(scope, replaced, removed, limit),
    forgetLog: (before, limit) => forgetLog(scope, before, limit),
  };
}

function entryFromRow(row: Selectable<ChangeTable>): ChangeEntry {
  return {
    accountId: row.account_id as PrincipalId,
    modseq: row.modseq,
    type: row.type as ChangeType,
    id: row.object_id,
    calendarId: row.calendar_id as CalendarId | null,
    change: row.change as ChangeEntry["change"],
    at: row.at,
    actorId: row.actor_id as PrincipalId,
    ...(row.via !== null && { via: row.via as ChangeSource }),
    ...(row.client !== null && { client: row.client }),
  };
}

const selectHistory = statement((q, p: { accountId: string; id: string; limit: number }) =>
  q
    .selectFrom("change")
    .selectAll()
    .where("account_id", "=", p.accountId)
    .where("object_id", "=", p.id)
    .orderBy("modseq", "desc")
    .limit(limitOf(p.limit)),
);

async function history(scope: Scope, accountId: string, id: string, limit: number): Promise<ChangeEntry[]> {
  const rows = await scope.rows(selectHistory(scope.dialect, { accountId, id, limit }));
  return rows.map(entryFromRow);
}

const selectVersions = statement((q, p: { objectId: string; limit: number }) =>
  q
    .selectFrom("version")
    .select(["object_id", "modseq", "icalendar", "replaced_at", "replaced_by", "was_removed"])
    .where("object_id", "=", p.objectId)
    .orderBy("modseq", "desc")
    .limit(limitOf(p.limit)),
);

async function versions(scope: Scope, objectId: string, limit: number): Promise<ObjectVersion[]> {
  const rows = await scope.rows(selectVersions(scope.dialect, { objectId, limit }));
  return rows.map((row) => ({
    objectId: row.object_id as ObjectId,
    modseq: row.modseq,
    icalendar: row.icalendar,
    replacedAt: row.replaced_at,
    replacedBy: row.replaced_by as PrincipalId,
    wasRemoved: row.was_removed === 1,
  }));
}

/** Several entries about one thing at one modseq become the one that says most. */
const insertEntry = statement((q, p: ChangeTable) =>
  q
    .insertInto("change")
    .values({
      account_id: p.account_id,
      modseq: p.modseq,
      type: p.type,
      object_id: p.object_id,
      calendar_id: p.calendar_id,
      change: p.change,
      at: p.at,
      actor_id: p.actor_id,
      via: p.via,
      client: p.client,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "object_id", "modseq", "type"])
        .doUpdateSet({ change: p.change, calendar_id: p.calendar_id })
        .where("change.change", "!=", "created"),
    ),
);

async function append(scope: Scope, entries: readonly ChangeEntry[]): Promise<void> {
  for (const entry of entries) {
    await scope.run(
      insertEntry(scope.dialect, {
        account_id: entry.accountId,
        modseq: entry.modseq,
        type: entry.type,
        object_id: entry.id,
        calendar_id: entry.calendarId,
        change: entry.change,
        at: entry.at,
        actor_id: entry.actorId,
        via: entry.via ?? null,
        client: entry.client ?? null,
      }),
    );
    scope.touch(entry.accountId, entry.type, entry.modseq);
  }
}
