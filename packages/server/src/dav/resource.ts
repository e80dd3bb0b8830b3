import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { SharedTo } from "../app/calendars/calendar-shares.ts";
import { findPrincipal } from "../app/accounts/find-principal.ts";
import { objectByUri, objectHeadPages } from "../app/objects/get-objects.ts";
import type { CalendarGrant } from "../app/grants.ts";
import {
  calendarByUri,
  calendarsSharedWith,
  isShared,
  listCalendars,
  reachableAccounts,
} from "../app/calendars/list-calendars.ts";
import type { DeadProperties } from "../app/objects/object-properties.ts";
import type { Problem } from "../app/problems.ts";
import type { Proxies } from "../app/calendars/proxies.ts";
import { inboxItems, inboxItemsByUris, inboxOf } from "../app/scheduling/inbox.ts";
import type { Inbox } from "../app/scheduling/inbox.ts";
import type { InboxItem, ListedObject, Principal, StoredObject } from "../app/types.ts";
import type { Exchange } from "./exchange.ts";
import { refuseWith } from "./preconditions.ts";
import type { Refusal } from "./preconditions.ts";
import { refusalOf } from "./problem.ts";
import { readSharedName, sharedName } from "./shared-name.ts";
import { MAX_SEGMENT } from "./url.ts";
import type { DavPath, Hrefs, ProxyAccess } from "./url.ts";

/** What stands at a URL, as far as the actor may know of it. */
export type Resource =
  | { readonly kind: "root"; readonly href: string }
  | { readonly kind: "principals"; readonly href: string }
  | { readonly kind: "homes"; readonly href: string }
  | PrincipalResource
  | ProxyResource
  | HomeResource
  | CalendarResource
  | ObjectResource
  | InboxResource
  | InboxItemResource
  | { readonly kind: "outbox"; readonly href: string; readonly principal: Principal };

export interface PrincipalResource {
  readonly kind: "principal";
  readonly href: string;
  readonly principal: Principal;
  /** the groups it belongs to, where that is asked for */
  readonly groups?: readonly Principal[];
  /** for whom it reads or changes calendars, where that is asked for by itself */
  readonly actsFor?: Proxies;
}
export interface HomeResource {
  readonly kind: "home";
  readonly href: string;
  readonly principal: Principal;
  /** changes with whatever changes in its calendars and of them, where that is asked for */
  readonly tag?: string;
  /** bytes of attachments that are kept for it, where that is asked for by who may know */
  readonly used?: number;
}
/** A group of those who read, or who change, calendars of a principal (calendar-proxy). */
export interface ProxyResource {
  readonly kind: "proxy";
  readonly href: string;
  readonly principal: Principal;
  readonly access: ProxyAccess;
  /** where they are asked for by who may know */
  readonly members?: readonly Principal[];
}
export interface CalendarResource {
  readonly kind: "calendar";
  readonly href: string;
  /** what others share, seen in one's own home */
  readonly isAlias: boolean;
  readonly ownerLogin: string;
  readonly grant: CalendarGrant;
  /** with whom it is shared, where that is asked for by who may know */
  readonly shares?: readonly SharedTo[];
}
export interface ObjectResource {
  readonly kind: "object";
  readonly href: string;
  readonly ownerLogin: string;
  readonly grant: CalendarGrant;
  readonly head: ListedObject;
  /** with whom its calendar is shared, as there */
  readonly shares?: readonly SharedTo[];
  /** what clients keep beside it, where that is asked for */
  readonly deadProperties?: DeadProperties;
  /** the text, where a report has read it */
  readonly icalendar?: string;
}
export interface InboxResource extends Inbox {
  readonly kind: "inbox";
  readonly href: string;
}
export interface InboxItemResource {
  readonly kind: "inbox-item";
  readonly href: string;
  readonly principal: Principal;
  readonly item: InboxItem;
  /** the text, where a report asks for it */
  readonly icalendar?: string;
}
export type ResourceKind = Resource["kind"];
export type ResourceOf<K extends ResourceKind> = Extract<Resource, { readonly kind: K }>;

type Found<T = Resource> = Promise<Result<T, Refusal>>;

