import { hasEquipment, tidyEquipment } from "@snart/calendar/booking/equipment/equipment.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import {
  boardOf,
  shownState,
  timeOf,
  type Board,
  type Cell,
  type SeenSlot,
  type ShownState,
} from "../model.ts";
import { zoneOf } from "../use-bookings.ts";

/** A thing that is booked by the hour, on one day. */
export interface Room {
  readonly bookable: BookableRecord;
  readonly slots: readonly SeenSlot[];
  /** by the rows of its table */
  readonly lane: readonly (Cell | undefined)[];
}

/** Rooms whose times begin at the same pace, so that one line of hours stands above them all. */
export interface RoomTable {
  readonly rows: Board["rows"];
  readonly rooms: readonly Room[];
}

/** Whether a room can be had now. `until` and `freeAt`: ms UTC; null: not on this day. */
export type RoomNow =
  | { readonly kind: "free"; readonly until: number }
  | { readonly kind: "busy"; readonly freeAt: number | null };

/** Which rooms are asked for. */
export interface RoomFilter {
  readonly isFreeNow: boolean;
  /** at least so many; 0: any */
  readonly seats: number;
  /** empty: any */
  readonly place: string;
  /** they have all of it */
  readonly equipment: readonly string[];
}

interface Given {
  readonly bookable: BookableRecord;
  readonly slots: readonly SeenSlot[];
}

/** The tables of a day, by how long the pieces are of which times are made up, in the order given. */
export function tablesOf(given: readonly Given[], day: Local): readonly RoomTable[] {
  const boards = given.map((room) => ({ ...room, board: boardOf(room.slots, zoneOf(room.bookable), day) }));
  const paceOf = ({ rows: [row] }: Board): number => (row ? (row.to || DAY) - row.from : 0);
  const paces = [...new Set(boards.map(({ board }) => paceOf(board)))].filter((pace) => pace > 0);
  return paces.map((pace) => {
    const alike = boards.filter(({ board }) => paceOf(board) === pace);
    const rows = [
      ...new Map(alike.flatMap(({ board }) => board.rows.map((row) => [row.key, row] as const))).values(),
    ].toSorted((a, b) => a.from - b.from);
    const rooms = alike.map(({ bookable, slots, board }) => {
      const cells = new Map(board.rows.map(({ key }, at) => [key, board.cells[0]?.[at]]));
      return { bookable, slots, lane: rows.map(({ key }) => cells.get(key)) };
    });
    return { rows, rooms };
  });
}

/**
 * Whether a room can be had at a moment: what is free from now on, or after a rest that is too short to be booked, counts as free.
 * @param slots of the day, by start
 */
export function nowOf(slots: readonly SeenSlot[], now: number): RoomNow {
  const coming = slots
    .map((slot) => ({ ...timeOf(slot), state: shownState(slot) }))
    .filter(({ end, state }) => end > now && state !== "past");
  const free = coming.find(({ state }) => state === "free");
  if (!free || free !== coming[0]) return { kind: "busy", freeAt: free?.start ?? null };
  if (free.start - now >= free.end - free.start) return { kind: "busy", freeAt: free.start };
  let until = free.end;
  for (const { start, end, state } of coming) if (state === "free" && start === until) until = end;
  return { kind: "free", until };
}

/** Until when a room is free that is free at a moment, in ms UTC; undefined: it is not. @param slots of the day, by start */
export function freeUntil(slots: readonly SeenSlot[], at: number): number | undefined {
  const free = slots.filter((slot) => shownState(slot) === "free").map(timeOf);
  let until: number | undefined;
  // Starts of free times may overlap.
  for (const { start, end } of free) if (start <= (until ?? at) && end > (until ?? at)) until = end;
  return until;
}

/** A time that somebody has. `start`: ms UTC. */
export interface ComingTime {
  readonly start: number;
  readonly state: ShownState;
  /** null: that is not told */
  readonly who: string | null;
}

const IS_HAD: ReadonlySet<ShownState> = new Set(["taken", "yours", "requested", "held"]);

/**
 * What is booked later on a day, by start. Starts of free times may overlap: a booking begins where the start before it would have ended.
 * @param slots of the day, by start
 */
export function comingUp(slots: readonly SeenSlot[], now: number): readonly ComingTime[] {
  const seen = slots.map((slot) => {
    const state = shownState(slot);
    // What runs goes on as what is taken.
    return { ...timeOf(slot), state: state === "inUse" ? ("taken" as const) : state, slot };
  });
  return seen
    .flatMap(({ start, end, state, slot }, at) => {
      if (!IS_HAD.has(state)) return [];
      const before = seen[at - 1];
      if (before?.state === state && before.slot.bookingId === slot.bookingId && before.slot.who === slot.who)
        return [];
      const isAfterFree = before?.state === "free" && before.end > start && before.end < end;
      return [{ start: isAfterFree ? before.end : start, state, who: state === "yours" ? null : slot.who }];
    })
    .filter(({ start }) => start > now);
}

/** The rooms that a filter leaves, in their order. @param now undefined: the day is not today, and nobody asks what is free now */
export const filtered = <R extends Given>(
  rooms: readonly R[],
  { isFreeNow, seats, place, equipment }: RoomFilter,
  now: number | undefined,
): readonly R[] =>
  rooms.filter(
    ({ bookable, slots }) =>
      (seats === 0 || (bookable.capacity ?? 0) >= seats) &&
      (place === "" || bookable.place === place) &&
      hasEquipment(bookable, equipment) &&
      (!isFreeNow || now === undefined || nowOf(slots, now).kind === "free"),
  );

/** What whoever manages all of the rooms is called; undefined: they are of several, or the reader does not know them. */
export function ownerOf(
  rooms: readonly Given[],
  groups: readonly { readonly id: string; readonly name: string }[],
): string | undefined {
  const ids = new Set(rooms.map(({ bookable }) => bookable.managersId));
  return ids.size === 1 ? groups.find(({ id }) => ids.has(id))?.name : undefined;
}

/** How many seats one may ask for at least: those of the rooms, from the second smallest on. */
export function seatChoices(rooms: readonly Given[]): readonly number[] {
  const known = new Set(rooms.map(({ bookable }) => bookable.capacity ?? 0));
  return [...known].toSorted((a, b) => a - b).slice(1);
}

/** Where rooms are, if in more than one place. */
export function placeChoices(rooms: readonly Given[]): readonly string[] {
  const known = [...new Set(rooms.map(({ bookable }) => bookable.place).filter((place) => place !== ""))];
  return known.length > 1 ? known : [];
}

/** A filter as an address says it. */
export function readFilter(query: string): RoomFilter {
  const asked = new URLSearchParams(query);
  const seats = Number(asked.get("seats"));
  return {
    isFreeNow: asked.has("free"),
    seats: Number.isSafeInteger(seats) && seats > 0 ? seats : 0,
    place: asked.get("place") ?? "",
    equipment: tidyEquipment(asked.getAll("has"))
      .filter((word) => word.length <= BOOKING_LIMITS.equipmentLength)
      .slice(0, BOOKING_LIMITS.equipment),
  };
}

/** What an address says of a filter, with its question mark; empty where everything is asked for. */
export function queryOf({ isFreeNow, seats, place, equipment }: RoomFilter): string {
  const query = new URLSearchParams();
  if (isFreeNow) query.set("free", "");
  if (seats > 0) query.set("seats", String(seats));
  if (place !== "") query.set("place", place);
  for (const word of equipment) query.append("has", word);
  return query.size === 0 ? "" : `?${query}`;
}
