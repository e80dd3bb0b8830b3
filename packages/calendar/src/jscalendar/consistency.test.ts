import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { expand } from "../recurrence/expand.ts";
import { seriesOfObject, type Series } from "../recurrence/series.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { changeAll, changeOne, removeOne, removeFollowing } from "./series/edit-series.ts";
import { formatLocalDateTime } from "./date-time-text.ts";
import { spokenTime } from "./item-time.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { applyPatch } from "./patch.ts";
import { seriesOfEvent } from "./series/series-of-event.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

// The server expands stored iCalendar, the web app expands JSCalendar: both must always give the same occurrences.

const viewer = ianaZone("Europe/Stockholm") ?? UTC;
const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 6, 1) };

function shown<T>(series: Series<T>, titleOf: (source: T) => string | undefined): string[] {
  const found = expand(series, YEAR, viewer);
  if (!found.ok) return expect.fail(JSON.stringify(found.problem));
  return found.value
    .map(({ startInstant, endInstant, source }) => `${startInstant} ${endInstant} ${titleOf(source) ?? ""}`)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

const summary = (component: Component) => component.properties.find(({ name }) => name === "SUMMARY")?.value;

const ofObject = (object: CalendarObject): string[] => {
  const series = seriesOfObject(object);
  return series.ok ? shown(series.value, summary) : expect.fail(JSON.stringify(series.problem));
};
const ofEvent = (event: JSEvent): string[] => {
  const series = seriesOfEvent(event);
  return series.ok ? shown(series.value, ({ title }) => title) : expect.fail(JSON.stringify(series.problem));
};

/** Through text, like everything stored. */
function reread(calendar: Component): CalendarObject {
  const parsed = parseICalendar(serialiseICalendar(calendar));
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return object.ok ? object.value : expect.fail(JSON.stringify(object.problem));
}
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

const rules = fc.constantFrom<JSEvent["recurrenceRule"]>(
  { frequency: "daily", count: 20 },
  { frequency: "daily", interval: 3, until: "2026-12-24T12:00:00" },
  { frequency: "weekly", byDay: [{ day: "mo" }, { day: "th" }] },
  { frequency: "weekly", interval: 2, count: 12 },
  { frequency: "monthly", byDay: [{ day: "fr", nthOfPeriod: -1 }] },
  { frequency: "monthly", byMonthDay: [-1], until: "2027-02-28T00:00:00" },
  { frequency: "yearly", byMonth: ["3", "10"], byDay: [{ day: "su", nthOfPeriod: -1 }] },
);

const events: fc.Arbitrary<JSEvent> = fc
  .record({
    start: fc.constantFrom(
      "2026-03-23T02:30:00",
      "2026-10-19T10:00:00",
      "2026-01-31T23:45:00",
      "2026-06-01T00:00:00",
    ),
    kind: fc.constantFrom("zoned", "utc", "floating", "allDay"),
    zone: fc.constantFrom("Europe/Stockholm", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"),
    duration: fc.constantFrom("PT30M", "PT1H", "PT26H", "P1D"),
    recurrenceRule: rules,
  })
  .map(({ start, kind, zone, duration, recurrenceRule }) => ({
    "@type": "Event",
    uid: "u",
    title: "A",
    recurrenceRule: recurrenceRule ?? null,
    ...(kind === "allDay"
      ? { start: `${start.slice(0, 11)}00:00:00`, showWithoutTime: true, duration: "P2D" }
      : { start, duration }),
    ...(kind === "zoned" && { timeZone: zone }),
    ...(kind === "utc" && { timeZone: "Etc/UTC" }),
  }));

type Edit = (event: JSEvent, key: string) => PatchObject | undefined;
const minutesLater = (key: string) => `${key.slice(0, 14)}45:00`;
const EDITS: readonly Edit[] = [
  (event, key) => removeOne(event, key),
  (event, key) => changeOne(event, key, { title: "B" }),
  (event, key) =>
    changeOne(
      event,
      key,
      event.showWithoutTime ? { duration: "P3D" } : { start: minutesLater(key), title: "C" },
    ),
  (event, key) => {
    const patch = removeFollowing(event, key);
    return patch.ok ? patch.value : undefined;
  },
  (event, key) =>
    changeAll(event, event.showWithoutTime ? { title: "D" } : { start: minutesLater(key) }, key),
  (event) => ({ title: event.title === "A" ? "E" : "A" }),
  (event) => (event.timeZone ? { timeZone: "Europe/London" } : { description: "x" }),
];

/** The key of one of the event's occurrences. */
function keyOf(event: JSEvent, pick: number): string | undefined {
  const series = value(seriesOfEvent(event));
  const found = value(expand(series, YEAR, viewer)).filter(({ recurrenceId }) => recurrenceId !== null);
  const id = found[pick % Math.max(1, found.length)]?.recurrenceId;
  return id ? formatLocalDateTime(spokenTime(id).local) : undefined;
}

describe("stored iCalendar and JSCalendar give the same occurrences", () => {
  it("when new", () => {
    fc.assert(
      fc.property(events, (event) => {
        const object = reread(value(objectFromEvent(event, { uid: "u", now: 0, prodId: "p" })));
        expect(ofObject(object)).toEqual(ofEvent(event));
        expect(ofEvent(value(eventFromObject(object)))).toEqual(ofEvent(event));
      }),
      { numRuns: 150 },
    );
  });

  it("after any edits, one after the other", () => {
    const edits = fc.array(fc.tuple(fc.constantFrom(...EDITS), fc.nat(40)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(events, edits, (first, list) => {
        let event = first;
        let object = reread(value(objectFromEvent(first, { uid: "u", now: 0, prodId: "p" })));
        for (const [edit, pick] of list) {
          const key = keyOf(event, pick);
          const patch = key === undefined ? undefined : edit(event, key);
          if (!patch) continue;
          event = value(applyPatch(event, patch));
          object = reread(value(patchObject(object, patch, { now: 1 })));
          expect(ofObject(object)).toEqual(ofEvent(event));
          expect(ofEvent(value(eventFromObject(object)))).toEqual(ofEvent(event));
        }
      }),
      { numRuns: 250 },
    );
  });
});
