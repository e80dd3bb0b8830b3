import type { PrincipalRecord } from "@snart/calendar/jmap/sharing.ts";
import { ok } from "@snart/calendar/result.ts";
import { CALENDARS, jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { partyOf, type Party } from "./sharing-api.ts";

/** A person or room that can be invited. */
export interface Person extends Party {
  readonly isRoom: boolean;
  /** IANA name, if the viewer may know when they are busy */
  readonly timeZone: string | null;
  /** whether the viewer may know when they are busy */
  readonly isBusyShown: boolean;
}

/** Whether an address is, or was, a person's. */
export const hasAddress = ({ email, formerEmails = [] }: Party, address: string): boolean =>
  email === address || formerEmails.includes(address);

/** Returns every person and room on the server that the viewer may see and invite, including the viewer. */
export async function fetchPeople(accountId: string): Asked<readonly Person[]> {
  const given = await jmap.get("Principal", accountId);
  return given.ok ? ok(given.value.map(personOf).filter(({ email }) => email !== null)) : given;
}

const personOf = (it: PrincipalRecord): Person => ({
  ...partyOf(it),
  email: it.email?.toLowerCase() ?? null,
  isRoom: it.type === "resource" || it.type === "location",
  timeZone: it.timeZone,
  isBusyShown: it.capabilities[CALENDARS].mayGetAvailability,
});
