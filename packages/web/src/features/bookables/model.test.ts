import type {
  BoardSlotRecord,
  BookableRecord,
  BookingRecord,
  BookingWaitRecord,
} from "@snart/calendar/jmap/booking.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import {
  boardOf,
  boardPath,
  byOwner,
  dateText,
  dayToShow,
  firstAt,
  fromRow,
  freeOn,
  householdsOf,
  isInTime,
  likelyHousehold,
  moved,
  nextFree,
  nextOwn,
  overBefore,
  readWeek,
  refusedFirst,
  rowsOf,
  shownState,
  wasFirst,
  weekLater,
  withOwn,
} from "./model.ts";

const STOCKHOLM = ianaZone("Europe/Stockholm") ?? UTC;
const MONDAY = localFromFields(2026, 11, 23, 0, 0, 0);
const NOW = Date.parse("2026-11-23T09:20:00Z");

const slot = (start: string, end: string, fields: Partial<BoardSlotRecord> = {}): BoardSlotRecord => ({
  start: `2026-11-${start}:00Z`,
  end: `2026-11-${end}:00Z`,
  name: null,
  state: "free",
  who: null,
  bookingId: null,
  tail: 0,
  reasons: [],
  ...fields,
});
const booking = (
  id: string,
  bookableId: string,
  start: string,
  state: BookingRecord["state"] = "confirmed",
): BookingRecord => ({
  id,
  bookableId,
  start: `2026-11-${start}:00Z`,
  end: `2026-11-${start.slice(0, 3)}23:00:00Z`,
  state,
  partyId: "elin",
  bookedById: "elin",
  unit: 0,
  rulesVersion: 1,
  createdAt: "2026-11-20T12:00:00Z",
  cancelUntil: null,
  confirmUntil: null,
  checkIn: null,
});
const thing = (id: string, name: string): BookableRecord => ({
  id,
  name,
  type: "ROOM",
  email: null,
  description: "",
  place: "",
  capacity: null,
  equipment: [],
  labels: [],
  managersId: "board",
  mayManage: false,
  answerMode: "automatic",
  rules: null,
  rulesVersion: 0,
  acceptances: {},
});

it("shows things by who manages them, those of unknown managers last", () => {
  const row = (id: string, managersId: string) => ({
    bookable: { ...thing(id, id), managersId },
    own: undefined,
    slots: undefined,
  });
  const rows = [row("a", "unknown"), row("b", "office"), row("c", "board"), row("d", "office")];
  const told = byOwner(rows, [
    { id: "board", name: "Tallkotten" },
    { id: "office", name: "Björk & Sand" },
  ]).map(({ name, rows: own }) => [name, own.map(({ bookable }) => bookable.id)]);
  expect(told).toEqual([
    ["Björk & Sand", ["b", "d"]],
    ["Tallkotten", ["c"]],
    [undefined, ["a"]],
  ]);
});

describe("what the overview says of a thing", () => {
  it("names the own time that runs or comes next, and none that is over or waits for nothing", () => {
    const bookings = [
      booking("late", "wash", "26T09:00"),
      booking("soon", "wash", "24T09:00"),
      booking("gone", "wash", "22T09:00"),
      booking("refused", "wash", "23T12:00", "lapsed"),
      booking("other", "sauna", "23T12:00"),
    ];
    expect(nextOwn(bookings, "wash", NOW)?.id).toBe("soon");
    expect(nextOwn(bookings, "flat", NOW)).toBeUndefined();
  });

  it("names the first slot that can be booked, also by accepting the house rules", () => {
    const taken = slot("23T12:00", "23T15:00", {
      state: "taken",
      reasons: [{ kind: "taken", until: NOW }],
    });
    const unread = slot("23T15:00", "23T18:00", {
      state: "refused",
      reasons: [{ kind: "rulesNotAccepted", version: 2 }],
    });
    expect(shownState(unread)).toBe("free");
    expect(nextFree([taken, unread])).toBe(unread);
    const full = { ...unread, reasons: [...unread.reasons, { kind: "adjacent", unit: "passes", most: 1 }] };
    expect(shownState(full as BoardSlotRecord)).toBe("refused");
    expect(nextFree([taken])).toBeUndefined();
  });

  it("says why not by a slot that the rules refuse, before one that is taken, and never by an own one", () => {
    const taken = { kind: "taken", until: NOW } as const;
    const own = slot("23T12:00", "23T15:00", { state: "yours", bookingId: "mine", reasons: [taken] });
    const others = slot("23T15:00", "23T18:00", { state: "taken", reasons: [taken] });
    const later = slot("25T15:00", "25T18:00", {
      state: "notYet",
      reasons: [{ kind: "notYet", opens: NOW }],
    });
    const no = slot("24T15:00", "24T18:00", {
      state: "refused",
      reasons: [{ kind: "tooClose", minutes: 5 }],
    });
    expect(refusedFirst([own, others, no, later], NOW)).toBe(no);
    expect(refusedFirst([own, others, later], NOW)).toBe(later);
    expect(refusedFirst([own, others], NOW)).toBe(others);
    expect(refusedFirst([own], NOW)).toBeUndefined();
  });

  it("has one's own first, by time, and the others as they come", () => {
    const { yours, others } = rowsOf(
      {
        bookables: [thing("a", "Sauna"), thing("b", "Flat"), thing("c", "Bicycle"), thing("d", "Laundry")],
        bookings: [booking("1", "a", "24T09:00"), booking("2", "d", "23T12:00")],
        boards: new Map([["b", []]]),
      },
      NOW,
    );
    expect(yours.map(({ bookable }) => bookable.name)).toEqual(["Laundry", "Sauna"]);
    expect(others.map(({ bookable, slots }) => [bookable.name, slots])).toEqual([
      ["Flat", []],
      ["Bicycle", undefined],
    ]);
  });
});

