import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap, refusal, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord, request } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Something that has rung and was not dealt with yet. */
export interface GivenReminder {
  readonly id: string;
  /** of the event or task, with its account, as `entries.ts` names it */
  readonly accountId: string;
  readonly itemId: string;
  readonly isTask: boolean;
  readonly title: string;
  readonly place: string;
  /** instants; null: a task that takes place at no time */
  readonly start: number | null;
  readonly end: number | null;
  readonly isAllDay: boolean;
  readonly rangAt: number;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const instant = (value: unknown): number | null =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : null;

function reminderOf(value: unknown): readonly GivenReminder[] {
  if (!isRecord(value)) return [];
  return [
    {
      id: text(value["id"]),
      accountId: text(value["itemAccountId"]),
      itemId: text(value["itemId"]),
      isTask: value["itemType"] === "Task",
      title: text(value["title"]),
      place: text(value["location"]),
      start: instant(value["start"]),
      end: instant(value["end"]),
      isAllDay: value["showWithoutTime"] === true,
      rangAt: instant(value["rangAt"]) ?? 0,
    },
  ];
}

/** What has rung for the person, oldest first. */
export async function fetchReminders(accountId: string): Asked<readonly GivenReminder[]> {
  const given = await jmap.callOne("Reminder/get", { accountId, ids: null });
  if (!given.ok) return given;
  const list = Array.isArray(given.value["list"]) ? (given.value["list"] as unknown[]) : [];
  return ok(list.flatMap(reminderOf).toSorted((a, b) => a.rangAt - b.rangAt));
}

/** Dismisses reminders here and in the person's other clients. */
export async function dismissReminders(accountId: string, ids: readonly string[]): Asked<void> {
  const given = await jmap.callOne("Reminder/set", { accountId, destroy: ids });
  return given.ok ? ok(undefined) : given;
}

/** Puts a reminder off until an instant. */
export async function snoozeReminder(accountId: string, id: string, until: number): Asked<void> {
  const snoozedUntil = new Date(until).toISOString().replace(/\.\d+/, "");
  const given = await jmap.callOne("Reminder/set", { accountId, update: { [id]: { snoozedUntil } } });
  return settled(given, "notUpdated", id);
}

/** A device as a browser's push service knows it. */
export interface DeviceAddress {
  readonly deviceClientId: string;
  readonly url: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The server's key for push services, to subscribe with (RFC 8292). */
export async function fetchPushKey(): Asked<string> {
  const given = await request("/jmap/session");
  if (!given.ok) return given;
  const capabilities = isRecord(given.value) ? given.value["capabilities"] : undefined;
  const push = isRecord(capabilities) ? capabilities["urn:ietf:params:jmap:webpush-vapid"] : undefined;
  const key = isRecord(push) ? text(push["applicationServerKey"]) : "";
  return key === "" ? failed({ kind: "unreachable" }) : ok(key);
}

/** Has this device told of alarms and of what others do; its service worker answers the server's question whether it is really there. */
export async function addDevice({ deviceClientId, url, p256dh, auth }: DeviceAddress): Asked<void> {
  const known = await jmap.callOne("PushSubscription/get", { ids: null });
  if (!known.ok) return known;
  const list = Array.isArray(known.value["list"]) ? (known.value["list"] as unknown[]) : [];
  const former = list.flatMap((it) =>
    isRecord(it) && it["deviceClientId"] === deviceClientId ? [text(it["id"])] : [],
  );
  const device = { deviceClientId, url, keys: { p256dh, auth }, types: ["CalendarAlert", "snart:Notice"] };
  const given = await jmap.callOne("PushSubscription/set", { create: { device }, destroy: former });
  return settled(given, "notCreated", "device");
}

/** Tells this device no more. */
export async function removeDevice(deviceClientId: string): Asked<void> {
  const known = await jmap.callOne("PushSubscription/get", { ids: null });
  if (!known.ok) return known;
  const list = Array.isArray(known.value["list"]) ? (known.value["list"] as unknown[]) : [];
  const destroy = list.flatMap((it) =>
    isRecord(it) && it["deviceClientId"] === deviceClientId ? [text(it["id"])] : [],
  );
  const given = await jmap.callOne("PushSubscription/set", { destroy });
  return given.ok ? ok(undefined) : given;
}

function settled(given: Result<JmapRecord, ApiProblem>, list: string, id: string): Result<void, ApiProblem> {
  if (!given.ok) return given;
  const refused = isRecord(given.value[list]) ? given.value[list][id] : undefined;
  return isRecord(refused) ? failed(refusal(refused)) : ok(undefined);
}
