import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import { vevent } from "../../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let home: string;
let work: string;
/** Ids by uid. */
const ids: Record<string, string> = {};
beforeEach(async () => {
  home = (await elin.calendars())[0].id;
  work = (await elin.call("Calendar/set", { create: { k: { name: "Work" } } })).created.k.id;
  await put(
    home,
    "lunch",
    "DTSTART;TZID=Europe/Stockholm:20261123T120000",
    "DURATION:PT1H",
    "SUMMARY:Lunch på Söder",
    "LOCATION:Hem",
  );
  await put(
    home,
    "trip",
    "DTSTART;VALUE=DATE:20261201",
    "DTEND;VALUE=DATE:20261205",
    "SUMMARY:Resa till Åre",
    "DESCRIPTION:Packa skidor",
    "ATTACH:https://example.com/biljett.pdf",
  );
  await put(
    work,
    "standup",
    "DTSTART;TZID=Europe/Stockholm:20261102T090000",
    "DURATION:PT30M",
    "RRULE:FREQ=WEEKLY",
    "SUMMARY:Stand-up",
  );
  await put(
    work,
    "meeting",
    "DTSTART:20261124T140000Z",
    "DURATION:PT1H",
    "SUMMARY:Planning",
    "ORGANIZER;CN=Boss:mailto:boss@example.com",
    "ATTENDEE;CN=Nils Ek;PARTSTAT=ACCEPTED:mailto:nils@example.com",
  );
});

async function put(calendarId: string, uid: string, ...lines: readonly string[]): Promise<void> {
  ids[uid] = await jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, ...lines));
}
const query = (args: object) => elin.call("CalendarEvent/query", args);
/** The uids that a filter finds, sorted. */
async function found(filter: object | null, args: object = {}): Promise<string[]> {
  const uids = new Map(Object.entries(ids).map(([uid, id]) => [id, uid]));
  return (await query({ filter, ...args })).ids.map((id: string) => uids.get(id)).toSorted();
}

