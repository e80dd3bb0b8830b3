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
