import type { JSEvent, JSTask } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap, refusal, resultOf, type Invocation, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Who did something, and by what. */
export interface ChangedBy {
  readonly name: string;
  readonly principalId: string;
  /** `web`, `dav`, `import` …; null: not known */
  readonly via: string | null;
  /** the name of the app password */
  readonly client: string | null;
}

/** Something deleted that can be brought back. */
export interface TrashItem {
  readonly accountId: string;
  readonly id: string;
  readonly kind: "event" | "task" | "journal" | "calendar";
  readonly title: string;
  readonly calendarName: string | null;
  readonly item: JSEvent | JSTask | null;
  /** of a calendar: how much comes back with it */
  readonly count: number;
  readonly deletedAt: number;
  readonly expiresAt: number;
  readonly by: ChangedBy;
  readonly mayRestore: boolean;
  readonly mayDestroy: boolean;
}

/** What one change made of an event or task. */
export interface Version {
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
  /** of the account after it, to put a calendar back to */
  readonly state: string;
  readonly by: ChangedBy;
  readonly change: "created" | "updated" | "destroyed";
  readonly isCurrent: boolean;
  readonly calendarId: string;
  readonly item: JSEvent | JSTask | null;
}

const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const records = (value: unknown): readonly JmapRecord[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];

const itemOf = (value: unknown): JSEvent | JSTask | null =>
  isRecord(value) ? (value as unknown as JSEvent | JSTask) : null;

const byOf = (it: JmapRecord, by: unknown): ChangedBy => ({
  name: text(record(by)["name"]),
  principalId: text(record(by)["principalId"]),
  via: textOrNull(it["via"]),
  client: textOrNull(it["client"]),
});

const KINDS = ["event", "task", "journal", "calendar"] as const;

const trashItemOf = (accountId: string, it: JmapRecord): TrashItem => ({
  accountId,
  id: text(it["id"]),
  kind: KINDS.find((kind) => kind === it["kind"]) ?? "event",
  title: text(it["title"]),
  calendarName: textOrNull(it["calendarName"]),
  item: itemOf(it["item"]),
  count: number(it["count"]),
  deletedAt: Date.parse(text(it["deletedAt"])),
  expiresAt: Date.parse(text(it["expiresAt"])),
  by: byOf(it, it["deletedBy"]),
  mayRestore: it["mayRestore"] === true,
  mayDestroy: it["mayDestroy"] === true,
});

const CHANGES = ["created", "updated", "destroyed"] as const;

const versionOf = (accountId: string, it: JmapRecord): Version => ({
  accountId,
  id: text(it["id"]),
  at: Date.parse(text(it["at"])),
  state: text(it["state"]),
  by: byOf(it, it["by"]),
  change: CHANGES.find((change) => change === it["change"]) ?? "updated",
  isCurrent: it["isCurrent"] === true,
  calendarId: text(it["calendarId"]),
  item: itemOf(it["item"]),
});

/** One query and its get in every account that one reaches, as records of the account. */
async function inEveryAccount<T>(
  query: (accountId: string) => readonly [name: string, args: JmapRecord],
  read: (accountId: string, it: JmapRecord) => T,
): Asked<readonly T[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  const { accounts } = session.value;
  const calls = accounts.flatMap(({ id: accountId }): readonly Invocation[] => {
    const [name, args] = query(accountId);
    return [
      [`${name}/query`, { accountId, ...args }, `${accountId} query`],
      [
        `${name}/get`,
        { accountId, "#ids": resultOf(`${accountId} query`, `${name}/query`, "/ids") },
        accountId,
      ],
    ];
  });
  const answers = await jmap.call(calls);
  if (!answers.ok) return answers;
  const found: T[] = [];
  for (const { id } of accounts) {
    const given = answers.value.of(id);
    if (!given.ok) return given;
    for (const it of records(given.value["list"])) found.push(read(id, it));
  }
  return ok(found);
}

