import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import { differencesFrom, unaskedChanges } from "./unasked-changes.ts";

const before: JSEvent = {
  "@type": "Event",
  uid: "a",
  start: "2026-11-23T12:00:00",
  title: "Old",
  sequence: 1,
  updated: "2026-11-01T00:00:00Z",
};

describe("the changes that a client did not ask for", () => {
  it("are none if all is as requested", () => {
    const after = { ...before, title: "New" };
    expect(unaskedChanges(before, after, after, { title: "New" })).toBeNull();
  });

  it("are values that the server keeps up to date", () => {
    const expected = { ...before, title: "New" };
    const after = { ...expected, sequence: 2, updated: "2026-11-20T12:00:00Z" };
    expect(unaskedChanges(before, expected, after, { title: "New" })).toEqual({
      sequence: 2,
      updated: "2026-11-20T12:00:00Z",
    });
  });

  it("are values that the server replaced", () => {
    const expected = { ...before, start: "2026-07-01T12:00:00", timeZone: "Europe/Stockholm" };
    const changes = unaskedChanges(before, expected, expected, { utcStart: "2026-07-01T10:00:00Z" });
    expect(changes).toEqual({ start: "2026-07-01T12:00:00", timeZone: "Europe/Stockholm" });
  });

  it("are values that could not be stored", () => {
    const expected = { ...before, locale: "sv", freeBusyStatus: "busy" } as JSEvent;
    expect(unaskedChanges(before, expected, before, { locale: "sv", freeBusyStatus: "busy" })).toEqual({
      locale: null,
    });
  });

  it("count a path as requesting its property", () => {
    const after: JSEvent = { ...before, keywords: { work: true } };
    expect(unaskedChanges(before, after, after, { "keywords/work": true })).toBeNull();
  });

  it("are, for a new event, all values that were not sent or were changed", () => {
    const sent = {
      title: "New",
      start: "2026-11-23T12:00:00",
      keywords: {},
      description: null,
      priority: 0,
      status: "confirmed",
      color: "red",
    };
    const stored = { "@type": "Event", uid: "a", title: "New", start: "2026-11-23T12:00:00", isDraft: false };
    expect(differencesFrom(sent, stored)).toEqual({
      "@type": "Event",
      uid: "a",
      isDraft: false,
      color: null,
    });
  });
});
