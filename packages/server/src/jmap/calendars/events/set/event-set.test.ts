import { validateICalendarText } from "@snart/calendar/validate/validate-icalendar.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap, lunchesOf } from "../../../../testing/each-with-jmap.ts";
import { vevent } from "../../../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
const lunches = lunchesOf(elin);
const { lunch, set, everything, otherCalendar } = lunches;
let calendarId: string;
beforeEach(() => {
  calendarId = lunches.calendarId();
});

describe("CalendarEvent/set create", () => {
  it("creates an event that CalDAV clients can read", async () => {
    const { id } = await elin.createEvent(lunch({ uid: "lunch-1" }));
    const text = await jmap.icalendar(elin.actor, id);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(text).toContain("\r\nUID:lunch-1\r\n");
    expect(text).toContain("\r\nSUMMARY:Lunch\r\n");
    expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261123T120000\r\n");
    expect(text).toContain("BEGIN:VTIMEZONE");
  });

  it("answers with the values that the server set", async () => {
    const created = await elin.createEvent(lunch());
    expect(created).toMatchObject({
      id: expect.any(String),
      uid: expect.any(String),
      isOrigin: true,
      isDraft: false,
    });
    expect(created.updated).toMatch(/^2026-11-20T12:00:00Z$/);
    for (const sent of ["title", "start", "timeZone", "duration"]) expect(created).not.toHaveProperty(sent);
    expect(await elin.event(created.id)).toMatchObject({ ...lunch(), uid: created.uid });
  });

  it("reports values that could not be stored as sent", async () => {
    const given = lunch({
      "example.com:mood": "good",
      mood: { sv: { title: "Lunch" } },
    });
    const created = await elin.createEvent(given);
    const event = await elin.event(created.id);
    for (const name of ["example.com:mood", "mood"] as const) {
      if (name in event) expect(created).not.toHaveProperty([name]);
      else expect(created[name]).toBeNull();
    }
  });

  it("says that it speaks JSCalendar 2.0, and takes no other version", async () => {
    const { id, version } = await elin.createEvent(lunch());
    expect(version).toBe("2.0");
    expect((await elin.event(id)).version).toBe("2.0");
    const told = await elin.createEvent(lunch({ version: "2.0" }));
    expect(told).not.toHaveProperty("version");
    expect(await jmap.icalendar(elin.actor, told.id)).not.toContain("JSPROP");
    const refused = await set({
      create: { e: lunch({ version: "1.0" }) },
      update: { [id]: { version: "1.0" } },
    });
    expect(refused.notCreated.e).toMatchObject({ type: "invalidProperties", properties: ["version"] });
    expect(refused.notUpdated[id]).toMatchObject({ type: "invalidProperties", properties: ["version"] });
  });

  it.each([
    { recurrenceRules: [{ "@type": "RecurrenceRule", frequency: "weekly" }] },
    { excludedRecurrenceRules: [] },
    { replyTo: { imip: "mailto:elin@example.com" } },
    { timeZones: {} },
    { localizations: {} },
    { excluded: true },
  ])("refuses RFC 8984's %j and names it, when new and in a patch", async (fields) => {
    const properties = Object.keys(fields);
    const { id } = await elin.createEvent(lunch());
    const { created, notCreated, notUpdated } = await set({
      create: { e: lunch(fields) },
      update: { [id]: fields },
    });
    expect(created).toBeNull();
    expect(notCreated.e).toMatchObject({ type: "invalidProperties", properties });
    expect(notUpdated[id]).toMatchObject({ type: "invalidProperties", properties });
    expect(await jmap.icalendar(elin.actor, id)).not.toContain("JSPROP");
  });

  it("was not created later than it was changed, whatever the client's clock says", async () => {
    const created = await elin.createEvent(lunch({ created: "2031-01-01T00:00:00Z" }));
    expect(created.created).toBe(created.updated);
    const { id } = await elin.createEvent(lunch({ created: "2025-01-01T00:00:00Z" }));
    expect((await elin.event(id)).created).toBe("2025-01-01T00:00:00Z");
  });

  it("writes an alert by mail as iCalendar asks for it, to whoever sets it", async () => {
    const alert = { trigger: { "@type": "OffsetTrigger", offset: "-PT1H" } };
    const { id } = await elin.createEvent(lunch({ alerts: { m: { ...alert, action: "email" }, d: alert } }));
    const ofAlarms = async () => (await jmap.icalendar(elin.actor, id)).split("BEGIN:VALARM").slice(1);
    const mails = async () => (await ofAlarms()).filter((text) => text.includes("ACTION:EMAIL"));
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]).toContain("ATTENDEE:mailto:elin@example.com\r\n");
    expect((await mails())[0]).toContain("SUMMARY:Lunch\r\n");
    expect((await ofAlarms()).join("").match(/ATTENDEE/g)).toHaveLength(1);
    await set({ update: { [id]: { "alerts/d/action": "email" } } });
    expect(await mails()).toHaveLength(2);
    for (const text of await mails()) expect(text).toMatch(/ATTENDEE:mailto:elin@example\.com[^]*/);
    expect((await mails()).every((text) => text.includes("SUMMARY:Lunch"))).toBe(true);
    expect(validateICalendarText(await jmap.icalendar(elin.actor, id))).toEqual([]);
  });

  it("treats nulls as absent", async () => {
    const { id } = await elin.createEvent(
      lunch({ description: null, recurrenceRule: null, participants: null }),
    );
    expect(await elin.event(id)).not.toHaveProperty("recurrenceRule");
  });

  it("puts it in a calendar created in the same request", async () => {
    const { methodResponses } = await elin.request([
      ["Calendar/set", { create: { cal: { name: "Work" } } }],
      ["CalendarEvent/set", { create: { e: lunch({ calendarIds: { "#cal": true } }) } }],
      ["CalendarEvent/get", { "#ids": { resultOf: "c1", name: "CalendarEvent/set", path: "/created/e/id" } }],
      ["CalendarEvent/get", { ids: null, properties: ["calendarIds"] }],
    ]);
    const calendar = methodResponses[0][1].created.cal.id;
    expect(methodResponses[2][1].type).toBe("invalidArguments");
    expect(methodResponses[3][1].list).toEqual([
      { id: methodResponses[1][1].created.e.id, calendarIds: { [calendar]: true } },
    ]);
  });

  it("converts UTC times to the event's zone", async () => {
    const { start: _start, duration: _duration, ...rest } = lunch();
    const created = await elin.createEvent({
      ...rest,
      utcStart: "2026-07-01T10:00:00Z",
      utcEnd: "2026-07-01T11:30:00Z",
    });
    expect(created).toMatchObject({ start: "2026-07-01T12:00:00", duration: "PT1H30M" });
    expect(await elin.event(created.id)).toMatchObject({
      start: "2026-07-01T12:00:00",
      timeZone: "Europe/Stockholm",
    });
  });

  it("gives an event of UTC times the calendar's zone when it has none", async () => {
    const { start: _start, timeZone: _zone, ...rest } = lunch();
    const created = await elin.createEvent({ ...rest, utcStart: "2026-07-01T10:00:00Z" });
    expect(created).toMatchObject({ start: "2026-07-01T12:00:00", timeZone: "Europe/Stockholm" });
  });

  it("makes the client that adds participants the organizer", async () => {
    const participants = {
      p1: { "@type": "Participant", calendarAddress: "mailto:nils@example.com", roles: { attendee: true } },
    };
    const created = await elin.createEvent(lunch({ participants }));
    expect(created.organizerCalendarAddress).toBe("mailto:elin@example.com");
    expect(await jmap.icalendar(elin.actor, created.id)).toMatch(
      /\r\nORGANIZER[^\r]*:mailto:elin@example\.com\r\n/,
    );
  });

  it.each([
    ["no calendar", { calendarIds: undefined }, ["calendarIds"]],
    ["an empty set of calendars", { calendarIds: {} }, ["calendarIds"]],
    ["two calendars", { calendarIds: { a: true, b: true } }, ["calendarIds"]],
    ["a calendar that is none", { calendarIds: { none: true } }, ["calendarIds"]],
    ["a reference to nothing", { calendarIds: { "#nothing": true } }, ["calendarIds"]],
    ["a list of calendars", { calendarIds: ["a"] }, ["calendarIds"]],
    ["no start", { start: undefined }, ["start"]],
    ["a start that is a number", { start: 5 }, ["start"]],
    ["another type", { "@type": "Task" }, ["@type"]],
    [
      "what the server sets",
      { id: "x", isOrigin: true, baseEventId: "y" },
      ["id", "isOrigin", "baseEventId"],
    ],
    ["an iTIP method", { method: "REQUEST" }, ["method"]],
    ["a single instance", { recurrenceId: "2026-11-24T12:00:00" }, ["recurrenceId"]],
    [
      "a single instance in a zone",
      { recurrenceId: "2026-11-24T12:00:00", recurrenceIdTimeZone: "Europe/Stockholm" },
      ["recurrenceId", "recurrenceIdTimeZone"],
    ],
    ["being a draft in part", { isDraft: "half" }, ["isDraft"]],
    ["both starts", { utcStart: "2026-07-01T10:00:00Z" }, ["utcStart", "start"]],
    ["both ends", { utcEnd: "2026-07-01T10:00:00Z" }, ["utcEnd", "duration"]],
    [
      "UTC times in overrides",
      { recurrenceOverrides: { "2026-11-24T12:00:00": { utcStart: "2026-07-01T10:00:00Z" } } },
      ["recurrenceOverrides"],
    ],
    ["participants that are no objects", { participants: { a: "elin" } }, ["participants/a"]],
    ["a uid with U+0000", { uid: "a\0b" }, ["uid"]],
    ["an empty uid", { uid: "" }, ["uid"]],
  ])("refuses %s", async (_what, fields, properties) => {
    const before = await everything();
    const answer = await set({ create: { k: lunch(fields) } });
    expect(answer.notCreated.k).toMatchObject({ type: "invalidProperties", properties });
    expect(answer.created).toBeNull();
    expect(await everything()).toEqual(before);
  });

  it.each([
    ["a start that is no time", { start: "2026-13-01T00:00:00" }],
    ["a zone that is none", { timeZone: "Mars/Olympus" }],
    ["a duration that is none", { duration: "soon" }],
    ["a time before 1900", { start: "1899-12-31T00:00:00", timeZone: null }],
    ["a rule that is none", { recurrenceRule: { frequency: "sometimes" } }],
    ["a duration longer than all time", { duration: "P999999999D" }],
    ["an override of a wrong type", { recurrenceOverrides: { "2026-11-24T12:00:00": { title: 5 } } }],
    ["an override of no time", { recurrenceOverrides: { tomorrow: { title: "x" } } }],
    ["a keyword that is no flag", { keywords: { a: "yes" } }],
    ["a rule's day that is a text", { recurrenceRule: { frequency: "weekly", byDay: ["mo"] } }],
    ["an alert without a trigger", { alerts: { a: { action: "display" } } }],
    ["a title with U+0000", { title: "a\0b" }],
  ])("refuses %s, and stores nothing", async (_what, fields) => {
    const before = await everything();
    const answer = await set({ create: { k: lunch(fields) } });
    expect(answer.notCreated?.k?.type).toBe("invalidProperties");
    expect(await everything()).toEqual(before);
  });

  it("refuses an event that is too large", async () => {
    const answer = await set({ create: { k: lunch({ description: "x".repeat(1024 * 1024) }) } });
    expect(answer.notCreated.k).toMatchObject({ type: "tooLarge", code: "object-too-large" });
  });

  it("refuses at once an event that is only too large when written out", async () => {
    const numbered = (count: number, value: (n: number) => readonly [string, unknown]) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => value(n)));
    const minute = (n: number) => new Date(Date.UTC(2026, 10, 23, 12, n)).toISOString().slice(0, 19);
    const event = lunch({
      recurrenceRule: { frequency: "minutely" },
      keywords: numbered(3_000, (n) => [`keyword${n}`, true]),
      recurrenceOverrides: numbered(3_000, (n) => [minute(n), { title: "x" }]),
    });
    const answer = await set({ create: { k: event } });
    expect(answer.notCreated.k).toMatchObject({ type: "tooLarge", code: "object-too-large" });
    expect((await everything()).list).toEqual([]);
  });

  it("refuses a uid that the calendar has, and does the rest", async () => {
    const { id } = await elin.createEvent(lunch({ uid: "same" }));
    const answer = await set({
      create: { twin: lunch({ uid: "same", title: "Twin" }), other: lunch({ title: "Other" }) },
    });
    expect(answer.notCreated.twin).toMatchObject({ type: "invalidProperties", properties: ["uid"] });
    expect(Object.keys(answer.created)).toEqual(["other"]);
    expect((await elin.event(id)).title).toBe("Lunch");
  });
});

