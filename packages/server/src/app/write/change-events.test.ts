import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { firstCalendarOf, openTestApp, type TestApp, ownCalendar } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { changeEvents, type ChangeEventsOutcome, type ChangeEventsRequest } from "./change-events.ts";
import { accountState } from "../changes.ts";
import type { NewEvent } from "./create-event.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import { eventsById } from "../objects/event-pages.ts";
import { putObject } from "./put-object.ts";
import { restoreEvents } from "./restore-events.ts";
import type { CalendarId, ObjectId } from "../types.ts";

let test: TestApp;
let elin: Actor;
let calendarId: CalendarId;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  calendarId = await firstCalendarOf(test.app, elin);
});
afterEach(() => test.close());

const lunch = (fields: Partial<JSEvent> = {}): NewEvent => ({
  "@type": "Event",
  calendarIds: { [calendarId]: true },
  title: "Lunch",
  start: "2026-11-23T12:00:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  ...fields,
});

async function change(request: Partial<ChangeEventsRequest>): Promise<ChangeEventsOutcome> {
  const result = await changeEvents(test.app, elin, elin.principalId, {
    create: new Map(),
    update: new Map(),
    destroy: [],
    ...request,
  });
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}
async function textOf(id: ObjectId): Promise<string | undefined> {
  const found = await eventsById(test.app, elin, elin.principalId, [id]);
  return found.ok ? found.value[0]?.stored.icalendar : undefined;
}
async function create(event: NewEvent = lunch()): Promise<ObjectId> {
  const created = (await change({ create: new Map([["a", event]]) })).created.get("a");
  if (!created) throw new Error("not created");
  return created.id;
}
const state = async () => {
  const result = await accountState(test.app, elin, elin.principalId);
  return result.ok ? result.value : -1;
};

describe("changing events", () => {
  it("writes iCalendar with the event's contents", async () => {
    const text = (await textOf(await create())) ?? "";
    expect(text).toContain("SUMMARY:Lunch");
    expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261123T120000");
    expect(text).toContain("BEGIN:VTIMEZONE");
  });

  it("handles each separately and reports both states", async () => {
    const outcome = await change({
      create: new Map([
        ["good", lunch()],
        ["nowhere", lunch({ calendarIds: {} })],
        ["elsewhere", lunch({ calendarIds: { "no-such-calendar": true } })],
      ]),
      destroy: ["no-such-event" as ObjectId],
    });
    expect([...outcome.created.keys()]).toEqual(["good"]);
    expect([...outcome.notCreated.keys()]).toEqual(["nowhere", "elsewhere"]);
    expect(outcome.notDestroyed.get("no-such-event" as ObjectId)).toEqual({ code: "not-found" });
    expect(outcome.newModseq).toBe(outcome.oldModseq + 1);
    expect(await state()).toBe(outcome.newModseq);
  });

  it("changes only what a patch names, in an object that a client wrote", async () => {
    const text = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Client//EN",
      "X-WR-CALNAME:Kept",
      "BEGIN:VEVENT",
      "UID:client",
      "DTSTAMP:20261120T100000Z",
      "DTSTART:20261123T110000Z",
      "SUMMARY:Before",
      'X-CLIENT;X-MODE="odd,one":kept\\, exactly',
      "BEGIN:X-PART",
      "X-INNER:1",
      "END:X-PART",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const put = await putObject(test.app, elin, ownCalendar(elin, calendarId), "c.ics", text, {});
    if (!put.ok) throw new Error(put.problem.code);
    const { id } = put.value.now.stored;
    await change({ update: new Map([[id, { title: "After" }]]) });
    const lines = (await textOf(id))?.split("\r\n") ?? [];
    const stamps = /^(DTSTAMP|LAST-MODIFIED|SEQUENCE)/;
    const expected = text.replace("SUMMARY:Before", "SUMMARY:After").split("\r\n");
    expect(lines.filter((line) => !stamps.test(line))).toEqual(expected.filter((line) => !stamps.test(line)));
  });

  it("moves to another calendar with a patch of calendarIds, whole or not at all", async () => {
    const id = await create();
    const other = await createCalendar(test.app, elin, elin.principalId, {
      name: "Tasks only",
      components: ["VTODO"],
    });
    const third = await createCalendar(test.app, elin, elin.principalId, { name: "Third" });
    if (!other.ok || !third.ok) throw new Error("no calendars");
    const refused = await change({
      update: new Map([[id, { title: "Moved", calendarIds: { [other.value.calendar.id]: true } }]]),
    });
    expect(refused.notUpdated.get(id)?.code).toBe("unsupported-component");
    expect(await textOf(id)).toContain("SUMMARY:Lunch");
    const moved = await change({
      update: new Map([[id, { title: "Moved", calendarIds: { [third.value.calendar.id]: true } }]]),
    });
    expect(moved.notUpdated.size).toBe(0);
    const found = await eventsById(test.app, elin, elin.principalId, [id]);
    expect(found.ok && found.value[0]?.stored.calendarId).toBe(third.value.calendar.id);
    expect(await textOf(id)).toContain("SUMMARY:Moved");
  });

  it("keeps both of two simultaneous changes to different properties", async () => {
    const id = await create();
    await Promise.all([
      change({ update: new Map([[id, { title: "Dinner" }]]) }),
      change({ update: new Map([[id, { description: "With Jonas" }]]) }),
    ]);
    expect(await textOf(id)).toContain("SUMMARY:Dinner");
    expect(await textOf(id)).toContain("DESCRIPTION:With Jonas");
  });

  it("does not reach into another account", async () => {
    const id = await create();
    const jonas = await test.person("jonas");
    const request = { create: new Map(), update: new Map([[id, { title: "Stolen" }]]), destroy: [id] };
    const own = await changeEvents(test.app, jonas, jonas.principalId, request);
    expect(own.ok && own.value.notUpdated.get(id)).toEqual({ code: "not-found" });
    expect(await changeEvents(test.app, jonas, elin.principalId, request)).toEqual({
      ok: false,
      problem: { code: "not-found" },
    });
    expect(await textOf(id)).toContain("SUMMARY:Lunch");
  });

  it("restores a deleted event with its id and every byte", async () => {
    const id = await create();
    const before = await textOf(id);
    await change({ destroy: [id] });
    expect(await textOf(id)).toBeUndefined();
    const restored = await restoreEvents(test.app, elin, elin.principalId, [id, "never-was" as ObjectId]);
    expect(restored.ok && restored.value.restored).toEqual([id]);
    expect(restored.ok && [...restored.value.notRestored.keys()]).toEqual(["never-was"]);
    expect(await textOf(id)).toBe(before);
    const twice = await restoreEvents(test.app, elin, elin.principalId, [id]);
    expect(twice.ok && twice.value.restored).toEqual([]);
  });
});
