import type { BookingState } from "@snart/calendar/booking/facts.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { BookingId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { recordAudit } from "../../audit.ts";
import { hasLapsed } from "../../bookables/has-lapsed.ts";
import { offerGivenUp } from "../../bookables/offer-freed.ts";
import { managesBookable } from "../../bookings/bookables.ts";
import { lockForBooking } from "../../bookings/lock-for-booking.ts";
import { answerRequest } from "../../bookings/requests.ts";
import type { Problem } from "../../problems.ts";
import { asOne } from "../../scope.ts";
import { bookingBecomes } from "../../transitions.ts";
import { confirmIn, partiesOf } from "../book-start.ts";
import { claimHosts } from "../claim-hosts.ts";
import { endBooking } from "../change-guest-booking.ts";
import { seenBooking } from "../seen/guest-booking.ts";
import { enqueuePageNotice } from "../notice.ts";
import { isStanding } from "../page-facts.ts";
import { timeOfRoomHold } from "../rooms/room-facts.ts";

interface Answer {
  readonly isGranted: boolean;
  /** why, in the manager's words; empty: nothing is said */
  readonly comment: string;
}

interface Writing {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly now: number;
}

/**
 * Answers a request for a thing, for its managers: of somebody here, or of a guest of a booking page. What a guest has asked for is theirs
 * from a yes on, unless the page's host answers too; on a no all who share its time are told.
 * @returns what the request has become; `not-found` for others, and for what does not wait any more
 */
export async function answerForThing(
  app: App,
  actor: Actor,
  id: BookingId,
  { isGranted, comment }: Answer,
): Promise<Result<BookingState, Problem>> {
  if (!(await app.storage.read((tx) => guestsOf(tx, id)))) {
    const done = await answerRequest(app, actor, id, isGranted, comment);
    return done.ok ? ok(done.value.state) : done;
  }
  return asOne<BookingState, Problem>(app, [], (inside) =>
    inside.storage.write((tx) =>
      answerIn({ app: inside, tx, now: inside.now() }, actor, id, { isGranted, comment }),
    ),
  );
}

/** Who shares the time that a room is asked for; undefined: no guest of a page does. */
async function guestsOf(tx: ReadTransaction, id: BookingId): Promise<readonly PageBooking[] | undefined> {
  const timeId = timeOfRoomHold(id);
  const sharing = timeId === undefined ? [] : await tx.pageBookings.ofTime(timeId);
  return sharing.length > 0 ? sharing : undefined;
}

async function answerIn(
  write: Writing,
  actor: Actor,
  id: BookingId,
  { isGranted, comment }: Answer,
): Promise<Result<BookingState, Problem>> {
  const { app, tx, now } = write;
  const known = await tx.bookings.byId(id);
  const bookable = known && (await tx.bookables.byId(known.accountId));
  if (!bookable || !(await managesBookable(tx, actor, bookable))) return failed({ code: "not-found" });
  await lockGuests(tx, id, known);
  const hold = await tx.bookings.byId(id);
  const room = await tx.principals.byId(known.accountId);
  if (!room || hold?.state !== "requested" || hasLapsed(hold, now)) return failed({ code: "not-found" });
  const state = bookingBecomes(hold.state, isGranted ? "hold" : "refused");
  await tx.bookings.update(id, { state, changedAt: now });
  const guests = ((await guestsOf(tx, id)) ?? []).filter((each) => isStanding(each, now));
  const problem = isGranted ? await granted(write, guests) : await refused(write, hold, guests, comment);
  if (problem) return failed(problem);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: isGranted ? "booking-granted" : "booking-refused",
    subject: room.displayName,
    detail: { login: actor.login, bookable: room.login, start: new Date(hold.startsAt).toISOString() },
  });
  return ok(isGranted ? "confirmed" : "refused");
}

/** Locks everybody whom an answer concerns, with what it may write. */
async function lockGuests(tx: WriteTransaction, id: BookingId, { accountId }: Booking): Promise<void> {
  const guests = (await guestsOf(tx, id)) ?? [];
  const parties = guests.flatMap(({ hosts }) => hosts);
  for (const { pageId, typeId } of guests.slice(0, 1)) {
    const page = await tx.bookingPages.byId(pageId);
    const type = page?.types.find((each) => each.id === typeId)?.type;
    if (page) parties.push(...(await partiesOf(tx, page, type)));
  }
  await lockForBooking(tx, parties, [accountId]);
}

/** Whoever has proved their address has it now, or waits for the host; others go on as before. */
async function granted(write: Writing, guests: readonly PageBooking[]): Promise<Problem | undefined> {
  const { tx, now } = write;
  for (const booking of guests.filter(({ state }) => state === "requested")) {
    const asked = (await seenBooking(tx, booking, now))?.asked;
    if (!asked) return { code: "booking-not-now" };
    if (asked.type.approval === true) {
      await tx.pageBookings.update(booking.id, { changedAt: now });
      await enqueuePageNotice(write, booking, "roomGranted");
      continue;
    }
    const next = { state: "confirmed", expiresAt: null, changedAt: now } as const;
    const confirmed = { ...booking, ...next };
    await tx.pageBookings.update(booking.id, next);
    if (!(await claimHosts(tx, confirmed, now))) return { code: "booking-not-now" };
    const done = await confirmIn(write, asked, confirmed);
    if (!done.ok) return { code: "booking-not-now" };
  }
  return undefined;
}

async function refused(
  write: Writing,
  hold: Booking,
  guests: readonly PageBooking[],
  comment: string,
): Promise<undefined> {
  await write.tx.claims.release(hold.id);
  for (const booking of guests)
    await endBooking(write, booking, comment, { news: "noRoom", isByHost: false });
  await offerGivenUp(write, hold.accountId, [hold]);
}
