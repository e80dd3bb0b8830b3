import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry, EventEntry } from "./entries.ts";
import { eventFacts } from "./event-facts.ts";
import { occurrencesIn } from "./occurrences.ts";

const calendar = (isShared: boolean): CalendarEntry => ({
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "Calendar",
  colour: "fjord",
  isVisible: true,
  isDefault: false,
  isShared,
  sortOrder: 0,
  mayWrite: true,
});
const shown = (fields: Partial<JSEvent>, isShared: boolean) => {
  const event: JSEvent = {
    "@type": "Event",
    uid: "e",
    start: "2026-11-23T12:00:00",
    timeZone: "Etc/UTC",
    ...fields,
  };
  const entry: EventEntry = {
    key: "A/e",
    accountId: "A",
    id: "e",
    event,
    calendarKey: "A/c",
    savingSince: null,
    problem: null,
  };
  const window = { from: Date.UTC(2026, 10, 23), to: Date.UTC(2026, 10, 24) };
  const [occurrence] = occurrencesIn([entry], [calendar(isShared)], window, UTC);
  if (!occurrence) throw new Error("nothing is shown");
  const { isBusyOnly } = eventFacts(occurrence.event, "me@example.com");
  return { isBusyOnly, colour: occurrence.calendar.colour, mayWrite: occurrence.calendar.mayWrite };
};

describe("an event that shows only its time", () => {
  const open = { isBusyOnly: false, colour: "fjord", mayWrite: true };

  it("is granite, and not the viewer's to change", () => {
    expect(shown({ privacy: "private" }, true)).toEqual({
      isBusyOnly: true,
      colour: "granite",
      mayWrite: false,
    });
  });

  it.each<[string, Partial<JSEvent>, boolean]>([
    ["one's own without a name", { privacy: "private" }, false],
    ["one's own with a name", { privacy: "private", title: "Mine" }, false],
    ["of others, that all may read", { title: "Ours" }, true],
    ["of others, without a name", {}, true],
  ])("is none %s", (_, fields, isShared) => {
    expect(shown(fields, isShared)).toEqual(open);
  });
});
