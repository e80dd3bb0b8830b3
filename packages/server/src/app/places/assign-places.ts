import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { signUpTermsOf } from "@snart/calendar/icalendar/sign-up-terms.ts";
import { componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import { assignSignUpPlaces, type AssignedSignUp } from "@snart/calendar/scheduling/sign-up/assign-places.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { placeMayBecome } from "../transitions.ts";
import { zoneOf } from "./zone-of.ts";

/**
 * Assigns the places of an event with sign-up, in the write that changes an answer or the capacity, whether it comes
 * from this server's pages, a calendar app or by mail: the account's lock prevents double places and overbooking.
 * @param isTrusted the write is by the server itself, based on the stored object
 */
export async function assignPlaces(
  { tx, now }: WriteScope,
  { id: calendarId, accountId }: Calendar,
  current: ReadObject | undefined,
  written: CalendarObject,
  isTrusted: boolean,
): Promise<AssignedSignUp> {
  if (!current || !componentsOf(written).some(signUpTermsOf)) return { object: written, moves: [] };
  const zone = await zoneOf(tx, { calendarId, accountId });
  const given = assignSignUpPlaces(current.object, written, now, isTrusted, zone);
  for (const { from, to } of given.moves)
    if (!placeMayBecome(from, to)) throw new Error(`a place cannot become ${to} from ${from}`);
  return given;
}
