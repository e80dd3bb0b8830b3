import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { Principal, PrincipalId } from "../storage/records.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

const visible = (principal: Principal | undefined): Result<Principal, Problem> =>
  principal && principal.status === "active" ? ok(principal) : failed({ code: "not-found" });

/** The principal with this login. People on one server may know each other's names (RFC 3744 principals). */
export function findPrincipal(app: App, _actor: Actor, login: string): Promise<Result<Principal, Problem>> {
  return app.storage.read(async (tx) => visible(await tx.principals.byLogin(login.toLowerCase())));
}

/** The principal with this id. */
export function principalById(app: App, _actor: Actor, id: PrincipalId): Promise<Result<Principal, Problem>> {
  return app.storage.read(async (tx) => visible(await tx.principals.byId(id)));
}
