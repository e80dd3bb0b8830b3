import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { reachesAccount } from "../grants.ts";
import { routeOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";

/** Why no scheduling message reaches a guest. */
export type Unreachable =
  /** the account is suspended, or has not been opened yet */
  | "closedAccount"
  /** there is no account, and the server sends no mail there */
  | "noMail"
  /** it is no address to which anything can be sent */
  | "noAddress";

/**
 * Which of these calendar user addresses no invitation would reach, before anybody is invited.
 * @returns `not-found` for an account of which the actor sees nothing
 */
export function unreachableAmong(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  addresses: readonly string[],
): Promise<Result<ReadonlyMap<string, Unreachable>, Problem>> {
  return app.storage.read(async (tx) => {
    if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
    const found = new Map<string, Unreachable>();
    for (const address of addresses) {
      const route = await routeOf(tx, address);
      if (route.kind === "outside" && app.outside?.reaches(route.email) !== true)
        found.set(address, "noMail");
      if (route.kind === "nobody") found.set(address, route.isClosed ? "closedAccount" : "noAddress");
    }
    return ok(found);
  });
}
