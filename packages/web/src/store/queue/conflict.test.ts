import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import type { Change } from "./change.ts";
import { forcedPatch, valueAt, withoutPaths } from "./conflict.ts";
import { conflictOf } from "./find-conflict.ts";

const event: JSEvent = {
  "@type": "Event",
  id: "a",
  uid: "a",
  title: "Fika",
  start: "2026-11-23T10:00:00",
  timeZone: "Europe/Stockholm",
  calendarIds: { c: true },
  recurrenceOverrides: { "2026-11-30T10:00:00": { title: "Other" } },
};
const patching = (patch: Readonly<Record<string, never>> | object): Change =>
  ({ kind: "update", key: "A/a", patch }) as Change;

describe("a local change against other people's changes", () => {
  it("fits when they changed another property", () => {
    expect(conflictOf(patching({ title: "Lunch" }), event, { ...event, description: "x" })).toBeNull();
  });
  it("fits when both did the same", () => {
    expect(conflictOf(patching({ title: "Lunch" }), event, { ...event, title: "Lunch" })).toBeNull();
  });
  it("conflicts where both changed the same property, with both values", () => {
    const theirs = { ...event, title: "Theirs", description: "x" };
    expect(conflictOf(patching({ title: "Mine", priority: 1 }), event, theirs)).toMatchObject({
      kind: "changed",
      parts: [{ path: "title", mine: "Mine", theirs: "Theirs" }],
    });
  });
  it("treats values that differ only in form as equal", () => {
    const theirs = { ...event, title: " Fika\r\n", status: "confirmed", keywords: {} } as JSEvent;
    const patch = { title: "Lunch", status: "tentative", keywords: { x: true } };
    expect(conflictOf(patching(patch), event, theirs)).toBeNull();
    expect(conflictOf({ kind: "destroy", key: "A/a" }, event, theirs)).toBeNull();
    expect(conflictOf(patching(patch), event, { ...theirs, status: "cancelled" })?.parts).toEqual([
      { path: "status", mine: "tentative", theirs: "cancelled" },
    ]);
  });
  it("knows an exception that changes nothing from none", () => {
    const path = "recurrenceOverrides/2026-12-01T10:00:00";
    const theirs = { ...event, recurrenceOverrides: { "2026-12-01T10:00:00": {} } };
    expect(conflictOf(patching({ [path]: { title: "Mine" } }), event, theirs)?.parts).toHaveLength(1);
  });
  it("takes a time and its zone as one", () => {
    const theirs = { ...event, timeZone: "Asia/Tokyo" };
    expect(conflictOf(patching({ start: "2026-11-24T10:00:00" }), event, theirs)?.parts).toEqual([
      { path: "timeZone", mine: "Europe/Stockholm", theirs: "Asia/Tokyo" },
    ]);
    expect(conflictOf(patching({ title: "x" }), event, theirs)).toBeNull();
  });
  it("looks into exceptions one by one", () => {
    const change = patching({ "recurrenceOverrides/2026-12-07T10:00:00": { excluded: true } });
    const theirs = { ...event, recurrenceOverrides: { "2026-11-30T10:00:00": { title: "Theirs" } } };
    expect(conflictOf(change, event, theirs)).toBeNull();
    const same = patching({ "recurrenceOverrides/2026-11-30T10:00:00/title": "Mine" });
    expect(conflictOf(same, event, theirs)?.parts).toHaveLength(1);
  });
  it("says when the event is gone, or was changed before it was deleted here", () => {
    expect(conflictOf(patching({ title: "x" }), event, null)?.kind).toBe("gone");
    const destroy: Change = { kind: "destroy", key: "A/a" };
    expect(conflictOf(destroy, event, { ...event, title: "Theirs" })?.kind).toBe("deleted");
    expect(conflictOf(destroy, event, { ...event, updated: "2026-11-23T10:00:00Z", sequence: 4 })).toBeNull();
    expect(conflictOf(destroy, event, null)).toBeNull();
  });
});

it("a path into a missing value, or into a prototype, has no value", () => {
  expect(valueAt(event, "recurrenceOverrides/x/title")).toBeNull();
  expect(valueAt(event, "title/x")).toBeNull();
  expect(valueAt(event, "constructor/name")).toBeNull();
});

it("dropping a path drops the paths within and around it", () => {
  const patch = { title: "x", "locations/1/name": "y", locations2: "z", "locations/2": null };
  expect(withoutPaths(patch, ["locations/1"])).toEqual({ title: "x", locations2: "z", "locations/2": null });
});

it("where their side has taken the way away, mine is written whole", () => {
  const change = { "recurrenceOverrides/2026-11-30T10:00:00/title": "Mine" };
  const { recurrenceOverrides: _gone, ...theirs } = event;
  const conflict = conflictOf(patching(change), event, theirs);
  expect(conflict && forcedPatch(change, conflict)).toEqual({
    recurrenceOverrides: { "2026-11-30T10:00:00": { title: "Mine" } },
  });
});