it("shows what a household has as one's own, and nothing else", () => {
  const taken = slot("24T09:00", "24T12:00", { state: "taken" });
  const free = slot("25T09:00", "25T12:00");
  const own = { ...booking("ours", "wash", "24T09:00"), end: "2026-11-24T12:00:00Z" };
  const at = (bookings: readonly BookingRecord[]) =>
    withOwn([taken, free], { bookings, waits: [] }, "wash").map(({ state, bookingId }) => [state, bookingId]);
  expect(at([own])).toEqual([
    ["yours", "ours"],
    ["free", null],
  ]);
  const none = [
    ["taken", null],
    ["free", null],
  ];
  expect(at([{ ...own, bookableId: "sauna" }])).toEqual(none);
  expect(at([{ ...own, state: "cancelled" }])).toEqual(none);
});

it("shows one's place in the line for a time, and what is kept for who has waited", () => {
  const held = slot("24T09:00", "24T12:00", { state: "held" });
  const wait = {
    id: "w",
    bookableId: "wash",
    start: held.start,
    end: held.end,
    partyId: "me",
    state: "offered",
    place: 1,
    offeredUntil: "2026-11-23T12:00:00Z",
    isKept: true,
    createdAt: "2026-11-23T09:00:00Z",
  } as const;
  const shown = (waits: readonly BookingWaitRecord[], bookableId = "wash") =>
    withOwn([held], { bookings: [], waits }, bookableId).map((one) => [shownState(one), one.wait?.id]);
  expect(shown([wait])).toEqual([["offered", "w"]]);
  expect(shown([{ ...wait, isKept: false }])).toEqual([["held", "w"]]);
  expect(shown([wait], "sauna")).toEqual([["held", undefined]]);
  expect(shown([{ ...wait, end: "2026-11-24T13:00:00Z" }])).toEqual([["held", undefined]]);
});

describe("the address of a board", () => {
  it("names a week that there is", () => {
    expect(readWeek("2026-W48")).toBe(MONDAY);
    expect(readWeek("2026-W53")).toBe(localFromFields(2026, 12, 28, 0, 0, 0));
    for (const text of ["2025-W53", "2026-W00", "2026-W54", "2026-48", "", "1800-W01"])
      expect.soft(readWeek(text), text).toBeUndefined();
    expect(boardPath("x", localFromFields(2027, 1, 2, 0, 0, 0))).toBe("/bookables/x/2026-W53");
    expect(dateText(0)).toBe("1970-01-01");
  });
});

/** Monday and Tuesday of a laundry room, Tuesday without its second pass. */
const SLOTS = [
  slot("23T06:00", "23T09:00", { state: "past" }),
  slot("23T09:00", "23T12:00", { state: "past", reasons: [{ kind: "tooLate", closed: 0, isPast: true }] }),
  slot("23T09:15", "23T12:00"),
  slot("23T12:00", "23T15:00", { state: "yours", bookingId: "mine" }),
  slot("24T06:00", "24T09:00"),
  slot("24T12:00", "24T15:00", { state: "taken" }),
];