/** What stands at a path. What the actor may not know of is as absent as what is not there. */
export async function resolve(exchange: Exchange, path: DavPath = exchange.path): Found {
  const { hrefs } = exchange;
  switch (path.kind) {
    case "root":
      return ok({ kind: "root", href: path.isTop ? `${hrefs.base}/` : hrefs.root });
    case "principals":
      return ok({ kind: "principals", href: hrefs.principals });
    case "homes":
      return ok({ kind: "homes", href: hrefs.homes });
    case "principal":
      return principalAt(exchange, path.login);
    case "proxy": {
      const found = await principalAt(exchange, path.login);
      return found.ok ? ok(proxyResource(found.value.principal, path.access, hrefs)) : found;
    }
    case "home":
      return homeAt(exchange, path.login);
    case "calendar":
      return calendarAt(exchange, path);
    case "object": {
      const found = await objectAt(exchange, path);
      return found.ok ? ok(found.value.resource) : found;
    }
    case "inbox":
      return inboxAt(exchange, path.login);
    case "inbox-item":
      return inboxItemAt(exchange, path);
    case "outbox": {
      const found = await inboxAt(exchange, path.login);
      if (!found.ok) return found;
      const { principal } = found.value;
      return ok({ kind: "outbox", href: hrefs.outbox(principal.login), principal });
    }
  }
}

async function principalAt({ app, actor, hrefs }: Exchange, login: string): Found<PrincipalResource> {
  const principal = await findPrincipal(app, actor, login);
  return principal.ok ? ok(principalResource(principal.value, hrefs)) : failed(absent(principal.problem));
}

export const principalResource = (principal: Principal, hrefs: Hrefs): ResourceOf<"principal"> => ({
  kind: "principal",
  href: hrefs.principal(principal.login),
  principal,
});

const proxyResource = (principal: Principal, access: ProxyAccess, hrefs: Hrefs): ProxyResource => ({
  kind: "proxy",
  href: hrefs.proxy(principal.login, access),
  principal,
  access,
});

async function homeAt({ app, actor, hrefs }: Exchange, login: string): Found {
  const principal = await findPrincipal(app, actor, login);
  if (!principal.ok) return failed(absent(principal.problem));
  if (principal.value.id !== actor.principalId) {
    const reached = await listCalendars(app, actor, principal.value.id);
    if (!reached.ok) return failed(absent(reached.problem));
  }
  return ok(homeResource(principal.value, hrefs));
}

const homeResource = (principal: Principal, hrefs: Hrefs): ResourceOf<"home"> => ({
  kind: "home",
  href: hrefs.home(principal.login),
  principal,
});

/** The calendar that a path leads to or through: at its own place, or in the home of whom it is shared with. */
export async function calendarAt(
  exchange: Exchange,
  { login, uri }: { readonly login: string; readonly uri: string },
): Found<CalendarResource> {
  const { app, actor, hrefs } = exchange;
  const grant = await calendarByUri(app, actor, login, uri);
  if (grant.ok) return ok(calendarResource(grant.value, login.toLowerCase(), hrefs));
  const named = login.toLowerCase() === actor.login ? readSharedName(uri) : undefined;
  const shared = named && (await calendarByUri(app, actor, named.login, named.uri));
  if (!named || !shared?.ok || !isShared(shared.value)) return failed(absent(grant.problem));
  return ok(aliasResource(exchange, shared.value, named.login));
}

const calendarResource = (grant: CalendarGrant, ownerLogin: string, hrefs: Hrefs): CalendarResource => ({
  kind: "calendar",
  href: hrefs.calendar(ownerLogin, grant.calendar.uri),
  isAlias: false,
  ownerLogin,
  grant,
});

const aliasResource = (
  { actor, hrefs }: Exchange,
  grant: CalendarGrant,
  ownerLogin: string,
): CalendarResource => ({
  kind: "calendar",
  href: hrefs.calendar(actor.login, sharedName({ login: ownerLogin, uri: grant.calendar.uri })),
  isAlias: true,
  ownerLogin,
  grant,
});

/** The object at a path, with its text. */
export async function objectAt(
  exchange: Exchange,
  path: Extract<DavPath, { kind: "object" }>,
): Found<{ readonly resource: ObjectResource; readonly stored: StoredObject }> {
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  const { grant } = calendar.value;
  const stored = await objectByUri(exchange.app, exchange.actor, grant.calendar.id, path.name);
  if (!stored.ok)
    return failed(refusalOf(stored.problem, { href: exchange.hrefs.object(calendar.value.href, path.name) }));
  return ok({ resource: objectResource(calendar.value, stored.value, exchange.hrefs), stored: stored.value });
}

export const objectResource = (
  calendar: CalendarResource,
  head: ListedObject,
  hrefs: Hrefs,
  deadProperties?: DeadProperties,
): ObjectResource => ({
  kind: "object",
  href: hrefs.object(calendar.href, head.uri),
  ownerLogin: calendar.ownerLogin,
  grant: calendar.grant,
  head,
  ...(deadProperties && { deadProperties }),
});

