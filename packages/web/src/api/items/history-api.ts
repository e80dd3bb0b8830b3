import type {
  RestoreAnswer,
  RewindAnswer,
  TrashItemRecord,
  VersionRecord,
} from "@snart/calendar/jmap/history.ts";
import type { RecordTypes } from "@snart/calendar/jmap/record-types.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Invocation } from "../calls.ts";
import { jmap, refusal, resultOf } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { record, type JsonRecord } from "../read-json.ts";

/** Something in the trash, which can be restored. */
export interface TrashItem extends TrashItemRecord {
  readonly accountId: string;
}

/** The effect of one change on an event or task. */
export interface Version extends VersionRecord {
  readonly accountId: string;
}

/** Makes one query and its get in every account in reach; returns the records with their accounts. */
async function inEveryAccount<T extends "TrashItem" | "Version">(
  type: T,
  args: JsonRecord,
): Asked<readonly (RecordTypes[T] & { readonly accountId: string })[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  const asked = session.value.accounts.map(async ({ id: accountId }) => {
    const answers = await jmap.gather([
      [`${type}/query`, { accountId, ...args }, "query"],
      [`${type}/get`, { accountId, "#ids": resultOf("query", `${type}/query`, "/ids") }, "get"],
    ]);
    const given = answers.ok ? answers.value.list<T>("get") : answers;
    return given.ok ? ok(given.value.map((it) => ({ ...it, accountId }))) : given;
  });
  const found: (RecordTypes[T] & { readonly accountId: string })[] = [];
  for (const given of await Promise.all(asked)) {
    if (!given.ok) return given;
    found.push(...given.value);
  }
  return ok(found);
}

/** Returns all deleted objects and calendars that the person may see, newest first. */
export async function fetchTrash(): Asked<readonly TrashItem[]> {
  const found = await inEveryAccount("TrashItem", {});
  return found.ok
    ? ok(found.value.toSorted((a, b) => Date.parse(b.deletedAt) - Date.parse(a.deletedAt)))
    : found;
}

/** Returns the versions of an event or task, newest first; none if it is in no account in reach. */
export const fetchVersions = (objectId: string): Asked<readonly Version[]> =>
  inEveryAccount("Version", { filter: { objectId } });

export const restoreItem = ({ accountId, id }: TrashItem): Asked<RestoreAnswer> =>
  restoring("TrashItem/restore", accountId, id);

async function restoring(method: string, accountId: string, id: string): Asked<RestoreAnswer> {
  const given = await jmap.callOne<RestoreAnswer>(method, { accountId, ids: [id] });
  if (!given.ok) return given;
  const [error] = Object.values(given.value.notRestored);
  return error === undefined ? given : failed(refusal(record(error)));
}

/** Deletes a restored item: the undo of restoring it. */
export function deleteAgain({ accountId, id, kind }: TrashItem): Asked<JsonRecord> {
  const destroy = { accountId, destroy: [id] };
  if (kind === "calendar") return jmap.setOne("Calendar/set", { ...destroy, onDestroyRemoveEvents: true });
  return jmap.setOne(kind === "task" ? "Task/set" : "CalendarEvent/set", destroy);
}

/** Deletes things for good, with one call for each account. */
export async function destroyItems(items: readonly TrashItem[]): Asked<void> {
  for (const [accountId, of] of Map.groupBy(items, (item) => item.accountId)) {
    const given = await jmap.setOne("TrashItem/set", { accountId, destroy: of.map(({ id }) => id) });
    if (!given.ok) return given;
  }
  return ok(undefined);
}

export const restoreVersion = ({ accountId, id }: Pick<Version, "accountId" | "id">): Asked<RestoreAnswer> =>
  restoring("Version/restore", accountId, id);

/** Rewinds a calendar to a moment (ms UTC) or a state; a preview only counts the changes. */
export function rewindCalendar(
  calendar: { readonly accountId: string; readonly id: string },
  to: { readonly at: number } | { readonly state: string },
  preview: boolean,
): Asked<RewindAnswer> {
  const moment = "at" in to ? { at: formatUtcDateTime(to.at) } : to;
  const args = { accountId: calendar.accountId, calendarId: calendar.id, ...moment, preview };
  return jmap.callOne<RewindAnswer>("Calendar/rewind", args);
}

/** A calendar that the viewer may rewind. */
export interface RewindableCalendar {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
}

/** Returns the calendars in which the viewer may write everything. */
export async function fetchRewindable(): Asked<readonly RewindableCalendar[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  const { accounts } = session.value;
  const answers = await jmap.each(
    accounts.map(({ id: accountId }): Invocation => ["Calendar/get", { accountId, ids: null }, accountId]),
  );
  if (!answers.ok) return answers;
  const found: RewindableCalendar[] = [];
  for (const { id: accountId } of accounts) {
    const given = answers.value.list<"Calendar">(accountId);
    if (!given.ok) return given;
    for (const { id, name, myRights } of given.value)
      if (myRights.mayWriteAll) found.push({ accountId, id, name });
  }
  return ok(found);
}
