import type { WallCalendar, WallEvent } from "@snart/calendar/jmap/wall.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import { comingOf, daysFrom, eventsOn } from "./model.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const at = (text: string): number => Date.parse(text);
const NOW = at("2026-11-23T10:20+01:00");
const timed = (title: string, start: string, hours = 1): WallEvent => ({
  title,
  start: at(start),
  end: at(start) + hours * HOUR,
  isAllDay: false,
});
const allDay = (title: string, from: string, to: string): WallEvent => ({
  title,
  start: at(`${from}T00:00+01:00`),
  end: at(`${to}T00:00+01:00`),
  isAllDay: true,
});
const of = (...events: readonly WallEvent[]): WallCalendar => ({
  id: "c",
  name: "Elin",
  color: null,
  events,
});
const titlesOn = (calendar: WallCalendar, day: number, now = NOW) => {
  const days = daysFrom(now, zone);
  const chosen = days[day];
  return chosen && eventsOn(calendar, chosen, now).map(({ title }) => title);
};

describe("the days of a wall", () => {
  it("are seven from today on, each from midnight to midnight, also when the clocks change", () => {
    const days = daysFrom(at("2026-10-24T12:00+02:00"), zone);
    expect(days).toHaveLength(7);
    expect(days.slice(0, 3).map(({ from, to }) => (to - from) / HOUR)).toEqual([24, 25, 24]);
    expect(new Date(days[1]?.from ?? 0).toISOString()).toBe("2026-10-24T22:00:00.000Z");
  });

  it("turn at midnight by what is known already", () => {
    const calendar = of(timed("Choir", "2026-11-24T18:00+01:00"));
    expect([0, 1].map((day) => titlesOn(calendar, day))).toEqual([[], ["Choir"]]);
    expect(titlesOn(calendar, 0, at("2026-11-24T00:00+01:00"))).toEqual(["Choir"]);
  });
});

describe("a day of a calendar on a wall", () => {
  it("has what lasts all day first, and nothing that is over", () => {
    const calendar = of(
      timed("Breakfast", "2026-11-23T08:00+01:00"),
      timed("Meeting", "2026-11-23T10:00+01:00"),
      timed("Dinner", "2026-11-23T18:00+01:00"),
      allDay("Grandmother is here", "2026-11-22", "2026-11-24"),
    );
    expect(titlesOn(calendar, 0)).toEqual(["Grandmother is here", "Meeting", "Dinner"]);
    expect(titlesOn(calendar, 1)).toEqual([]);
  });

  it("has what goes over midnight on both days, and what ends at midnight on one", () => {
    const calendar = of(
      timed("Night train", "2026-11-23T22:00+01:00", 10),
      timed("Party", "2026-11-23T20:00+01:00", 4),
      timed("Bell", "2026-11-24T00:00+01:00", 0),
    );
    expect(titlesOn(calendar, 0)).toEqual(["Party", "Night train"]);
    expect(titlesOn(calendar, 1)).toEqual(["Night train", "Bell"]);
  });
});

describe("what comes next on a wall", () => {
  it("is what begins first in any calendar, neither all day nor running nor later than what is shown", () => {
    const mine = of(
      timed("Meeting", "2026-11-23T10:00+01:00"),
      allDay("Study day", "2026-11-24", "2026-11-25"),
      timed("Far", "2026-11-30T10:00+01:00"),
    );
    const his = { ...of(timed("Dentist", "2026-11-23T13:00+01:00")), id: "d", name: "Viggo" };
    const coming = comingOf([mine, his], NOW, at("2026-11-30T00:00+01:00"), 2);
    expect(coming.map(({ event, calendar }) => [event.title, calendar.name])).toEqual([["Dentist", "Viggo"]]);
  });
});
