import { HOUR } from "@snart/calendar/time/instant.ts";
import { dayOf, localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry, EventEntry } from "../../store/items/entries.ts";
import { weekOfDay } from "./month-weeks.ts";
import { KeptWeeks, wholeSpan, type WeekSource } from "./kept-weeks.ts";
import type { WeekContents } from "./week-contents.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const calendar: CalendarEntry = {
  key: "a/c",
  accountId: "a",
  id: "c",
  name: "Home",
  colour: "moss",
  isVisible: true,
  isDefault: true,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
};
const entry = (uid: string, rest: Partial<EventEntry["event"]>): EventEntry => ({
  key: `a/${uid}`,
  accountId: "a",
  id: uid,
  event: { "@type": "Event", uid, title: uid, start: "2026-11-23T09:00:00", timeZone: zone.id, ...rest },
  calendarKey: calendar.key,
  savingSince: null,
  problem: null,
});
const sourceOf = (...entries: EventEntry[]): WeekSource => ({
  events: new Map(entries.map((it) => [it.key, it])),
  calendars: [calendar],
  zone,
  tasks: new Map(),
  showsTasks: false,
  almanac: { region: "SE", closed: new Set(["red", "eve"]) },
});
const weekOf = (month: number, day: number): number => weekOfDay(dayOf(localFromFields(2026, month, day)));

describe("what a week holds", () => {
  const source = sourceOf(
    entry("meeting", { duration: "PT1H" }),
    entry("party", { start: "2026-11-29T22:00:00", duration: "PT4H" }),
    entry("trip", { start: "2026-11-28T00:00:00", duration: "P4D", showWithoutTime: true, timeZone: null }),
    entry("to midnight", { start: "2026-11-24T22:00:00", duration: "PT2H" }),
  );
  const kept = new KeptWeeks();
  const week = kept.week(weekOf(11, 23), source);
  const next = kept.week(weekOf(11, 30), source);

  it("has each event on every day that it touches, and no other", () => {
    const titles = week.days.map((day) => day.occurrences.map((it) => it.event.title));
    expect(titles).toEqual([["meeting"], ["to midnight"], [], [], [], ["trip"], ["trip", "party"]]);
    expect(next.days.map((day) => day.occurrences.length)).toEqual([2, 1, 0, 0, 0, 0, 0]);
  });

  it("paints red days red, and not eves, which only have a name", () => {
    const { days } = kept.week(weekOf(12, 21), source);
    expect(days.map(({ isRed }) => isRed)).toEqual([false, false, false, false, true, true, true]);
    expect(days[3]?.names.map(({ kind, names }) => [kind, names.en])).toEqual([["eve", "Christmas Eve"]]);
  });

  it("draws what goes on past midnight as one line, on the day that it begins", () => {
    const party = week.items.find((it) => it.key.includes("party"));
    expect(party?.isLine).toBe(true);
    expect(next.items.some((it) => it.key.includes("party"))).toBe(false);
    expect(next.items.some((it) => it.key.includes("trip"))).toBe(true);
  });

  it("knows red days and the names of days", () => {
    expect(week.days[6]?.isRed).toBe(true);
    expect(week.days[6]?.names.map((it) => it.names.sv)).toEqual(["Första advent"]);
    expect(week.items.filter((it) => it.isRed).map((it) => it.startDay)).toEqual([week.days[6]?.number]);
    expect(week.days[0]?.isRed).toBe(false);
  });

  it("is the same object until something that it is made of changes", () => {
    expect(kept.week(weekOf(11, 23), source)).toBe(week);
    expect(kept.week(weekOf(11, 23), { ...source, events: new Map(source.events) })).toBe(week);
    const party = entry("party", { start: "2026-11-29T22:00:00", duration: "PT3H" });
    const far = entry("far away", { start: "2027-03-01T09:00:00" });
    const events = new Map([...source.events, [party.key, party], [far.key, far]]);
    const other = kept.week(weekOf(11, 23), { ...source, events });
    expect(other).not.toBe(week);
    expect(other.items).toEqual(week.items);
    const endIn = ({ occurrences }: WeekContents): number =>
      [...occurrences.values()].find((it) => it.event.title === "party")?.end ?? 0;
    expect(endIn(other)).toBe(endIn(week) - HOUR);
    expect(kept.week(weekOf(12, 14), { ...source, events }).occurrences.size).toBe(0);
    const hidden = { ...source, calendars: [{ ...calendar, isVisible: false }] };
    expect(kept.week(weekOf(11, 23), hidden).occurrences.size).toBe(0);
    expect(kept.week(weekOf(11, 23), { ...source, events }).occurrences.size).toBe(week.occurrences.size);
  });

  it("stays the same object when events arrive for other weeks, and adds those that arrive for its own", () => {
    const fresh = new KeptWeeks();
    const before = fresh.week(weekOf(12, 14), source);
    const far = entry("far away", { start: "2027-03-01T09:00:00" });
    const withFar = { ...source, events: new Map([...source.events, [far.key, far]]) };
    expect(fresh.week(weekOf(12, 14), withFar)).toBe(before);
    const here = entry("here", { start: "2026-12-15T09:00:00" });
    const withHere = { ...source, events: new Map([...withFar.events, [here.key, here]]) };
    expect(fresh.week(weekOf(12, 14), withHere).occurrences.size).toBe(1);
    expect(fresh.week(weekOf(12, 14), withFar).occurrences.size).toBe(0);
  });
});

it("places a series and an event of another zone on the viewer's days, also where clocks change", () => {
  const source = sourceOf(
    entry("late in New York", {
      start: "2026-10-24T22:00:00",
      timeZone: "America/New_York",
      duration: "PT1H",
    }),
    entry("daily", {
      start: "2026-10-19T23:30:00",
      duration: "PT30M",
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily", count: 7 },
    }),
  );
  const { days } = new KeptWeeks().week(weekOf(10, 19), source);
  expect(days.map((day) => day.occurrences.map((it) => it.event.title))).toEqual([
    ...Array.from({ length: 6 }, () => ["daily"]),
    ["late in New York", "daily"],
  ]);
  expect((days[6]?.occurrences[1]?.end ?? 0) - zone.toInstant(localFromFields(2026, 10, 25))).toBe(25 * HOUR);
});

it("asks for whole steps of weeks", () => {
  expect(wholeSpan({ from: 13, to: 14 }, 12)).toEqual({ from: 12, to: 24 });
  expect(wholeSpan({ from: 12, to: 25 }, 12)).toEqual({ from: 12, to: 36 });
});

it("makes weeks ready one by one, and says when all are", () => {
  const source = sourceOf(entry("meeting", { duration: "PT1H" }));
  const kept = new KeptWeeks();
  const span = { from: weekOf(11, 2), to: weekOf(12, 28) };
  let made = 0;
  while (kept.prepareOne(span, source)) made++;
  expect(made).toBe(span.to - span.from);
  expect(kept.week(weekOf(11, 23), source).occurrences.size).toBe(1);
  expect(kept.prepareOne(span, source)).toBe(false);
});
