import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry, EventEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { foundEntry } from "../../../store/items/found-events.ts";
import { pathOfOccurrence } from "../../../grid/finding/event-path.ts";
import { linkedOccurrence, linkTarget } from "./linked-occurrence.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const now = Date.parse("2026-11-23T09:20:00Z");
const hidden: CalendarEntry = {
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "Elin",
  colour: "lake",
  isVisible: false,
  isDefault: true,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
  holdsTasks: false,
};
const event = (more: Partial<JSEvent>): JSEvent => ({
  "@type": "Event",
  id: "e",
  uid: "e",
  start: "2026-11-02T14:00:00",
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
  ...more,
});
const weekly = { "@type": "RecurrenceRule", frequency: "weekly" } as const;
const startOf = (more: Partial<JSEvent>, recurrenceId: string | null = null): string | undefined => {
  const where = { calendars: [hidden], now, zone };
  const found = linkedOccurrence(foundEntry("A", event(more)), recurrenceId, where);
  return found && new Date(found.start).toISOString().slice(0, 16);
};

describe("what a link means", () => {
  it("is an event or task by its id, or an occurrence in either spelling", () => {
    expect(linkTarget("a-1")).toEqual({ id: "a-1", recurrenceId: null });
    const entry = { id: "a_1/ö" } as EventEntry;
    for (const recurrenceId of [null, "2026-11-23T10:00:00"]) {
      const path = pathOfOccurrence({ entry, recurrenceId } as ShownOccurrence);
      const id = decodeURIComponent(/^\/event\/([^/]+)$/.exec(path)?.[1] ?? "");
      expect(linkTarget(id)).toEqual({ id: "a_1/ö", recurrenceId });
    }
    for (const id of ["a_1_20261123T100000", "a_1.20261123T100000"])
      expect(linkTarget(id)).toEqual({ id: "a_1", recurrenceId: "2026-11-23T10:00:00" });
  });

  it.each<[string, Partial<JSEvent>, string | null, string | undefined]>([
    ["an event once, in a hidden calendar", {}, null, "2026-11-02T13:00"],
    ["an event decades away", { start: "1969-05-01T10:00:00" }, null, "1969-05-01T09:00"],
    ["the next of a series", { recurrenceRule: weekly }, null, "2026-11-23T13:00"],
    ["what goes on now", { recurrenceRule: weekly, duration: "P7D" }, null, "2026-11-16T13:00"],
    [
      "the last of a series that is over",
      { recurrenceRule: { ...weekly, count: 2 } },
      null,
      "2026-11-09T13:00",
    ],
    [
      "the first of one that is to begin",
      { start: "2040-01-02T10:00:00", recurrenceRule: weekly },
      null,
      "2040-01-02T09:00",
    ],
    ["the occurrence that is named", { recurrenceRule: weekly }, "2029-12-31T14:00:00", "2029-12-31T13:00"],
    ["no occurrence that there is not", { recurrenceRule: weekly }, "2029-12-30T14:00:00", undefined],
    ["nothing of a time that cannot be read", { start: "soon" }, null, undefined],
    [
      "an occurrence where it was moved to",
      {
        recurrenceRule: weekly,
        recurrenceOverrides: { "2026-12-14T14:00:00": { start: "2027-02-12T18:00:00" } },
      },
      "2026-12-14T14:00:00",
      "2027-02-12T17:00",
    ],
  ])("is %s", (_what, more, recurrenceId, start) => {
    expect(startOf(more, recurrenceId)).toBe(start);
  });
});
