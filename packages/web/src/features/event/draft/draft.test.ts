import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { fieldsFor, type Repeat } from "@snart/calendar/recurrence/editor/rule-editor.ts";
import { repeatOfPreset } from "@snart/calendar/recurrence/editor/rule-presets.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import {
  draftOf,
  endProblem,
  eventOfDraft,
  isWrongDraft,
  patchOfDraft,
  repeatOfDraft,
  type EventDraft,
} from "./draft.ts";
import { newDraft } from "./new-draft.ts";

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

it("names only changed properties", () => {
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
  it("that end before they start are reported, with the probable end", () => {
    const draft = { ...draftOf(occurrence(), stockholm), end: localFromFields(2026, 11, 23, 14) };
    expect(endProblem(draft)).toBe(localFromFields(2026, 11, 23, 20));
    expect(endProblem(draftOf(occurrence(), stockholm))).toBeNull();
  });
});

it("a changed location name leaves the location's other properties unchanged", () => {
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
  const chosen = (repeat: Repeat, at = localFromFields(2026, 11, 23, 19)) => ({
    repeat: { repeat, at, isChosen: true },
  });
  const board = repeatOfDraft(draftOf(occurrence(), stockholm));
  const never = { kind: "never" } as const;
  const until = { kind: "on", day: localFromFields(2027, 6, 30) } as const;

  it("are recognised, those of other apps too", () => {
    expect(board).toMatchObject({
      kind: "fields",
      fields: { frequency: "MONTHLY", on: { kind: "weekday", nth: 4, day: 1 } },
      end: { kind: "after", count: 12 },
    });
    const odd = { ...event, recurrenceRule: { frequency: "daily", byHour: [9, 18] } } as const;
    expect(repeatOfDraft(draftOf(occurrence(odd), stockholm)).kind).toBe("kept");
  });
  it("end with a day, inclusive", () => {
    expect(patched(chosen(repeatOfPreset("weekly", draftOf(occurrence(), stockholm).start, until)))).toEqual({
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", until: "2027-06-30T23:59:59" },
    });
    const party = { ...event, start: "2026-11-23T00:00:00", duration: "P1D", timeZone: null };
    const days: JSEvent = { ...party, showWithoutTime: true };
    const before = draftOf(occurrence(days, true), stockholm);
    const repeat = repeatOfPreset("weekly", before.start, until);
    const after = { ...before, ...chosen(repeat, before.start) };
    expect(patchOfDraft(occurrence(days, true), before, after, stockholm)).toEqual({
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", until: "2027-06-30T00:00:00" },
    });
  });
  it("can stop", () => {
    expect(patched(chosen({ kind: "none" }))).toEqual({ recurrenceRule: null });
    expect(
      patched(chosen({ kind: "none" }), { ...event, recurrenceOverrides: { "2026-12-28T19:00:00": {} } }),
    ).toEqual({ recurrenceRule: null, recurrenceOverrides: null });
  });
  it("chosen anew as they were are no change", () => {
    expect(patched(chosen(board))).toEqual({});
  });
  it("follow a start that moves, and say nothing of it", () => {
    const moved = { start: localFromFields(2026, 11, 24, 19), end: localFromFields(2026, 11, 24, 20, 30) };
    expect(patched(moved)).toEqual({ start: "2026-11-24T19:00:00" });
    const before = draftOf(occurrence(), stockholm);
    expect(repeatOfDraft({ ...before, ...moved })).toMatchObject({
      fields: { on: { kind: "weekday", nth: 4, day: 2 } },
    });
  });
  it("that can't be written survive every other change, and keep their details when their end changes", () => {
    const rule = { frequency: "daily", byHour: [9, 18], "example.com:x": 1, count: 9 } as const;
    const odd = { ...event, recurrenceRule: rule };
    expect(patched({ title: "Pills", reminders: [5] }, odd)).not.toHaveProperty("recurrenceRule");
    const kept = repeatOfDraft(draftOf(occurrence(odd), stockholm));
    if (kept.kind !== "kept") throw new Error("not kept");
    const ended = { ...kept, end: { kind: "on", day: localFromFields(2027, 1, 1) } } as const;
    expect(patched(chosen(ended), odd)).toEqual({
      recurrenceRule: {
        frequency: "daily",
        byHour: [9, 18],
        "example.com:x": 1,
        until: "2027-01-01T23:59:59",
      },
    });
  });
  it("begin with the first time that they give", () => {
    const span = { start, end: start + 3_600_000, allDay: false };
    const draft = newDraft(span, "A/c", stockholm, "Gym");
    const repeat: Repeat = {
      kind: "fields",
      fields: { ...fieldsFor(draft.start), weekdays: [2, 4] },
      end: never,
    };
    expect(eventOfDraft({ ...draft, ...chosen(repeat, draft.start) }, "u3", stockholm)).toMatchObject({
      start: "2026-11-24T19:00:00",
      recurrenceRule: { frequency: "weekly", byDay: [{ day: "tu" }, { day: "th" }] },
    });
  });
  it("must make sense", () => {
    const draft = draftOf(occurrence(), stockholm);
    expect(isWrongDraft(draft)).toBe(false);
    const wrong = { ...board, end: { kind: "after", count: 0 } } as Repeat;
    expect(isWrongDraft({ ...draft, ...chosen(wrong) })).toBe(true);
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
    useDefaultAlerts: true,
  });
});

