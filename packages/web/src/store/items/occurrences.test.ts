import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry } from "./entries.ts";
import { occurrencesIn } from "./occurrences.ts";

const calendar: CalendarEntry = {
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "Calendar",
  colour: "fjord",
  isVisible: true,
  isDefault: false,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
};
const eventWith = (fields: Partial<JSEvent>): JSEvent => ({
  "@type": "Event",
  uid: "e",
  start: "2026-11-23T12:00:00",
  duration: "PT2H",
  timeZone: "Etc/UTC",
  ...fields,
});
const at = (text: string): number => Date.parse(`${text}Z`);

/** The starts of an event's occurrences from one moment to another. */
function startsOf(event: JSEvent, from: string, to: string, viewer: Zone = UTC): readonly string[] {
  const entry = { key: "A/e", accountId: "A", id: "e", event, calendarKey: "A/c" };
  const entries = [{ ...entry, savingSince: null, problem: null }];
  const found = occurrencesIn(entries, [calendar], { from: at(from), to: at(to) }, viewer);
  return found.map(({ start }) => new Date(start).toISOString().slice(0, 16));
}

describe("a non-recurring event", () => {
  const event = eventWith({});
  const once = ["2026-11-23T12:00"];

  it.each([
    ["around it", "2026-11-23T00:00", "2026-11-24T00:00", once],
    ["that it begins in", "2026-11-23T13:00", "2026-11-24T00:00", once],
    ["that it ends in", "2026-11-23T00:00", "2026-11-23T13:00", once],
    ["that begins as it ends", "2026-11-23T14:00", "2026-11-24T00:00", []],
    ["that ends as it begins", "2026-11-23T00:00", "2026-11-23T12:00", []],
    ["long before it", "1950-01-01T00:00", "1950-01-08T00:00", []],
    ["long after it", "2190-01-01T00:00", "2190-01-08T00:00", []],
  ])("is in the window %s, looked at one after the other", (_, from, to, starts) => {
    expect(startsOf(event, from, to)).toEqual(starts);
  });

  it("is found at the edges of the supported years", () => {
    expect(
      startsOf(eventWith({ start: "1900-01-01T00:00:00" }), "1900-01-01T00:00", "1900-01-02T00:00"),
    ).toEqual(["1900-01-01T00:00"]);
    expect(
      startsOf(eventWith({ start: "2199-12-31T22:00:00" }), "2199-12-31T00:00", "2200-01-01T00:00"),
    ).toEqual(["2199-12-31T22:00"]);
  });

  it("is found without a length only in the window in which it begins", () => {
    const moment = eventWith({ duration: "PT0S" });
    expect(startsOf(moment, "2026-11-23T12:00", "2026-11-23T13:00")).toEqual(once);
    expect(startsOf(moment, "2026-11-23T11:00", "2026-11-23T12:00")).toEqual([]);
  });

  it("follows the zone that a floating event is looked at in, there and back", () => {
    const floating = eventWith({ timeZone: null });
    const stockholm = ianaZone("Europe/Stockholm") ?? UTC;
    const day = ["2026-11-23T00:00", "2026-11-24T00:00"] as const;
    expect(startsOf(floating, ...day)).toEqual(once);
    expect(startsOf(floating, ...day, stockholm)).toEqual(["2026-11-23T11:00"]);
    expect(startsOf(floating, ...day)).toEqual(once);
  });

  it("does not hide the other times of a series", () => {
    const daily = eventWith({ recurrenceRule: { frequency: "daily" } });
    expect(startsOf(daily, "2026-12-01T00:00", "2026-12-03T00:00")).toEqual([
      "2026-12-01T12:00",
      "2026-12-02T12:00",
    ]);
  });
});
