import type { Noun } from "../../port.ts";
import type { ChangeEntry } from "../../records/changes.ts";
import type { ObjectVersion } from "../../records/objects.ts";
import { changesInAccount } from "./account-changes.ts";
import { changesInCalendar, removedFromCalendar } from "./collection-changes.ts";
import { dropFormer } from "./drop-former.ts";
import { formerPlaces } from "./former-places.ts";
import { forgetLog, forgetVersions } from "./forget.ts";
import { shareChanged, sharesChanged } from "./share-changes.ts";
import type { RowOf } from "../columns.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement, taken } from "../statement.ts";
import { changeEntry, objectVersion } from "../tables/objects.ts";

export function changes(scope: Scope): Noun<"changes"> {
  return {
    inAccount: (accountId, type, since, limit, within) =>
      changesInAccount(scope, accountId, type, { since, within: within ?? "" }, limit),
    inCalendar: (calendarId, since, limit, within = "") =>
      changesInCalendar(scope, calendarId, { since, within }, limit),
    removedFromCalendar: (calendarId, since, within) =>
      removedFromCalendar(scope, calendarId, { since, within }),
    formerPlaces: (ids, since) => formerPlaces(scope, ids, since),
    sharesChanged: (accountId, principalIds, since) => sharesChanged(scope, accountId, principalIds, since),
    shareChanged: (change) => shareChanged(scope, change),
    history: (accountId, id, limit) => history(scope, accountId, id, limit),
    versions: (objectId, limit) => versions(scope, objectId, limit),
    append: (entries) => append(scope, entries),
    dropFormer: (most) => dropFormer(scope, most),
    forgetVersions: (replaced, removed, limit) => forgetVersions(scope, replaced, removed, limit),
    forgetLog: (before, limit) => forgetLog(scope, before, limit),
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
  return scope.records(changeEntry, selectHistory(scope.dialect, { accountId, id, limit }));
}

const selectVersions = statement((q, p: { objectId: string; limit: number }) =>
  q
    .selectFrom("version")
    .select(objectVersion.names)
    .where("object_id", "=", p.objectId)
    .orderBy("modseq", "desc")
    .limit(limitOf(p.limit)),
);

async function versions(scope: Scope, objectId: string, limit: number): Promise<ObjectVersion[]> {
  return scope.records(objectVersion, selectVersions(scope.dialect, { objectId, limit }));
}

/** Several entries about one thing at one modseq become the strongest. */
const insertEntry = statement((q, p: RowOf<typeof changeEntry>) =>
  q
    .insertInto("change")
    .values(taken(changeEntry.names, p))
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "object_id", "modseq", "type"])
        .doUpdateSet({ change: p.change, calendar_id: p.calendar_id })
        .where("change.change", "!=", "created"),
    ),
);

async function append(scope: Scope, entries: readonly ChangeEntry[]): Promise<void> {
  for (const entry of entries) {
    await scope.run(insertEntry(scope.dialect, changeEntry.row(entry)));
    scope.touch(entry.accountId, entry.type, entry.modseq);
  }
}
