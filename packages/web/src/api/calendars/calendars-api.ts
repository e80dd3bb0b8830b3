import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { exportLink } from "./export-link.ts";
import { jmap, refusal, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Default alerts by their distance before the start, such as `-PT10M`; null: none. */
export type AlertOffset = string | null;

/** A calendar as whoever looks after it sees it. */
export interface ManagedCalendar {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly sortOrder: number;
  readonly isVisible: boolean;
  readonly isDefault: boolean;
  readonly timeZone: string | null;
  readonly alertTimed: AlertOffset;
  readonly alertAllDay: AlertOffset;
  /** nothing in it rings for oneself */
  readonly isMuted: boolean;
  readonly mayShare: boolean;
  readonly mayDelete: boolean;
  /** as a file; undefined where the server does not offer it or the calendar may not be read */
  readonly href: string | undefined;
}

/** Somebody whose calendars one sees: oneself, a group, others who share. */
export interface CalendarOwner {
  readonly accountId: string;
  readonly name: string;
  readonly isPersonal: boolean;
  readonly calendars: readonly ManagedCalendar[];
}

/** What can be set of a calendar. */
export interface CalendarFields {
  readonly name?: string;
  readonly color?: string;
  readonly timeZone?: string | null;
  readonly sortOrder?: number;
  readonly isVisible?: boolean;
  readonly alertTimed?: AlertOffset;
  readonly alertAllDay?: AlertOffset;
  readonly isMuted?: boolean;
}

const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Everybody's calendars that one reaches, one's own first, without those that one has left. */
export async function fetchOwners(): Asked<readonly CalendarOwner[]> {
  const session = await jmap.session(true);
  if (!session.ok) return session;
  const { accounts } = session.value;
  const calls = accounts.map(
    ({ id }, n) => ["Calendar/get", { accountId: id, ids: null }, String(n)] as const,
  );
  const answers = await jmap.call(calls);
  if (!answers.ok) return answers;
  const owners: CalendarOwner[] = [];
  for (const [n, { id, name, isPersonal }] of accounts.entries()) {
    const given = answers.value.of(String(n));
    if (!given.ok) return given;
    const list = Array.isArray(given.value["list"]) ? (given.value["list"] as unknown[]) : [];
    const calendars = list.filter(isSubscribed).map((value) => {
      const calendar = calendarOf(id, value);
      return { ...calendar, href: exportLink(session.value, id, calendar) };
    });
    owners.push({ accountId: id, name, isPersonal, calendars: calendars.toSorted(byOrder) });
  }
  return ok(owners);
}

const isSubscribed = (value: unknown): boolean => record(value)["isSubscribed"] !== false;

const byOrder = (a: ManagedCalendar, b: ManagedCalendar): number => a.sortOrder - b.sortOrder;

function calendarOf(accountId: string, value: unknown): ManagedCalendar {
  const it = record(value);
  const rights = record(it["myRights"]);
  return {
    accountId,
    id: text(it["id"]),
    name: text(it["name"]),
    color: textOrNull(it["color"]),
    sortOrder: typeof it["sortOrder"] === "number" ? it["sortOrder"] : 0,
    isVisible: it["isVisible"] !== false,
    isDefault: it["isDefault"] === true,
    timeZone: textOrNull(it["timeZone"]),
    alertTimed: offsetOf(it["defaultAlertsWithTime"]),
    alertAllDay: offsetOf(it["defaultAlertsWithoutTime"]),
    isMuted: it["isMuted"] === true,
    mayShare: rights["mayShare"] === true,
    mayDelete: rights["mayDelete"] === true,
    href: undefined,
  };
}

/** The first default alert that goes by the start. */
function offsetOf(alerts: unknown): AlertOffset {
  const offsets = Object.values(record(alerts)).map((alert) => record(record(alert)["trigger"])["offset"]);
  return offsets.find((offset) => typeof offset === "string") ?? null;
}

const alertsOf = (offset: AlertOffset): JmapRecord | null =>
  offset === null
    ? null
    : { default: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset }, action: "display" } };

function patchOf({ alertTimed, alertAllDay, ...fields }: CalendarFields): JmapRecord {
  return {
    ...fields,
    ...(alertTimed !== undefined && { defaultAlertsWithTime: alertsOf(alertTimed) }),
    ...(alertAllDay !== undefined && { defaultAlertsWithoutTime: alertsOf(alertAllDay) }),
  };
}

/** Makes a calendar; gives its id. */
export async function makeCalendar(accountId: string, fields: CalendarFields): Asked<string> {
  const given = await jmap.callOne("Calendar/set", { accountId, create: { new: patchOf(fields) } });
  if (!given.ok) return given;
  const made = record(record(given.value["created"])["new"]);
  if (typeof made["id"] === "string") return ok(made["id"]);
  return failed(refusal(record(record(given.value["notCreated"])["new"])));
}

/** Changes calendars of one account, by id. */
export async function changeCalendars(
  accountId: string,
  changes: Readonly<Record<string, CalendarFields>>,
): Asked<void> {
  const update = Object.fromEntries(Object.entries(changes).map(([id, fields]) => [id, patchOf(fields)]));
  const given = await jmap.callOne("Calendar/set", { accountId, update });
  if (!given.ok) return given;
  const [error] = Object.values(record(given.value["notUpdated"]));
  return error === undefined ? ok(undefined) : failed(refusal(record(error)));
}

/** Deletes a calendar with all that is in it. */
export async function deleteCalendar(accountId: string, id: string): Asked<void> {
  const given = await jmap.callOne("Calendar/set", { accountId, destroy: [id], onDestroyRemoveEvents: true });
  if (!given.ok) return given;
  const [error] = Object.values(record(given.value["notDestroyed"]));
  return error === undefined ? ok(undefined) : failed(refusal(record(error)));
}

/** Brings a deleted calendar back with all that was in it. */
export async function undeleteCalendar(accountId: string, id: string): Asked<void> {
  const given = await jmap.callOne("TrashItem/restore", { accountId, ids: [id] });
  if (!given.ok) return given;
  const error = record(given.value["notRestored"])[id];
  return error === undefined ? ok(undefined) : failed(refusal(record(error)));
}

/** The accounts in which one may make calendars, by name: one's own and those of groups. */
export async function fetchMakers(): Asked<readonly { readonly id: string; readonly name: string }[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  return ok(session.value.accounts.filter(({ mayCreateCalendar }) => mayCreateCalendar));
}
