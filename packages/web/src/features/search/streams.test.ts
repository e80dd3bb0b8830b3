import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { foundEntry } from "../../store/items/found-events.ts";
import { nearHits, type Part, type Stream } from "./streams.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const now = Date.UTC(2026, 10, 23, 9, 20);
const calendar: CalendarEntry = {
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "c",
  colour: "lake",
  isVisible: true,
  isDefault: true,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
};
const where = { calendars: [calendar, { ...calendar, key: "B/c", accountId: "B" }], now, zone };
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
const yearly = { "@type": "RecurrenceRule", frequency: "yearly" } as const;
const stream = (part: Part, accountId: string, isDone: boolean, ...events: readonly JSEvent[]): Stream => ({
  part,
  accountId,
  isDone,
  position: events.length,
  entries: events.map((it) => foundEntry(accountId, it)),
});
const titles = (part: Part, ...streams: readonly Stream[]): readonly string[] =>
  nearHits(streams, part, where).hits.map((it) => `${it.event.title ?? ""} ${it.ownStart.slice(0, 10)}`);

describe("hits of several accounts", () => {
  it("come nearest first, a series once, at its next time", () => {
    const own = stream(
      "coming",
      "A",
      true,
      event("yearly", "2020-12-01T10:00:00", { recurrenceRule: yearly }),
      event("near", "2026-11-24T10:00:00"),
      event("far", "2027-01-24T10:00:00"),
    );
    const shared = stream("coming", "B", true, event("shared", "2026-11-25T10:00:00"));
    expect(titles("coming", own, shared)).toEqual([
      "near 2026-11-24",
      "shared 2026-11-25",
      "yearly 2026-12-01",
      "far 2027-01-24",
    ]);
  });

  it("wait for what another account may still bring before them", () => {
    const own = stream("coming", "A", false, event("near", "2026-11-24T10:00:00"));
    const shared = stream(
      "coming",
      "B",
      false,
      event("nearer", "2026-11-23T13:00:00"),
      event("later", "2026-11-29T10:00:00"),
    );
    expect(titles("coming", own, shared)).toEqual(["nearer 2026-11-23", "near 2026-11-24"]);
    expect(titles("coming", { ...own, isDone: true }, shared)).toEqual([
      "nearer 2026-11-23",
      "near 2026-11-24",
      "later 2026-11-29",
    ]);
    // All series under way stand first on the server, whenever they come next.
    const series = stream(
      "coming",
      "A",
      false,
      event("yearly", "2020-12-01T10:00:00", { recurrenceRule: yearly }),
    );
    expect(titles("coming", series)).toEqual([]);
  });

  it("that are over come the last first", () => {
    const over = stream(
      "past",
      "A",
      true,
      event("old", "1987-06-05T12:00:00"),
      event("new", "2026-11-20T12:00:00"),
    );
    expect(titles("past", over)).toEqual(["new 2026-11-20", "old 1987-06-05"]);
  });

  it("are at their next time even if that is years away", () => {
    const seldom = event("seldom", "2026-02-01T10:00:00", { recurrenceRule: { ...yearly, interval: 20 } });
    expect(titles("coming", stream("coming", "A", true, seldom))).toEqual(["seldom 2046-02-01"]);
  });
});
