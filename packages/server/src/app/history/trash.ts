import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { TrashedCalendar } from "../../storage/port/history.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ChangeEntry } from "../../storage/records/changes.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { RemovedObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAll, grantCalendar, grantManagement, reachesAccount, type CalendarGrant } from "../grants.ts";
import { pagesBySize } from "../objects/pages-by-size.ts";
import { mayReadWhole, mayRestoreObject } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { shownBy } from "../objects/seen-objects.ts";
import { recordChange } from "../objects/record-change.ts";
import { writeAccount, type WriteScope } from "../scope.ts";

const DAY = 86_400_000;

interface Deleted {
  readonly title: string;
  readonly deletedAt: number;
  readonly expiresAt: number;
  readonly deletedBy: { readonly id: PrincipalId; readonly name: string };
  readonly via: ChangeEntry["via"] | undefined;
  readonly client: string | undefined;
  readonly mayRestore: boolean;
  readonly mayDestroy: boolean;
}

/** A deleted thing that can be restored. */
export type TrashItem = Deleted &
  (
    | {
        readonly kind: "object";
        readonly id: ObjectId;
        readonly calendarId: CalendarId;
        readonly calendarName: string;
        readonly object: CalendarObject;
      }
    | {
        readonly kind: "calendar";
        readonly id: CalendarId;
        readonly color: string | null;
        readonly count: number;
      }
  );

/** The most objects listed; with more in the trash, some must be removed or restored first. */
const MOST = 5_000;

/**
 * The trash of an account, newest first, as far as the actor may read it. A deleted calendar is one item, for
 * managers of the account; its objects come back with it.
 */
export async function trashItems(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly TrashItem[], Problem>> {
  const since = app.now() - app.limits.trashDays * DAY;
  const heads = await app.storage.read(async (tx) =>
    (await reachesAccount(tx, actor, accountId)) ? tx.history.trash(accountId, since, MOST) : undefined,
  );
  if (!heads) return failed({ code: "not-found" });
  const items: TrashItem[] = [];
  const turn = app.turns.of(actor.principalId);
  for (const page of pagesBySize(heads)) {
    if (turn.isDue()) await turn.next();
    items.push(...(await app.storage.read((tx) => objectItems(app, tx, actor, page))));
  }
  const calendars = await app.storage.read(async (tx) => {
    if (!(await grantManagement(tx, actor, accountId)).ok) return [];
    const trashed = await tx.history.trashedCalendars(accountId, since);
    const gone: TrashItem[] = [];
    for (const one of trashed) gone.push(await calendarItem(app, tx, one));
    return gone;
  });
  items.push(...calendars);
  return ok(items.toSorted((a, b) => b.deletedAt - a.deletedAt || (a.id < b.id ? -1 : 1)));
}

/** Those of a page that are still in the trash, and that the actor may read. */
async function objectItems(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  page: readonly { readonly id: ObjectId }[],
): Promise<readonly TrashItem[]> {
  const grants = new Map((await grantAll(tx, actor)).map((grant) => [grant.calendar.id, grant]));
  const items: TrashItem[] = [];
  for (const { id } of page) {
    const removed = await tx.objects.removed(id);
    const item = removed && (await objectItem(app, tx, grants.get(removed.calendarId), removed));
    if (item) items.push(item);
  }
  return items;
}

async function objectItem(
  app: App,
  tx: ReadTransaction,
  grant: CalendarGrant | undefined,
  removed: RemovedObject,
): Promise<TrashItem | undefined> {
  const object = grant && readStored(removed);
  if (!object || !mayReadWhole(grant, object, removed.removedBy)) return undefined;
  const lead = object.main ?? object.overrides[0];
  const { id, name } = grant.calendar;
  return {
    ...(await deletionOf(app, tx, removed)),
    kind: "object",
    id: removed.id,
    title: (lead && textValue(lead, "SUMMARY")) ?? "",
    calendarId: id,
    calendarName: grant.view.name ?? name,
    object: shownBy(grant, object),
    mayRestore: mayRestoreObject(grant, object, removed.removedBy),
    mayDestroy: grant.rights.mayDelete,
  };
}

async function calendarItem(app: App, tx: ReadTransaction, trashed: TrashedCalendar): Promise<TrashItem> {
  const { id, accountId, name, color } = trashed.calendar;
  return {
    ...(await deletionOf(app, tx, { ...trashed, id, accountId })),
    kind: "calendar",
    id,
    title: name,
    color,
    count: trashed.count,
    mayRestore: true,
    mayDestroy: true,
  };
}

async function deletionOf(
  app: App,
  tx: ReadTransaction,
  gone: {
    readonly id: string;
    readonly accountId: PrincipalId;
    readonly removedAt: number;
    readonly removedBy: PrincipalId;
  },
): Promise<Omit<Deleted, "title" | "mayRestore" | "mayDestroy">> {
  const [last] = await tx.changes.history(gone.accountId, gone.id, 1);
  const isIt = last?.change === "destroyed";
  return {
    deletedAt: gone.removedAt,
    expiresAt: gone.removedAt + app.limits.trashDays * DAY,
    deletedBy: { id: gone.removedBy, name: (await tx.principals.byId(gone.removedBy))?.displayName ?? "" },
    via: isIt ? last.via : undefined,
    client: isIt ? last.client : undefined,
  };
}

/**
 * Destroys an item in the trash permanently, with all its versions. Only the calendar's managers may, as others may
 * still want it back.
 */
export function destroyTrashed(
  app: App,
  actor: Actor,
  item: TrashItem,
  accountId: PrincipalId,
): Promise<Result<void, Problem>> {
  const work = async (scope: WriteScope): Promise<Result<void, Problem>> => {
    const done =
      item.kind === "calendar" ? await destroyCalendar(scope, item.id) : await destroyObject(scope, item.id);
    // The account's state tells other clients that the trash has changed.
    if (done.ok && item.kind === "calendar")
      await recordChange(scope, "Calendar", item.id, item.id, "destroyed");
    else if (done.ok && item.kind === "object")
      await recordChange(scope, "CalendarEvent", item.id, item.calendarId, "destroyed");
    return done;
  };
  return writeAccount(app, actor, accountId, work, undefined, "whole");
}

async function destroyObject(scope: WriteScope, id: ObjectId): Promise<Result<void, Problem>> {
  const removed = await scope.tx.objects.removed(id);
  if (removed?.accountId !== scope.accountId) return failed({ code: "not-found" });
  const grant = await grantCalendar(scope.tx, scope.actor, removed.calendarId, "mayReadItems");
  if (!grant.ok || !mayReadWhole(grant.value, readStored(removed), removed.removedBy))
    return failed({ code: "not-found" });
  if (!grant.value.rights.mayDelete) return failed({ code: "forbidden", right: "mayDelete" });
  return (await scope.tx.history.forgetRemoved(id)) ? ok(undefined) : failed({ code: "not-found" });
}

async function destroyCalendar(scope: WriteScope, id: CalendarId): Promise<Result<void, Problem>> {
  const trashed = await scope.tx.history.trashedCalendar(id);
  const own = await grantManagement(scope.tx, scope.actor, scope.accountId);
  if (trashed?.calendar.accountId !== scope.accountId || !own.ok) return failed({ code: "not-found" });
  await scope.tx.history.forgetCalendar(id, true);
  return ok(undefined);
}
