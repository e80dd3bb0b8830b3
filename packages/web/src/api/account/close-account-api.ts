import { ok, type Result } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord, request } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Closes one's own account (`Account/close`); answers the path of the page that brings it back. */
export async function closeAccount(
  accountId: string,
  currentPassword: string,
  calendarsTo: string | null,
): Asked<string> {
  const given = await jmap.callOne("Account/close", { accountId, currentPassword, calendarsTo });
  if (!given.ok) return given;
  const { path } = given.value;
  return ok(typeof path === "string" ? path : "/");
}

/** Somebody to whom calendars may go. */
export interface Heir {
  readonly id: string;
  readonly name: string;
}

/** Everybody else and every group on the server. */
export async function fetchHeirs(accountId: string): Asked<readonly Heir[]> {
  const given = await jmap.callOne("Principal/get", { accountId, ids: null, properties: ["type", "name"] });
  if (!given.ok) return given;
  const list: unknown = given.value["list"];
  return ok(
    (Array.isArray(list) ? list : []).flatMap((it: unknown): Heir[] => {
      if (!isRecord(it) || typeof it["id"] !== "string" || it["id"] === accountId) return [];
      const { id, name, type } = it;
      const isOne = type === "individual" || type === "group";
      return isOne && typeof id === "string" && typeof name === "string" ? [{ id, name }] : [];
    }),
  );
}

/** Whose closed account a link is for: its address. */
export async function fetchClosed(token: string): Asked<string> {
  const given = await request(`/auth/restore/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const email = isRecord(given.value) ? given.value["email"] : undefined;
  return ok(typeof email === "string" ? email : "");
}

/** Brings the account back; nobody is signed in by it. */
export const restoreAccount = (token: string): Asked<unknown> =>
  request("/auth/restore-account", { method: "POST", body: { token } });
