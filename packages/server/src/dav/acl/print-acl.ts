import type { SharedTo } from "../../app/calendars/calendar-shares.ts";
import type { Hrefs } from "../url.ts";
import { href } from "../xml/write-xml.ts";
import { privilegesOfLevel } from "./privileges.ts";

const ace = (principal: string, privileges: readonly string[], rest = ""): string =>
  `<d:ace><d:principal>${principal}</d:principal><d:grant>` +
  privileges.map((name) => `<d:privilege><${name}/></d:privilege>`).join("") +
  `</d:grant>${rest}</d:ace>`;

const PROTECTED = "<d:protected/>";

/** The owner may do everything, and nobody changes that. */
export const OWNER_ACE = ace("<d:property><d:owner/></d:property>", ["d:all"], PROTECTED);

/** Every signed-in person may read it: people know of each other (RFC 3744 §2). */
export const MEMBERS_ACE = ace("<d:authenticated/>", ["d:read"], PROTECTED);

/**
 * The ACEs of a calendar or of an object in it (RFC 3744 §5.5).
 * @param inheritedFrom the calendar's path, if the ACEs belong to an object in it
 */
export function sharesAcl(shares: readonly SharedTo[], hrefs: Hrefs, inheritedFrom?: string): string {
  const inherited = inheritedFrom === undefined ? "" : `<d:inherited>${href(inheritedFrom)}</d:inherited>`;
  const granted = shares.map(({ login, level }) =>
    ace(href(hrefs.principal(login)), privilegesOfLevel(level), inherited),
  );
  return OWNER_ACE + granted.join("");
}
