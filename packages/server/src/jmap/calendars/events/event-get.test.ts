import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import { openTestJmap, vevent } from "../../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const put = (uid: string, ...lines: readonly string[]) =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, ...lines));
const get = (args: object) => elin.call("CalendarEvent/get", args);

const DAILY = [
  "DTSTART;TZID=Europe/Stockholm:20261123T090000",
  "DURATION:PT30M",
  "RRULE:FREQ=DAILY;COUNT=5",
  "SUMMARY:Stand-up",
];

describe("CalendarEvent/get of an object that a CalDAV client stored", () => {
  it("is a JSCalendar event with JMAP's metadata", async () => {
    const id = await put(
      "lunch",
      "DTSTART;TZID=Europe/Stockholm:20261123T120000",
      "DTEND;TZID=Europe/Stockholm:20261123T130000",
      "SUMMARY:Lunch på Söder 🍲",
    );
    const answer = await get({ ids: [id] });
    expect(answer).toMatchObject({ accountId: elin.accountId, notFound: [] });
    expect(answer.list[0]).toMatchObject({
      "@type": "Event",
      id,
      uid: "lunch",
      title: "Lunch på Söder 🍲",
      start: "2026-11-23T12:00:00",
      duration: "PT1H",
      timeZone: "Europe/Stockholm",
      calendarIds: { [calendarId]: true },
      isDraft: false,
      isOrigin: true,
    });
    expect(answer.list[0]).not.toHaveProperty("baseEventId");
  });

  it("returns computed properties only on request", async () => {
    const id = await put("lunch", "DTSTART;TZID=Europe/Stockholm:20261123T120000", "DURATION:PT1H");
    const event = await elin.event(id);
    for (const name of ["utcStart", "utcEnd", "iCalendar"]) expect(event).not.toHaveProperty(name);
    expect(await elin.event(id, { properties: ["utcStart", "utcEnd"] })).toEqual({
      id,
      utcStart: "2026-11-23T11:00:00Z",
      utcEnd: "2026-11-23T12:00:00Z",
    });
  });

  it("reads floating and all-day times in the given zone", async () => {
    const floating = await put("floating", "DTSTART:20261123T120000", "DURATION:PT1H");
    const allDay = await put("day", "DTSTART;VALUE=DATE:20260329", "DTEND;VALUE=DATE:20260330");
    const args = { properties: ["utcStart", "utcEnd"], timeZone: "Europe/Stockholm" };
    expect(await elin.event(floating, args)).toMatchObject({ utcStart: "2026-11-23T11:00:00Z" });
    expect(await elin.event(floating, { properties: ["utcStart"] })).toMatchObject({
      utcStart: "2026-11-23T12:00:00Z",
    });
    // 29 March 2026 has 23 hours in Stockholm.
    expect(await elin.event(allDay, args)).toMatchObject({
      utcStart: "2026-03-28T23:00:00Z",
      utcEnd: "2026-03-29T22:00:00Z",
    });
  });

  it("does not mix UTC times with overrides", async () => {
    const properties = ["utcStart", "recurrenceOverrides"];
    expect(await elin.failing("CalendarEvent/get", { ids: [], properties })).toMatchObject({
      type: "invalidArguments",
    });
  });

  it("returns only the requested properties, and the id", async () => {
    const id = await put("lunch", "DTSTART:20261123T120000Z", "SUMMARY:Lunch");
    expect(await elin.event(id, { properties: ["title", "somethingNobodyHas"] })).toEqual({
      id,
      title: "Lunch",
    });
    expect(await elin.event(id, { properties: [] })).toEqual({ id });
  });

  it("returns defaults when they are requested, but not for partly visible events", async () => {
    const id = await put("plain", "DTSTART:20261123T120000Z");
    expect(await elin.event(id, { properties: ["title", "freeBusyStatus", "duration", "color"] })).toEqual({
      id,
      title: "",
      freeBusyStatus: "busy",
      duration: "PT0S",
    });
    expect(await elin.event(id)).not.toHaveProperty("freeBusyStatus");
  });

  it("gives all events, and no tasks", async () => {
    const id = await put("lunch", "DTSTART:20261123T120000Z");
    const todo = vevent("todo", "SUMMARY:Buy milk").map((line) => line.replace("VEVENT", "VTODO"));
    const todoId = await jmap.put(elin.actor, calendarId, "todo.ics", todo);
    expect((await get({ ids: null })).list.map((event: { id: string }) => event.id)).toEqual([id]);
    expect((await get({ ids: [todoId] })).notFound).toEqual([todoId]);
  });

  it("refuses all events if they exceed the limit, and reads none of them", async () => {
    const few = await openTestJmap({ limits: { maxObjectsInGet: 1 } });
    const client = await few.client("elin");
    const calendar = (await client.calendars())[0].id;
    for (const uid of ["a", "b"])
      await few.put(client.actor, calendar, `${uid}.ics`, vevent(uid, "DTSTART:20261123T120000Z"));
    expect(await client.failing("CalendarEvent/get", { ids: null })).toMatchObject({
      type: "requestTooLarge",
      limit: 1,
    });
    await few.close();
  });

  it.each(["none", "not an id", "", "a.b", "x_20261123T090000", "💥", "\0"])(
    "does not find %j",
    async (id) => {
      expect(await get({ ids: [id] })).toMatchObject({ list: [], notFound: [id] });
    },
  );

  it("does not find an event of another account", async () => {
    const nils = await jmap.client("nils");
    const id = await put("lunch", "DTSTART:20261123T120000Z");
    expect((await nils.call("CalendarEvent/get", { ids: [id] })).notFound).toEqual([id]);
  });

  it("is not the origin of an event that somebody else organizes", async () => {
    const id = await put(
      "invited",
      "DTSTART:20261123T120000Z",
      "ORGANIZER:mailto:boss@example.com",
      "ATTENDEE:mailto:boss@example.com",
      "ATTENDEE:mailto:elin@example.com",
    );
    const own = await put(
      "mine",
      "DTSTART:20261123T120000Z",
      "ORGANIZER:MAILTO:Elin@example.com",
      "ATTENDEE:mailto:a@example.com",
    );
    const byPath = await put(
      "by-path",
      "DTSTART:20261123T120000Z",
      "ORGANIZER:/dav/principals/elin/",
      "ATTENDEE:mailto:a@example.com",
    );
    expect((await elin.event(id)).isOrigin).toBe(false);
    expect((await elin.event(own)).isOrigin).toBe(true);
    expect((await elin.event(byPath)).isOrigin, "an address of CalDAV clients").toBe(true);
  });
});

