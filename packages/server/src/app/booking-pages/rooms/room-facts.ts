import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { RoomFacts } from "@snart/calendar/booking-page/facts.ts";
import type { PreparedEventType } from "@snart/calendar/booking-page/prepare.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import { claimedTime } from "@snart/calendar/booking/cells.ts";
import type { Facts } from "@snart/calendar/booking/facts.ts";
import { verdictOn, type Granted } from "@snart/calendar/booking/verdict.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import { factsWithout, gatherFacts } from "../../bookables/facts.ts";
import { partyOf } from "../../bookables/party-of.ts";
import { rulesInForce, type RulesInForce } from "../../bookables/rules-in-force.ts";
import { asksManagers } from "./asks-managers.ts";

const OF_ROOM = "-room";

/** By what a room is kept for a booking that has no event yet. */
export const roomHoldId = (timeId: BookingId): BookingId => `${timeId}${OF_ROOM}` as BookingId;

/** For which time at a page a room is kept; undefined: it is no such booking. */
export const timeOfRoomHold = (id: BookingId): BookingId | undefined =>
  id.endsWith(OF_ROOM) ? (id.slice(0, -OF_ROOM.length) as BookingId) : undefined;

export const roomIds = ({ rooms }: EventType): readonly PrincipalId[] =>
  (rooms?.anyOf ?? []) as readonly PrincipalId[];

/** For whom the rooms of an event type are booked: the party of its first host, also where another one receives the guest. */
export async function roomParty(
  tx: ReadTransaction,
  { hosts: [host] }: EventType,
): Promise<PrincipalId | undefined> {
  return host && partyOf(tx, host.id as PrincipalId);
}

/** A room in a window, with its rules and what it has. */
export interface KnownRoom {
  readonly inForce: RulesInForce;
  readonly party: PrincipalId;
  /** What its rules say of a time in the window; undefined: no. */
  readonly grant: (time: Stretch) => Granted | undefined;
  /** Whether its managers answer each request. */
  readonly asks: boolean;
  /** Whether these have made the page, and answer there. */
  readonly isLent: boolean;
  /** Why it cannot be had at a time, in the words of its rules. */
  readonly refusal: (time: Stretch) => RoomRefusal | undefined;
}

/** Why a room cannot be had. */
export interface RoomRefusal {
  readonly of: "rules";
  readonly reasons: readonly Reason[];
}

/** A room that gives no time at all: it is taken out of use, or says no to everybody. */
export type UnusableRoom = "gone" | "declines";

/**
 * What is known of a room, by the one verdict on bookables.
 * @param own bookings of guests that neither stand in the way nor count
 * @returns undefined: it gives no time at all
 */
export async function knownRoom(...asked: Parameters<typeof readRoom>): Promise<KnownRoom | undefined> {
  const room = await readRoom(...asked);
  return typeof room === "string" ? undefined : room;
}

/** The same, with what it is that gives no time. */
export async function readRoom(
  tx: ReadTransaction,
  id: PrincipalId,
  type: EventType,
  window: Stretch,
  own: readonly Pick<PageBooking, "timeId">[],
  now: Instant,
  filling: readonly PageBooking[] = [],
): Promise<KnownRoom | UnusableRoom> {
  const bookable = await tx.bookables.byId(id);
  const isHere = (await tx.principals.byId(id))?.status === "active";
  const inForce = await rulesInForce(tx, id);
  const party = await roomParty(tx, type);
  const host = type.hosts[0]?.id as PrincipalId | undefined;
  if (!bookable || !isHere || !inForce || !party || host === undefined) return "gone";
  const { answerMode } = bookable;
  const isLent = bookable.managersId === host;
  if (answerMode === "decline-always") return "declines";
  const asker = isLent ? guestOf(party, inForce) : await askerFor(tx, party, host);
  const read = await gatherFacts(tx, { bookable, inForce, asker, ...window, now });
  const known = factsWithout(read, await ownOf(tx, id, own));
  const lent = isLent ? { ...known, bookings: [], pauses: [] } : known;
  const facts = withFilling(inForce, lent, filling, now);
  const verdictAt = ({ from: start, to: end }: Stretch) =>
    verdictOn(inForce.prepared, facts, { start, end }, now);
  // A rule that is passed by is for those who live there: a page breaks none of the rules of others.
  const isBroken = (verdict: Granted): boolean => !isLent && verdict.passedBy.length > 0;
  return {
    inForce,
    party,
    isLent,
    asks: asksManagers(bookable, inForce),
    grant(time) {
      const verdict = verdictAt(time);
      return verdict.ok && !isBroken(verdict) ? verdict : undefined;
    },
    refusal(time) {
      const verdict = verdictAt(time);
      if (!verdict.ok) return { of: "rules", reasons: verdict.reasons };
      return isBroken(verdict) ? { of: "rules", reasons: verdict.passedBy } : undefined;
    },
  };
}

