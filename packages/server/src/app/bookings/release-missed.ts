import { checkInTimes, RELEASE_NOTICE, type CheckInTimes } from "@snart/calendar/booking/no-show.ts";
import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { BookingId } from "../../storage/records/ids.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { eachOf } from "../../turns/each-of.ts";
import { rulesInForce, type RulesInForce } from "../bookables/rules-in-force.ts";
import { offerGivenUp } from "../bookables/offer-freed.ts";
import { enqueueNotice } from "../notices/notice.ts";
import { peopleOfParty } from "../notices/people-of-party.ts";
import { lockedBooking, settle, type BookingAct } from "./act-on-booking.ts";
import { answerMeeting, answerTo, meetingOf } from "./meeting.ts";
import { timesOf } from "./presence.ts";

/** Whoever is looked for later than this could not say that they were here, as the server was away: nothing is held against them. */
const LATEST = 10 * MINUTE;
/** The longest that rules wait for somebody (`readCheckIn`). */
const LONGEST_WAIT = DAY;

/** A booking to which nobody has come yet. */
interface Awaited {
  readonly booking: Booking;
  readonly times: CheckInTimes;
}

/**
 * Reminds whoever has not come to what they booked, ten minutes before the rest of it is released, and then releases it: it is free for
 * others, is not cancelled, and counts as not come to.
 * @returns how many were released or are to be reminded of
 * @throws what failed first, after the others
 */
export async function releaseMissed(app: App, isStopped: () => boolean = () => false): Promise<number> {
  const now = app.now();
  const due = await app.storage.read((tx) => awaitedAt(tx, now));
  // One that fails keeps none of the others.
  await eachOf(due, async ({ booking, times }) => {
    if (isStopped()) return;
    await (now >= times.until ? release : remind)(app, booking.id);
  });
  return due.length;
}

async function awaitedAt(tx: ReadTransaction, now: Instant): Promise<readonly Awaited[]> {
  const range = { start: now - LONGEST_WAIT - LATEST, end: now + RELEASE_NOTICE + 1 };
  const begun = await tx.bookings.beginning("confirmed", range);
  const awaited: Awaited[] = [];
  for (const booking of begun) {
    const inForce = await rulesInForce(tx, booking.accountId);
    const times = inForce && dueTimes(inForce, booking, now);
    if (times) awaited.push({ booking, times });
  }
  return awaited;
}

/** @returns undefined: nothing is to be done about it now. Rules that came when it was awaited already do not hold for it */
function dueTimes(inForce: RulesInForce, booking: Booking, now: Instant): CheckInTimes | undefined {
  if (booking.partyId === null) return undefined;
  const times = checkInTimes(inForce.prepared, timesOf(booking));
  if (!times || inForce.since > times.until - RELEASE_NOTICE) return undefined;
  return times.until - RELEASE_NOTICE <= now && now < times.until + LATEST ? times : undefined;
}

/** The booking as it is now, locked; undefined: somebody has come, or has given it up meanwhile. */
async function stillAwaited(
  app: App,
  tx: WriteTransaction,
  id: BookingId,
): Promise<(BookingAct & { readonly times: CheckInTimes }) | undefined> {
  const found = await lockedBooking(tx, id);
  const now = app.now();
  const times = found && dueTimes(found.inForce, found.booking, now);
  if (!times || found.booking.state !== "confirmed") return undefined;
  return { ...found, times, write: { app, tx, now, actor: schedulingActor(found.room) } };
}

function release(app: App, id: BookingId): Promise<void> {
  return app.storage.write(async (tx) => {
    const act = await stillAwaited(app, tx, id);
    if (!act || act.write.now < act.times.until) return;
    const { booking, room, write } = act;
    await tx.claims.release(id);
    // Before its event says so: what was released was not cancelled.
    await settle(act, "released", {}, "booking-released");
    const meeting = await meetingOf(tx, booking);
    if (!meeting) return;
    const no = { partstat: "DECLINED", comment: "" } as const;
    const answer = await answerTo(tx, booking, meeting.copy.object, no, write.now);
    const done = await answerMeeting(write, meeting, room, answer, { told: "released" });
    await offerGivenUp(write, booking.accountId, [booking]);
    if (!done.ok && done.problem.code !== "not-found")
      throw new Error(`a missed booking could not be released: ${done.problem.code}`);
  });
}

/** Whoever asks for it by push or mail; who looks at the app sees it there. */
function remind(app: App, id: BookingId): Promise<void> {
  return app.storage.write(async (tx) => {
    const act = await stillAwaited(app, tx, id);
    const event = act && (await meetingOf(tx, act.booking))?.organized;
    if (!act || !event) return;
    const { booking, room, times } = act;
    const { id: objectId, calendarId, accountId } = event.stored;
    const place = (await tx.bookables.byId(room.id))?.place ?? "";
    for (const person of await peopleOfParty(tx, accountId))
      await enqueueNotice(app, tx, person, {
        id: `releasing ${id} ${times.until} ${person.id}`,
        kind: "changes",
        news: "releasing",
        by: room.displayName,
        title: room.displayName,
        place,
        times: { start: booking.startsAt, end: booking.endsAt, isAllDay: false },
        calendarId,
        objectId,
        isInMailbox: false,
        path: "/bookables",
        until: times.until,
      });
  });
}
