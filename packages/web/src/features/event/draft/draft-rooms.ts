import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { participantOf, type DraftGuest } from "./draft-guests.ts";

/** A room or thing of this server, as a draft invites it. */
export interface DraftRoom {
  readonly bookableId: string;
  readonly name: string;
}

/** The room of one date of a series. */
export interface RoomOnDate extends DraftRoom {
  /** another time of that date, at which its usual room is free; absent: its own */
  readonly moved?: {
    /** its start in UTC, as the server names it */
    readonly at: string;
    /** the same on the clocks of the event */
    readonly local: string;
  };
}

/** What is different on single dates of a series: another room, none, or another time; by the start that the series gives the date. */
export type RoomDates = Readonly<Record<string, RoomOnDate | null>>;

const ADDRESS = "urn:uuid:";

const guestOf = ({ bookableId, name }: DraftRoom): DraftGuest => ({
  id: `room-${bookableId}`,
  name,
  address: ADDRESS + bookableId,
  isOptional: false,
  isRoom: true,
  answer: "needs-action",
});

/** Whether a guest is a bookable of this server, which is booked and not told: it answers by itself. */
export const isBookable = ({ isRoom, address }: Pick<DraftGuest, "isRoom" | "address">): boolean =>
  isRoom && address.startsWith(ADDRESS);

/** The guests, where those whose mail address is a room's are that room: a calendar app invites it so. */
export function asRooms(
  guests: readonly DraftGuest[],
  rooms: readonly Pick<BookableRecord, "id" | "name" | "email">[],
): readonly DraftGuest[] {
  return guests.map((guest) => {
    const room = rooms.find(({ email }) => email !== null && email.toLowerCase() === guest.address);
    return room ? { ...guest, name: room.name, address: ADDRESS + room.id, isRoom: true } : guest;
  });
}

/** The room of a draft: the first bookable that it invites. */
export function roomOf(guests: readonly DraftGuest[]): DraftRoom | null {
  const guest = guests.find(isBookable);
  return guest ? { bookableId: guest.address.slice(ADDRESS.length), name: guest.name } : null;
}

/** The guests with this room in the place of the former one. */
export function withRoom(guests: readonly DraftGuest[], room: DraftRoom | null): readonly DraftGuest[] {
  const former = guests.find(isBookable);
  const others = guests.filter((guest) => guest !== former);
  return room ? [...others, guestOf(room)] : others;
}

/** What an event says of the dates with another room or time. */
export function roomOverrides(
  guests: readonly DraftGuest[],
  dates: RoomDates = {},
): JSEvent["recurrenceOverrides"] {
  const usual = guests.find(isBookable);
  if (!usual || Object.keys(dates).length === 0) return undefined;
  const patchFor = (room: RoomOnDate | null): PatchObject => {
    if (room?.moved) return { start: room.moved.local };
    return otherRoom(usual, room);
  };
  return Object.fromEntries(Object.entries(dates).map(([start, room]) => [start, patchFor(room)]));
}

const otherRoom = (usual: DraftGuest, room: DraftRoom | null): PatchObject => ({
  [`participants/${usual.id}`]: null,
  ...(room && { [`participants/${guestOf(room).id}`]: participantOf(guestOf(room)) as never }),
});