describe("the filter of CalendarEvent/query", () => {
  it("finds everything without one", async () => {
    expect(await found(null)).toEqual(["lunch", "meeting", "standup", "trip"]);
    expect(await found({})).toEqual(["lunch", "meeting", "standup", "trip"]);
  });

  it("finds events between two times, and series by their occurrences", async () => {
    expect(await found({ after: "2026-11-23T00:00:00", before: "2026-11-24T00:00:00" })).toEqual([
      "lunch",
      "standup",
    ]);
    expect(await found({ after: "2036-01-01T00:00:00", before: "2036-02-01T00:00:00" })).toEqual(["standup"]);
    expect(await found({ before: "2026-11-01T00:00:00" })).toEqual([]);
  });

  it("reads its times in the given zone", async () => {
    const filter = { after: "2026-11-23T12:30:00", before: "2026-11-23T12:45:00" };
    expect(await found(filter, { timeZone: "Europe/Stockholm" })).toEqual(["lunch"]);
    expect(await found(filter)).toEqual([]);
  });

  it("excludes events that begin at its end or end at its start", async () => {
    const zone = { timeZone: "Europe/Stockholm" };
    expect(
      await found({ inCalendar: home, after: "2026-11-23T13:00:00", before: "2026-11-30T00:00:00" }, zone),
    ).toEqual([]);
    expect(
      await found({ inCalendar: home, after: "2026-11-22T00:00:00", before: "2026-11-23T12:00:00" }, zone),
    ).toEqual([]);
    expect(
      await found({ inCalendar: home, after: "2026-12-04T23:59:59", before: "2026-12-06T00:00:00" }, zone),
    ).toEqual(["trip"]);
    expect(
      await found({ inCalendar: home, after: "2026-12-05T00:00:00", before: "2026-12-06T00:00:00" }, zone),
    ).toEqual([]);
  });

  it("lets different occurrences meet different conditions of an operator", async () => {
    const conditions = [{ after: "2030-01-01T00:00:00" }, { before: "2026-11-20T00:00:00" }];
    expect(await found({ operator: "AND", conditions })).toEqual(["standup"]);
  });

  it.each([
    [{ inCalendar: "WORK" }, ["meeting", "standup"]],
    [{ inCalendars: ["HOME", "none"] }, ["lunch", "trip"]],
    [{ inCalendars: [] }, []],
    [{ inCalendar: "none" }, []],
    [{ uid: "lunch" }, ["lunch"]],
    [{ uid: "LUNCH" }, []],
    [{ title: "söder" }, ["lunch"]],
    [{ title: "skidor" }, []],
    [{ description: "SKIDOR" }, ["trip"]],
    [{ location: "hem" }, ["lunch"]],
    [{ hasAttachment: true }, ["trip"]],
    [{ hasAttachment: false, inCalendar: "HOME" }, ["lunch"]],
    [{ hasAttachment: null, location: "hem" }, ["lunch"]],
    [{ text: "nils" }, ["meeting"]],
    [{ text: "åre resa" }, ["trip"]],
    [{ attendee: "nils@example.com" }, ["meeting"]],
    [{ attendee: "boss" }, []],
    [{ owner: "boss" }, ["meeting"]],
    [{ owner: "nils" }, []],
    [{ participationStatus: "accepted" }, ["meeting"]],
    [{ participationStatus: "declined" }, []],
    [{ attendee: "nils", participationStatus: "accepted" }, ["meeting"]],
    [{ owner: "boss", participationStatus: "accepted" }, []],
    [{ inCalendar: null, title: null }, ["lunch", "meeting", "standup", "trip"]],
    [{ inCalendar: "WORK", title: "Lunch" }, []],
    [{ operator: "AND", conditions: [{ inCalendar: "WORK" }, { title: "planning" }] }, ["meeting"]],
    [{ operator: "OR", conditions: [{ uid: "lunch" }, { title: "planning" }] }, ["lunch", "meeting"]],
    [{ operator: "NOT", conditions: [{ inCalendar: "WORK" }, { uid: "lunch" }] }, ["trip"]],
    [{ operator: "AND", conditions: [] }, ["lunch", "meeting", "standup", "trip"]],
    [{ operator: "OR", conditions: [] }, []],
    [
      {
        operator: "OR",
        conditions: [{ operator: "NOT", conditions: [{ inCalendar: "HOME" }] }, { uid: "trip" }],
      },
      ["meeting", "standup", "trip"],
    ],
    [{ operator: "AND", conditions: [{ uid: "lunch" }, { uid: "trip" }] }, []],
  ])("%j finds %j", async (filter, expected) => {
    const real = JSON.parse(JSON.stringify(filter).replaceAll("WORK", work).replaceAll("HOME", home));
    expect(await found(real)).toEqual(expected);
  });

  it.each([
    ["a time that is none", { after: "2026-11-23" }],
    ["a UTC time", { after: "2026-11-23T00:00:00Z" }],
    ["a text that is a number", { title: 5 }],
    ["an unknown operator", { operator: "XOR", conditions: [] }],
    ["an operator without conditions", { operator: "AND" }],
    ["an operator with a condition of its own", { operator: "AND", conditions: [], title: "x" }],
    ["conditions that are no objects", { operator: "AND", conditions: ["x"] }],
    ["a filter that is a text", "lunch"],
    ["U+0000", { uid: "a\0" }],
  ])("refuses %s as invalidArguments", async (_what, filter) => {
    expect((await elin.failing("CalendarEvent/query", { filter })).type).toBe("invalidArguments");
  });

  it.each([
    ["a condition nobody knows", { colour: "red" }],
    ["a condition called like what every object has", { constructor: "x" }],
    ["more than it can take", { operator: "OR", conditions: Array.from({ length: 201 }, () => ({})) }],
  ])("does not support %s", async (_what, filter) => {
    expect((await elin.failing("CalendarEvent/query", { filter })).type).toBe("unsupportedFilter");
  });

  it("does not search other accounts", async () => {
    const nils = await jmap.client("nils");
    expect((await nils.call("CalendarEvent/query", { filter: { inCalendar: work } })).ids).toEqual([]);
  });
});

