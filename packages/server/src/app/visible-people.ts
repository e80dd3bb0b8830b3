import {
  FIRST_AUDIENCE,
  isInAudience,
  readAudience,
  type Audience,
} from "@snart/calendar/access/audience.ts";
import type { ReadTransaction } from "../storage/port.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { Principal } from "../storage/records/people.ts";
import { reachesKind, type Actor } from "./actor.ts";

// Who on this server finds whom, and sees when whom is busy: the one place that decides it, for every protocol. The
// administrator sets it for the server, and each person may say otherwise (`Preferences.visibleTo`). What somebody
// shares is shown besides, whatever the audience: that is a matter of grants.

/** The key of the administrator's choice among the settings. */
export const AUDIENCE_SETTING = "visible-to";

/** Who sees a person that has not said otherwise. */
export const serverAudience = async (tx: ReadTransaction): Promise<Audience> =>
  readAudience(await tx.settings.get(AUDIENCE_SETTING)) ?? FIRST_AUDIENCE;

/** Whom an actor finds, and of whom they see when they are busy. */
export interface VisiblePeople {
  /** Whether the actor finds a person, group or bookable by name or address. */
  mayFind(principal: Principal): boolean;
  /** Whether the actor sees all busy times of a person, never with what; otherwise only those of shared calendars. */
  maySeeBusyTimes(principal: Principal): boolean;
}

/**
 * Whom the actor finds, and of whom they see when they are busy. Connected people find each other in any case: they
 * know each other's names from the group or the calendar. A group follows the server, a bookable is there for
 * everybody, and the busy times of both are a matter of shares.
 */
export async function visiblePeople(tx: ReadTransaction, actor: Actor): Promise<VisiblePeople> {
  const { principalId } = actor;
  const byServer = await serverAudience(tx);
  const { connected, sharees } = await acquaintances(tx, principalId);
  const audienceOf = ({ kind, preferences }: Principal): Audience =>
    kind === "bookable" ? "everybody" : (kind === "person" && preferences.visibleTo) || byServer;
  return {
    mayFind: (principal) =>
      principal.status === "active" &&
      (principal.id === principalId ||
        connected.has(principal.id) ||
        sharees.has(principal.id) ||
        audienceOf(principal) === "everybody"),
    maySeeBusyTimes: (principal) =>
      principal.status === "active" &&
      reachesEveryEvent(actor) &&
      (principal.id === principalId ||
        (principal.kind === "person" && isInAudience(audienceOf(principal), connected.has(principal.id)))),
  };
}

/** Whether the actor finds this one principal by name or address. */
export const mayFind = async (tx: ReadTransaction, actor: Actor, principal: Principal): Promise<boolean> =>
  principal.id === actor.principalId || (await visiblePeople(tx, actor)).mayFind(principal);

/** Whether the actor sees all busy times of this one person: times, never titles. */
export const maySeeBusyTimes = async (
  tx: ReadTransaction,
  actor: Actor,
  principal: Principal,
): Promise<boolean> =>
  reachesEveryEvent(actor) &&
  (principal.id === actor.principalId || (await visiblePeople(tx, actor)).maySeeBusyTimes(principal));

/** By an app password for some calendars, or for tasks, nobody learns when somebody is busy in others. */
const reachesEveryEvent = (actor: Actor): boolean =>
  (actor.scope?.calendarIds ?? null) === null && reachesKind(actor, "VEVENT");

interface Acquaintances {
  /** the actor's groups with their members, and whoever shares a calendar with the actor */
  readonly connected: ReadonlySet<PrincipalId>;
  /** with whom the actor shares a calendar, which opens nothing of theirs to the actor */
  readonly sharees: ReadonlySet<PrincipalId>;
}

/** Two people with whom a third shares the same calendar are not connected by that. */
async function acquaintances(tx: ReadTransaction, id: PrincipalId): Promise<Acquaintances> {
  const groups = await tx.principals.groupsOf(id);
  const owners = (await tx.calendars.accessibleTo(id)).map(({ calendar }) => calendar.accountId);
  const shares = await tx.calendars.sharesOfAccount(id);
  const connected = new Set([...groups, ...owners]);
  for (const group of groups)
    for (const { memberId } of await tx.principals.membersOf(group)) connected.add(memberId);
  return { connected, sharees: new Set(shares.map(({ principalId }) => principalId)) };
}
