// Sharing as Calendar Server has it (caldav-sharing), which Apple's clients speak: the same shares that DAV:acl tells of.
import type { SharedTo } from "../../app/calendars/calendar-shares.ts";
import type { ShareLevel } from "../../app/types.ts";
import type { Hrefs } from "../url.ts";
import { calendarserver } from "../xml/names.ts";
import { escapeXml, href } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

/** It knows two levels. Who may do no more than see when it is busy has neither, and is not told of here. */
export type SharingAccess = "read" | "read-write";

const ACCESS: Readonly<Record<ShareLevel, SharingAccess | undefined>> = {
  freeBusy: undefined,
  read: "read",
  write: "read-write",
  edit: "read-write",
  manage: "read-write",
};

/** What a level is told as. */
export const accessOf = (level: ShareLevel): SharingAccess | undefined => ACCESS[level];

/** Nobody has to accept what is shared here: it is there at once, and `DELETE` puts it away. */
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
  // The calendar behind what is shared, under the URL that it has with its owner.
  liveProperty(["calendar"], {
    name: calendarserver("shared-url"),
    get: ({ isAlias, ownerLogin, grant }, { hrefs }) =>
      isAlias ? href(hrefs.calendar(ownerLogin, grant.calendar.uri)) : undefined,
  }),
];
