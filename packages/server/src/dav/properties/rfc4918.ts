// Properties of WebDAV itself (RFC 4918 §15).
import { ok } from "@snart/calendar/result.ts";
import type { Resource, ResourceKind } from "../resource.ts";
import { textOf } from "../xml/element.ts";
import { dav } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { EVERYTHING, liveProperty, type LiveProperty } from "./live-property.ts";
import { setOwnOrSeen } from "./set-own-or-seen.ts";

const TYPES: Readonly<Record<Exclude<ResourceKind, "proxy">, string>> = {
  root: "<d:collection/>",
  principals: "<d:collection/>",
  principal: "<d:collection/><d:principal/>",
  homes: "<d:collection/>",
  home: "<d:collection/>",
  calendar: "<d:collection/><c:calendar/>",
  object: "",
  inbox: "<d:collection/><c:schedule-inbox/>",
  "inbox-item": "",
  outbox: "<d:collection/><c:schedule-outbox/>",
};

/** Only Apple knows other names for a proxy group; whether a calendar is shared depends on the reader. */
function typeOf(resource: Resource): string {
  if (resource.kind === "proxy")
    return `<d:collection/><d:principal/><cs:calendar-proxy-${resource.access}/>`;
  const type = TYPES[resource.kind];
  if (resource.kind !== "calendar") return type;
  if (resource.isAlias) return `${type}<cs:shared/>`;
  return resource.shares && resource.shares.length > 0 ? `${type}<cs:shared-owner/>` : type;
}

export const rfc4918: readonly LiveProperty[] = [
  liveProperty(EVERYTHING, {
    name: dav("resourcetype"),
    inAllprop: true,
    get: typeOf,
  }),
  liveProperty(["principal", "proxy", "home", "calendar"], {
    name: dav("displayname"),
    inAllprop: true,
    get: (resource) =>
      escapeXml(
        resource.kind === "calendar"
          ? (resource.grant.view.name ?? resource.grant.calendar.name)
          : resource.principal.displayName,
      ),
    // A calendar always has a name: by default that of its URL.
    set: (value, grant) => {
      const name = value && textOf(value).trim();
      return ok(setOwnOrSeen(grant, { name: name || (grant?.calendar.uri ?? "") }));
    },
  }),
  liveProperty(["object", "inbox-item"], {
    name: dav("getetag"),
    inAllprop: true,
    get: (resource) =>
      `&quot;${escapeXml(resource.kind === "object" ? resource.head.etag : resource.item.etag)}&quot;`,
  }),
  liveProperty(["object", "inbox-item"], {
    name: dav("getcontenttype"),
    inAllprop: true,
    get: (resource) => {
      const { component } = resource.kind === "object" ? resource.head : resource.item;
      return `text/calendar; charset=utf-8; component=${component.toLowerCase()}`;
    },
  }),
  liveProperty(["object", "inbox-item"], {
    name: dav("getcontentlength"),
    inAllprop: true,
    // A busy time is written in the reader's language.
    get: (resource) =>
      resource.kind === "inbox-item"
        ? String(resource.item.size)
        : resource.grant.rights.mayReadItems
          ? String(resource.head.size)
          : undefined,
  }),
  liveProperty(["object", "inbox-item"], {
    name: dav("getlastmodified"),
    inAllprop: true,
    get: (resource) =>
      new Date(resource.kind === "object" ? resource.head.updatedAt : resource.item.createdAt).toUTCString(),
  }),
  liveProperty(["object"], {
    name: dav("creationdate"),
    inAllprop: true,
    get: ({ head }) => new Date(head.createdAt).toISOString(),
  }),
  // No locking: class 1 and 3 only. Empty values tell clients so (§15.8, §15.10).
  liveProperty(["calendar", "object"], { name: dav("supportedlock"), inAllprop: true, get: () => "" }),
  liveProperty(["calendar", "object"], { name: dav("lockdiscovery"), inAllprop: true, get: () => "" }),
];
