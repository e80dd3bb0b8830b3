import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { foundEntry, hasWords, nearestOfEach } from "./found-events.ts";

const zone = ianaZone("Europe/Stockholm");
if (!zone) throw new Error("no zone");
const now = Date.UTC(2026, 10, 23, 9, 20);
const event = (id: string, start: string, more: Partial<JSEvent> = {}): JSEvent => ({
  "@type": "Event",
  id,
  uid: id,
  title: id,
  start,
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
  ...more,
});
const calendar = (isVisible: boolean): CalendarEntry => ({
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "c",
  colour: "lake",
  isVisible,
  isDefault: true,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
});
const nearest = (isVisible: boolean, ...events: readonly JSEvent[]): string[] =>
  nearestOfEach(
    events.map((it) => foundEntry("A", it)),
    [calendar(isVisible)],
    now,
    zone,
  ).map((it) => `${it.event.title ?? ""} ${it.ownStart.slice(0, 10)}`);

describe("events that have the words", () => {
  const trip = event("Café à Åre", "2026-12-01T10:00:00", {
    description: "Med mormor",
    locations: { one: { "@type": "Location", name: "Östersund C" } },
  });
  it.each(["cafe", "CAFÉ åre", "mormor östersund", "sund c"])("%j", (words) => {
    expect(hasWords(trip, words)).toBe(true);
  });
  it.each(["are", "ostersund", "café lund"])("not %j", (words) => {
    expect(hasWords(trip, words)).toBe(false);
  });
});

describe("the occurrence shown for each event", () => {
  it("is the next one, nearest first; the last if the event is over", () => {
    const weekly = event("weekly", "2020-01-06T10:00:00", {
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" },
    });
    const over = event("over", "2026-11-20T10:00:00");
    const later = event("later", "2026-12-24T10:00:00");
    expect(nearest(true, later, over, weekly)).toEqual([
      "weekly 2026-11-23",
      "over 2026-11-20",
      "later 2026-12-24",
    ]);
  });

  it("is found decades away as well", () => {
    expect(nearest(true, event("old", "1950-06-01T10:00:00"), event("far", "2190-01-01T23:30:00"))).toEqual([
      "old 1950-06-01",
      "far 2190-01-01",
    ]);
  });

  it("is none for events in hidden calendars, or with unreadable times", () => {
    expect(nearest(false, event("hidden", "2026-12-01T10:00:00"))).toEqual([]);
    expect(nearest(true, event("broken", "yesterday"))).toEqual([]);
  });
});