/** A house answers for its things also where only a rule that is broken makes it. */
const asksAt =
  ({ asks, isLent, grant }: KnownRoom): ((time: Stretch) => boolean) =>
  (time) =>
    asks || (isLent && grant(time)?.needsApproval === true);

/** A room with what guests of pages fill in the form for, each of a unit that is free; those who live there know nothing of it. */
function withFilling(
  { prepared }: RulesInForce,
  facts: Facts,
  filling: readonly PageBooking[],
  now: Instant,
): Facts {
  let known = facts;
  for (const { startsAt: start, endsAt: end, timeId } of filling) {
    const verdict = verdictOn(prepared, known, { start, end }, now);
    if (!verdict.ok) continue;
    const claim = { ...claimedTime(start, end, prepared.cell), unit: verdict.unit, booking: timeId };
    known = { ...known, claims: [...known.claims, claim] };
  }
  return known;
}

/** Who manages the room is bound by its rules here as everybody is: a page books without being asked. */
async function askerFor(tx: ReadTransaction, party: PrincipalId, host: PrincipalId) {
  return { party, groups: await tx.principals.groupsOf(host), manages: false };
}

/**
 * A guest to whom a house lends its thing: one whom its rules let in, as the house does, and who has nothing else. What parties may have at
 * most and how they are paused is for those who live there; the page has limits of its own. House rules stand on the page.
 */
const guestOf = (party: PrincipalId, { prepared: { rules } }: RulesInForce) => ({
  party,
  groups: rules.mayBook ?? [],
  manages: false,
  ...(rules.houseRules && { acceptedRules: rules.houseRules.version }),
});

/** What a room has of some guests' bookings: their holds, and what their events have booked. */
async function ownOf(
  tx: ReadTransaction,
  id: PrincipalId,
  own: readonly Pick<PageBooking, "timeId">[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { timeId } of own) {
    ids.add(roomHoldId(timeId));
    for (const copy of await tx.objects.byUidInAccount(id, timeId))
      for (const booking of await tx.bookings.ofObject(copy.id)) ids.add(booking.id);
  }
  return ids;
}

/**
 * The rooms of an event type for starts in a window; one of which nothing is known is not among them, and counts as taken.
 * @param filling what other guests of the page and of its hosts fill in the form for: it keeps its room
 */
export async function roomFacts(
  tx: ReadTransaction,
  { type, longest }: PreparedEventType,
  { from, to }: Stretch,
  { own, filling }: { readonly own: readonly PageBooking[]; readonly filling: readonly PageBooking[] },
  now: Instant,
): Promise<readonly RoomFacts[]> {
  const window = { from, to: to + longest };
  const found: RoomFacts[] = [];
  for (const room of roomIds(type)) {
    const there = filling.filter(({ roomId }) => roomId === room);
    const known = await knownRoom(tx, room, type, window, own, now, there);
    if (!known) continue;
    const source = { name: room, health: "fresh" as const, ...window };
    const suits = (time: Stretch): boolean => known.grant(time) !== undefined;
    found.push({ room, free: [window], suits, asks: asksAt(known), source });
  }
  return found;
}
