import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantIn, type CalendarGrant } from "../grants.ts";
import { addressOf } from "../principal-address.ts";

/** An address with which a person takes part in events (JMAP Calendars, ParticipantIdentity). */
export interface Identity {
  readonly principal: Principal;
  readonly calendarAddress: string;
  /** the mail address, or another, of the person who acts for it; undefined: its own */
  readonly sentBy: string | undefined;
}

interface Known {
  readonly rights: Pick<CalendarGrant["rights"], "mayWriteAll">;
}

/**
 * As whom a person may invite from a calendar, the default first. In their own: as themselves. In that of a group, or
 * one in which they may write everything: as its owner, who is then said to be represented; or as themselves. In one
 * where they may only write their own events: as themselves.
 * @param owner the calendar's account
 */
export function identitiesIn({ rights }: Known, owner: Principal, me: Principal): readonly Identity[] {
  const self: Identity = { principal: me, calendarAddress: addressOf(me), sentBy: undefined };
  if (owner.id === me.id) return [self];
  if (!rights.mayWriteAll) return [self];
  const sentBy = addressOf(me).replace(/^mailto:/, "");
  return [{ principal: owner, calendarAddress: addressOf(owner), sentBy }, self];
}

/** The same for an account: the identities in any of its calendars that the actor sees. */
export function identitiesOf(app: App, actor: Actor, account: Principal): Promise<readonly Identity[]> {
  return app.storage.read(async (tx) => {
    const me = await tx.principals.byId(actor.principalId);
    const owner = await tx.principals.byId(account.id);
    if (!me || !owner) return [];
    const grants = await grantIn(tx, actor, account.id);
    const all = grants.map((grant) => identitiesIn(grant, owner, me));
    return all.toSorted((a, b) => b.length - a.length)[0] ?? identitiesIn(NOTHING, owner, me);
  });
}

const NOTHING: Known = { rights: { mayWriteAll: false } };
