import { HOUR } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import type { SeenSlot } from "../model.ts";
import {
  comingUp,
  filtered,
  freeUntil,
  nowOf,
  ownerOf,
  placeChoices,
  queryOf,
  readFilter,
  seatChoices,
  tablesOf,
} from "./model.ts";

const DAY = localFromFields(2026, 11, 23);
const at = (hour: number): number => DAY + hour * HOUR;
/** Slots of the day from an hour on, half an hour each: `f` free, `t` taken, `p` over. */
const slots = (from: number, states: string, pace = 0.5): readonly SeenSlot[] =>
  states.split("").map((letter, index) => ({
    start: new Date(at(from + index * pace)).toISOString(),
    end: new Date(at(from + (index + 1) * pace)).toISOString(),
    name: null,
    state: ({ f: "free", t: "taken", p: "past" } as const)[letter] ?? "closed",
    who: null,
    bookingId: null,
    tail: 0,
    reasons: [],
  }));
const room = (
  id: string,
  states: string,
  about: { capacity?: number; place?: string; equipment?: readonly string[] } = {},
  from = 9,
) => ({
  bookable: {
    id,
    capacity: null,
    place: "",
    equipment: [],
    rules: { timeZone: "Etc/UTC" },
    ...about,
  } as never,
  slots: slots(from, states),
});
const idsOf = (rooms: readonly { readonly bookable: { readonly id: string } }[]): readonly string[] =>
  rooms.map(({ bookable }) => bookable.id);

describe("until when a room is free", () => {
  it.each([
    ["ffft", 9, at(10.5)],
    ["ffft", 9.75, at(10.5)],
    ["fftf", 9.5, at(10)],
    ["tff", 9, undefined],
    ["", 9, undefined],
  ])("%s from %s", (states, from, until) => {
    expect(freeUntil(slots(9, states), at(from))).toBe(until);
  });

  it("goes on over starts that overlap", () => {
    const wide = slots(9, "fff", 0.5).map((slot) => ({
      ...slot,
      end: new Date(Date.parse(slot.start) + HOUR).toISOString(),
    }));
    expect(freeUntil(wide, at(9.25))).toBe(at(11));
  });
});

describe("whether a room can be had now", () => {
  it.each([
    ["ffft", 9, { kind: "free", until: at(10.5) }],
    ["ptff", 9.4, { kind: "busy", freeAt: at(10) }],
    ["tttt", 9, { kind: "busy", freeAt: null }],
    ["", 9, { kind: "busy", freeAt: null }],
    // The rest of a half hour is too short to be booked, and the next one is free.
    ["pfft", 9.4, { kind: "free", until: at(10.5) }],
    // Free again after a break: only until the break.
    ["fftf", 9.1, { kind: "free", until: at(10) }],
    // It opens later.
    ["fff", 7, { kind: "busy", freeAt: at(9) }],
  ])("%s at %f", (states, hour, expected) => {
    expect(nowOf(slots(9, states), at(hour))).toEqual(expected);
  });
});

describe("the rooms that are asked for", () => {
  const rooms = [
    room("small", "ff", { capacity: 4, place: "Floor 1", equipment: ["Screen", "camera"] }),
    room("large", "tf", { capacity: 12, place: "Floor 2", equipment: ["screen"] }),
    room("unsaid", "ff"),
  ];
  const any = { isFreeNow: false, seats: 0, place: "", equipment: [] };

  it("are those with seats enough, in the place, and free now on a day that is today", () => {
    expect(idsOf(filtered(rooms, any, at(9)))).toEqual(["small", "large", "unsaid"]);
    expect(idsOf(filtered(rooms, { ...any, seats: 5 }, at(9)))).toEqual(["large"]);
    expect(idsOf(filtered(rooms, { ...any, place: "Floor 1" }, at(9)))).toEqual(["small"]);
    expect(idsOf(filtered(rooms, { ...any, isFreeNow: true }, at(9)))).toEqual(["small", "unsaid"]);
    expect(idsOf(filtered(rooms, { ...any, isFreeNow: true }, undefined))).toHaveLength(3);
    expect(idsOf(filtered(rooms, { ...any, equipment: ["SCREEN"] }, at(9)))).toEqual(["small", "large"]);
    expect(idsOf(filtered(rooms, { ...any, equipment: ["screen", "camera"] }, at(9)))).toEqual(["small"]);
    expect(idsOf(filtered(rooms, { ...any, equipment: ["screen", "sofa"] }, at(9)))).toEqual([]);
  });

  it("can be chosen among by what they have", () => {
    expect(seatChoices(rooms)).toEqual([4, 12]);
    expect(seatChoices(rooms.slice(0, 1))).toEqual([]);
    expect(placeChoices(rooms)).toEqual(["Floor 1", "Floor 2"]);
    expect(placeChoices(rooms.slice(0, 1))).toEqual([]);
  });

  it("are asked for no more in an address than a room may have", () => {
    const has = (words: readonly string[]) =>
      `?${new URLSearchParams(words.map((word) => ["has", word])).toString()}`;
    expect(readFilter(has(Array.from({ length: 99 }, (_, at) => `w${String(at)}`))).equipment).toHaveLength(
      12,
    );
    expect(readFilter(has(["x".repeat(41), " ", "Sofa", "sofa "])).equipment).toEqual(["Sofa"]);
  });

  it.each(["", "?free=", "?seats=12", "?free=&seats=4&place=Floor+1", "?has=screen&has=h%C3%B6rslinga"])(
    "are in the address %s",
    (query) => expect(queryOf(readFilter(query))).toBe(query),
  );

  it.each(["?seats=-1", "?seats=x", "?seats=1e9999", "?seats=2.5"])("%s asks for no seats", (query) =>
    expect(readFilter(query).seats).toBe(0),
  );
});

