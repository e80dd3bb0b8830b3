import type { PrincipalRecord } from "@snart/calendar/jmap/sharing.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { record, text } from "../read-json.ts";
import { request } from "../request.ts";

/** Closes the person's own account (`Account/close`); returns the path of the page that restores it. */
export async function closeAccount(
  accountId: string,
  currentPassword: string,
  calendarsTo: string | null,
): Asked<string> {
  const given = await jmap.callOne("Account/close", { accountId, currentPassword, calendarsTo });
  return given.ok ? ok(text(given.value["path"]) || "/") : given;
}

/** Returns all other people and all groups on the server: the possible new owners of calendars. */
export async function fetchHeirs(accountId: string): Asked<readonly PrincipalRecord[]> {
  const given = await jmap.get("Principal", accountId);
  return given.ok
    ? ok(given.value.filter(({ id, type }) => id !== accountId && type !== "resource" && type !== "location"))
    : given;
}

/** An account that was closed, and can still be restored. */
export interface ClosedAccount {
  readonly email: string;
  /** when it is removed for good */
  readonly until: Instant;
}

/** Returns the closed account that a link restores. */
export async function fetchClosed(token: string): Asked<ClosedAccount> {
  const given = await request(`/auth/restore/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const { email, until } = record(given.value);
  return ok({ email: text(email), until: Date.parse(text(until)) });
}

/** Restores the account, without signing the person in. */
export const restoreAccount = (token: string): Asked<unknown> =>
  request("/auth/restore-account", { method: "POST", body: { token } });
