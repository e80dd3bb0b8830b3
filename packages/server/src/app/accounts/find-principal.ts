import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { isCommandLine, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import { mayFind, visiblePeople } from "../visible-people.ts";
import { routeOf } from "../principal-address.ts";

/** The principal as far as the actor may find it: one that is hidden answers like a missing one. */
const visible = async (
  tx: ReadTransaction,
  actor: Actor,
  principal: Principal | undefined,
): Promise<Result<Principal, Problem>> =>
  principal && principal.status === "active" && (await mayFind(tx, actor, principal))
    ? ok(principal)
    : failed({ code: "not-found" });

/** The principal with this login (RFC 3744 principals), if the actor finds it. */
export function findPrincipal(app: App, actor: Actor, login: string): Promise<Result<Principal, Problem>> {
  const name = login.toLowerCase();
  return app.storage.readOften(["principal by login", actor.principalId, name], async (tx) =>
    visible(tx, actor, await tx.principals.byLogin(name)),
  );
}

/**
 * Whose a login is, be it present or former; null: nobody's. Several steps of a request ask it. It proves nothing: what the actor may know of
 * them is for whoever asks to decide.
 * @param login in lower case
 */
export const loginOwner = (app: App, login: string): Promise<Principal | null> =>
  app.storage.readOften(["login", login], async (tx) => (await tx.principals.byLogin(login)) ?? null);

/** The account in whose home a path with this login is; the actor's own needs no look. */
export const homeAccount = async (app: App, actor: Actor, login: string): Promise<PrincipalId | undefined> =>
  login === actor.login && !isCommandLine(actor) ? actor.principalId : (await loginOwner(app, login))?.id;

/** The principal with this id, if the actor finds it. */
export function principalById(app: App, actor: Actor, id: PrincipalId): Promise<Result<Principal, Problem>> {
  return app.storage.readOften(["principal by id", actor.principalId, id], async (tx) =>
    visible(tx, actor, await tx.principals.byId(id)),
  );
}

/** The principal with this calendar user address: by mail, by path or by id (RFC 6638 §2.4.1), if the actor finds it. */
export function principalByAddress(
  app: App,
  actor: Actor,
  address: string,
): Promise<Result<Principal, Problem>> {
  return app.storage.read(async (tx) => {
    const route = await routeOf(tx, address);
    return visible(tx, actor, route.kind === "principal" ? route.principal : undefined);
  });
}

/** A principal that the actor finds. */
export interface FoundPrincipal {
  readonly principal: Principal;
  /** whether the actor sees all its busy times */
  readonly isBusySeen: boolean;
}

/** Everybody whom the actor finds, and with whom a calendar can be shared, the actor first. */
export function listPrincipals(app: App, actor: Actor): Promise<readonly FoundPrincipal[]> {
  return app.storage.read(async (tx) => {
    const people = await visiblePeople(tx, actor);
    const found = (await tx.principals.list()).filter((principal) => people.mayFind(principal));
    const isLater = ({ id }: Principal): number => Number(id !== actor.principalId);
    return found
      .toSorted((a, b) => isLater(a) - isLater(b) || (a.id < b.id ? -1 : 1))
      .map((principal) => ({ principal, isBusySeen: people.maySeeBusyTimes(principal) }));
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
