import { changeDeadlines } from "@snart/calendar/booking-page/deadlines.ts";
import { hostRoles } from "@snart/calendar/booking-page/host-roles.ts";
import { prepareEventType } from "@snart/calendar/booking-page/prepare.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { BookingPage, PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { Principal } from "../../../storage/records/people.ts";
import type { App } from "../../app.ts";
import { askedType } from "../find-page.ts";
import { receiversOf } from "../house/house.ts";
import { isStanding, isThere, type AskedType } from "../page-facts.ts";
import { askingRooms } from "../rooms/asks-managers.ts";
import { roomHoldId } from "../rooms/room-facts.ts";
import { guestTokenHash } from "../tokens.ts";

/** A booking as its guest sees it. */
export interface GuestBooking {
  readonly booking: PageBooking;
  readonly page: BookingPage;
  /** as it is for this booking: of those who receive the guest. Undefined: the page has it no more, and it can't be moved */
  readonly asked: AskedType | undefined;
  readonly hosts: readonly Principal[];
  /** names of the other guests of the same time who are confirmed, where the page shows them */
  readonly others: readonly string[];
  /** who hears of it: the hosts, and in the place of a group who manages it */
  readonly receivers: readonly Principal[];
  /** what has become of it: `lapsed`, nobody confirmed or answered it in time; `changed`, a host has moved or deleted its event */
  readonly standing: "held" | "requested" | "confirmed" | "cancelled" | "lapsed" | "changed";
  /** the room whose managers have to answer first; undefined: none has to */
  readonly awaitedRoom: Principal | undefined;
  /** it can't be moved, as the managers of its room would have to answer anew */
  readonly asksAnew: boolean;
  /** until when the guest can move and cancel it */
  readonly deadlines: { readonly move: number; readonly cancel: number };
}

/** @returns undefined alike for a forged link, and for a booking whose data are deleted */
export async function guestBooking(app: App, token: string): Promise<GuestBooking | undefined> {
  const hash = await guestTokenHash(app, token);
  if (hash === undefined) return undefined;
  return app.storage.read(async (tx) => {
    const booking = await tx.pageBookings.byTokenHash(hash);
    return booking && (await seenBooking(tx, booking, app.now()));
  });
}

/** What a booking is now, in a transaction. */
export async function seenBooking(
  tx: ReadTransaction,
  booking: PageBooking,
  now: number,
): Promise<GuestBooking | undefined> {
  const { state } = booking;
  const page = await tx.bookingPages.byId(booking.pageId);
  // What somebody only fills in is no booking of anybody.
  if (!page || state === "filling") return undefined;
  const type = await askedOf(tx, page, booking);
  const { asked, asksAnew } = await movableTo(tx, booking, type && withHosts(type, booking));
  const { startsAt } = booking;
  const deadlines = asked
    ? changeDeadlines(prepareEventType(asked.type), startsAt)
    : { move: -Infinity, cancel: startsAt };
  const standing = await standingOf(tx, { ...booking, state }, now);
  const hosts = await tx.principals.byIds(booking.hosts);
  return {
    booking,
    page,
    asked,
    hosts,
    others: await othersOf(tx, asked, booking),
    receivers: await receiversOf(tx, hosts),
    standing,
    awaitedRoom: standing === "requested" ? await awaitedRoomOf(tx, booking) : undefined,
    asksAnew,
    deadlines: asksAnew ? { ...deadlines, move: -Infinity } : deadlines,
  };
}

/** The same event type for those alone who receive the guest already, and before all others with the room that the guest has. */
function withHosts(asked: AskedType, { hosts, roomId }: PageBooking): AskedType {
  const { type } = asked;
  const { rooms } = type;
  // Whose turn it was stays, also of who takes no turns any more.
  const isInTurn = hostRoles(type).pool.length > 0;
  const mode = hosts.length > 1 ? "collective" : "one";
  return {
    ...asked,
    type: {
      ...type,
      ...(isInTurn && { mode, hosts: hosts.map((id) => ({ id })) }),
      ...(rooms &&
        roomId !== null &&
        rooms.anyOf.includes(roomId) && {
          rooms: { ...rooms, anyOf: [roomId, ...rooms.anyOf.filter((id) => id !== roomId)] },
        }),
    },
  };
}

/** A guest who has a time does not lose it for one that somebody has still to say yes to: rooms whose managers are asked are none of theirs. */
async function movableTo(
  tx: ReadTransaction,
  { state, roomId }: PageBooking,
  asked: AskedType | undefined,
): Promise<{ readonly asked: AskedType | undefined; readonly asksAnew: boolean }> {
  const { rooms } = asked?.type ?? {};
  if (!asked || !rooms || state !== "confirmed") return { asked, asksAnew: false };
  const asking = await askingRooms(tx, asked.type);
  if (roomId !== null && asking.has(roomId)) return { asked, asksAnew: true };
  const anyOf = rooms.anyOf.filter((id) => !asking.has(id as PrincipalId));
  return { asked: { ...asked, type: { ...asked.type, rooms: { ...rooms, anyOf } } }, asksAnew: false };
}

/** The room of a booking whose managers have to answer first; undefined: none has to. */
export async function awaitedRoomOf(
  tx: ReadTransaction,
  { roomId, timeId }: PageBooking,
): Promise<Principal | undefined> {
  const hold = roomId === null ? undefined : await tx.bookings.byId(roomHoldId(timeId));
  return roomId !== null && hold?.state === "requested" ? tx.principals.byId(roomId) : undefined;
}

/** Whoever is not confirmed themselves sees nobody, and nobody is shown who was not told of it before they booked. */
async function othersOf(
  tx: ReadTransaction,
  asked: AskedType | undefined,
  { id, timeId, state }: PageBooking,
): Promise<readonly string[]> {
  if (asked?.type.showsGuests !== true || state !== "confirmed") return [];
  const sharing = await tx.pageBookings.ofTime(timeId);
  return sharing
    .filter((each) => each.id !== id && each.state === "confirmed" && each.isNameShown)
    .map(({ name }) => name);
}

async function standingOf(
  tx: ReadTransaction,
  booking: PageBooking & { readonly state: Exclude<PageBooking["state"], "filling"> },
  now: number,
): Promise<GuestBooking["standing"]> {
  if (booking.state === "cancelled") return "cancelled";
  if (!isStanding(booking, now)) return "lapsed";
  // What is over is as it was.
  if (booking.endsAt > now && !(await isThere(tx, booking))) return "changed";
  return booking.state;
}

async function askedOf(
  tx: ReadTransaction,
  page: BookingPage,
  { typeId, linkId }: PageBooking,
): Promise<AskedType | undefined> {
  const eventType = page.types.find(({ id }) => id === typeId);
  const link = linkId === null ? undefined : await tx.bookingLinks.byId(linkId);
  return eventType && page.deletedAt === null ? askedType(page, eventType, link) : undefined;
}