describe("the board", () => {
  const board = boardOf(SLOTS, STOCKHOLM, MONDAY);
  const at = (day: number, row: number) => board.cells[day]?.[row]?.slot;

  it("folds the times of a day away that are over, if others are to come", () => {
    const past = { ...board, cells: board.cells.map((cells) => [...cells]) };
    const over = (row: number): void => {
      const cell = past.cells[0]?.[row];
      if (cell) past.cells[0]?.splice(row, 1, { ...cell, slot: { ...cell.slot, state: "past" } });
    };
    expect(overBefore(past, 0)).toEqual({ row: 1, count: 1 });
    over(1);
    expect(overBefore(past, 0)).toEqual({ row: 2, count: 2 });
    expect(fromRow(past, 2).rows).toEqual(board.rows.slice(2));
    expect(fromRow(past, 2).cells[0]).toEqual(past.cells[0]?.slice(2));
    for (let row = 0; row < past.rows.length; row++) over(row);
    expect(overBefore(past, 0)).toEqual({ row: 0, count: 0 });
    expect(overBefore(past, 12)).toEqual({ row: 0, count: 0 });
  });

  it("has the days across and the times down, in the clocks of the thing", () => {
    expect(board.days).toHaveLength(7);
    expect(board.rows.map(({ from, to }) => [from / 3_600_000, to / 3_600_000])).toEqual([
      [7, 10],
      [10, 13],
      [13, 16],
    ]);
    expect(at(0, 2)?.bookingId).toBe("mine");
    expect(at(1, 1)).toBeUndefined();
    expect(at(1, 2)?.state).toBe("taken");
  });

  it("shows of a running pass the rest that is free", () => {
    expect(at(0, 1)).toBe(SLOTS[2]);
    expect(freeOn(board.cells[0] ?? [])).toBe(1);
    const own = [SLOTS[1], SLOTS[2]].map((it) => ({ ...(it as BoardSlotRecord) }));
    const running = boardOf(
      [{ ...own[0], state: "yours" } as BoardSlotRecord, own[1] as BoardSlotRecord],
      STOCKHOLM,
      MONDAY,
    );
    expect(running.cells[0]?.[0]?.slot.state).toBe("yours");
  });

  it("is walked by the arrows past what has no slot, and not over its edges", () => {
    expect(moved(board, { day: 0, row: 1 }, "ArrowDown")).toEqual({ day: 0, row: 2 });
    expect(moved(board, { day: 1, row: 0 }, "ArrowDown")).toEqual({ day: 1, row: 2 });
    expect(moved(board, { day: 0, row: 1 }, "ArrowRight")).toBeUndefined();
    expect(moved(board, { day: 0, row: 0 }, "ArrowUp")).toBeUndefined();
    expect(moved(board, { day: 0, row: 0 }, "End")).toEqual({ day: 1, row: 0 });
    expect(moved(board, { day: 1, row: 0 }, "Home")).toEqual({ day: 0, row: 0 });
    expect(moved(board, { day: 0, row: 0 }, "x")).toBeUndefined();
  });

  it("is entered at the first free slot, and begins on a phone with today", () => {
    expect(firstAt(board)).toEqual({ day: 0, row: 1 });
    expect(firstAt({ cells: [[undefined]] })).toBeUndefined();
    expect(dayToShow(board.days, localFromFields(2026, 11, 25, 0, 0, 0))).toBe(2);
    expect(dayToShow(board.days, localFromFields(2026, 12, 25, 0, 0, 0))).toBe(0);
  });

  it("keeps both nights of a change of clocks apart", () => {
    const nights = [slot("24T14:00", "25T10:00"), slot("25T14:00", "26T10:00")];
    const stays = boardOf(nights, STOCKHOLM, MONDAY);
    expect(stays.rows).toHaveLength(1);
    expect(stays.cells.map(([cell]) => Boolean(cell))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

it("keeps a time by the clocks a week later, also where they change in between", () => {
  const time = { start: Date.parse("2027-03-24T06:00:00Z"), end: Date.parse("2027-03-24T09:00:00Z") };
  expect(weekLater(time, STOCKHOLM)).toEqual({
    start: Date.parse("2027-03-31T05:00:00Z"),
    end: Date.parse("2027-03-31T08:00:00Z"),
  });
});

it("knows whether cancelling is in time", () => {
  const until = (cancelUntil: string | null): boolean => isInTime({ cancelUntil }, NOW);
  expect([until(null), until("2026-11-23T09:20:00Z"), until("2026-11-23T09:19:59Z")]).toEqual([
    true,
    true,
    false,
  ]);
});

it("says that somebody was first only where nothing else is in the way", () => {
  const taken = { kind: "taken", until: NOW } as const;
  expect(wasFirst({ reasons: [taken], alternatives: [] })).toBe(true);
  expect(wasFirst({ reasons: [taken, { kind: "tooClose", minutes: 5 }], alternatives: [] })).toBe(false);
  expect(wasFirst({ reasons: [], alternatives: [] })).toBe(false);
});

it("takes for households those groups that are households and that one is in", () => {
  const group = (name: string, members: object, householdLabel: string | null, status = "active") => ({
    name,
    members,
    householdLabel,
    status: status as "active" | "deleted",
  });
  const groups = [
    group("1203 Sand", { elin: {} }, "1203"),
    group("1101 Ek", { bo: {} }, "1101"),
    group("Board", { elin: {} }, null),
    group("old", { elin: {} }, "1102", "deleted"),
  ];
  expect(householdsOf(groups, "elin").map(({ name }) => name)).toEqual(["1203 Sand"]);
});

it("proposes the household that one booked for last", () => {
  const households = [{ id: "1101" }, { id: "1102" }];
  const booking = (partyId: string, day: number, bookedById = "elin") => ({
    partyId,
    bookedById,
    createdAt: `2026-11-${String(day)}T12:00:00Z`,
  });
  expect(likelyHousehold(households, [], "elin")).toBe("1101");
  expect(likelyHousehold([], [booking("1102", 20)], "elin")).toBe(null);
  const made = [booking("1101", 20), booking("1102", 21), booking("1101", 22, "bo"), booking("gone", 23)];
  expect(likelyHousehold(households, made, "elin")).toBe("1102");
});