describe("the tables of a day", () => {
  it("stand below one line of hours each, also where rooms open at other hours", () => {
    const [table, ...more] = tablesOf([room("a", "ff"), room("b", "tf", {}, 9.5)], DAY);
    expect(more).toEqual([]);
    expect(table?.rows.map(({ from }) => from / HOUR)).toEqual([9, 9.5, 10]);
    expect(table?.rooms.map(({ lane }) => lane.map((cell) => cell?.slot.state))).toEqual([
      ["free", "free", undefined],
      [undefined, "taken", "free"],
    ]);
  });

  it("are apart for rooms of another pace, and none for what is closed", () => {
    const hourly = { ...room("hourly", ""), slots: slots(9, "ff", 1) };
    const tables = tablesOf([room("a", "ff"), hourly, room("closed", "")], DAY);
    expect(tables.map(({ rooms }) => idsOf(rooms))).toEqual([["a"], ["hourly"]]);
  });
});

describe("what is coming up in a room", () => {
  const startsOf = (given: readonly SeenSlot[], now: number) =>
    comingUp(given, at(now)).map(({ start, who }) => [(start - DAY) / HOUR, who]);
  const had = (given: readonly SeenSlot[], from: number, to: number, who: string): readonly SeenSlot[] =>
    given.map((slot, index) => (index >= from && index < to ? { ...slot, state: "taken", who } : slot));

  it("is each booking once, by its start, and not the one that runs", () => {
    const day = had(had(had(slots(9, "f".repeat(10)), 0, 3, "Anna"), 4, 6, "Bo"), 6, 7, "Cia");
    const [first, ...rest] = day;
    if (!first) throw new Error("There are slots");
    const running = [{ ...first, state: "inUse" as const }, ...rest];
    expect(startsOf(running, 9.25)).toEqual([
      [11, "Bo"],
      [12, "Cia"],
    ]);
    expect(startsOf(running, 11.5)).toEqual([[12, "Cia"]]);
  });

  it("begins where it does, not where the start before it would run into it", () => {
    const hours = slots(9, "f".repeat(6)).map((slot) => ({
      ...slot,
      end: new Date(Date.parse(slot.start) + HOUR).toISOString(),
    }));
    // Booked from 11 on: nothing of an hour begins at 10:30.
    expect(startsOf(had(hours, 3, 6, "Anna"), 9)).toEqual([[11, "Anna"]]);
  });

  it("leaves out what nobody has, and says nothing of whose one's own is", () => {
    const own = slots(9, "ffcf").map((slot, index) =>
      index === 3 ? { ...slot, state: "yours" as const, who: "Me" } : slot,
    );
    expect(comingUp(own, at(8))).toEqual([{ start: at(10.5), state: "yours", who: null }]);
  });
});

it("one owner of all rooms is named, where the reader knows the group", () => {
  const of = (managersId: string) => ({ slots: [], bookable: { managersId } as never });
  const groups = [{ id: "office", name: "Björk & Sand" }];
  expect(ownerOf([of("office"), of("office")], groups)).toBe("Björk & Sand");
  expect(ownerOf([of("office"), of("house")], groups)).toBeUndefined();
  expect(ownerOf([of("house")], groups)).toBeUndefined();
});
