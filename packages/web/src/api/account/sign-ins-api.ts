import type { SignInRecord } from "@snart/calendar/jmap/account.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap, refusal } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { record } from "../read-json.ts";

/** The browsers in which the person is signed in, the latest used first. */
export const fetchSignIns = (accountId: string): Asked<readonly SignInRecord[]> =>
  jmap.get("SignIn", accountId);

/** Ends a sign-in elsewhere; it succeeds also if that sign-in is over already. */
export async function endSignIns(accountId: string, ids: readonly string[]): Asked<void> {
  const given = await jmap.callOne("SignIn/set", { accountId, destroy: ids });
  if (!given.ok) return given;
  const errors = Object.values(record(given.value["notDestroyed"])).map(record);
  const error = errors.find(({ type }) => type !== "notFound");
  return error ? failed(refusal(error)) : ok(undefined);
}
