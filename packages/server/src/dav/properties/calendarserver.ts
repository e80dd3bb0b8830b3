// Calendar Server's extensions that clients still ask for.
import { currentToken, inboxToken } from "../sync-token.ts";
import { calendarserver } from "../xml/names.ts";
import { escapeXml, href } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

/** How a room or thing answers invitations by itself. */
export const AUTO_SCHEDULE_MODE = calendarserver("auto-schedule-mode");

export const calendarserverProperties: readonly LiveProperty[] = [
  // caldav-ctag: the change tag of clients without sync-collection (Apple's older ones, Evolution, todoman).
  liveProperty(["home", "calendar", "inbox"], {
    name: calendarserver("getctag"),
    get: (resource) => {
      if (resource.kind === "home") return resource.tag;
      return resource.kind === "inbox" ? inboxToken(resource) : currentToken(resource.grant.calendar);
    },
  }),
  liveProperty(["principal"], {
    name: calendarserver("email-address-set"),
    get: ({ principal }) =>
      principal.email === null ? "" : `<cs:email-address>${escapeXml(principal.email)}</cs:email-address>`,
  }),
  liveProperty(["principal"], {
    name: AUTO_SCHEDULE_MODE,
    isSetApart: true,
    get: ({ bookable }) => bookable?.answerMode,
  }),
  // The people for whom the person reads or changes calendars outside their own home (caldav-proxy), shown only to
  // that person.
  ...(["read", "write"] as const).map((access) =>
    liveProperty(["principal"], {
      name: calendarserver(`calendar-proxy-${access}-for`),
      get: ({ actsFor }, { hrefs }) =>
        actsFor?.[access].map(({ login }) => href(hrefs.principal(login))).join("") ?? "",
    }),
  ),
];
