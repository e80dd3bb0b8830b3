import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { describe, expect, it } from "vitest";
import { momentText, shownAt, spanText } from "./model.ts";

const TEN = Date.parse("2026-11-23T09:00:00Z");
const time = (start: number, end: number) => ({ start, end, who: "1104", isRequested: false });
const thing = (fields: Partial<DoorThing>): DoorThing => ({
  id: "t",
  name: "Laundry room",
  place: "",
  capacity: null,
  timeZone: "Europe/Stockholm",
  mode: "slots",
  state: "free",
  current: null,
  isAwaited: false,
  freeUntil: null,
  reasons: [],
  next: [],
  choices: [],
  houseRules: null,
  code: null,
  ...fields,
});
const current = { ...time(TEN, TEN + 3 * HOUR), hereSince: TEN, releasedAt: null };
const next = [
  { ...time(TEN + 3 * HOUR, TEN + 6 * HOUR), who: null, state: "free" as const },
  { ...time(TEN + 6 * HOUR, TEN + 9 * HOUR), state: "taken" as const },
];

describe("what a door shows", () => {
  it("is as the server said while that holds", () => {
    const busy = thing({ state: "inUse", current, next });
    expect(shownAt(busy, TEN + HOUR)).toMatchObject({ state: "inUse", current, next });
    const free = thing({ freeUntil: TEN + 3 * HOUR, next });
    expect(shownAt(free, TEN + HOUR)).toMatchObject({ state: "free", freeUntil: TEN + 3 * HOUR });
    const reasons = [{ kind: "maintenance", why: "pipes", until: TEN }] as const;
    expect(shownAt(thing({ state: "closed", reasons }), TEN)).toMatchObject({ state: "closed", reasons });
  });
  it("goes on by itself: what has ended is free, what begins is in use", () => {
    const busy = thing({ state: "inUse", current, next });
    const later = shownAt(busy, TEN + 3 * HOUR);
    expect(later).toMatchObject({ state: "free", current: null, freeUntil: TEN + 6 * HOUR });
    expect(later.next).toEqual(next.slice(1));
    expect(shownAt(busy, TEN + 7 * HOUR)).toMatchObject({
      state: "inUse",
      current: { who: "1104", end: TEN + 9 * HOUR, hereSince: null },
      next: [],
    });
  });
  it("says of what is drawn by lot that it is, and not that it is closed", () => {
    const lot = { ...time(TEN + 3 * HOUR, TEN + 6 * HOUR), who: null, state: "byLot" as const };
    expect(shownAt(thing({ next: [lot] }), TEN + 4 * HOUR)).toMatchObject({ state: "byLot", current: null });
  });
  it("waits until the rest is released, and then it is free", () => {
    const releasedAt = TEN + 30 * MINUTE;
    const waiting = thing({ state: "waiting", current: { ...current, hereSince: null, releasedAt } });
    expect(shownAt(waiting, TEN + 29 * MINUTE)).toMatchObject({ state: "waiting" });
    expect(shownAt(waiting, releasedAt)).toMatchObject({ state: "free", freeUntil: TEN + 3 * HOUR });
  });
});

const WORDS = {
  time: (at: number) => new Date(at).toISOString().slice(11, 16),
  shortDay: (at: number) =>
    `${new Date(at).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" })} ${new Date(at).getUTCDate()}`,
};

describe("a moment at the door", () => {
  it("is told with its day unless that is today, of which midnight is the end", () => {
    expect(momentText(13 * HOUR, 10 * HOUR, WORDS)).toBe("13:00");
    expect(momentText(24 * HOUR, 10 * HOUR, WORDS)).toBe("00:00");
    expect(momentText(60 * HOUR, 10 * HOUR, WORDS)).toBe("Sat 3 12:00");
  });
});

describe("a time at the door", () => {
  it.each([
    [10 * HOUR, 13 * HOUR, "10–13"],
    [10 * HOUR + 15 * MINUTE, 13 * HOUR, "10:15–13"],
    [12 * HOUR + 30 * MINUTE, 14 * HOUR + 30 * MINUTE, "12:30–14:30"],
    [22 * HOUR, 24 * HOUR, "22–24"],
    [20 * HOUR, 32 * HOUR, "20–08"],
    [15 * HOUR, 60 * HOUR, "15 – Sat 3 12"],
  ])("from %i to %i is as short as it can be", (start, end, words) => {
    expect(spanText(start, end, WORDS)).toBe(words);
  });
  it("keeps the clock of twelve hours whole", () => {
    const time = (at: number): string => (at === 0 ? "12:00 am" : "9:30 am");
    expect(spanText(0, 1, { ...WORDS, time })).toBe("12 am–9:30 am");
  });
});