describe("the order of CalendarEvent/query", () => {
  const order = async (sort: object[]) => {
    const uids = new Map(Object.entries(ids).map(([uid, id]) => [id, uid]));
    return (await query({ sort })).ids.map((id: string) => uids.get(id));
  };

  it("is by start, in either direction", async () => {
    expect(await order([{ property: "start" }])).toEqual(["standup", "lunch", "meeting", "trip"]);
    expect(await order([{ property: "start", isAscending: false }])).toEqual([
      "trip",
      "meeting",
      "lunch",
      "standup",
    ]);
  });

  it("is by creation or change, and by occurrence", async () => {
    for (const [at, title] of ["lunch", "trip"].entries()) {
      jmap.clock.advance(60_000 * (at + 1));
      await elin.call("CalendarEvent/set", { update: { [ids[title] ?? ""]: { description: "x" } } });
    }
    const updated = await order([{ property: "updated", isAscending: false }, { property: "uid" }]);
    expect(updated.slice(0, 2)).toEqual(["trip", "lunch"]);
    jmap.clock.advance(60_000);
    const { id } = await elin.createEvent({
      calendarIds: { [home]: true },
      uid: "newest",
      title: "Newest",
      start: "2026-11-01T00:00:00",
    });
    ids["newest"] = id;
    expect((await order([{ property: "created", isAscending: false }, { property: "uid" }]))[0]).toBe(
      "newest",
    );
    const filter = { after: "2026-11-01T00:00:00", before: "2026-11-30T00:00:00", title: "Stand-up" };
    const sort = [{ property: "recurrenceId", isAscending: false }];
    const occurrences = (await query({ filter, sort, expandRecurrences: true })).ids;
    expect(occurrences.map((one: string) => one.slice(-15))).toEqual([
      "20261123T090000",
      "20261116T090000",
      "20261109T090000",
      "20261102T090000",
    ]);
  });

  it("falls back to the next comparator on ties", async () => {
    expect(
      await order([{ property: "recurrenceId" }, { property: "uid", collation: "i;unicode-casemap" }]),
    ).toEqual(["lunch", "meeting", "standup", "trip"]);
  });

  it.each([
    [{ property: "title" }],
    [{ property: "uid", collation: "i;none" }],
    [{ property: "constructor" }],
  ])("cannot be %j", async (comparator) => {
    expect((await elin.failing("CalendarEvent/query", { sort: [comparator] })).type).toBe("unsupportedSort");
  });
});

describe("the window of CalendarEvent/query", () => {
  const sort = [{ property: "uid" }];
  const names = ["lunch", "meeting", "standup", "trip"];
  const window = async (args: object) => {
    const answer = await query({ sort, ...args });
    return { ...answer, ids: answer.ids.map((id: string) => names.find((uid) => ids[uid] === id)) };
  };

  it.each([
    [{}, 0, names],
    [{ limit: 2 }, 0, ["lunch", "meeting"]],
    [{ limit: 0 }, 0, []],
    [{ position: 1, limit: 2 }, 1, ["meeting", "standup"]],
    [{ position: -1 }, 3, ["trip"]],
    [{ position: -9, limit: 1 }, 0, ["lunch"]],
    [{ position: 9 }, 9, []],
    [{ anchor: "standup" }, 2, ["standup", "trip"]],
    [{ anchor: "standup", anchorOffset: -1, limit: 2 }, 1, ["meeting", "standup"]],
    [{ anchor: "meeting", anchorOffset: -5, position: 3 }, 0, names],
    [{ anchorOffset: 2 }, 0, names],
  ])("%j begins at %i with %j", async (args, position, expected) => {
    const anchored = "anchor" in args ? { ...args, anchor: ids[args.anchor as string] } : args;
    expect(await window(anchored)).toMatchObject({ position, ids: expected });
  });

  it("counts on request", async () => {
    expect((await window({ limit: 1, calculateTotal: true })).total).toBe(4);
    expect(await window({ limit: 1 })).not.toHaveProperty("total");
  });

  it("never returns more than can be fetched at once, and says so", async () => {
    expect((await window({})).limit).toBe(jmap.app.limits.maxObjectsInGet);
    expect(await window({ limit: 3 })).not.toHaveProperty("limit");
  });

  it("is always current, however often it was requested", async () => {
    expect((await window({ limit: 2 })).ids).toEqual(["lunch", "meeting"]);
    await elin.call("CalendarEvent/set", { destroy: [ids["meeting"]] });
    expect((await window({ limit: 2 })).ids).toEqual(["lunch", "standup"]);
    expect((await window({ position: 2, limit: 2 })).ids).toEqual(["trip"]);
  });

  it("does not find a missing anchor", async () => {
    expect((await elin.failing("CalendarEvent/query", { anchor: "none" })).type).toBe("anchorNotFound");
  });

  it.each([
    { limit: -1 },
    { limit: 1.5 },
    { position: "1" },
    { sort: {} },
    { expand: true },
    { timeZone: "Mars/Olympus" },
  ])("refuses %j", async (args) => {
    expect((await elin.failing("CalendarEvent/query", args)).type).toBe("invalidArguments");
  });
});

