import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** Asks for another address for the person's own account (`Address/change`); returns whether a link to it must be opened first. */
export async function changeAddress(
  accountId: string,
  email: string,
  currentPassword: string,
): Asked<"mailed" | "changed"> {
  const given = await jmap.callOne("Address/change", { accountId, email, currentPassword });
  return given.ok ? ok(given.value["linkEndsAt"] === null ? "changed" : "mailed") : given;
}

/** Gives the person's own account another user name (`Login/change`); returns it as it is spelled. */
export async function changeLogin(accountId: string, login: string, currentPassword: string): Asked<string> {
  const given = await jmap.callOne<{ readonly login: string }>("Login/change", {
    accountId,
    login,
    currentPassword,
  });
  return given.ok ? ok(given.value.login) : given;
}
