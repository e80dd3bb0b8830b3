import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import { draftOf, endProblem, eventOfDraft, newDraft, patchOfDraft } from "./draft.ts";
import type { EventDraft } from "./draft.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const start = stockholm.toInstant(localFromFields(2026, 11, 23, 19));
const event: JSEvent = {
  "@type": "Event",
  uid: "u",
  title: "Board meeting",
  start: "2026-11-23T19:00:00",
  duration: "PT1H30M",
  timeZone: "Europe/Stockholm",
  locations: { x: { name: "Loftet", coordinates: "geo:1,2" } },
  alerts: {
    keep: { trigger: { "@type": "AbsoluteTrigger", when: "2026-11-20T10:00:00Z" } },
    hour: { trigger: { "@type": "OffsetTrigger", offset: "-PT1H" }, acknowledged: "2026-01-01T00:00:00Z" },
  },
  recurrenceRule: { frequency: "monthly", byDay: [{ day: "mo", nthOfPeriod: 4 }], count: 12 },
};
const occurrence = (of: JSEvent = event, allDay = false): ShownOccurrence =>
  ({
    key: "A/1",
    entry: {
      key: "A/1",
      accountId: "A",
      id: "1",
      event: of,
      calendarKey: "A/c",
      savingSince: null,
      problem: null,
    },
    calendar: { key: "A/c" },
    event: of,
    recurrenceId: null,
    allDay,
    start,
    end: start + 5_400_000,
  }) as unknown as ShownOccurrence;
const patched = (change: Partial<EventDraft>, of: JSEvent = event) => {
  const it = occurrence(of);
  const before = draftOf(it, stockholm);
  return patchOfDraft(it, before, { ...before, ...change }, stockholm);
};

it("names only what was touched", () => {
  expect(patched({})).toEqual({});
  expect(patched({ title: "Meeting" })).toEqual({ title: "Meeting" });
  expect(patched({ title: " " })).toEqual({ title: null });
});

describe("times", () => {
  it("keep a length that stays", () => {
    const half = localFromFields(2026, 11, 23, 18, 30);
    expect(patched({ start: half, end: localFromFields(2026, 11, 23, 20) })).toEqual({
      start: "2026-11-23T18:30:00",
    });
    expect(patched({ end: localFromFields(2026, 11, 23, 20) })).toEqual({ duration: "PT1H" });
  });
  it("become whole days", () => {
    const day = localFromFields(2026, 11, 23);
    expect(patched({ allDay: true, start: day, end: localFromFields(2026, 11, 24) })).toEqual({
      start: "2026-11-23T00:00:00",
      duration: "P2D",
      showWithoutTime: true,
      timeZone: null,
    });
  });
  it("move to another zone with the clock", () => {
    expect(patched({ timeZone: "Europe/London" })).toEqual({
      start: "2026-11-23T19:00:00",
      duration: "PT1H30M",
      timeZone: "Europe/London",
    });
  });
  it("that end before they start are told, with the end that was meant", () => {
    const draft = { ...draftOf(occurrence(), stockholm), end: localFromFields(2026, 11, 23, 14) };
    expect(endProblem(draft)).toBe(localFromFields(2026, 11, 23, 20));
    expect(endProblem(draftOf(occurrence(), stockholm))).toBeNull();
  });
});

it("a place keeps what else is known of it", () => {
  expect(patched({ place: "Hallen" })).toEqual({ "locations/x/name": "Hallen" });
  expect(patched({ place: "" })).toEqual({ "locations/x": null });
});

it("reminders of other kinds, and those still wanted, stay as they were", () => {
  const { alerts } = patched({ reminders: [60, 1440] }) as { alerts: Record<string, unknown> };
  expect(alerts["keep"]).toEqual(event.alerts?.["keep"]);
  expect(alerts["hour"]).toEqual(event.alerts?.["hour"]);
  expect(Object.keys(alerts)).toHaveLength(3);
  expect(JSON.stringify(alerts)).toContain("-P1D");
  expect(Object.keys((patched({ reminders: [] }) as { alerts: object }).alerts)).toEqual(["keep"]);
});

describe("repeats", () => {
  it("are recognised", () => {
    expect(draftOf(occurrence(), stockholm).repeat).toBe("monthlyNth");
    expect(
      draftOf(occurrence({ ...event, recurrenceRule: { frequency: "daily", byHour: [9, 18] } }), stockholm)
        .repeat,
    ).toBe("custom");
  });
  it("end with a day, inclusive", () => {
    const until = localFromFields(2027, 6, 30);
    expect(patched({ repeat: "weekly", repeatUntil: until })).toEqual({
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", until: "2027-06-30T23:59:59" },
    });
  });
  it("can stop", () => {
    expect(patched({ repeat: "none" })).toEqual({ recurrenceRule: null, recurrenceOverrides: null });
  });
  it("that can't be written are kept in detail when their end changes", () => {
    const rule = { frequency: "daily", byHour: [9, 18], count: 9 } as const;
    expect(patched({ repeatUntil: localFromFields(2027, 1, 1) }, { ...event, recurrenceRule: rule })).toEqual(
      {
        recurrenceRule: { frequency: "daily", byHour: [9, 18], until: "2027-01-01T23:59:59" },
      },
    );
  });
});

it("a new event says no more than was filled in", () => {
  const span = { start, end: start + 3_600_000, allDay: false };
  expect(eventOfDraft(newDraft(span, "A/c", stockholm, " Lunch "), "u2", stockholm)).toEqual({
    "@type": "Event",
    uid: "u2",
    title: "Lunch",
    start: "2026-11-23T19:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  });
});
