// Access control (RFC 3744): clients learn whose a calendar is and what they may do with it.
import type { CalendarRights } from "@snart/calendar/access/rights.ts";
import type { Actor } from "../../app/actor.ts";
import { mayWriteListed } from "../../app/objects/object-rights.ts";
import { MEMBERS_ACE, OWNER_ACE, sharesAcl } from "../acl/print-acl.ts";
import type { ObjectResource, Resource } from "../resource.ts";
import { dav } from "../xml/names.ts";
import { href } from "../xml/write-xml.ts";
import { EVERYTHING, liveProperty, type LiveProperty, type PropertyView } from "./live-property.ts";

export const rfc3744: readonly LiveProperty[] = [
  liveProperty(EVERYTHING, {
    name: dav("principal-collection-set"),
    get: (_, { hrefs }) => href(hrefs.principals),
  }),
  liveProperty(["principal", "proxy"], {
    name: dav("principal-URL"),
    get: (resource) => href(resource.href),
  }),
  liveProperty(["principal", "proxy"], { name: dav("alternate-URI-set"), get: () => "" }),
  // Includes the proxy groups of the person (calendar-proxy), which are shown only to that person.
  liveProperty(["principal", "proxy"], {
    name: dav("group-membership"),
    get: (resource, { hrefs }) => {
      if (resource.kind === "proxy") return "";
      const { groups = [], actsFor = { read: [], write: [] } } = resource;
      return [
        ...groups.map(({ login }) => hrefs.principal(login)),
        ...actsFor.read.map(({ login }) => hrefs.proxy(login, "read")),
        ...actsFor.write.map(({ login }) => hrefs.proxy(login, "write")),
      ]
        .map(href)
        .join("");
    },
  }),
  // A person has no members; a group's are not shown.
  liveProperty(["principal", "proxy"], {
    name: dav("group-member-set"),
    get: (resource, { hrefs }) => {
      if (resource.kind === "proxy")
        return resource.members?.map(({ login }) => href(hrefs.principal(login))).join("") ?? "";
      return resource.principal.kind === "group" ? undefined : "";
    },
  }),
  liveProperty(["principal", "proxy", "home", "calendar", "object", "inbox", "inbox-item", "outbox"], {
    name: dav("owner"),
    get: (resource, { hrefs }) =>
      href(hrefs.principal("principal" in resource ? resource.principal.login : resource.ownerLogin)),
  }),
  liveProperty(EVERYTHING, {
    name: dav("current-user-privilege-set"),
    get: (resource, { actor }) => privilegesOn(resource, actor).map(privilege).join(""),
  }),
  liveProperty(EVERYTHING, { name: dav("supported-privilege-set"), get: () => SUPPORTED }),
  liveProperty(EVERYTHING, { name: dav("acl"), get: aclOf }),
  liveProperty(EVERYTHING, { name: dav("acl-restrictions"), get: () => "<d:grant-only/><d:no-invert/>" }),
  liveProperty(EVERYTHING, {
    name: dav("inherited-acl-set"),
    get: (resource) => (resource.kind === "object" ? href(collectionOf(resource.href)) : ""),
  }),
];

const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The ACL of each resource; a calendar's shares are shown to people who may change them. */
function aclOf(resource: Resource, { hrefs }: PropertyView): string | undefined {
  switch (resource.kind) {
    case "root":
    case "principals":
    case "principal":
    case "proxy":
    case "homes":
      return MEMBERS_ACE;
    case "home":
    case "inbox":
    case "inbox-item":
    case "outbox":
      return OWNER_ACE;
    case "calendar":
      return resource.shares && sharesAcl(resource.shares, hrefs);
    case "object":
      return resource.shares && sharesAcl(resource.shares, hrefs, collectionOf(resource.href));
  }
}

const privilege = (name: string): string => `<d:privilege><${name}/></d:privilege>`;

/**
 * What others may deliver to the inbox, and what the outbox may send (RFC 6638 §6); the latter is only for its owner.
 */
const DELIVER = [
  "c:schedule-deliver",
  "c:schedule-deliver-invite",
  "c:schedule-deliver-reply",
  "c:schedule-query-freebusy",
];
const SEND = [
  "c:schedule-send",
  "c:schedule-send-invite",
  "c:schedule-send-reply",
  "c:schedule-send-freebusy",
];

const READ_OWN = "d:read-current-user-privilege-set";
const READ = ["d:read", READ_OWN];

function privilegesOn(resource: Resource, actor: Actor): readonly string[] {
  switch (resource.kind) {
    case "calendar":
      return privilegesOf(resource.grant.rights);
    case "object":
      return privilegesOnObject(resource);
    case "home":
      return resource.principal.id === actor.principalId ? [...READ, "d:bind", "d:unbind"] : READ;
    case "inbox":
      return [...READ, "d:unbind", ...DELIVER];
    case "inbox-item":
      return [...READ, "d:unbind"];
    case "outbox":
      return [...READ, ...SEND];
    case "root":
    case "principals":
    case "principal":
    case "proxy":
    case "homes":
      return READ;
  }
}

/** Every reader has `write-properties`: name and colour go into their own view. */
function privilegesOf(rights: CalendarRights): readonly string[] {
  return [
    ...(rights.mayReadItems ? [...READ, "d:write-properties"] : [READ_OWN]),
    ...(rights.mayReadFreeBusy ? ["c:read-free-busy"] : []),
    ...(rights.mayWriteAll ? ["d:write"] : []),
    ...(rights.mayWriteOwn ? ["d:write-content", "d:bind", "d:unbind"] : []),
    ...(rights.mayShare ? ["d:read-acl", "d:write-acl"] : []),
    ...(rights.mayDelete ? ["d:all"] : []),
  ];
}

/** Only people who may write an object set its dead properties. */
function privilegesOnObject({ grant, head }: ObjectResource): readonly string[] {
  const mayWrite = mayWriteListed(grant, head);
  return privilegesOf({ ...grant.rights, mayWriteOwn: mayWrite }).filter(
    (name) => name !== "d:write-properties" || mayWrite,
  );
}

const supported = (name: string, text: string, inside = ""): string =>
  `<d:supported-privilege><d:privilege><${name}/></d:privilege>` +
  `<d:description xml:lang="en">${text}</d:description>${inside}</d:supported-privilege>`;

const SUPPORTED = supported(
  "d:all",
  "Everything",
  supported(
    "d:read",
    "Read",
    supported("c:read-free-busy", "See when it is busy") +
      supported("d:read-current-user-privilege-set", "Read one's own privileges"),
  ) +
    supported(
      "d:write",
      "Write",
      supported("d:write-properties", "Change properties") +
        supported("d:write-content", "Change events") +
        supported("d:bind", "Add") +
        supported("d:unbind", "Remove"),
    ) +
    supported("d:read-acl", "See with whom it is shared") +
    supported("d:write-acl", "Share") +
    supported(
      "c:schedule-deliver",
      "Leave scheduling messages",
      supported("c:schedule-deliver-invite", "Invite") +
        supported("c:schedule-deliver-reply", "Answer") +
        supported("c:schedule-query-freebusy", "Ask when it is busy"),
    ) +
    supported(
      "c:schedule-send",
      "Send scheduling messages",
      supported("c:schedule-send-invite", "Invite") +
        supported("c:schedule-send-reply", "Answer") +
        supported("c:schedule-send-freebusy", "Ask when others are busy"),
    ),
);
