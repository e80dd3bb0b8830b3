import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry } from "./entries.ts";
import { foundEntry, nearestOfEach, prepareSearch, wordsTest } from "./found-events.ts";

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
    expect(wordsTest(words)(trip)).toBe(true);
  });
  it.each(["are", "ostersund", "café lund"])("not %j", (words) => {
    expect(wordsTest(words)(trip)).toBe(false);
  });

  it("are those of a changed event after it has changed", () => {
    expect(wordsTest("cafe")(trip)).toBe(true);
    const changed = { ...trip, title: "Båttur" };
    expect(wordsTest("cafe")(changed)).toBe(false);
    expect(wordsTest("båttur")(changed)).toBe(true);
    expect(wordsTest("cafe")(trip)).toBe(true);
  });

  it("are prepared part by part, and no more once it is ended", async () => {
    const read: string[] = [];
    const events = Array.from({ length: 1_200 }, (_, at) => {
      const title = `Event ${at}`;
      return {
        ...event("e", "2026-12-01T10:00:00"),
        get title() {
          read.push(title);
          return title;
        },
      };
    });
    const later = () => new Promise((resolve) => setTimeout(resolve));
    const end = prepareSearch(events);
    expect(read).toEqual([]);
    await later();
    expect(read).toHaveLength(500);
    end();
    await later();
    expect(read).toHaveLength(500);
    const matches = wordsTest("event 7");
    expect(matches(events[7] ?? event("x", ""))).toBe(true);
    expect(read, "what is prepared is not read again").toHaveLength(500);
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