describe("the calendar's reminder", () => {
  const asking: JSEvent = { ...event, useDefaultAlerts: true };
  it("rings for a new event until it is taken away", () => {
    const draft = newDraft({ start, end: start + 3_600_000, allDay: false }, "A/c", stockholm);
    const silent = eventOfDraft({ ...draft, remindsAsCalendar: false }, "u4", stockholm);
    expect(silent.useDefaultAlerts).toBe(false);
    expect(silent).not.toHaveProperty("alerts");
  });
  it("stands in place of the event's own, which come back with others", () => {
    expect(draftOf(occurrence(asking), stockholm)).toMatchObject({ reminders: [], remindsAsCalendar: true });
    expect(patched({ remindsAsCalendar: false }, asking)).toEqual({
      useDefaultAlerts: false,
      alerts: { keep: event.alerts?.["keep"] },
    });
    expect(patched({ remindsAsCalendar: false, reminders: [60] }, asking)).toEqual({
      useDefaultAlerts: false,
      alerts: event.alerts,
    });
    expect(patched({ remindsAsCalendar: true, reminders: [] })).toMatchObject({ useDefaultAlerts: true });
    expect(patched({ title: "Meeting" }, asking)).toEqual({ title: "Meeting" });
  });
});

describe("an end in another zone", () => {
  const flight: JSEvent = {
    "@type": "Event",
    uid: "f",
    title: "SK 903",
    start: "2026-11-24T10:00:00",
    timeZone: "Europe/Stockholm",
    duration: "PT8H30M",
    endTimeZone: "America/New_York",
  };
  const from = stockholm.toInstant(localFromFields(2026, 11, 24, 10));
  const shown = { ...occurrence(flight), start: from, end: from + 8.5 * 3_600_000 };
  const before = draftOf(shown, stockholm);

  it("is read and shown as its clock says it, and may be before the start by the clock", () => {
    expect(before).toMatchObject({
      start: localFromFields(2026, 11, 24, 10),
      end: localFromFields(2026, 11, 24, 12, 30),
      endTimeZone: "America/New_York",
    });
    expect(endProblem({ ...before, end: localFromFields(2026, 11, 24, 4, 30) })).toBeNull();
    expect(endProblem({ ...before, end: localFromFields(2026, 11, 24, 3) })).toBe(
      localFromFields(2026, 11, 24, 5),
    );
    expect(patchOfDraft(shown, before, before, stockholm)).toEqual({});
  });

  it("is written, changed and taken away", () => {
    expect(eventOfDraft(before, "n", stockholm)).toMatchObject({
      start: flight.start,
      duration: "PT8H30M",
      endTimeZone: "America/New_York",
    });
    const later = { ...before, end: localFromFields(2026, 11, 24, 13) };
    expect(patchOfDraft(shown, before, later, stockholm)).toEqual({ duration: "PT9H" });
    const { endTimeZone: _, ...here } = before;
    expect(patchOfDraft(shown, before, here, stockholm)).toEqual({ duration: "PT2H30M", endTimeZone: null });
    const plain = occurrence({ ...flight, endTimeZone: null, duration: "PT1H30M" });
    const was = draftOf(plain, stockholm);
    expect(patchOfDraft(plain, was, { ...was, endTimeZone: "Europe/London" }, stockholm)).toMatchObject({
      duration: "PT2H30M",
      endTimeZone: "Europe/London",
    });
    expect(patchOfDraft(shown, before, { ...before, allDay: true }, stockholm)).toMatchObject({
      endTimeZone: null,
    });
  });
});
