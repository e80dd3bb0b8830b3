import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Preferences } from "../auth-client.ts";
import { jmap, refusal, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** An app password as its owner sees it; the secret itself is only told when it is made. */
export interface Credential {
  readonly id: string;
  readonly label: string;
  /** instants */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** what used it last, as it named itself */
  readonly lastUsedBy: string | null;
}

/** A new app password with its secret, which is shown this once. */
export interface NewCredential {
  readonly id: string;
  readonly secret: string;
}

/** What of one's own account can be changed; preferences are set one by one. */
export interface ProfileChange {
  readonly displayName?: string;
  readonly preferences?: Preferences;
}

/** Changes names and preferences of one's own account (`Profile/set`). */
export async function saveProfile(accountId: string, change: ProfileChange): Asked<void> {
  const patch: Record<string, unknown> =
    change.displayName === undefined ? {} : { displayName: change.displayName };
  for (const [name, value] of Object.entries(change.preferences ?? {})) patch[`preferences/${name}`] = value;
  const given = await jmap.callOne("Profile/set", { accountId, update: { [accountId]: patch } });
  return settled(given, "notUpdated", accountId);
}

/** Changes the password and ends the other sessions; refused with `wrong-password` or `weak-password`. */
export async function changePassword(
  accountId: string,
  currentPassword: string,
  newPassword: string,
): Asked<void> {
  const given = await jmap.callOne("Password/change", { accountId, currentPassword, newPassword });
  return given.ok ? ok(undefined) : given;
}

/** All app passwords, newest first. */
export async function fetchCredentials(accountId: string): Asked<readonly Credential[]> {
  const given = await jmap.callOne("Credential/get", { accountId, ids: null });
  if (!given.ok) return given;
  const list = Array.isArray(given.value["list"]) ? (given.value["list"] as unknown[]) : [];
  return ok(list.flatMap(credentialOf).toSorted((a, b) => b.createdAt - a.createdAt));
}

/** Makes an app password with a name. */
export async function createCredential(accountId: string, label: string): Asked<NewCredential> {
  const given = await jmap.callOne("Credential/set", { accountId, create: { new: { label } } });
  const done = settled(given, "notCreated", "new");
  if (!given.ok || !done.ok) return done.ok ? failed(broken) : done;
  const created = isRecord(given.value["created"]) ? given.value["created"]["new"] : undefined;
  if (!isRecord(created) || typeof created["id"] !== "string" || typeof created["secret"] !== "string")
    return failed(broken);
  return ok({ id: created["id"], secret: created["secret"] });
}

/** Takes an app password away for good. */
export async function removeCredential(accountId: string, id: string): Asked<void> {
  return settled(await jmap.callOne("Credential/set", { accountId, destroy: [id] }), "notDestroyed", id);
}

const broken: ApiProblem = { kind: "refused", status: 200, code: "serverFail", fields: {} };

/** Whether a `/set` did what it should to one object; else its SetError. */
function settled(given: Result<JmapRecord, ApiProblem>, list: string, id: string): Result<void, ApiProblem> {
  if (!given.ok) return given;
  const refused = given.value[list];
  const error = isRecord(refused) && Object.hasOwn(refused, id) ? refused[id] : undefined;
  return isRecord(error) ? failed(refusal(error)) : ok(undefined);
}

function credentialOf(value: unknown): Credential[] {
  if (!isRecord(value) || typeof value["id"] !== "string") return [];
  const { id, label, createdAt, lastUsedAt, lastUsedBy } = value;
  return [
    {
      id: id as string,
      label: typeof label === "string" ? label : "",
      createdAt: instantOf(createdAt) ?? 0,
      lastUsedAt: instantOf(lastUsedAt),
      lastUsedBy: typeof lastUsedBy === "string" && lastUsedBy !== "" ? lastUsedBy : null,
    },
  ];
}

/** Reads a UTCDate (RFC 8620 §1.4). */
function instantOf(value: unknown): number | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
