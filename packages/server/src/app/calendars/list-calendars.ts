import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Modseq, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import {
  grantAll,
  grantCalendarAt,
  grantIn,
  isShared,
  placeOfCalendar,
  reachesAccount,
  type CalendarGrant,
  type CalendarPlace,
} from "../grants.ts";
import type { Problem } from "../problems.ts";

const byOrder = (a: CalendarGrant, b: CalendarGrant): number =>
  (a.view.sortOrder ?? a.calendar.sortOrder) - (b.view.sortOrder ?? b.calendar.sortOrder) ||
  (a.calendar.id < b.calendar.id ? -1 : 1);

/**
 * The calendars the actor can reach, in the actor's order; with `accountId` only that account's.
 * @returns `not-found` for an account that the actor reaches nothing of
 */
export function listCalendars(
  app: App,
  actor: Actor,
  accountId?: PrincipalId,
): Promise<Result<readonly CalendarGrant[], Problem>> {
  return app.storage.read(async (tx) => {
    if (accountId !== undefined && !(await reachesAccount(tx, actor, accountId)))
      return failed({ code: "not-found" });
    const grants = accountId === undefined ? await grantAll(tx, actor) : await grantIn(tx, actor, accountId);
    return ok(grants.toSorted(byOrder));
  });
}

interface SharedCalendar {
  readonly grant: CalendarGrant;
  /** Their first one: the calendar keeps its address with those it is shared with, whatever its owner is called later. */
  readonly ownerLogin: string;
}

/**
 * Calendars that others, and groups, share with the actor, in the actor's order; without those that the actor has
 * left.
 */
export async function calendarsSharedWith(app: App, actor: Actor): Promise<readonly SharedCalendar[]> {
  return app.storage.read(async (tx) => {
    const grants = (await grantAll(tx, actor)).filter(isShared).toSorted(byOrder);
    const owners = await tx.principals.byIds(grants.map(({ calendar }) => calendar.accountId));
    const logins = new Map(owners.map(({ id, login, formerLogins }) => [id, formerLogins.at(-1) ?? login]));
    return grants.flatMap((grant) => {
      const ownerLogin = logins.get(grant.calendar.accountId);
      return ownerLogin === undefined ? [] : [{ grant, ownerLogin }];
    });
  });
}

/** The calendar at `/dav/calendars/OWNER/URI/`. */
export const calendarByUri = (
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  uri: string,
): Promise<Result<CalendarGrant, Problem>> => grantCalendarAt(app.storage, actor, accountId, uri);

/** The place of the same calendar, for a write that looks the grant up itself. */
export const placeByUri = (
  app: App,
  accountId: PrincipalId,
  uri: string,
): Promise<CalendarPlace | undefined> => placeOfCalendar(app.storage, accountId, uri);

/** An account as the actor sees it: its principal and the grants on its calendars. */
export interface Reach {
  readonly principal: Principal;
  readonly grants: readonly CalendarGrant[];
}

/** The accounts that the actor can reach with the rights in each, the actor's own first. */
export function reach(app: App, actor: Actor): Promise<readonly Reach[]> {
  return app.storage.read(async (tx) => {
    const byAccount = Map.groupBy(
      (await grantAll(tx, actor)).toSorted(byOrder),
      ({ calendar }) => calendar.accountId,
    );
    const groups = await tx.principals.groupsOf(actor.principalId);
    const principals = await tx.principals.byIds([actor.principalId, ...groups, ...byAccount.keys()]);
    return principals.map((principal) => ({ principal, grants: byAccount.get(principal.id) ?? [] }));
  });
}

/** The newest modseqs of accounts that the actor was found to reach. */
export function statesOf(app: App, reached: readonly Reach[]): Promise<ReadonlyMap<PrincipalId, Modseq>> {
  return app.storage.read(async (tx) => {
    const states = new Map<PrincipalId, Modseq>();
    for (const { principal } of reached) states.set(principal.id, await tx.principals.modseq(principal.id));
    return states;
  });
}

/** The accounts that the actor reaches, the actor's own first. */
export function reachableAccounts(app: App, actor: Actor): Promise<Result<readonly Principal[], Problem>> {
  return app.storage.read(async (tx) => {
    const shared = (await grantAll(tx, actor)).map((grant) => grant.calendar.accountId);
    const groups = await tx.principals.groupsOf(actor.principalId);
    return ok(await tx.principals.byIds([actor.principalId, ...groups, ...shared]));
  });
}