describe("CalendarEvent/get of one occurrence", () => {
  const occurrence = "20261124T090000";

  it.each(["_", "."])("finds it by the id of the series, %s and its original start", async (separator) => {
    const id = await put("daily", ...DAILY);
    const wanted = `${id}${separator}${occurrence}`;
    const event = await elin.event(wanted);
    expect(event).toMatchObject({
      id: wanted,
      baseEventId: id,
      recurrenceId: "2026-11-24T09:00:00",
      start: "2026-11-24T09:00:00",
      title: "Stand-up",
    });
    expect(event).not.toHaveProperty("recurrenceRule");
  });

  it("answers null for recurrence when asked for it", async () => {
    const id = await put("daily", ...DAILY);
    const properties = ["recurrenceRule", "recurrenceOverrides", "baseEventId"];
    expect(await elin.event(`${id}_${occurrence}`, { properties })).toEqual({
      id: `${id}_${occurrence}`,
      recurrenceRule: null,
      recurrenceOverrides: null,
      baseEventId: id,
    });
    expect((await elin.event(id, { properties })).baseEventId).toBeNull();
  });

  it.each([
    ["after the last", "20261128T090000"],
    ["before the first", "20261122T090000"],
    ["at another time", "20261124T090001"],
    ["on a day that is none", "20261131T090000"],
  ])("does not find one %s", async (_what, recurrenceId) => {
    const id = await put("daily", ...DAILY);
    expect((await get({ ids: [`${id}_${recurrenceId}`] })).notFound).toEqual([`${id}_${recurrenceId}`]);
  });

  it("does not find a removed one, nor any of a single event", async () => {
    const id = await put("daily", ...DAILY, "EXDATE;TZID=Europe/Stockholm:20261124T090000");
    const single = await put("single", "DTSTART:20261123T090000Z");
    expect((await get({ ids: [`${id}_${occurrence}`, `${single}_20261123T090000`] })).list).toEqual([]);
  });

  it("has its own changes", async () => {
    const lines = [...vevent("daily", ...DAILY)];
    const override = [
      "BEGIN:VEVENT",
      "UID:daily",
      "DTSTAMP:20261101T120000Z",
      "RECURRENCE-ID;TZID=Europe/Stockholm:20261124T090000",
      "DTSTART;TZID=Europe/Stockholm:20261124T140000",
      "DURATION:PT30M",
      "SUMMARY:Later",
      "END:VEVENT",
    ];
    const id = await jmap.put(elin.actor, calendarId, "daily.ics", lines.toSpliced(-1, 0, ...override));
    const properties = ["start", "title", "utcStart"];
    expect(await elin.event(`${id}_${occurrence}`, { properties })).toMatchObject({
      start: "2026-11-24T14:00:00",
      title: "Later",
      utcStart: "2026-11-24T13:00:00Z",
    });
    expect(await elin.event(`${id}_20261125T090000`, { properties })).toMatchObject({
      start: "2026-11-25T09:00:00",
      title: "Stand-up",
    });
  });
});

