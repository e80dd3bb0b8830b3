// Calendar Server's form of sharing (caldav-sharing), which Apple's clients use: the same shares as in DAV:acl.
import type { SharedTo } from "../../app/calendars/calendar-shares.ts";
import type { ShareLevel } from "../../app/types.ts";
import type { Hrefs } from "../url.ts";
import { calendarserver } from "../xml/names.ts";
import { escapeXml, href } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

/** It has two levels. People who only see free/busy have neither, and are left out here. */
type SharingAccess = "read" | "read-write";

const ACCESS: Readonly<Record<ShareLevel, SharingAccess | undefined>> = {
  freeBusy: undefined,
  read: "read",
  write: "read-write",
  edit: "read-write",
  manage: "read-write",
};

/** The access that represents a level. */
export const accessOf = (level: ShareLevel): SharingAccess | undefined => ACCESS[level];

/** Nobody has to accept a share: it works at once, and `DELETE` hides it. */
function userOf({ login, email, displayName, level }: SharedTo, hrefs: Hrefs): string {
  const access = accessOf(level);
  if (access === undefined) return "";
  const address = email === null ? hrefs.principal(login) : `mailto:${email}`;
  return (
    `<cs:user>${href(address)}<cs:common-name>${escapeXml(displayName)}</cs:common-name>` +
    `<cs:access><cs:${access}/></cs:access><cs:invite-accepted/></cs:user>`
  );
}

export const sharingProperties: readonly LiveProperty[] = [
  liveProperty(["calendar"], {
    name: calendarserver("invite"),
    get: ({ shares, ownerLogin }, { hrefs }) =>
      shares &&
      `<cs:organizer>${href(hrefs.principal(ownerLogin))}</cs:organizer>` +
        shares.map((share) => userOf(share, hrefs)).join(""),
  }),
  liveProperty(["calendar"], {
    name: calendarserver("allowed-sharing-modes"),
    get: ({ grant }) => (grant.rights.mayShare ? "<cs:can-be-shared/>" : ""),
  }),
  // The calendar behind a share, under the URL that its owner uses.
  liveProperty(["calendar"], {
    name: calendarserver("shared-url"),
    get: ({ isAlias, ownerLogin, grant }, { hrefs }) =>
      isAlias ? href(hrefs.calendar(ownerLogin, grant.calendar.uri)) : undefined,
  }),
];
