import { rightsOf, type CalendarRights } from "@snart/calendar/access/rights.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount, grantAll, isShared, type CalendarGrant } from "../grants.ts";

/**
 * Principals by access, to somebody's calendars or by somebody: read at least one calendar, or change at least one.
 */
export interface Proxies {
  readonly read: readonly Principal[];
  readonly write: readonly Principal[];
}

const NOBODY: Proxies = { read: [], write: [] };

/**
 * The people for whom the actor reads or changes calendars outside the actor's own home. DAVx5 and Outlook CalDav
 * Synchronizer list the homes of all these besides their own, and would show calendars in both homes twice.
 */
export function proxiesFor(app: App, actor: Actor): Promise<Proxies> {
  return app.storage.read(async (tx) => {
    const readable = (await grantAll(tx, actor)).filter(
      ({ calendar, rights }) => calendar.accountId !== actor.principalId && rights.mayReadItems,
    );
    const atHome = new Set(readable.filter(isShared).map(({ calendar }) => calendar.accountId));
    const others = readable.filter(({ calendar }) => !atHome.has(calendar.accountId));
    const rights = others.map(({ calendar, rights }: CalendarGrant) => [calendar.accountId, rights] as const);
    return byStrength(tx, rights);
  });
}

/** The people who read or change calendars of an account: shown to actors who act for it; others see nobody. */
export function proxiesOf(app: App, actor: Actor, accountId: PrincipalId): Promise<Proxies> {
  return app.storage.read(async (tx) => {
    if (!(await grantAccount(tx, actor, accountId)).ok) return NOBODY;
    const shares = await tx.calendars.sharesOfAccount(accountId);
    return byStrength(
      tx,
      shares.map(({ principalId, level }) => [principalId, rightsOf(level)] as const),
    );
  });
}

async function byStrength(
  tx: ReadTransaction,
  rights: readonly (readonly [PrincipalId, CalendarRights])[],
): Promise<Proxies> {
  const reading = rights.filter(([, { mayReadItems }]) => mayReadItems);
  const writing = new Set(reading.filter(([, { mayWriteAll }]) => mayWriteAll).map(([id]) => id));
  const found = await tx.principals.byIds(reading.map(([id]) => id));
  const active = found.filter(({ status }) => status === "active");
  return {
    read: active.filter(({ id }) => !writing.has(id)),
    write: active.filter(({ id }) => writing.has(id)),
  };
}