describe("CalendarEvent/get with reduced contents", () => {
  const people = [
    "ORGANIZER:mailto:boss@example.com",
    "ATTENDEE;ROLE=OWNER:mailto:boss@example.com",
    "ATTENDEE:mailto:elin@example.com",
    "ATTENDEE:mailto:other@example.com",
  ];
  const addresses = (event: { participants: Record<string, { calendarAddress: string }> }) =>
    Object.values(event.participants)
      .map(({ calendarAddress }) => calendarAddress.toLowerCase())
      .toSorted();

  it("leaves only owners and the person themselves when participants are reduced", async () => {
    const id = await put("meeting", "DTSTART:20261123T120000Z", ...people);
    expect(addresses(await elin.event(id))).toHaveLength(3);
    const reduced = addresses(await elin.event(id, { reduceParticipants: true }));
    expect(reduced).toContain("mailto:elin@example.com");
    expect(reduced).not.toContain("mailto:other@example.com");
  });

  it("returns only the overrides between two times", async () => {
    const { id } = await elin.createEvent({
      calendarIds: { [calendarId]: true },
      start: "2026-11-23T09:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT30M",
      recurrenceRule: { frequency: "daily", count: 5 },
      recurrenceOverrides: {
        "2026-11-24T09:00:00": { title: "Tuesday" },
        "2026-11-25T09:00:00": { excluded: true },
        "2026-11-26T09:00:00": { title: "Thursday" },
      },
    });
    const keys = async (args: object) =>
      Object.keys((await elin.event(id, args)).recurrenceOverrides).toSorted();
    expect(await keys({})).toHaveLength(3);
    expect(await keys({ recurrenceOverridesAfter: "2026-11-25T08:00:00Z" })).toEqual([
      "2026-11-25T09:00:00",
      "2026-11-26T09:00:00",
    ]);
    expect(await keys({ recurrenceOverridesBefore: "2026-11-25T08:00:00Z" })).toEqual([
      "2026-11-24T09:00:00",
    ]);
    expect(
      await elin.failing("CalendarEvent/get", { ids: [id], recurrenceOverridesBefore: "2026-11-25" }),
    ).toMatchObject({ type: "invalidArguments" });
  });
});

describe("CalendarEvent/get of shared calendars", () => {
  it("shows the public events, and nothing else", async () => {
    const nils = await jmap.client("nils");
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({
        calendarId: calendarId as never,
        principalId: nils.actor.principalId,
        level: "read",
      }),
    );
    const open = await put("open", "DTSTART:20261123T120000Z", "SUMMARY:Open");
    const hidden = await put("hidden", "DTSTART:20261123T120000Z", "CLASS:CONFIDENTIAL", "SUMMARY:Hidden");
    const answer = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [open, hidden] });
    expect(answer.list.map(({ title }: { title: string }) => title)).toEqual(["Open"]);
    expect(answer.notFound).toEqual([hidden]);
    expect((await get({ ids: [hidden] })).list).toHaveLength(1);
  });

  it("reports only visible changes", async () => {
    const nils = await jmap.client("nils");
    const hiddenCalendar = (await elin.call("Calendar/set", { create: { k: { name: "Secret" } } })).created.k
      .id;
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({
        calendarId: calendarId as never,
        principalId: nils.actor.principalId,
        level: "read",
      }),
    );
    const { state } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] });
    const open = await put("open", "DTSTART:20261123T120000Z");
    const hidden = await put("hidden", "DTSTART:20261123T120000Z", "CLASS:CONFIDENTIAL");
    const elsewhere = await jmap.put(
      elin.actor,
      hiddenCalendar,
      "x.ics",
      vevent("x", "DTSTART:20261123T120000Z"),
    );
    await elin.call("Calendar/set", { create: { k: { name: "Another secret" } } });
    const args = { accountId: elin.accountId, sinceState: state };
    expect(await nils.call("CalendarEvent/changes", args)).toMatchObject({
      created: [open],
      updated: [],
      destroyed: [],
    });
    expect(await nils.call("Calendar/changes", args)).toMatchObject({
      created: [],
      updated: [],
      destroyed: [],
    });
    expect((await elin.call("CalendarEvent/changes", { sinceState: state })).created.toSorted()).toEqual(
      [open, hidden, elsewhere].toSorted(),
    );
  });

  it("loses an event that is made secret", async () => {
    const nils = await jmap.client("nils");
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({
        calendarId: calendarId as never,
        principalId: nils.actor.principalId,
        level: "read",
      }),
    );
    const id = await put("open", "DTSTART:20261123T120000Z");
    const { state } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] });
    await elin.call("CalendarEvent/set", { update: { [id]: { privacy: "secret" } } });
    const changes = await nils.call("CalendarEvent/changes", {
      accountId: elin.accountId,
      sinceState: state,
    });
    expect(changes).toMatchObject({ created: [], updated: [], destroyed: [id] });
  });
});
