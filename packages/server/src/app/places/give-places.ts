import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { signUpTermsOf } from "@snart/calendar/icalendar/sign-up-terms.ts";
import { componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import { settleSignUp, type SettledSignUp } from "@snart/calendar/scheduling/sign-up/settle-sign-up.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { placeMayBecome } from "../transitions.ts";
import { zoneOf } from "./zone-of.ts";

/**
 * Gives the places of an event that people put themselves down for, in the write that changes who says yes or how much room there is, be
 * it by this server's pages, by a calendar app or by mail: under the account's lock nobody gets a place twice or beyond the room.
 * @param isTrusted the write is the server's own, of what is stored
 */
export async function givePlaces(
  { tx, now }: WriteScope,
  { id: calendarId, accountId }: Calendar,
  current: ReadObject | undefined,
  written: CalendarObject,
  isTrusted: boolean,
): Promise<SettledSignUp> {
  if (!current || !componentsOf(written).some(signUpTermsOf)) return { object: written, moves: [] };
  const zone = await zoneOf(tx, { calendarId, accountId });
  const given = settleSignUp(current.object, written, now, isTrusted, zone);
  for (const { from, to } of given.moves)
    if (!placeMayBecome(from, to)) throw new Error(`a place cannot become ${to} from ${from}`);
  return given;
}
