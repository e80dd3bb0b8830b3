// Scheduling (RFC 6638): who a principal is to organisers. Inbox and outbox come with scheduling itself.
import { caldav } from "../xml/names.ts";
import { href } from "../xml/write-xml.ts";
import { liveProperty } from "./live-property.ts";
import type { LiveProperty } from "./live-property.ts";

const USER_TYPES = { person: "INDIVIDUAL", group: "GROUP", bookable: "RESOURCE" } as const;

export const rfc6638: readonly LiveProperty[] = [
  liveProperty(["principal"], {
    name: caldav("calendar-user-address-set"),
    get: ({ principal, href: path }) =>
      (principal.email === null ? "" : href(`mailto:${principal.email}`)) +
      href(path) +
      href(`urn:uuid:${principal.id}`),
  }),
  liveProperty(["principal"], {
    name: caldav("calendar-user-type"),
    get: ({ principal }) => USER_TYPES[principal.kind],
  }),
];
