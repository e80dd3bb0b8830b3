import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { applyChange } from "../../../store/queue/change.ts";
import type { CalendarEntry, EventEntry } from "../../../store/items/entries.ts";
import { findOccurrence } from "../../../store/items/find-occurrence.ts";
import { occurrencesIn } from "../../../store/items/occurrences.ts";
import { timePatch } from "../../../store/items/span.ts";
import { changesOfMany, shiftedSpan } from "./many-actions.ts";
import { changesOfPatch, changesOfRemoval } from "../series/series-change.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (month: number, day: number, hour = 0): number =>
  zone.toInstant(localFromFields(2026, month, day, hour));
const run: JSEvent = {
  "@type": "Event",
  uid: "run#1",
  start: "2026-11-03T12:15:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" },
};
const walk: JSEvent = {
  "@type": "Event",
  uid: "walk",
  start: "2026-11-04T09:00:00",
  duration: "PT1H",
  timeZone: "Europe/Stockholm",
};
const entryOf = (event: JSEvent): EventEntry => ({
  key: `A/${event.uid}`,
  accountId: "A",
  id: event.uid,
  event,
  calendarKey: "A/c",
  savingSince: null,
  problem: null,
});
const calendars = [{ key: "A/c", isVisible: true } as unknown as CalendarEntry];
const events = new Map([run, walk].map((event) => [event.uid, entryOf(event)]));
const shown = occurrencesIn(events.values(), calendars, { from: at(11, 1), to: at(12, 1) }, zone);

it("finds every occurrence again by its key, a sign for occurrences in its UID or not, and none that is gone", () => {
  for (const occurrence of shown)
    expect(findOccurrence({ events, calendars }, occurrence.key, zone)).toEqual(occurrence);
  expect(findOccurrence({ events, calendars }, "A/c/gone", zone)).toBeUndefined();
  expect(findOccurrence({ events, calendars }, "A/c/run#1#2026-11-05T12:15:00", zone)).toBeUndefined();
  expect(findOccurrence({ events, calendars: [] }, shown[0]?.key ?? "", zone)).toBeUndefined();
});

it("finds an occurrence that was moved to another day", () => {
  const patch = { recurrenceOverrides: { "2026-11-10T12:15:00": { start: "2026-11-12T08:00:00" } } };
  const moved = applyPatch(run, patch);
  const known = { events: new Map([["x", entryOf(moved.ok ? moved.value : run)]]), calendars };
  expect(findOccurrence(known, "A/c/run#1#2026-11-10T12:15:00", zone)?.start).toBe(at(11, 12, 8));
});

it("moves two of a series and an event by as much, and nothing else", () => {
  const chosen = shown.filter((it) => it.start >= at(11, 3) && it.start < at(11, 11));
  expect(chosen).toHaveLength(3);
  const made = changesOfMany(chosen, (it) =>
    changesOfPatch(it, timePatch(it.event, it, shiftedSpan(it, 26 * HOUR, zone), zone), "one", "new"),
  );
  expect(made.count).toBe(3);
  const after = [...events.values()].map((entry) => {
    const event = made.changes
      .filter((change) => change.key === entry.key)
      .reduce<JSEvent | undefined>((now, change) => applyChange(now, change), entry.event);
    return entryOf(event ?? expect.fail("gone"));
  });
  const times = occurrencesIn(after, calendars, { from: at(11, 1), to: at(12, 1) }, zone);
  const moved = new Set(chosen.map((it) => it.key));
  const said = (key: string, start: number, length: number): string => `${key} ${start} ${length}`;
  expect(new Set(times.map((it) => said(it.key, it.start, it.end - it.start)))).toEqual(
    new Set(
      shown.map((it) => said(it.key, it.start + (moved.has(it.key) ? 26 * HOUR : 0), it.end - it.start)),
    ),
  );
});

it("deletes two of a series without the second bringing back the first", () => {
  const chosen = shown.filter((it) => it.recurrenceId !== null).slice(0, 2);
  const { changes } = changesOfMany(chosen, (it) => changesOfRemoval(it, "one"));
  const event = changes.reduce<JSEvent | undefined>((now, change) => applyChange(now, change), run);
  const left = occurrencesIn([entryOf(event ?? run)], calendars, { from: at(11, 1), to: at(12, 1) }, zone);
  expect(left.map((it) => it.recurrenceId)).toEqual(["2026-11-17T12:15:00", "2026-11-24T12:15:00"]);
});

it("keeps clock times where clocks change, and whole days whole", () => {
  const timed = { start: at(10, 24, 9), end: at(10, 24, 10), allDay: false };
  expect(shiftedSpan(timed, 24 * HOUR, zone)).toEqual({
    start: at(10, 25, 9),
    end: at(10, 25, 10),
    allDay: false,
  });
  const days = { start: at(10, 24), end: at(10, 25), allDay: true };
  expect(shiftedSpan(days, 26 * HOUR, zone)).toEqual({ start: at(10, 25), end: at(10, 26), allDay: true });
});
