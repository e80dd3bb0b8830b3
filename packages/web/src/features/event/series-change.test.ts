import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series-of-event.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { Change } from "../../store/change.ts";
import { localDateTimeText } from "../../store/local-text.ts";
import { occurrencesIn } from "../../store/occurrences.ts";
import type { CalendarEntry, EventEntry } from "../../store/entries.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import { timePatch } from "../../store/span.ts";
import { changesOfPatch, changesOfRemoval } from "./series-change.ts";
import type { Scope } from "./series-change.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const run: JSEvent = {
  "@type": "Event",
  uid: "u",
  id: "1",
  title: "Lunch run",
  start: "2026-11-03T12:15:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
  recurrenceRule: {
    "@type": "RecurrenceRule",
    frequency: "weekly",
    byDay: [{ "@type": "NDay", day: "tu" }],
    count: 5,
  },
};
const window = {
  from: zone.toInstant(localFromFields(2026, 11, 1)),
  to: zone.toInstant(localFromFields(2026, 12, 31)),
};
const entry: EventEntry = {
  key: "A/1",
  accountId: "A",
  id: "1",
  event: run,
  calendarKey: "A/c",
  savingSince: null,
  problem: null,
};
const calendar = { key: "A/c", isVisible: true } as unknown as CalendarEntry;
const occurrences = occurrencesIn([entry], [calendar], window, zone);
const third: ShownOccurrence = occurrences[2] ?? expect.fail("no third");

const startsOf = (event: JSEvent): string[] => {
  const series = seriesOfEvent(event);
  const found = series.ok ? expand(series.value, window, zone) : expect.fail("no series");
  return found.ok
    ? found.value.map((it) => localDateTimeText(zone.toLocal(it.startInstant)).slice(5, 16))
    : expect.fail("not expanded");
};
/** When it all takes place after the changes. */
function after(changes: readonly Change[]): string[] {
  const events = new Map([["A/1", run]]);
  for (const change of changes) {
    if (change.kind === "create") events.set(change.key, change.event);
    else if (change.kind === "destroy") events.delete(change.key);
    else if (change.kind === "update") {
      const patched = applyPatch(events.get(change.key) ?? run, change.patch);
      events.set(change.key, patched.ok ? patched.value : expect.fail("bad patch"));
    }
  }
  return [...events.values()].flatMap(startsOf).toSorted((a, b) => (a < b ? -1 : 1));
}
const changed = (patch: PatchObject, scope: Scope): string[] => {
  const made = changesOfPatch(third, patch, scope, "new");
  return made.ok ? after(made.value) : expect.fail("impossible");
};

const span = { start: third.start, end: third.end, allDay: false };
const later = timePatch(
  run,
  span,
  { start: span.start + 3_600_000, end: span.end + 3_600_000, allDay: false },
  zone,
);
const nextDay = timePatch(
  run,
  span,
  { start: span.start + 86_400_000, end: span.end + 86_400_000, allDay: false },
  zone,
);

it("is about the third of five", () => {
  expect(startsOf(run)).toEqual(["11-03T12:15", "11-10T12:15", "11-17T12:15", "11-24T12:15", "12-01T12:15"]);
  expect(third).toMatchObject({ recurrenceId: "2026-11-17T12:15:00", ownStart: "2026-11-17T12:15:00" });
});

describe("a later start", () => {
  it("of this one", () => {
    expect(changed(later, "one")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-17T13:15",
      "11-24T12:15",
      "12-01T12:15",
    ]);
  });
  it("of this and following", () => {
    expect(changed(later, "following")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-17T13:15",
      "11-24T13:15",
      "12-01T13:15",
    ]);
  });
  it("of all", () => {
    expect(changed(later, "all")).toEqual([
      "11-03T13:15",
      "11-10T13:15",
      "11-17T13:15",
      "11-24T13:15",
      "12-01T13:15",
    ]);
  });
});

describe("another day", () => {
  it("takes the rule along", () => {
    expect(changed(nextDay, "following")).toEqual([
      "11-03T12:15",
      "11-10T12:15",
      "11-18T12:15",
      "11-25T12:15",
      "12-02T12:15",
    ]);
    expect(changed(nextDay, "all")).toEqual([
      "11-04T12:15",
      "11-11T12:15",
      "11-18T12:15",
      "11-25T12:15",
      "12-02T12:15",
    ]);
  });
});

it("makes the new series before it ends the old one", () => {
  const made = changesOfPatch(third, { title: "Walk" }, "following", "new");
  expect(made.ok && made.value.map((change) => change.kind)).toEqual(["create", "update"]);
});

describe("removing", () => {
  it.each([
    ["one", ["11-03T12:15", "11-10T12:15", "11-24T12:15", "12-01T12:15"]],
    ["following", ["11-03T12:15", "11-10T12:15"]],
    ["all", []],
  ] as const)("%s", (scope, left) => {
    const made = changesOfRemoval(third, scope);
    expect(made.ok && after(made.value)).toEqual(left);
  });
});
