import { failed, type Result } from "@snart/calendar/result.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Problem } from "../problems.ts";
import { SENDS } from "../scope.ts";
import { removeStored } from "../write/delete-object.ts";
import { ownGrant } from "./booking-event.ts";
import { answerMeeting, answerTo, inAccount, meetingOf, type Writing } from "./meeting.ts";

/**
 * Gives a booking up. One that was made as such is removed with its event; a meeting goes on without the thing, which declines: the date
 * in question, if it is a series. The organizer hears of it unless it is them.
 * @param room the thing; it and the meeting's account are locked
 */
export async function giveUpBooking(
  write: Writing,
  room: Principal,
  booking: Booking,
): Promise<Result<unknown, Problem>> {
  const { tx, now } = write;
  const meeting = await meetingOf(tx, booking);
  if (!meeting) return failed({ code: "not-found" });
  const { copy, organizer, organized } = meeting;
  // A series that its managers have entered is changed in its calendar.
  if (!organizer && booking.recurrenceId !== null) return failed({ code: "not-found" });
  if (!organized && booking.recurrenceId === null) {
    const grant = await ownGrant(write, room, copy.stored.calendarId);
    return removeStored(await inAccount(write, room.id, {}), grant, copy);
  }
  const owner = organized && (await tx.principals.byId(organized.stored.accountId));
  if (owner && booking.key !== null) {
    const grant = await ownGrant(write, owner, organized.stored.calendarId);
    return removeStored(await inAccount(write, owner.id, SENDS), grant, organized);
  }
  const no = { partstat: "DECLINED", comment: "" } as const;
  return answerMeeting(write, meeting, room, await answerTo(tx, booking, copy.object, no, now));
}
