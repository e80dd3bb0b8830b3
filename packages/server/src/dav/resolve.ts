import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { findPrincipal, homeAccount } from "../app/accounts/find-principal.ts";
import { calendarByUri, listCalendars, placeByUri } from "../app/calendars/list-calendars.ts";
import { isShared, type CalendarGrant, type CalendarPlace } from "../app/grants.ts";
import type { Problem } from "../app/problems.ts";
import { objectByUri } from "../app/objects/get-objects.ts";
import { inboxItemsByUris, inboxOf } from "../app/delivery/inbox.ts";
import type { PrincipalId, StoredObject } from "../app/types.ts";
import type { Exchange } from "./exchange.ts";
import type { Refusal } from "./preconditions.ts";
import { refusalOf, refusalOfAbsent } from "./problem.ts";
import {
  aliasResource,
  calendarResource,
  homeResource,
  itemResource,
  objectResource,
  principalResource,
  proxyResource,
  type CalendarResource,
  type HomeResource,
  type InboxItemResource,
  type InboxResource,
  type ObjectResource,
  type PrincipalResource,
  type Resource,
} from "./resource.ts";
import { readSharedName } from "./shared-name.ts";
import type { DavPath } from "./url.ts";

type Found<T = Resource> = Promise<Result<T, Refusal>>;

/** The resource at a path. One that the actor may not know is as absent as a missing one. */
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
    // Its URL only ends it.
    case "push":
      return failed(refusalOfAbsent({ code: "not-found" }));
  }
}

async function principalAt({ app, actor, hrefs }: Exchange, login: string): Found<PrincipalResource> {
  const principal = await findPrincipal(app, actor, login);
  return principal.ok
    ? ok(principalResource(principal.value, hrefs))
    : failed(refusalOfAbsent(principal.problem));
}

/** The home at a path, of which the actor reaches something. */
export async function homeAt({ app, actor, hrefs }: Exchange, login: string): Found<HomeResource> {
  const principal = await findPrincipal(app, actor, login);
  if (!principal.ok) return failed(refusalOfAbsent(principal.problem));
  if (principal.value.id !== actor.principalId) {
    const reached = await listCalendars(app, actor, principal.value.id);
    if (!reached.ok) return failed(refusalOfAbsent(reached.problem));
  }
  return ok(homeResource(principal.value, hrefs));
}

/** The names in the path of a calendar, or of something in it. */
export interface CalendarPath {
  readonly login: string;
  readonly uri: string;
}

/** Whose home a path is in. The request's own was looked up when it came. */
const accountAt = async (
  { app, actor, path, pathOwner }: Exchange,
  login: string,
): Promise<PrincipalId | undefined> =>
  pathOwner !== undefined && "login" in path && path.login === login
    ? pathOwner
    : homeAccount(app, actor, login.toLowerCase());

async function placeNamed(
  exchange: Exchange,
  { login, uri }: CalendarPath,
): Promise<CalendarPlace | undefined> {
  const accountId = await accountAt(exchange, login);
  return accountId === undefined ? undefined : placeByUri(exchange.app, accountId, uri);
}

async function grantNamed(
  exchange: Exchange,
  { login, uri }: CalendarPath,
): Promise<Result<CalendarGrant, Problem>> {
  const accountId = await accountAt(exchange, login);
  return accountId === undefined
    ? failed({ code: "not-found" })
    : calendarByUri(exchange.app, exchange.actor, accountId, uri);
}

/** The calendar that a path names in the home of a sharee. */
const sharedAt = ({ actor }: Exchange, { login, uri }: CalendarPath) =>
  login.toLowerCase() === actor.login ? readSharedName(uri) : undefined;

/**
 * The place of the calendar of a path, for a use case that writes there and looks the grant up under its lock. Until it has succeeded
 * nobody knows whether the actor may know the calendar: a refusal is told only after `calendarAt` has found it.
 */
export async function placeAt(exchange: Exchange, path: CalendarPath): Promise<CalendarPlace | undefined> {
  const own = await placeNamed(exchange, path);
  const named = own ? undefined : sharedAt(exchange, path);
  const shared = named && (await placeNamed(exchange, named));
  return shared ? { ...shared, isAlias: true } : own;
}

/**
 * The status of a write below a calendar or home that is not there: a conflict in one's own home (RFC 4918 §9.3.1, §9.7.1),
 * and nothing at all in another's, where nobody can tell what exists from what is hidden.
 */
export const absentParentStatus = ({ actor }: Exchange, login: string): 404 | 409 =>
  login.toLowerCase() === actor.login ? 409 : 404;

/** The calendar of a path: at its own place, or in the home of a sharee. */
export async function calendarAt(exchange: Exchange, path: CalendarPath): Found<CalendarResource> {
  const grant = await grantNamed(exchange, path);
  if (grant.ok) return ok(calendarResource(grant.value, path.login.toLowerCase(), exchange.hrefs));
  const named = sharedAt(exchange, path);
  const shared = named && (await grantNamed(exchange, named));
  if (!named || !shared?.ok || !isShared(shared.value)) return failed(refusalOfAbsent(grant.problem));
  return ok(aliasResource(exchange, shared.value, named.login));
}

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

/** The inbox at a path, of a person for whom the actor acts. */
export async function inboxAt({ app, actor, hrefs }: Exchange, login: string): Found<InboxResource> {
  const inbox = await inboxOf(app, actor, login);
  if (!inbox.ok) return failed(refusalOfAbsent(inbox.problem));
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
  return item
    ? ok(itemResource(inbox.value, item, exchange.hrefs))
    : failed(refusalOfAbsent({ code: "not-found" }));
}