describe("CalendarEvent/query with expandRecurrences", () => {
  const november = { after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00" };
  const expanded = (filter: object, args: object = {}) =>
    query({
      filter,
      expandRecurrences: true,
      sort: [{ property: "start" }],
      timeZone: "Europe/Stockholm",
      ...args,
    });

  it("returns an id for each occurrence, which can be fetched in the same request", async () => {
    const { methodResponses } = await elin.request([
      [
        "CalendarEvent/query",
        { filter: { ...november, inCalendar: work }, expandRecurrences: true, sort: [{ property: "start" }] },
      ],
      [
        "CalendarEvent/get",
        {
          "#ids": { resultOf: "c0", name: "CalendarEvent/query", path: "/ids" },
          properties: ["start", "utcStart"],
        },
      ],
    ]);
    const occurrenceIds = methodResponses[0][1].ids;
    expect(occurrenceIds).toHaveLength(6);
    expect(occurrenceIds[0]).toBe(`${ids["standup"]}_20261102T090000`);
    for (const id of occurrenceIds) expect(id).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
    expect(methodResponses[1][1].notFound).toEqual([]);
    const starts = new Map(
      methodResponses[1][1].list.map((event: { id: string; start: string }) => [event.id, event.start]),
    );
    expect(occurrenceIds.map((id: string) => starts.get(id))).toEqual([
      "2026-11-02T09:00:00",
      "2026-11-09T09:00:00",
      "2026-11-16T09:00:00",
      "2026-11-23T09:00:00",
      "2026-11-24T14:00:00",
      "2026-11-30T09:00:00",
    ]);
  });

  it("matches every condition against the same occurrence", async () => {
    await elin.call("CalendarEvent/set", {
      update: { [`${ids["standup"]}_20261109T090000`]: { title: "Retrospective" } },
    });
    expect((await expanded({ ...november, title: "retrospective" })).ids).toEqual([
      `${ids["standup"]}_20261109T090000`,
    ]);
    expect((await expanded({ ...november, title: "stand-up" })).ids).toHaveLength(4);
  });

  it("leaves out removed occurrences, and follows moved ones", async () => {
    const [second, third] = ["20261109T090000", "20261116T090000"].map((at) => `${ids["standup"]}_${at}`) as [
      string,
      string,
    ];
    await elin.call("CalendarEvent/set", {
      destroy: [second],
      update: { [third]: { start: "2026-11-20T09:00:00" } },
    });
    const day = (from: string, to: string) =>
      expanded({ inCalendar: work, after: `2026-11-${from}T00:00:00`, before: `2026-11-${to}T00:00:00` });
    expect((await day("09", "10")).ids).toEqual([]);
    expect((await day("16", "17")).ids).toEqual([]);
    expect((await day("20", "21")).ids).toEqual([third]);
  });

  it.each([
    ["no end", { after: "2026-11-01T00:00:00" }],
    ["an operator", { operator: "AND", conditions: [november] }],
    ["no filter", null],
  ])("refuses %s", async (_what, filter) => {
    expect((await elin.failing("CalendarEvent/query", { filter, expandRecurrences: true })).type).toBe(
      "invalidArguments",
    );
  });

  it("refuses a window that is too long", async () => {
    const filter = { after: "2020-01-01T00:00:00", before: "2030-01-01T00:00:00" };
    expect(await elin.failing("CalendarEvent/query", { filter, expandRecurrences: true })).toMatchObject({
      type: "expandDurationTooLarge",
    });
  });

  it("gives an event with too many occurrences as a whole, and the others as before", async () => {
    const before = (await expanded(november)).ids;
    expect(before.length).toBeGreaterThan(0);
    await put(work, "secondly", "DTSTART:20261101T000000Z", "RRULE:FREQ=SECONDLY");
    await put(
      work,
      "never",
      "DTSTART:20261101T000000Z",
      "RRULE:FREQ=MINUTELY;INTERVAL=12;BYMINUTE=10,11;COUNT=2",
    );
    const { ids } = await expanded(november);
    expect(ids).toEqual(expect.arrayContaining(before));
    const more = ids.filter((id: string) => !before.includes(id));
    const { list } = await elin.call("CalendarEvent/get", { ids: more, properties: ["uid"] });
    expect(list.map(({ uid }: { uid: string }) => uid).toSorted()).toEqual(["never", "secondly"]);
  });

  it("refuses more occurrences than its limit, even if none would match", async () => {
    for (let n = 0; n < 8; n++)
      await put(work, `minutely${n}`, "DTSTART:20261101T000000Z", "RRULE:FREQ=MINUTELY;INTERVAL=30");
    const filter = { ...november, title: "nothing" };
    expect((await elin.failing("CalendarEvent/query", { filter, expandRecurrences: true })).type).toBe(
      "cannotCalculateOccurrences",
    );
  });
});

describe("CalendarEvent/queryChanges", () => {
  const BY_START = { sort: [{ property: "start" }] };
  /** The client's result after applying the changes to the former answer (RFC 8620 §5.6). */
  const followed = async (before: { queryState: string; ids: string[] }, args: object) => {
    const changes = await elin.call("CalendarEvent/queryChanges", {
      sinceQueryState: before.queryState,
      ...args,
    });
    const removed = new Set(changes.removed);
    const list = before.ids.filter((id) => !removed.has(id));
    for (const { id, index } of changes.added) list.splice(index, 0, id);
    return { list, state: changes.newQueryState };
  };

  it("reports that nothing has changed", async () => {
    const { queryState, canCalculateChanges } = await query({});
    expect(canCalculateChanges).toBe(true);
    expect(await elin.call("CalendarEvent/queryChanges", { sinceQueryState: queryState })).toMatchObject({
      removed: [],
      added: [],
      newQueryState: queryState,
    });
  });

  it("leads from a former answer to the present one, whatever was added, removed, moved or changed", async () => {
    const args = { ...BY_START, filter: { text: "e" } };
    const before = await query(args);
    await elin.call("CalendarEvent/set", {
      destroy: [ids["lunch"]],
      update: { [ids["meeting"] ?? ""]: { start: "2026-10-01T09:00:00", title: "Elsewhere" } },
    });
    await put(work, "new", "DTSTART:20261111T120000Z", "SUMMARY:New one");
    const after = await query(args);
    expect(after.queryState).not.toBe(before.queryState);
    expect(await followed(before, args)).toEqual({ list: after.ids, state: after.queryState });
  });

  it("counts on request, and returns no more changes than asked for", async () => {
    const { queryState } = await query({});
    await put(work, "new", "DTSTART:20261111T120000Z", "SUMMARY:New one");
    const id = ids["new"] ?? "";
    const args = { sinceQueryState: queryState };
    const total = (await query({ calculateTotal: true })).total;
    expect(
      await elin.call("CalendarEvent/queryChanges", { ...args, calculateTotal: true, maxChanges: 1 }),
    ).toMatchObject({ total, removed: [], added: [{ id }] });
    await elin.call("CalendarEvent/set", { update: { [ids["lunch"] ?? ""]: { title: "Newer" } } });
    expect((await elin.failing("CalendarEvent/queryChanges", { ...args, maxChanges: 1 })).type).toBe(
      "tooManyChanges",
    );
  });

  it.each([
    ["occurrences", { after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00", expand: true }],
    ["what is nearest to now", { nearness: true }],
  ])("can't answer about %s", async (_what, { expand, nearness, ...filter }: Record<string, unknown>) => {
    const args = {
      ...(expand ? { filter, expandRecurrences: true } : {}),
      ...(nearness ? { sort: [{ property: "nearness" }] } : {}),
    };
    const { queryState, canCalculateChanges } = await query(args);
    expect(canCalculateChanges).toBe(false);
    await elin.call("CalendarEvent/set", { destroy: [ids["lunch"]] });
    expect(
      (await elin.failing("CalendarEvent/queryChanges", { sinceQueryState: queryState, ...args })).type,
    ).toBe("cannotCalculateChanges");
  });
});
