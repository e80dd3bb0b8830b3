import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf, localFromFields, startOfWeek } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { SeenSlot } from "../model.ts";
import {
  monthBeside,
  monthOf,
  nightBeside,
  nightsOf,
  nightState,
  pressed,
  runsOf,
  stretched,
  isOver,
  lotOfNight,
  nextFreeDay,
  timeOfStay,
  weeksOver,
} from "./model.ts";

const STOCKHOLM = ianaZone("Europe/Stockholm") ?? UTC;
const FIRST = Date.parse("2026-12-01T14:00:00Z");
const slot = (at: number, fields: Partial<SeenSlot> = {}): SeenSlot => ({
  start: new Date(FIRST + at * DAY).toISOString(),
  end: new Date(FIRST + at * DAY + 21 * HOUR).toISOString(),
  name: null,
  state: "free",
  who: null,
  bookingId: null,
  tail: 0,
  reasons: [],
  ...fields,
});
const day = dayOf(localFromFields(2026, 12, 1, 0, 0, 0));
const local = (year: number, month: number, date: number) => localFromFields(year, month, date, 0, 0, 0);

describe("a month of nights", () => {
  it("folds the weeks away that are over, but not all of them", () => {
    const { weeks } = monthOf(local(2026, 11, 23));
    expect(weeksOver(weeks, local(2026, 11, 23))).toBe(4);
    expect(weeksOver(weeks, local(2026, 11, 22))).toBe(3);
    expect(weeksOver(weeks, local(2026, 10, 1))).toBe(0);
    expect(weeksOver(weeks, local(2027, 1, 1))).toBe(0);
  });

  it("is that of the Thursday of a week, in whole weeks", () => {
    const { first, weeks } = monthOf(local(2026, 11, 30));
    expect([first, weeks[0], weeks.length]).toEqual([local(2026, 12, 1), local(2026, 11, 30), 5]);
    expect(monthOf(local(2026, 12, 28)).first).toBe(local(2026, 12, 1));
  });
  it("is followed and preceded by each other month once", () => {
    let first = local(2024, 1, 1);
    for (let month = 1; month <= 40; month++) {
      const monday = startOfWeek(monthBeside(first, 1));
      expect(monthOf(monday).first).toBe(local(2024 + Math.floor(month / 12), (month % 12) + 1, 1));
      expect(monthOf(startOfWeek(monthBeside(monthOf(monday).first, -1))).first).toBe(first);
      ({ first } = monthOf(monday));
    }
  });
});

describe("a night", () => {
  const state = (reasons: readonly Reason[], fields: Partial<SeenSlot> = {}) =>
    nightState(slot(0, { state: "refused", reasons, ...fields }));
  const short: Reason = { kind: "tooShort", unit: "nights", least: 2, wanted: 1 };
  const wrong: Reason = { kind: "wrongDay", end: "arrival", days: ["fr"] };
  it("is free though one night alone is too short, or no stay begins on its day", () => {
    expect(state([short])).toBe("free");
    expect(state([short, wrong], { state: "closed" })).toBe("free");
  });
  it("is free though whoever asks has as many as they may, which the panel says", () => {
    const limit = { max: 1, of: "bookings", per: "upcoming", over: "this" } as const;
    expect(state([{ kind: "quota", index: 0, limit, used: 1, wanted: 1, day: 0 }])).toBe("free");
  });
  it("is what stands in its way besides", () => {
    expect(state([wrong, { kind: "taken", until: 1 }], { state: "closed" })).toBe("taken");
    expect(state([{ kind: "maintenance", until: 1, why: "Cleaning" }], { state: "closed" })).toBe("closed");
    expect(state([short, { kind: "notYet", opens: 1 }])).toBe("notYet");
    expect(state([], { state: "past" })).toBe("past");
    expect(state([], { state: "yours", bookingId: "b" })).toBe("yours");
  });
});

