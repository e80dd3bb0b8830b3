import { cellsOf } from "@snart/calendar/booking/cells.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { BookingId } from "../../../storage/records/ids.ts";
import { schedulingActor, type Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { hasLapsed } from "../../bookables/has-lapsed.ts";
import { offerGivenUp } from "../../bookables/offer-freed.ts";
import { takeCells } from "../../bookables/take-cells.ts";
import { enqueueNotice } from "../../notices/notice.ts";
import { peopleOfParty } from "../../notices/people-of-party.ts";
import type { Problem } from "../../problems.ts";
import { lockedBooking, onBooking, settle, type BookingAct } from "../act-on-booking.ts";
import { answerMeeting, answerTo, meetingOf } from "../meeting.ts";

/**
 * Its party keeps a booking, which would go back to the pool otherwise. Said twice, it is as said once.
 * @returns `booking-not-now` for one that has gone back
 */
export function confirmBooking(app: App, actor: Actor, id: BookingId): Promise<Result<Booking, Problem>> {
  return onBooking(app, actor, id, async (act) => {
    const { booking, inForce, write } = act;
    const { tx, now } = write;
    const isStanding = booking.state === "confirmed" || booking.state === "requested";
    if (!isStanding || hasLapsed(booking, now)) return failed({ code: "booking-not-now" });
    if (booking.expiresAt === null) return ok(booking);
    const kept = { ...booking, expiresAt: null };
    const { first, last } = cellsOf(booking.startsAt, booking.endsAt, inForce.prepared.cell);
    await takeCells(tx, kept, { from: first, until: last + 1 }, now);
    await tx.bookings.update(id, { expiresAt: null });
    return ok(await settle({ ...act, booking: kept }, booking.state, {}, "booking-confirmed"));
  });
}

/** Runs a job that reminds whose booking is to be confirmed, or gives it back when it is too late for that. */
export async function runConfirming(app: App, { payload }: { readonly payload: unknown }): Promise<void> {
  const { bookingId, expiresAt } = payload as { readonly bookingId: BookingId; readonly expiresAt: Instant };
  await app.storage.write(async (tx) => {
    const found = await lockedBooking(tx, bookingId);
    // Confirmed, moved or given up meanwhile.
    if (!found || found.booking.expiresAt !== expiresAt || found.booking.state !== "confirmed") return;
    const now = app.now();
    const act = { ...found, write: { app, tx, now, actor: schedulingActor(found.room) } };
    await (now >= expiresAt ? giveBack(act) : remind(act, expiresAt));
  });
}

async function giveBack(act: BookingAct): Promise<void> {
  const { booking, room, write } = act;
  await write.tx.claims.release(booking.id);
  // Before its event says so: what was given back was not cancelled.
  await settle(act, "lapsed", {}, "booking-lapsed");
  const meeting = await meetingOf(write.tx, booking);
  if (meeting) {
    const no = { partstat: "DECLINED", comment: "" } as const;
    const answer = await answerTo(write.tx, booking, meeting.copy.object, no, write.now);
    const done = await answerMeeting(write, meeting, room, answer, { told: "lapsed" });
    if (!done.ok && done.problem.code !== "not-found")
      throw new Error(`an unconfirmed booking could not be given back: ${done.problem.code}`);
  }
  await offerGivenUp(write, booking.accountId, [booking]);
}

async function remind({ booking, room, write: { app, tx } }: BookingAct, until: Instant): Promise<void> {
  const event = (await meetingOf(tx, booking))?.organized;
  if (!event) return;
  const { id: objectId, calendarId, accountId } = event.stored;
  const place = (await tx.bookables.byId(room.id))?.place ?? "";
  for (const person of await peopleOfParty(tx, accountId))
    await enqueueNotice(app, tx, person, {
      id: `confirming ${booking.id} ${until} ${person.id}`,
      kind: "changes",
      news: "confirming",
      by: room.displayName,
      title: room.displayName,
      place,
      times: { start: booking.startsAt, end: booking.endsAt, isAllDay: false },
      calendarId,
      objectId,
      isInMailbox: false,
      path: "/bookables",
      until,
    });
}
