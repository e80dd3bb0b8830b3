// Scheduling (RFC 6638): a principal's addresses, inbox and outbox.
import { countsAsBusy } from "../../app/grants.ts";
import { addressesOf } from "../../app/principal-address.ts";
import { caldav } from "../xml/names.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { quoteTag } from "../headers.ts";
import { refuseWith } from "../preconditions.ts";
import { elementsOf } from "../xml/element.ts";
import { escapeXml, href } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

/** The calendar for invitations (§9.2). */
export const DEFAULT_CALENDAR = caldav("schedule-default-calendar-URL");

const USER_TYPES = { person: "INDIVIDUAL", group: "GROUP", bookable: "RESOURCE" } as const;

export const rfc6638: readonly LiveProperty[] = [
  liveProperty(["principal"], {
    name: caldav("calendar-user-address-set"),
    get: ({ principal, href: path }) =>
      // The present one comes first: clients organize as that, and know older meetings by the others.
      (principal.email === null ? "" : addressesOf(principal).map(href).join("")) +
      href(path) +
      href(`urn:uuid:${principal.id}`),
  }),
  liveProperty(["principal"], {
    name: caldav("calendar-user-type"),
    get: ({ principal, bookable }) => bookable?.type ?? USER_TYPES[principal.kind],
  }),
  // Shown to everybody, as they do not depend on rights; only the owner has access.
  liveProperty(["principal"], {
    name: caldav("schedule-inbox-URL"),
    get: ({ principal }, { hrefs }) => href(hrefs.inbox(principal.login)),
  }),
  liveProperty(["principal"], {
    name: caldav("schedule-outbox-URL"),
    get: ({ principal }, { hrefs }) => href(hrefs.outbox(principal.login)),
  }),
  liveProperty(["object"], {
    name: caldav("schedule-tag"),
    get: ({ head }) => (head.scheduleTag === null ? undefined : escapeXml(quoteTag(head.scheduleTag))),
  }),
  // Whether its events count in free/busy answers (§9.1): for each person who sees it, as in JMAP.
  liveProperty(["calendar"], {
    name: caldav("schedule-calendar-transp"),
    get: ({ grant }) => (countsAsBusy(grant) === "none" ? "<c:transparent/>" : "<c:opaque/>"),
    set: (value) => {
      const wish = value === undefined ? "opaque" : elementsOf(value)[0]?.name;
      if (wish === "opaque") return ok({ view: { includeInAvailability: "all" } });
      if (wish === "transparent") return ok({ view: { includeInAvailability: "none" } });
      return failed(refuseWith(409, "It is opaque or transparent."));
    },
  }),
  liveProperty(["inbox"], {
    name: DEFAULT_CALENDAR,
    isSetApart: true,
    get: ({ principal, defaultCalendarUri: uri }, { hrefs }) =>
      uri === undefined ? undefined : href(hrefs.calendar(principal.login, uri)),
  }),
];