describe("a stay", () => {
  const nights = nightsOf(
    Array.from({ length: 20 }, (_, at) => slot(at)),
    STOCKHOLM,
  );
  it("is chosen by its first and its last night", () => {
    const one = pressed(undefined, day + 3);
    expect(one).toEqual({ first: day + 3, last: day + 3, isOpen: true });
    const two = pressed(one, day + 5);
    expect(two).toEqual({ first: day + 3, last: day + 5, isOpen: false });
    expect(pressed(two, day + 6)).toEqual({ first: day + 6, last: day + 6, isOpen: true });
    expect(pressed(one, day + 1)).toEqual({ first: day + 1, last: day + 1, isOpen: true });
  });
  it("grows and shrinks at the end that one stands on", () => {
    const grown = stretched(undefined, day + 3, day + 4);
    expect(grown).toMatchObject({ first: day + 3, last: day + 4 });
    expect(stretched(grown, day + 4, day + 11)).toMatchObject({ first: day + 3, last: day + 11 });
    expect(stretched(grown, day + 3, day + 2)).toMatchObject({ first: day + 2, last: day + 4 });
    expect(stretched(grown, day + 4, day + 3)).toMatchObject({ first: day + 3, last: day + 3 });
  });
  it("lasts from an arrival to a departure by the clocks of the rules, in any month", () => {
    const stay = { first: day, last: day + 1, isOpen: false };
    const rules = { nights: { checkIn: "15:00", checkOut: "12:00" } } as BookingRules;
    expect(timeOfStay({ rules }, STOCKHOLM, stay)).toEqual({ start: FIRST, end: FIRST + DAY + 21 * HOUR });
    const march = dayOf(local(2027, 3, 27));
    expect(timeOfStay({ rules }, STOCKHOLM, { ...stay, first: march, last: march })).toEqual({
      start: Date.parse("2027-03-27T14:00:00Z"),
      end: Date.parse("2027-03-28T10:00:00Z"),
    });
    expect(timeOfStay({ rules: null }, STOCKHOLM, stay)).toBeUndefined();
  });
  it("begins with the first free night when nothing is chosen", () => {
    const some = nightsOf([slot(0, { state: "taken" }), slot(1), slot(2)], STOCKHOLM);
    expect([day, day + 2, day + 9].map((from) => nextFreeDay(some, from))).toEqual([
      day + 1,
      day + 2,
      day + 9,
    ]);
  });
  it("is walked to by arrows, by days and by weeks", () => {
    expect(["ArrowRight", "ArrowDown", "ArrowLeft", "x"].map((key) => nightBeside(nights, day, key))).toEqual(
      [day + 1, day + 7, undefined, undefined],
    );
  });
});

it("knows nights that are over, whatever else the rules say", () => {
  const over = { kind: "tooLate", closed: 1, isPast: true } as const;
  const quota = { kind: "adjacent", unit: "nights", most: 1 } as const;
  const isOverWith = (fields: Partial<SeenSlot>): boolean => isOver({ slot: slot(0, fields) });
  expect(isOverWith({ state: "past" })).toBe(true);
  expect(isOverWith({ state: "refused", reasons: [quota, over] })).toBe(true);
  expect(isOverWith({ state: "refused", reasons: [{ ...over, isPast: false }] })).toBe(false);
  expect(isOverWith({})).toBe(false);
});

it("joins the nights of one lot into one bar, and of two into two", () => {
  const lot = (closes: number) =>
    ({ state: "byLot", reasons: [{ kind: "byLot", opens: 0, closes }] }) as Partial<SeenSlot>;
  const nights = nightsOf([slot(0), slot(1, lot(5)), slot(2, lot(5)), slot(3, lot(6)), slot(4)], STOCKHOLM);
  const bars = [...runsOf(nights, undefined).values()];
  expect([...new Set(bars.map(({ first, last }) => `${first - day}–${last - day}`))]).toEqual([
    "0–0",
    "1–2",
    "3–3",
    "4–4",
  ]);
  const [, second] = [...nights.values()];
  expect(second && lotOfNight(second)?.closes).toBe(5);
});

it("joins the nights of a stay, of one booking and of others into bars", () => {
  const taken = { state: "taken", reasons: [{ kind: "taken", until: 1 }] } as const;
  const mine = { state: "yours", bookingId: "b" } as const;
  const nights = nightsOf(
    [slot(0), slot(1), slot(2, taken), slot(3, taken), slot(4, mine), slot(5, mine), slot(6), slot(7)],
    STOCKHOLM,
  );
  const bars = [...runsOf(nights, { first: day + 6, last: day + 7, isOpen: false }).values()];
  expect([...new Set(bars.map(({ first, last }) => `${first - day}–${last - day}`))]).toEqual([
    "0–0",
    "1–1",
    "2–3",
    "4–5",
    "6–7",
  ]);
});