/** All that was deleted and that one may see, newest first. */
export async function fetchTrash(): Asked<readonly TrashItem[]> {
  const found = await inEveryAccount(() => ["TrashItem", {}], trashItemOf);
  return found.ok ? ok(found.value.toSorted((a, b) => b.deletedAt - a.deletedAt)) : found;
}

/** The versions of an event or task, newest first; none when it is nobody's that one knows. */
export const fetchVersions = (objectId: string): Asked<readonly Version[]> =>
  inEveryAccount(() => ["Version", { filter: { objectId } }], versionOf);

async function refusedOr(name: string, args: JmapRecord, part: string): Asked<JmapRecord> {
  const given = await jmap.callOne(name, args);
  if (!given.ok) return given;
  const [error] = Object.values(record(given.value[part]));
  return error === undefined ? given : failed(refusal(record(error)));
}

export const restoreItem = ({ accountId, id }: TrashItem): Asked<JmapRecord> =>
  refusedOr("TrashItem/restore", { accountId, ids: [id] }, "notRestored");

/** Deletes what was brought back: the undoing of it. */
export function deleteAgain({ accountId, id, kind }: TrashItem): Asked<JmapRecord> {
  const destroy = { accountId, destroy: [id] };
  if (kind === "calendar")
    return refusedOr("Calendar/set", { ...destroy, onDestroyRemoveEvents: true }, "notDestroyed");
  return refusedOr(kind === "task" ? "Task/set" : "CalendarEvent/set", destroy, "notDestroyed");
}

/** Ends things for good, of each account in one call. */
export async function destroyItems(items: readonly TrashItem[]): Asked<void> {
  for (const [accountId, of] of Map.groupBy(items, (item) => item.accountId)) {
    const given = await refusedOr(
      "TrashItem/set",
      { accountId, destroy: of.map(({ id }) => id) },
      "notDestroyed",
    );
    if (!given.ok) return given;
  }
  return ok(undefined);
}

export const restoreVersion = ({ accountId, id }: Pick<Version, "accountId" | "id">): Asked<JmapRecord> =>
  refusedOr("Version/restore", { accountId, ids: [id] }, "notRestored");

/** What rewinding a calendar does, or would do. */
export interface Rewound {
  readonly created: number;
  readonly updated: number;
  readonly destroyed: number;
  readonly refused: number;
  /** null for a preview */
  readonly undoState: string | null;
}

/** Puts a calendar back to a moment (ms UTC) or a state; a preview only counts. */
export async function rewindCalendar(
  calendar: { readonly accountId: string; readonly id: string },
  to: { readonly at: number } | { readonly state: string },
  preview: boolean,
): Asked<Rewound> {
  const moment = "at" in to ? { at: `${new Date(to.at).toISOString().slice(0, 19)}Z` } : to;
  const args = { accountId: calendar.accountId, calendarId: calendar.id, ...moment, preview };
  const given = await jmap.callOne("Calendar/rewind", args);
  if (!given.ok) return given;
  const { created, updated, destroyed, notRestored, undoState } = given.value;
  return ok({
    created: number(created),
    updated: number(updated),
    destroyed: number(destroyed),
    refused: Object.keys(record(notRestored)).length,
    undoState: textOrNull(undoState),
  });
}

/** A calendar that one may put back. */
export interface RewindableCalendar {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
}

/** The calendars in which one may write everything. */
export async function fetchRewindable(): Asked<readonly RewindableCalendar[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  const { accounts } = session.value;
  const answers = await jmap.call(
    accounts.map(({ id: accountId }): Invocation => ["Calendar/get", { accountId, ids: null }, accountId]),
  );
  if (!answers.ok) return answers;
  const found: RewindableCalendar[] = [];
  for (const { id: accountId } of accounts) {
    const given = answers.value.of(accountId);
    if (!given.ok) return given;
    for (const it of records(given.value["list"]))
      if (record(it["myRights"])["mayWriteAll"] === true)
        found.push({ accountId, id: text(it["id"]), name: text(it["name"]) });
  }
  return ok(found);
}
