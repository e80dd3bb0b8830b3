import type { OwnScope } from "@snart/calendar/access/own-parts.ts";
import {
  MEMBER_RIGHTS,
  mergeRights,
  NO_RIGHTS,
  OWNER_RIGHTS,
  rightsOf,
  type CalendarRights,
} from "@snart/calendar/access/rights.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, Storage } from "../storage/port.ts";
import type { AccessibleCalendar, Calendar, CalendarView } from "../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../storage/records/ids.ts";
import type { Principal } from "../storage/records/people.ts";
import type { PublicLink } from "../storage/records/feeds.ts";
import { isCommandLine, reachesCalendar, reachesKind, schedulingActor, type Actor } from "./actor.ts";
import type { IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import { isAddressOf } from "./principal-address.ts";
import type { Problem } from "./problems.ts";

declare const minted: unique symbol;

/**
 * Proof that an actor may do something with a calendar. Only this file creates one (docs/architecture.md, decision
 * 3).
 */
export interface CalendarGrant {
  readonly [minted]: true;
  readonly actor: Actor;
  readonly calendar: Calendar;
  readonly rights: CalendarRights;
  readonly isOwner: boolean;
  /** Its events are bookings of a thing, and each takes time of it. */
  readonly isOfBookable: boolean;
  /** The actor's own view settings. */
  readonly view: CalendarView;
  /** A sharee has set default alerts for it. */
  readonly remindsOthers: boolean;
  /** Whether an address belongs to the actor. */
  readonly isMine: IsAddressOf;
  /** Whether an address belongs to the calendar's owner. */
  readonly isOwners: IsAddressOf;
}

/** Proof that an actor may act for an account as its owner (own account, or a group the actor belongs to). */
interface AccountGrant {
  readonly [minted]: true;
  readonly actor: Actor;
  readonly accountId: PrincipalId;
}

/** Proof that an actor may administer the server. */
interface AdministrationGrant {
  readonly [minted]: true;
  readonly actor: Actor;
}

/**
 * Whether a calendar is among a person's calendars, here and in every client: a new share is there at once, until
 * they leave it (JMAP Calendars, `isSubscribed`).
 */
export const isSubscribed = ({ view }: Pick<CalendarGrant, "view">): boolean => view.isSubscribed !== false;

/**
 * Whether the events of a calendar are shown among its reader's own (JMAP Calendars, `isVisible`): until they say otherwise all but
 * those of things that can be booked, of which whoever looks after a house has twenty.
 */
export const isShown = ({ view, isOfBookable }: Pick<CalendarGrant, "view" | "isOfBookable">): boolean =>
  view.isVisible ?? !isOfBookable;

/** Whether a calendar belongs to another account, and its reader has not left it. */
export const isShared = (grant: CalendarGrant): boolean =>
  grant.calendar.accountId !== grant.actor.principalId && isSubscribed(grant);

/** IANA name of a calendar's zone for its reader: the reader's own, or the owner's (JMAP Calendars, Calendar/set). */
export const zoneNameOf = ({ view, calendar }: Pick<CalendarGrant, "view" | "calendar">): string | null =>
  view.timeZone ?? calendar.timeZone;

/**
 * Which events of a calendar make its reader busy by default: all in their own calendars and none in others' (JMAP
 * Calendars, `includeInAvailability`).
 */
export const countsAsBusy = ({
  view,
  isOwner,
}: Pick<CalendarGrant, "view" | "isOwner">): "all" | "attending" | "none" =>
  view.includeInAvailability ?? (isOwner ? "all" : "none");

/**
 * The parts of objects that the actor has separately from the stored object (JMAP Calendars, "Per-user properties"):
 * none in their own account, whose parts are in the object itself; all in somebody else's; the alarms in a group's,
 * whose events are everybody's but ring for each member as that member likes.
 */
export const ownScope = ({ actor, calendar, isOwner }: CalendarGrant): OwnScope | undefined =>
  calendar.accountId === actor.principalId ? undefined : isOwner ? "alarms" : "all";

/** Whether the actor sees all objects as they are stored, so that nobody has to look into them. */
export const seesAsStored = (grant: CalendarGrant): boolean =>
  ownScope(grant) === undefined && grant.actor.scope?.component === undefined;

/**
 * Whether name, colour, order and zone set by the actor belong to the calendar: if they own it, or manage the group
 * that does. For everybody else they belong to their own view.
 */
export const setsForAll = ({ isOwner, rights }: CalendarGrant): boolean => isOwner && rights.mayShare;

type Right = keyof CalendarRights;

function mint(actor: Actor, accessible: AccessibleCalendar): CalendarGrant {
  const rights = accessible.levels.reduce(
    (sum, level) => mergeRights(sum, rightsOf(level)),
    ownRights(accessible),
  );
  const { calendar, isOwner, isOfBookable, view, remindsOthers, me, owner } = accessible;
  return {
    actor,
    calendar: withinReach(actor, calendar),
    rights: allowed(actor, calendar, rights),
    isOwner,
    isOfBookable,
    view,
    remindsOthers,
    isMine: isAddressOf(me),
    isOwners: isAddressOf(owner),
  } as CalendarGrant;
}

const ownRights = ({ isOwner, isManager }: AccessibleCalendar): CalendarRights =>
  isOwner ? (isManager ? OWNER_RIGHTS : MEMBER_RIGHTS) : NO_RIGHTS;

/** What is left of a right to write where nothing may be written. */
const WITHOUT_WRITING = { mayWriteAll: false, mayWriteOwn: false, mayUpdatePrivate: false, mayRSVP: false };

/** Whether a calendar is there for the actor: a limited app password reaches some, and those that hold what it is for. */
const reaches = (actor: Actor, { id, components }: Pick<Calendar, "id" | "components">): boolean =>
  reachesCalendar(actor, id) && components.some((component) => reachesKind(actor, component));

/** A calendar as the actor knows it: it holds the kinds of objects that a limited app password reaches, and no other. */
const withinReach = (actor: Actor, calendar: Calendar): Calendar =>
  actor.scope?.component === undefined
    ? calendar
    : { ...calendar, components: calendar.components.filter((component) => reachesKind(actor, component)) };

/** A limited app password shares and deletes no calendar, and writes only if it is for that. */
const withinScope = ({ scope }: Actor, rights: CalendarRights): CalendarRights =>
  scope === undefined
    ? rights
    : { ...rights, ...(!scope.mayWrite && WITHOUT_WRITING), mayShare: false, mayDelete: false };

/** Only reading a feed writes its calendar, and that writes nowhere else. */
function allowed(actor: Actor, { isReadOnly }: Calendar, given: CalendarRights): CalendarRights {
  const rights = withinScope(actor, given);
  if (actor.via === "subscription") return isReadOnly ? rights : NO_RIGHTS;
  if (!isReadOnly) return rights;
  return { ...rights, ...WITHOUT_WRITING };
}

/** Proof that somebody has a valid link to a calendar. */
export interface LinkGrant {
  readonly [minted]: true;
  readonly link: PublicLink;
  readonly calendar: Calendar;
  readonly owner: Principal;
}

/**
 * The grant of a secret link's holder.
 * @returns `not-found` alike for an unknown, expired or revoked link, and if its owner has no account any more
 */
export async function grantLink(
  tx: ReadTransaction,
  tokenHash: string,
  now: Instant,
): Promise<Result<LinkGrant, Problem>> {
  const link = await tx.publicLinks.byTokenHash(tokenHash);
  const holds = link && link.revokedAt === null && (link.expiresAt === null || link.expiresAt > now);
  const calendar = holds ? await tx.calendars.byId(link.calendarId) : undefined;
  const owner = calendar && (await tx.principals.byId(calendar.accountId));
  return link && calendar && owner?.status === "active"
    ? ok({ link, calendar, owner } as LinkGrant)
    : failed({ code: "not-found" });
}

/**
 * The actor's grant on one calendar.
 * @returns `not-found` if the actor has no access, so that its existence stays unknown; `forbidden` if the actor can
 * see it but lacks the right `needed`
 */
export async function grantCalendar(
  tx: ReadTransaction,
  actor: Actor,
  calendarId: CalendarId,
  needed?: Right,
): Promise<Result<CalendarGrant, Problem>> {
  const accessible = await tx.calendars.accessible(actor.principalId, calendarId);
  if (!accessible || !reaches(actor, accessible.calendar)) return failed({ code: "not-found" });
  return holding(mint(actor, accessible), needed);
}

const holding = (grant: CalendarGrant, needed: Right | undefined): Result<CalendarGrant, Problem> =>
  needed === undefined || grant.rights[needed] ? ok(grant) : failed({ code: "forbidden", right: needed });

/** The actor's grant on the calendar with this uri in an account's home; `not-found` as above. */
export async function grantCalendarAt(
  storage: Storage,
  actor: Actor,
  accountId: PrincipalId,
  uri: string,
): Promise<Result<CalendarGrant, Problem>> {
  const question = ["calendar", actor.principalId, accountId, uri];
  const accessible = await storage.readOften(question, async (tx) => {
    const calendar = await tx.calendars.byUri(accountId, uri);
    return calendar && tx.calendars.accessible(actor.principalId, calendar.id);
  });
  return accessible && reaches(actor, accessible.calendar)
    ? ok(mint(actor, accessible))
    : failed({ code: "not-found" });
}

/** Where a write is to go: a calendar that was found by its address, before anybody knows whether the actor may see it. */
export interface CalendarPlace extends Pick<Calendar, "id" | "accountId"> {
  /** It was found in the home of a sharee, where only calendars are that others share with them. */
  readonly isAlias?: boolean;
}

/**
 * The place of the calendar with this uri in an account's home. It proves nothing: the use case that writes there looks
 * the grant up under the account's lock, once (`grantPlace`), and until then nobody may be told whether there is one.
 */
export function placeOfCalendar(
  storage: Storage,
  accountId: PrincipalId,
  uri: string,
): Promise<CalendarPlace | undefined> {
  return storage.readOften(["place", accountId, uri], async (tx) => {
    const calendar = await tx.calendars.byUri(accountId, uri);
    return calendar && { id: calendar.id, accountId };
  });
}

/** The actor's grant on the calendar at a place; refused as by `grantCalendar`. */
export async function grantPlace(
  tx: ReadTransaction,
  actor: Actor,
  { id, isAlias = false }: CalendarPlace,
  needed?: Right,
): Promise<Result<CalendarGrant, Problem>> {
  const grant = await grantCalendar(tx, actor, id);
  if (!grant.ok) return grant;
  return isAlias && !isShared(grant.value) ? failed({ code: "not-found" }) : holding(grant.value, needed);
}

const mintAll = (actor: Actor, found: readonly AccessibleCalendar[]): readonly CalendarGrant[] =>
  found.filter(({ calendar }) => reaches(actor, calendar)).map((accessible) => mint(actor, accessible));

/** Grants on every calendar to which the actor has access. */
export async function grantAll(tx: ReadTransaction, actor: Actor): Promise<readonly CalendarGrant[]> {
  const found = await tx.calendars.accessibleTo(actor.principalId);
  return mintAll(actor, found);
}

/**
 * The grant by which the server itself changes a calendar of a deleted account, which nobody sees until it is restored.
 * @throws if it has no such calendar
 */
export async function grantHidden(
  tx: ReadTransaction,
  owner: Principal,
  calendarId: CalendarId,
): Promise<CalendarGrant> {
  const calendar = await tx.calendars.byId(calendarId);
  if (calendar?.accountId !== owner.id || owner.status !== "deleted")
    throw new Error(`calendar ${calendarId} is not of ${owner.id}, who is deleted`);
  return mint(schedulingActor(owner), {
    calendar,
    levels: [],
    isOwner: true,
    isManager: true,
    isOfBookable: false,
    view: {},
    remindsOthers: false,
    me: owner,
    owner,
  });
}

/** Grants on those of one account. */
export async function grantIn(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<readonly CalendarGrant[]> {
  const found = await tx.calendars.accessibleIn(actor.principalId, accountId);
  return mintAll(actor, found);
}

/**
 * Whether the actor acts for the account: their own, or that of a group to which they belong. A limited app password acts for none: it has
 * some calendars, as somebody has with whom they are shared.
 */
export async function grantAccount(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<AccountGrant, Problem>> {
  if (actor.scope) return failed({ code: "not-found" });
  const isOwn =
    accountId === actor.principalId || (await tx.principals.groupsOf(actor.principalId)).includes(accountId);
  return isOwn ? ok({ actor, accountId } as AccountGrant) : failed({ code: "not-found" });
}

/**
 * The actor's grant to create, share and delete the calendars of an account: their own, or that of a group that they
 * manage.
 * @returns `forbidden` for a member of the group, `not-found` for everybody else
 */
export async function grantManagement(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<AccountGrant, Problem>> {
  const granted = await grantAccount(tx, actor, accountId);
  if (actor.scope) return failed({ code: "forbidden", right: "manage calendars" });
  if (!granted.ok || accountId === actor.principalId) return granted;
  const members = await tx.principals.membersOf(accountId);
  const isManager = members.some((member) => member.memberId === actor.principalId && member.isManager);
  return isManager ? granted : failed({ code: "forbidden", right: "manage the group" });
}

/**
 * The actor's grant to administer people and groups: still an administrator, and signed in by a session or the
 * account password. App passwords are stored on devices and are only for calendars.
 */
export async function grantAdministration(
  tx: ReadTransaction,
  actor: Actor,
): Promise<Result<AdministrationGrant, Problem>> {
  const principal = isCommandLine(actor) ? undefined : await tx.principals.byId(actor.principalId);
  const mayByRole = principal?.status === "active" && principal.isAdmin && actor.via !== "app-password";
  const may = mayByRole || isCommandLine(actor);
  return may
    ? ok({ actor } as AdministrationGrant)
    : failed({ code: "forbidden", right: "administer the server" });
}

/**
 * Whether the actor can see anything in the account: their own, a group's, or one with a calendar shared with the
 * actor.
 */
export async function reachesAccount(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<boolean> {
  if ((await grantAccount(tx, actor, accountId)).ok) return true;
  return accountId === actor.principalId || (await grantIn(tx, actor, accountId)).length > 0;
}
