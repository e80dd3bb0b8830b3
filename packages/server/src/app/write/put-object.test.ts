import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { firstCalendarOf, openTestApp, type TestApp, ownCalendar } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { accountState } from "../changes.ts";
import { calendarChanges } from "../objects/calendar-changes.ts";
import { deleteObject } from "./delete-object.ts";
import { objectByUri } from "../objects/get-objects.ts";
import { moveObject } from "./move-object.ts";
import { putObject } from "./put-object.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import type { CalendarId } from "../types.ts";

let test: TestApp;
let elin: Actor;
let calendarId: CalendarId;

beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  calendarId = await firstCalendarOf(test.app, elin);
});
afterEach(() => test.close());

const event = (uid: string, summary = "Lunch", extra = ""): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    "DTSTART;TZID=Europe/Stockholm:20261123T120000",
    "DTEND;TZID=Europe/Stockholm:20261123T124500",
    `SUMMARY:${summary}`,
    ...(extra ? [extra] : []),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const put = (uri: string, text: string, condition = {}) =>
  putObject(test.app, elin, ownCalendar(elin, calendarId), uri, text, condition);
const state = async () => {
  const result = await accountState(test.app, elin, elin.principalId);
  return result.ok ? result.value : -1;
};

describe("putting an object", () => {
  it("keeps the text exactly as it was received", async () => {
    const text = event("a", "Lunch å ä ö 🎂", 'X-UNKNOWN;X-P="a,b":kept\\, as it is').replaceAll(
      "\r\n",
      "\n",
    );
    expect((await put("a.ics", text)).ok).toBe(true);
    const stored = await objectByUri(test.app, elin, calendarId, "a.ics");
    expect(stored.ok && stored.value.icalendar).toBe(text);
  });

  it("creates once, replaces with the right tag, and refuses a stale one without a trace", async () => {
    const first = await put("a.ics", event("a"), { ifNoneMatch: "*" });
    if (!first.ok) throw new Error(first.problem.code);
    expect(first.value.created).toBe(true);
    const second = await put("a.ics", event("a", "Dinner"), { ifMatch: [first.value.now.stored.etag] });
    expect(second.ok && second.value.created).toBe(false);
    const before = await state();
    const stale = await put("a.ics", event("a", "Lost"), { ifMatch: [first.value.now.stored.etag] });
    expect(!stale.ok && stale.problem.code).toBe("etag-mismatch");
    const again = await put("a.ics", event("a", "Lost"), { ifNoneMatch: "*" });
    expect(!again.ok && again.problem.code).toBe("etag-mismatch");
    expect(await state()).toBe(before);
  });

  it("changes nothing when the same text comes again", async () => {
    await put("a.ics", event("a"));
    const before = await state();
    const again = await put("a.ics", event("a"));
    expect(again.ok && again.value.unchanged).toBe(true);
    expect(await state()).toBe(before);
  });

  it("lets exactly one of two concurrent writers win", async () => {
    const first = await put("a.ics", event("a"));
    if (!first.ok) throw new Error(first.problem.code);
    const condition = { ifMatch: [first.value.now.stored.etag] };
    const both = await Promise.all(
      ["One", "Two"].map((summary) => put("a.ics", event("a", summary), condition)),
    );
    expect(both.filter((result) => result.ok)).toHaveLength(1);
  });

  it("refuses a UID that the calendar has elsewhere and names that place", async () => {
    await put("a.ics", event("same"));
    const second = await put("b.ics", event("same"));
    expect(second).toEqual({ ok: false, problem: { code: "uid-taken", uri: "a.ics" } });
    const changed = await put("a.ics", event("other"));
    expect(changed).toEqual({ ok: false, problem: { code: "uid-changed", expected: "same" } });
  });

  it.each([
    ["not iCalendar", "hello", "invalid-calendar-data"],
    ["a start that is no time", event("a").replace(/DTSTART.*/, "DTSTART:tomorrow"), "invalid-calendar-data"],
    ["a year beyond 2199", event("a").replaceAll("2026112", "2226112"), "date-out-of-range"],
    [
      "a message with a METHOD",
      event("a").replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:REQUEST"),
      "method-not-allowed-in-object",
    ],
    [
      "a journal in a calendar of events",
      event("a")
        .replaceAll("VEVENT", "VJOURNAL")
        .replace(/DTEND.*\r\n/, ""),
      "unsupported-component",
    ],
    [
      "501 participants",
      event(
        "a",
        "x",
        Array.from({ length: 501 }, (_, n) => `ATTENDEE:mailto:p${n}@example.com`).join("\r\n"),
      ),
      "too-many-participants",
    ],
    ["more than a mebibyte", event("a", "x".repeat(1024 * 1024)), "object-too-large"],
  ])("refuses %s and stores nothing", async (_, text, code) => {
    const before = await state();
    const result = await put("a.ics", text);
    expect(!result.ok && result.problem.code).toBe(code);
    expect(await state()).toBe(before);
  });

  it("does not reveal the calendar to a stranger", async () => {
    const stranger = await test.person("stranger");
    const result = await putObject(
      test.app,
      stranger,
      ownCalendar(elin, calendarId),
      "a.ics",
      event("a"),
      {},
    );
    expect(result).toEqual({ ok: false, problem: { code: "not-found" } });
    const read = await objectByUri(test.app, stranger, calendarId, "a.ics");
    expect(read).toEqual({ ok: false, problem: { code: "not-found" } });
  });
});

describe("deleting and moving", () => {
  it("leaves a tombstone that sync reports", async () => {
    await put("a.ics", event("a"));
    const since = await state();
    const removed = await deleteObject(test.app, elin, ownCalendar(elin, calendarId), "a.ics", {});
    expect(removed.ok).toBe(true);
    const changes = await calendarChanges(test.app, elin, calendarId, { since, within: "" }, 100);
    expect(changes.ok && changes.value).toMatchObject({ changed: [], removed: ["a.ics"], hasMore: false });
    const again = await deleteObject(test.app, elin, ownCalendar(elin, calendarId), "a.ics", {});
    expect(again).toEqual({ ok: false, problem: { code: "not-found" } });
  });

  it("moves with its id, leaving a tombstone behind and nothing twice", async () => {
    const stored = await put("a.ics", event("a"));
    const other = await createCalendar(test.app, elin, elin.principalId, { name: "Other" });
    if (!stored.ok || !other.ok) throw new Error("not set up");
    const since = await state();
    const to = { calendar: other.value.calendar, uri: "b.ics" };
    const moved = await moveObject(
      test.app,
      elin,
      { calendar: ownCalendar(elin, calendarId), uri: "a.ics" },
      to,
      {
        overwrite: false,
        condition: {},
      },
    );
    expect(moved.ok && moved.value.head.id).toBe(stored.value.now.stored.id);
    const source = await calendarChanges(test.app, elin, calendarId, { since, within: "" }, 100);
    const target = await calendarChanges(test.app, elin, to.calendar.id, { since, within: "" }, 100);
    expect(source.ok && source.value.removed).toEqual(["a.ics"]);
    expect(target.ok && target.value.changed.map(({ uri }) => uri)).toEqual(["b.ics"]);
  });
});
