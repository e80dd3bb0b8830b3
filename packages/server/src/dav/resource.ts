import type { SharedTo } from "../app/calendars/calendar-shares.ts";
import type { CalendarGrant } from "../app/grants.ts";
import type { DeadProperties } from "../app/objects/object-properties.ts";
import type { Proxies } from "../app/calendars/proxies.ts";
import type { Inbox } from "../app/delivery/inbox.ts";
import type { InboxItem, ListedObject, Principal } from "../app/types.ts";
import type { Exchange } from "./exchange.ts";
import { sharedName } from "./shared-name.ts";
import type { Hrefs, ProxyAccess } from "./url.ts";

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

export const principalResource = (principal: Principal, hrefs: Hrefs): ResourceOf<"principal"> => ({
  kind: "principal",
  href: hrefs.principal(principal.login),
  principal,
});

export const proxyResource = (principal: Principal, access: ProxyAccess, hrefs: Hrefs): ProxyResource => ({
  kind: "proxy",
  href: hrefs.proxy(principal.login, access),
  principal,
  access,
});

export const homeResource = (principal: Principal, hrefs: Hrefs): ResourceOf<"home"> => ({
  kind: "home",
  href: hrefs.home(principal.login),
  principal,
});

export const calendarResource = (
  grant: CalendarGrant,
  ownerLogin: string,
  hrefs: Hrefs,
): CalendarResource => ({
  kind: "calendar",
  href: hrefs.calendar(ownerLogin, grant.calendar.uri),
  isAlias: false,
  ownerLogin,
  grant,
});

/** What somebody else shares, in the home of whom it is shared with. */
export const aliasResource = (
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

export const itemResource = (
  { href, principal }: InboxResource,
  item: InboxItem,
  hrefs: Hrefs,
): InboxItemResource => ({ kind: "inbox-item", href: hrefs.object(href, item.uri), principal, item });
