import type { SharedTo } from "../app/calendars/calendar-shares.ts";
import type { CalendarGrant } from "../app/grants.ts";
import type { DeadProperties } from "../app/objects/object-properties.ts";
import type { Proxies } from "../app/calendars/proxies.ts";
import type { Inbox } from "../app/delivery/inbox.ts";
import type { Bookable, InboxItem, ListedObject, Principal } from "../app/types.ts";
import type { Exchange } from "./exchange.ts";
import { sharedName } from "./shared-name.ts";
import type { Hrefs, ProxyAccess } from "./url.ts";

/** The resource at a URL, as far as the actor may know it. */
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
  /** its groups, if requested */
  readonly groups?: readonly Principal[];
  /** the people for whom it reads or changes calendars, if requested by itself */
  readonly actsFor?: Proxies;
  /** what is booked there, if it is a bookable and that is requested */
  readonly bookable?: Bookable;
}
export interface HomeResource {
  readonly kind: "home";
  readonly href: string;
  readonly principal: Principal;
  /** changes with every change of and in its calendars, if requested */
  readonly tag?: string;
  /** bytes of its stored attachments, if requested by a person who may know */
  readonly used?: number;
  /** how its changes are pushed, if requested */
  readonly push?: CalendarResource["push"];
}
/** A group of people who read, or change, calendars of a principal (calendar-proxy). */
interface ProxyResource {
  readonly kind: "proxy";
  readonly href: string;
  readonly principal: Principal;
  readonly access: ProxyAccess;
  /** its members, if requested by a person who may know */
  readonly members?: readonly Principal[];
}
export interface CalendarResource {
  readonly kind: "calendar";
  readonly href: string;
  /** another person's calendar, seen in a sharee's home */
  readonly isAlias: boolean;
  readonly ownerLogin: string;
  readonly grant: CalendarGrant;
  /** its shares, if requested by a person who may know */
  readonly shares?: readonly SharedTo[];
  /** how its changes are pushed, if requested by a person who reads it */
  readonly push?: { readonly vapidKey: string; readonly topic: string };
}
export interface ObjectResource {
  readonly kind: "object";
  readonly href: string;
  readonly ownerLogin: string;
  readonly grant: CalendarGrant;
  readonly head: ListedObject;
  /** the shares of its calendar, in the same way */
  readonly shares?: readonly SharedTo[];
  /** its dead properties, if requested */
  readonly deadProperties?: DeadProperties;
  /** the text, if a report has read it */
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
  /** the text, if a report requests it */
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

export const homeResource = (principal: Principal, hrefs: Hrefs): HomeResource => ({
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

/** Another person's calendar in the home of a sharee. */
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
