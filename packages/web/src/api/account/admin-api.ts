import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap, refusal, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

export type PersonStatus = "invited" | "active" | "suspended" | "deleted";

/** A person as administrators see them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly status: PersonStatus;
  /** since when, ms UTC */
  readonly since: number;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly isManager: boolean;
  readonly isSuspended: boolean;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly members: readonly Member[];
  readonly mayManage: boolean;
  readonly calendars: number;
}

/** A link that was just made, which nobody is told again. */
export interface AccountLink {
  readonly url: string;
  readonly expiresAt: number;
  readonly isMailed: boolean;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: readonly (readonly [string, string])[];
}

export interface Health {
  readonly isOk: boolean;
  readonly database: string;
  readonly schemaVersion: number;
  readonly waiting: number;
  readonly sendsMail: boolean;
  readonly people: number;
  readonly groups: number;
}

const STATUSES: readonly PersonStatus[] = ["invited", "active", "suspended", "deleted"];
const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const records = (list: unknown): readonly JmapRecord[] =>
  Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];

async function fetchList<T>(
  name: string,
  args: JmapRecord,
  read: (it: JmapRecord) => T,
): Asked<readonly T[]> {
  const given = await jmap.callOne(name, args);
  return given.ok ? ok(records(given.value["list"]).map(read)) : given;
}

/** A /set of one thing; what was made of it, if anything was. */
async function setOne(name: string, args: JmapRecord): Asked<JmapRecord> {
  const given = await jmap.callOne(name, args);
  if (!given.ok) return given;
  for (const refused of ["notCreated", "notUpdated", "notDestroyed"]) {
    const [error] = Object.values(record(given.value[refused]));
    if (error !== undefined) return failed(refusal(record(error)));
  }
  return ok(record(record(given.value["created"])["new"]));
}

export const fetchPeople = (accountId: string): Asked<readonly Person[]> =>
  fetchList("Account/get", { accountId, ids: null }, (it) => ({
    id: text(it["id"]),
    name: text(it["name"]),
    email: text(it["email"]),
    isAdmin: it["isAdmin"] === true,
    status: STATUSES.find((status) => status === it["status"]) ?? "active",
    since: Date.parse(text(it["statusSince"])) || 0,
  }));

/** Invites somebody; gives the link. */
export async function invite(
  accountId: string,
  person: {
    readonly name: string;
    readonly email: string;
    readonly isAdmin: boolean;
    readonly language: string;
  },
): Asked<AccountLink> {
  const made = await setOne("Account/set", { accountId, create: { new: { ...person } } });
  return made.ok ? ok(linkOf(made.value["link"])) : made;
}

export async function renewLink(accountId: string, id: string): Asked<AccountLink> {
  const given = await jmap.callOne("Account/link", { accountId, id });
  return given.ok ? ok(linkOf(given.value["link"])) : given;
}

function linkOf(value: unknown): AccountLink {
  const it = record(value);
  return {
    url: text(it["url"]),
    expiresAt: Date.parse(text(it["expiresAt"])) || 0,
    isMailed: it["isMailed"] === true,
  };
}

export interface PersonChange {
  readonly isAdmin?: boolean;
  readonly status?: "active" | "suspended";
}

export const changePerson = (accountId: string, id: string, change: PersonChange): Asked<JmapRecord> =>
  setOne("Account/set", { accountId, update: { [id]: change } });

/** Deletes a person's or a group's account; `calendarsTo` gets its calendars, for good. */
export const deleteAccount = (
  accountId: string,
  type: "Account" | "Group",
  id: string,
  calendarsTo: string | null,
): Asked<JmapRecord> => setOne(`${type}/set`, { accountId, destroy: [id], calendarsTo });

export const fetchGroups = (accountId: string): Asked<readonly Group[]> =>
  fetchList("Group/get", { accountId, ids: null }, (it) => ({
    id: text(it["id"]),
    name: text(it["name"]),
    isDeleted: it["status"] === "deleted",
    mayManage: it["mayManage"] === true,
    calendars: number(it["calendars"]),
    members: Object.entries(record(it["members"])).map(([id, value]) => {
      const member = record(value);
      return {
        id,
        name: text(member["name"]),
        email: typeof member["email"] === "string" ? member["email"] : null,
        isManager: member["isManager"] === true,
        isSuspended: member["isSuspended"] === true,
      };
    }),
  }));

export const makeGroup = (accountId: string, name: string): Asked<JmapRecord> =>
  setOne("Group/set", {
    accountId,
    create: { new: { name, members: { [accountId]: { isManager: true } } } },
  });

/** `members/ID` with null takes somebody out. */
export const changeGroup = (accountId: string, id: string, patch: JmapRecord): Asked<JmapRecord> =>
  setOne("Group/set", { accountId, update: { [id]: patch } });

export const fetchAudit = (
  accountId: string,
  words: string,
  before: string | null,
): Asked<readonly AuditEntry[]> =>
  fetchList("AuditEntry/list", { accountId, text: words, before, limit: 50 }, (it) => ({
    id: text(it["id"]),
    at: Date.parse(text(it["at"])) || 0,
    actor: text(it["actorName"]),
    action: text(it["action"]),
    subject: text(it["subject"]),
    detail: Object.entries(record(it["detail"])).map(([name, value]) => [name, text(value)] as const),
  }));

export async function fetchHealth(accountId: string): Asked<Health> {
  const given = await jmap.callOne("Server/health", { accountId });
  if (!given.ok) return given;
  const it = record(given.value["health"]);
  return ok({
    isOk: it["isOk"] === true,
    database: text(it["database"]),
    schemaVersion: number(it["schemaVersion"]),
    waiting: number(it["waiting"]),
    sendsMail: it["sendsMail"] === true,
    people: number(it["people"]),
    groups: number(it["groups"]),
  });
}