describe("CalendarEvent/set update", () => {
  it("changes the property it names, and byte for byte nothing else", async () => {
    const lines = vevent(
      "dav",
      "DTSTART;TZID=Europe/Stockholm:20261123T120000",
      "DURATION:PT45M",
      'X-NUTS;X-PARAM="a;b":keep\\, me',
      "summary:Old",
      "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Hem:geo:59.3,18.0",
      "BEGIN:VALARM",
      "ACTION:AUDIO",
      "TRIGGER:-PT15M",
      "X-ODD:1",
      "END:VALARM",
    );
    const id = await jmap.put(elin.actor, calendarId, "dav.ics", lines);
    const before = await jmap.icalendar(elin.actor, id);
    expect((await set({ update: { [id]: { title: "New" } } })).notUpdated).toBeNull();
    const after = await jmap.icalendar(elin.actor, id);
    const unstamped = (text: string) =>
      text.split("\r\n").filter((line) => !/^(DTSTAMP|LAST-MODIFIED|SEQUENCE|CREATED)\b/.test(line));
    expect(unstamped(after)).toEqual(
      unstamped(before).map((line) =>
        line.replace("summary:Old", "summary:New").replace("SUMMARY:Old", "SUMMARY:New"),
      ),
    );
    expect(after).toContain('X-NUTS;X-PARAM="a;b":keep\\, me');
    expect((await elin.event(id)).title).toBe("New");
  });

  it("leaves every other event unchanged", async () => {
    const { id } = await elin.createEvent(lunch());
    const other = await elin.createEvent(lunch({ title: "Other" }));
    const before = await jmap.icalendar(elin.actor, other.id);
    await set({ update: { [id]: { title: "Dinner" } } });
    expect(await jmap.icalendar(elin.actor, other.id)).toBe(before);
  });

  it("accepts a whole event back, server-set properties included", async () => {
    const { id } = await elin.createEvent(lunch());
    const event = await elin.event(id);
    const answer = await set({ update: { [id]: { ...event, title: "Dinner" } } });
    expect(answer.notUpdated).toBeNull();
    expect((await elin.event(id)).title).toBe("Dinner");
  });

  it("reports its own changes", async () => {
    const { id } = await elin.createEvent(lunch());
    jmap.clock.advance(60_000);
    const { updated } = await set({ update: { [id]: { title: "Dinner" } } });
    expect(updated[id]).toMatchObject({ updated: "2026-11-20T12:01:00Z" });
    expect(updated[id]).not.toHaveProperty("title");
  });

  it("moves an event to another calendar, by the whole set or by its paths", async () => {
    const other = await otherCalendar();
    const { id } = await elin.createEvent(lunch());
    await set({ update: { [id]: { calendarIds: { [other]: true } } } });
    expect((await elin.event(id)).calendarIds).toEqual({ [other]: true });
    await set({ update: { [id]: { [`calendarIds/${other}`]: null, [`calendarIds/${calendarId}`]: true } } });
    expect(await elin.event(id)).toMatchObject({ calendarIds: { [calendarId]: true }, title: "Lunch" });
  });

  it("moves an event by UTC times", async () => {
    const { id } = await elin.createEvent(lunch());
    const { updated } = await set({ update: { [id]: { utcStart: "2026-07-01T10:00:00Z" } } });
    expect(updated[id]).toMatchObject({ start: "2026-07-01T12:00:00" });
    expect(await elin.event(id)).toMatchObject({ start: "2026-07-01T12:00:00", duration: "PT45M" });
    await set({ update: { [id]: { utcEnd: "2026-07-01T13:00:00Z" } } });
    expect(await elin.event(id)).toMatchObject({ start: "2026-07-01T12:00:00", duration: "PT3H" });
  });

  it.each([
    ["a parent that is not there", { "participants/p1/name": "Nils" }, "invalidPatch"],
    ["overlapping paths", { locations: {}, "locations/l1": { name: "Hem" } }, "invalidPatch"],
    ["a path into every object", { "__proto__/polluted": 1 }, "invalidPatch"],
    ["another id", { id: "other" }, "invalidProperties"],
    ["being a draft", { isDraft: true }, "invalidProperties"],
    ["not being the origin", { isOrigin: false }, "invalidProperties"],
    ["an iTIP method", { method: "CANCEL" }, "invalidProperties"],
    ["another uid", { uid: "other" }, "invalidProperties"],
    ["no calendar", { calendarIds: {} }, "invalidProperties"],
    ["two calendars", { "calendarIds/other": true }, "invalidProperties"],
    ["a calendar that is none", { calendarIds: { none: true } }, "invalidProperties"],
    ["an end before the start", { utcEnd: "2020-01-01T00:00:00Z" }, "invalidProperties"],
    ["a UTC time that is none", { utcStart: "tomorrow" }, "invalidProperties"],
    ["both starts", { utcStart: "2026-07-01T10:00:00Z", start: "2026-07-01T10:00:00" }, "invalidProperties"],
  ])("refuses %s and changes nothing", async (_what, patch, type) => {
    const { id } = await elin.createEvent(lunch());
    const before = [await everything(), await jmap.icalendar(elin.actor, id)];
    const answer = await set({ update: { [id]: patch } });
    expect(answer.notUpdated?.[id]?.type).toBe(type);
    expect(answer.updated).toBeNull();
    expect([await everything(), await jmap.icalendar(elin.actor, id)]).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(["none", "not an id", "x_20261123T120000", "#nothing"])("does not find %s", async (id) => {
    expect((await set({ update: { [id]: { title: "x" } } })).notUpdated).toEqual({
      [id]: { type: "notFound" },
    });
  });

  it("does not reach an event of another account", async () => {
    const nils = await jmap.client("nils");
    const { id } = await elin.createEvent(lunch());
    const answer = await nils.call("CalendarEvent/set", { update: { [id]: { title: "Mine" } }, destroy: [] });
    expect(answer.notUpdated[id].type).toBe("notFound");
    expect((await elin.event(id)).title).toBe("Lunch");
  });
});

describe("CalendarEvent/set destroy", () => {
  it("destroys the event and leaves the others", async () => {
    const { id } = await elin.createEvent(lunch());
    const other = await elin.createEvent(lunch({ title: "Other" }));
    const answer = await set({ destroy: [id] });
    expect(answer).toMatchObject({ destroyed: [id], notDestroyed: null });
    expect((await everything()).list.map((event: { id: string }) => event.id)).toEqual([other.id]);
  });

  it("reports missing events, and repeated ids", async () => {
    const { id } = await elin.createEvent(lunch());
    await set({ destroy: [id] });
    const answer = await set({ destroy: [id, "none", "not an id"] });
    expect(answer.destroyed).toBeNull();
    for (const each of [id, "none", "not an id"]) expect(answer.notDestroyed[each].type).toBe("notFound");
  });

  it("skips an update of what it destroys", async () => {
    const { id } = await elin.createEvent(lunch());
    const answer = await set({ update: { [id]: { title: "x" } }, destroy: [id] });
    expect(answer).toMatchObject({ destroyed: [id], notUpdated: { [id]: { type: "willDestroy" } } });
  });
});

describe("CalendarEvent/set and states", () => {
  it("does nothing in another state", async () => {
    const { id } = await elin.createEvent(lunch());
    const before = await everything();
    for (const ifInState of ["0", "nonsense", `${before.state}1`]) {
      const error = await elin.failing("CalendarEvent/set", {
        ifInState,
        create: { k: lunch() },
        update: { [id]: { title: "x" } },
        destroy: [id],
      });
      expect(error).toMatchObject({ type: "stateMismatch" });
    }
    expect(await everything()).toEqual(before);
  });

  it("goes from the state that it names to a new one from which changes can start", async () => {
    const { state } = await everything();
    const answer = await set({ ifInState: state, create: { k: lunch() } });
    expect(answer.oldState).toBe(state);
    expect(answer.newState).toBe((await everything()).state);
    const changes = await elin.call("CalendarEvent/changes", { sinceState: state });
    expect(changes).toMatchObject({
      created: [answer.created.k.id],
      updated: [],
      destroyed: [],
      newState: answer.newState,
    });
  });

  it("divides a transaction in changes only where it is larger than what the client takes", async () => {
    const { state } = await everything();
    await set({ create: { a: lunch(), b: lunch(), c: lunch() } });
    const first = await elin.call("CalendarEvent/changes", { sinceState: state, maxChanges: 2 });
    expect(first.created).toHaveLength(2);
    expect(first.hasMoreChanges).toBe(true);
    const second = await elin.call("CalendarEvent/changes", { sinceState: first.newState, maxChanges: 2 });
    expect(second).toMatchObject({ newState: (await everything()).state, hasMoreChanges: false });
    expect(new Set([...first.created, ...second.created]).size).toBe(3);
    expect(
      (await elin.call("CalendarEvent/changes", { sinceState: state, maxChanges: 3 })).created,
    ).toHaveLength(3);
  });

  it("keeps its state if nothing was done", async () => {
    const { state } = await everything();
    expect(await set({ destroy: ["none"], create: { k: {} } })).toMatchObject({
      oldState: state,
      newState: state,
    });
    expect((await everything()).state).toBe(state);
  });

  it("loses none of many simultaneous changes", async () => {
    const { id } = await elin.createEvent(lunch({ locations: {} }));
    const patches = [
      { title: "Dinner" },
      { description: "Bring bread" },
      { priority: 3 },
      { status: "tentative" },
    ];
    const answers = await Promise.all(patches.map((patch) => set({ update: { [id]: patch } })));
    expect(answers.map((answer) => answer.notUpdated)).toEqual([null, null, null, null]);
    expect(await elin.event(id)).toMatchObject({
      title: "Dinner",
      description: "Bring bread",
      priority: 3,
      status: "tentative",
    });
  });

  it("lets only one of two writers with the same state through", async () => {
    const { id } = await elin.createEvent(lunch());
    const { state } = await everything();
    const update = (title: string) =>
      elin.calls(["CalendarEvent/set", { ifInState: state, update: { [id]: { title } } }]);
    const answers = (await Promise.all([update("A"), update("B")])).flat();
    expect(answers.filter((answer) => answer.type === "stateMismatch")).toHaveLength(1);
    const winner = answers[0].updated ? "A" : "B";
    expect((await elin.event(id)).title).toBe(winner);
  });
});
