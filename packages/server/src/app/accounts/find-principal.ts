import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { routeOf } from "../principal-address.ts";

const visible = (principal: Principal | undefined): Result<Principal, Problem> =>
  principal && principal.status === "active" ? ok(principal) : failed({ code: "not-found" });

/** The principal with this login. People on one server may know each other's names (RFC 3744 principals). */
export function findPrincipal(app: App, _actor: Actor, login: string): Promise<Result<Principal, Problem>> {
  const name = login.toLowerCase();
  return app.storage.readOften(["principal by login", name], async (tx) =>
    visible(await tx.principals.byLogin(name)),
  );
}

/** The principal with this id. */
export function principalById(app: App, _actor: Actor, id: PrincipalId): Promise<Result<Principal, Problem>> {
  return app.storage.readOften(["principal by id", id], async (tx) => visible(await tx.principals.byId(id)));
}

/** The principal with this calendar user address: by mail, by path or by id (RFC 6638 §2.4.1). */
export function principalByAddress(
  app: App,
  _actor: Actor,
  address: string,
): Promise<Result<Principal, Problem>> {
  return app.storage.read(async (tx) => {
    const route = await routeOf(tx, address);
    return visible(route.kind === "principal" ? route.principal : undefined);
  });
}

/**
 * Everybody with whom a calendar can be shared, the actor first: all active principals of the server. Members may
 * know that they exist, but not what they do.
 */
export function listPrincipals(app: App, actor: Actor): Promise<readonly Principal[]> {
  return app.storage.read(async (tx) => {
    const active = (await tx.principals.list()).filter(({ status }) => status === "active");
    return active.toSorted(
      (a, b) =>
        Number(b.id === actor.principalId) - Number(a.id === actor.principalId) || (a.id < b.id ? -1 : 1),
    );
  });
}

/** The oldest of all principals that there ever were: its lock comes first in the order of ids, and may stand for the whole server. */
export function firstPrincipal(app: App): Promise<PrincipalId> {
  return app.storage.readOften(["first principal"], async (tx) => {
    const [first] = (await tx.principals.list()).map(({ id }) => id).toSorted();
    if (first === undefined) throw new Error("there is nobody on this server");
    return first;
  });
}
