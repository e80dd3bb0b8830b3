import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { hasLapsed } from "../bookables/has-lapsed.ts";
import { managesBookable } from "./bookables.ts";
import { lockBookings } from "./lock-for-booking.ts";
import { answerMeeting, answerTo, meetingOf } from "./meeting.ts";

/** A booking that waits for a manager; what a guest of a booking page asks for too. */
export interface BookingRequest {
  readonly booking: Booking;
  readonly bookable: Principal;
  /** For whom it is: a household or a person; null: they are gone. */
  readonly partyName: string | null;
}

const FAR = Number.MAX_SAFE_INTEGER;

/** What waits for the actor's answer, by start. */
export function waitingRequests(app: App, actor: Actor): Promise<readonly BookingRequest[]> {
  return app.storage.read(async (tx) => {
    const waiting: BookingRequest[] = [];
    for (const bookable of await tx.bookables.list()) {
      if (!(await managesBookable(tx, actor, bookable))) continue;
      const principal = await tx.principals.byId(bookable.accountId);
      const coming = await tx.bookings.inRange(bookable.accountId, { start: app.now(), end: FAR });
      for (const booking of coming)
        if (principal && booking.state === "requested" && !hasLapsed(booking, app.now()))
          waiting.push({ booking, bookable: principal, partyName: await nameOf(tx, booking) });
    }
    return waiting.toSorted((a, b) => a.booking.startsAt - b.booking.startsAt);
  });
}

const nameOf = async (tx: ReadTransaction, { partyId, bookedBy }: Booking): Promise<string | null> =>
  (await tx.principals.byId(partyId ?? bookedBy))?.displayName ?? null;

/**
 * Answers a request, for managers of the thing. Who asked hears of it.
 * @param comment why, in the manager's words; empty: nothing is said
 * @returns `not-found` for others, and for what does not wait any more
 */
export function answerRequest(
  app: App,
  actor: Actor,
  id: BookingId,
  isGranted: boolean,
  comment: string,
): Promise<Result<Booking, Problem>> {
  return app.storage.write(async (tx) => {
    const known = await tx.bookings.byId(id);
    const bookable = known && (await tx.bookables.byId(known.accountId));
    if (!bookable || !(await managesBookable(tx, actor, bookable))) return failed({ code: "not-found" });
    await lockBookings(tx, [known]);
    const booking = await tx.bookings.byId(id);
    const room = await tx.principals.byId(known.accountId);
    const now = app.now();
    if (booking?.state !== "requested" || booking.endsAt <= now || !room)
      return failed({ code: "not-found" });
    const meeting = await meetingOf(tx, booking);
    if (!meeting) return failed({ code: "not-found" });
    // Before its event says so: what was refused was not cancelled.
    const state = isGranted ? "confirmed" : "refused";
    await tx.bookings.update(id, { state, changedAt: now });
    const partstat = isGranted ? "ACCEPTED" : "DECLINED";
    const answer = await answerTo(tx, booking, meeting.copy.object, { partstat, comment }, now);
    const done = await answerMeeting({ app, tx, actor, now }, meeting, room, answer);
    if (!done.ok) throw new Error(`a request could not be answered: ${done.problem.code}`);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: isGranted ? "booking-granted" : "booking-refused",
      subject: room.displayName,
      detail: { login: actor.login, bookable: room.login, start: new Date(booking.startsAt).toISOString() },
    });
    return ok({ ...booking, state });
  });
}
