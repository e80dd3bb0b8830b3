import { cellsOf } from "@snart/calendar/booking/cells.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll, PollRoomHold } from "../../storage/records/polls.ts";
import { schedulingActor } from "../actor.ts";
import { offerGivenUp, scheduleOffers } from "../bookables/offer-freed.ts";
import { partyOf } from "../bookables/party-of.ts";
import { cellWidth } from "../bookables/rules-in-force.ts";
import { takeCells } from "../bookables/take-cells.ts";
import { lockForBooking } from "../bookings/lock-for-booking.ts";
import { judgeIn, type Judged } from "../bookings/verdict.ts";
import { bookingBecomes } from "../transitions.ts";
import type { Noticing } from "./notice.ts";

/** A room is kept for so many times of a poll, the first that it can be had for, and so long: others wait for it. */
const MOST_TIMES = 3;
const LONGEST = 7 * DAY;

/** The times for which a poll keeps its room. */
export const roomHoldsOf = ({ holds }: Pick<Poll, "holds">): readonly PollRoomHold[] =>
  holds.filter((hold): hold is PollRoomHold => "bookingId" in hold);

/**
 * Keeps the room of a poll that keeps its times, as far as its rules let whose poll it is: by holds, which end by themselves when the poll
 * closes, and are given up for what it keeps no more. The owner's account is locked.
 * @returns the holds that it has now
 */
export async function keepRoom(
  write: Noticing,
  owner: Principal,
  poll: Poll,
): Promise<readonly PollRoomHold[]> {
  const { tx, now } = write;
  const { roomId } = poll;
  const roomHolds = roomHoldsOf(poll);
  const until = Math.min(poll.closesAt ?? Infinity, poll.createdAt + LONGEST);
  const isKept = poll.holdsOptions && poll.state === "open" && roomId !== null && until > now;
  if (!isKept && roomHolds.length === 0) return roomHolds;
  const rooms = [...roomHolds.map((hold) => hold.roomId), ...(roomId === null ? [] : [roomId])];
  const party = owner.kind === "group" ? owner.id : await partyOf(tx, owner.id);
  await lockForBooking(tx, [owner.id, party], [...new Set(rooms)]);
  const wanted = isKept ? poll.options.filter(({ start }) => start > now) : [];
  const kept: PollRoomHold[] = [];
  for (const hold of roomHolds) {
    const option = wanted.find(({ id }) => id === hold.optionId);
    const isSame = hold.until === until && hold.roomId === roomId && hold.start === option?.start;
    if (isSame && hold.end === hold.start + poll.length) kept.push(hold);
    else await endHold(write, hold);
  }
  if (roomId === null) return kept;
  for (const { id: optionId, start } of wanted) {
    if (kept.length >= MOST_TIMES) break;
    if (kept.some((hold) => hold.optionId === optionId)) continue;
    const time = { start, end: start + poll.length };
    const bookingId = await takeHold(write, owner, { roomId, partyId: party, ...time }, until);
    if (bookingId) kept.push({ optionId, roomId, bookingId, ...time, until });
  }
  return kept;
}

interface WantedTime {
  readonly roomId: PrincipalId;
  readonly partyId: PrincipalId;
  readonly start: Instant;
  readonly end: Instant;
}

/** @returns undefined: the rules do not give it, or its managers would have to be asked first */
async function takeHold(
  { app, tx, now }: Noticing,
  owner: Principal,
  { roomId, partyId, start, end }: WantedTime,
  until: Instant,
): Promise<BookingId | undefined> {
  const wish = { bookableId: roomId, partyId, start, end };
  const judged = await judgeIn(tx, schedulingActor(owner), wish, now);
  if (!judged.ok || !judged.value.verdict.ok || judged.value.verdict.needsApproval) return undefined;
  const { inForce }: Judged["seen"] = judged.value.seen;
  const { unit } = judged.value.verdict;
  const id = app.newId() as BookingId;
  const taking = { id, accountId: roomId, unit, expiresAt: until };
  await tx.bookings.insert({
    ...taking,
    state: "hold",
    startsAt: start,
    endsAt: end,
    partyId,
    bookedBy: owner.id,
    rulesVersion: inForce.version,
    key: null,
    objectId: null,
    recurrenceId: null,
    createdAt: now,
    changedAt: now,
  });
  const { first, last } = cellsOf(start, end, cellWidth(inForce));
  await takeCells(tx, taking, { from: first, until: last + 1 }, now);
  // Who waits for the room is asked when the hold ends by itself.
  if (inForce.prepared.rules.waitlist) await scheduleOffers(tx, roomId, until);
  return id;
}

async function endHold(write: Noticing, { bookingId, roomId }: PollRoomHold): Promise<void> {
  const { tx, now } = write;
  const hold = await tx.bookings.byId(bookingId);
  if (hold?.state !== "hold") return;
  await tx.claims.release(bookingId);
  await tx.bookings.update(bookingId, { state: bookingBecomes(hold.state, "lapsed"), changedAt: now });
  await offerGivenUp(write, roomId, [hold]);
}
