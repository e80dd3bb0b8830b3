import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { calendarsSharedWith, listCalendars, reachableAccounts } from "../app/calendars/list-calendars.ts";
import { objectHeadPages } from "../app/objects/get-objects.ts";
import { inboxItems } from "../app/delivery/inbox.ts";
import type { Principal } from "../app/types.ts";
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
  type Resource,
} from "./resource.ts";
import { MAX_SEGMENT } from "./url.ts";

/**
 * The objects of a calendar, part by part, so that a large one is never whole in memory; none if the actor may not
 * know them.
 */
export async function* objectsIn(
  { app, actor, hrefs }: Exchange,
  calendar: CalendarResource,
): AsyncGenerator<Result<Iterable<Resource>, Refusal>> {
  if (!calendar.grant.rights.mayReadFreeBusy) return;
  for await (const page of objectHeadPages(app, actor, calendar.grant.calendar.id))
    yield page.ok
      ? ok(page.value.values().map((head) => objectResource(calendar, head, hrefs)))
      : failed(refusalOf(page.problem, calendar));
}

/**
 * The members of a resource (Depth: 1), except those of a calendar, whose objects come in parts ({@link objectsIn}).
 */
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
      if (!items.ok) return failed(refusalOfAbsent(items.problem));
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

/** A home's calendars; in the person's own home also those that others share. */
async function calendarsIn(
  exchange: Exchange,
  principal: Principal,
): Promise<Result<CalendarResource[], Refusal>> {
  const { app, actor, hrefs } = exchange;
  const calendars = await listCalendars(app, actor, principal.id);
  if (!calendars.ok) return failed(refusalOfAbsent(calendars.problem));
  const own = calendars.value.map((grant) => calendarResource(grant, principal.login, hrefs));
  if (principal.id !== actor.principalId) return ok(own);
  const shared = (await calendarsSharedWith(app, actor))
    .filter(({ grant }) => grant.rights.mayReadFreeBusy)
    // A client could not request a name that is too long, and would only log an error.
    .filter(({ grant, ownerLogin }) => ownerLogin.length + grant.calendar.uri.length < MAX_SEGMENT)
    .map(({ grant, ownerLogin }) => aliasResource(exchange, grant, ownerLogin));
  return ok([...own, ...shared]);
}

async function accounts(
  { app, actor }: Exchange,
  make: (p: Principal) => Resource,
): Promise<Result<Resource[], Refusal>> {
  const principals = await reachableAccounts(app, actor);
  return principals.ok ? ok(principals.value.map(make)) : failed(refusalOfAbsent(principals.problem));
}