/** The inbox at a path, of whoever the actor acts for. */
export async function inboxAt({ app, actor, hrefs }: Exchange, login: string): Found<InboxResource> {
  const inbox = await inboxOf(app, actor, login);
  if (!inbox.ok) return failed(absent(inbox.problem));
  return ok({ ...inbox.value, kind: "inbox", href: hrefs.inbox(inbox.value.principal.login) });
}

/** The message at a path of an inbox. */
export async function inboxItemAt(
  exchange: Exchange,
  { login, name }: { readonly login: string; readonly name: string },
): Found<InboxItemResource> {
  const inbox = await inboxAt(exchange, login);
  if (!inbox.ok) return inbox;
  const items = await inboxItemsByUris(exchange.app, exchange.actor, login, [name]);
  const item = items.ok ? items.value[0] : undefined;
  return item ? ok(itemResource(inbox.value, item, exchange.hrefs)) : failed(absent({ code: "not-found" }));
}

export const itemResource = (
  { href, principal }: InboxResource,
  item: InboxItem,
  hrefs: Hrefs,
): InboxItemResource => ({ kind: "inbox-item", href: hrefs.object(href, item.uri), principal, item });

/** What is in a calendar, part by part, so that a large one is never whole in memory; none where that may not be known. */
export async function* objectsIn(
  { app, actor, hrefs }: Exchange,
  calendar: CalendarResource,
): AsyncGenerator<Result<Iterable<Resource>, Refusal>> {
  if (!calendar.grant.rights.mayReadItems) return;
  for await (const page of objectHeadPages(app, actor, calendar.grant.calendar.id))
    yield page.ok
      ? ok(page.value.values().map((head) => objectResource(calendar, head, hrefs)))
      : failed(refusalOf(page.problem, calendar));
}

/** What stands directly below a resource (Depth: 1) but for a calendar, whose objects come in parts ({@link objectsIn}). */
export async function childrenOf(
  exchange: Exchange,
  resource: Resource,
): Promise<Result<Iterable<Resource>, Refusal>> {
  const { app, actor, hrefs } = exchange;
  switch (resource.kind) {
    case "root":
      return ok([
        { kind: "principals", href: hrefs.principals },
        { kind: "homes", href: hrefs.homes },
      ]);
    case "principals":
      return accounts(exchange, (principal) => principalResource(principal, hrefs));
    case "homes":
      return accounts(exchange, (principal) => homeResource(principal, hrefs));
    case "home":
      return calendarsIn(exchange, resource.principal);
    case "inbox": {
      const items = await inboxItems(app, actor, resource.principal.login);
      if (!items.ok) return failed(absent(items.problem));
      return ok(items.value.map((item) => itemResource(resource, item, hrefs)));
    }
    case "principal":
      return ok(
        (["read", "write"] as const).map((access) => proxyResource(resource.principal, access, hrefs)),
      );
    case "proxy":
    case "calendar":
    case "object":
    case "inbox-item":
    case "outbox":
      return ok([]);
  }
}

/**
 * A home's calendars; in one's own also what others share. What one may not read stays out: clients would try to synchronise it, and
 * warn each time. It is there for those who ask by its name when it is busy.
 */
async function calendarsIn(
  exchange: Exchange,
  principal: Principal,
): Promise<Result<CalendarResource[], Refusal>> {
  const { app, actor, hrefs } = exchange;
  const calendars = await listCalendars(app, actor, principal.id);
  if (!calendars.ok) return failed(absent(calendars.problem));
  const own = calendars.value.map((grant) => calendarResource(grant, principal.login, hrefs));
  if (principal.id !== actor.principalId) return ok(own);
  const shared = (await calendarsSharedWith(app, actor))
    .filter(({ grant }) => grant.rights.mayReadItems)
    // A name too long to be asked for again would only be an error in the client's log.
    .filter(({ grant, ownerLogin }) => ownerLogin.length + grant.calendar.uri.length < MAX_SEGMENT)
    .map(({ grant, ownerLogin }) => aliasResource(exchange, grant, ownerLogin));
  return ok([...own, ...shared]);
}

async function accounts(
  { app, actor }: Exchange,
  make: (p: Principal) => Resource,
): Promise<Result<Resource[], Refusal>> {
  const principals = await reachableAccounts(app, actor);
  return principals.ok ? ok(principals.value.map(make)) : failed(absent(principals.problem));
}

const absent = (problem: Problem): Refusal =>
  problem.code === "not-found" ? refuseWith(404, "There is nothing here.") : refusalOf(problem, { href: "" });
