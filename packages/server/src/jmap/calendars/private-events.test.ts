import { beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "../../app/types.ts";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  await share("manage");
});

const share = (level: ShareLevel) => jmap.share(calendarId, nils, level);
const BIOPSY = [
  "DTSTART;TZID=Europe/Stockholm:20261123T120000",
  "DURATION:PT1H",
  "RRULE:FREQ=WEEKLY;COUNT=3",
  "SUMMARY:Biopsy",
  "LOCATION:Clinic",
  "CATEGORIES:health",
  "STATUS:TENTATIVE",
  "CLASS:PRIVATE",
];
const put = (uid = "biopsy", lines: readonly string[] = BIOPSY) =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, ...lines));
const seen = async (id: string, args: object = {}) =>
  (await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [id], ...args })).list[0];
const found = async (filter: object, args: object = {}): Promise<string[]> =>
  (await nils.call("CalendarEvent/query", { accountId: elin.accountId, filter, ...args })).ids;
const SEEN = "/dav/calendars/nils/elin~calendar/";

describe("a private event in another's calendar", () => {
  it("shows only its times and metadata, also to people who manage the calendar", async () => {
    const id = await put();
    const event = await seen(id);
    expect(event).toEqual({
      "@type": "Event",
      version: "2.0",
      id,
      uid: "biopsy",
      calendarIds: { [calendarId]: true },
      isDraft: false,
      isOrigin: true,
      start: "2026-11-23T12:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT1H",
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", count: 3 },
      privacy: "private",
      updated: expect.any(String),
    });
    expect((await elin.event(id)).title).toBe("Biopsy");
  });

  it("is not its owner's own where somebody else organizes it, which is all that is told of them", async () => {
    const id = await put("asked", [
      ...BIOPSY,
      "ORGANIZER:mailto:clinic@elsewhere.example",
      "ATTENDEE:mailto:elin@example.com",
    ]);
    expect((await elin.event(id)).isOrigin).toBe(false);
    const event = await seen(id);
    expect(event.isOrigin).toBe(false);
    expect(JSON.stringify(event)).not.toContain("clinic");
    const [occurrence] = await found(
      { after: "2026-11-30T00:00:00", before: "2026-12-01T00:00:00" },
      { expandRecurrences: true, timeZone: "Etc/UTC" },
    );
    expect((await seen(occurrence ?? "none")).isOrigin).toBe(false);
    const { accountId } = elin;
    const [, got] = await nils.calls(
      ["CalendarEvent/query", { accountId, filter: { uid: "asked" } }, "0"],
      [
        "CalendarEvent/get",
        { accountId, "#ids": { resultOf: "0", name: "CalendarEvent/query", path: "/ids" } },
      ],
    );
    expect(got.list[0].isOrigin).toBe(false);
  });

  it("has UTC times on request", async () => {
    const id = await put();
    expect(await seen(id, { properties: ["utcStart", "title"] })).toEqual({
      id,
      utcStart: "2026-11-23T11:00:00Z",
    });
  });

  it.each([
    [{ text: "biopsy" }],
    [{ title: "biopsy" }],
    [{ location: "clinic" }],
    [{ text: "health" }],
    [{ text: "biopsy", after: "2026-11-01T00:00:00", before: "2026-12-31T00:00:00" }],
  ])("is not found by its contents: %j", async (filter) => {
    const id = await put();
    expect(await found(filter)).toEqual([]);
    expect(await found({})).toEqual([id]);
    expect((await elin.call("CalendarEvent/query", { filter })).ids).toEqual([id]);
  });

  it("is found by its time, each occurrence separately", async () => {
    const id = await put();
    const filter = { after: "2026-11-23T00:00:00", before: "2026-12-05T00:00:00" };
    expect(await found(filter)).toEqual([id]);
    const ids = await found(filter, { expandRecurrences: true });
    expect(ids).toHaveLength(2);
    expect(await seen(ids[1] ?? "")).toMatchObject({ start: "2026-11-30T12:00:00", privacy: "private" });
    expect(JSON.stringify(await seen(ids[1] ?? ""))).not.toContain("Biopsy");
  });

  it.each([
    ["its title", { title: "Seen" }],
    ["what is one's own of it", { color: "red" }],
    ["its privacy", { privacy: "public" }],
  ])("can't be changed: %s", async (_what, patch) => {
    const id = await put();
    const before = await jmap.icalendar(elin.actor, id);
    const { notUpdated } = await nils.call("CalendarEvent/set", {
      accountId: elin.accountId,
      update: { [id]: patch },
    });
    expect(notUpdated[id].type).toBe("forbidden");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
  });

  it.each(["write", "edit", "manage"] as const)(
    "can't be created by people who may %s, with the reason",
    async (level) => {
      await share(level);
      const wrong = { type: "invalidProperties", properties: ["privacy"] };
      const event = { calendarIds: { [calendarId]: true }, title: "x", start: "2026-11-23T12:00:00" };
      const id = await put("open", ["DTSTART:20261123T120000Z", "SUMMARY:Open"]);
      const answer = await nils.call("CalendarEvent/set", {
        accountId: elin.accountId,
        create: { p: { ...event, privacy: "private" }, s: { ...event, privacy: "secret" }, o: event },
        update: { [id]: { privacy: "private" } },
      });
      expect(answer.notCreated).toMatchObject({ p: wrong, s: wrong });
      expect(Object.keys(answer.created)).toEqual(["o"]);
      expect(answer.notUpdated).toMatchObject({ [id]: wrong });
      expect((await elin.event(id)).privacy ?? "public").toBe("public");
    },
  );

  it("can't be destroyed", async () => {
    const id = await put();
    const { notDestroyed } = await nils.call("CalendarEvent/set", {
      accountId: elin.accountId,
      destroy: [id],
    });
    expect(notDestroyed[id].type).toBe("forbidden");
    expect((await elin.event(id)).title).toBe("Biopsy");
  });

  it("counts as changed, and not as gone, when it is made private", async () => {
    const id = await put("open", ["DTSTART:20261123T120000Z", "SUMMARY:Open"]);
    const { state } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] });
    await elin.call("CalendarEvent/set", { update: { [id]: { privacy: "private" } } });
    expect(
      await nils.call("CalendarEvent/changes", { accountId: elin.accountId, sinceState: state }),
    ).toMatchObject({ created: [], updated: [id], destroyed: [] });
    expect(await seen(id)).not.toHaveProperty("title");
  });

  it("is copied as the reader sees it", async () => {
    const id = await put();
    const mine = (await nils.calendars())[0].id;
    const { created } = await nils.call("CalendarEvent/copy", {
      fromAccountId: elin.accountId,
      accountId: nils.accountId,
      create: { k: { id, calendarIds: { [mine]: true } } },
    });
    expect(await jmap.icalendar(nils.actor, created.k.id)).not.toContain("Biopsy");
  });
});

describe("a private object by CalDAV in another's calendar", () => {
  const QUERY = (inside: string) =>
    `<d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${inside}</c:comp-filter></c:comp-filter></c:filter>`;

  it("shows only its times, in every way of reading", async () => {
    await put();
    const dav = new DavClient(jmap.app, nils.actor);
    const data = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
    const answers = [
      await dav.get(`${SEEN}biopsy.ics`),
      await dav.report(SEEN, "c:calendar-multiget", `${data}<d:href>${SEEN}biopsy.ics</d:href>`),
      await dav.report(SEEN, "c:calendar-query", QUERY("")),
      await dav.get(SEEN),
    ];
    for (const { body } of answers) {
      expect(body).toContain("DTSTART;TZID=Europe/Stockholm:20261123T120000");
      expect(body).not.toContain("Biopsy");
      expect(body).not.toContain("Clinic");
    }
    const own = await new DavClient(jmap.app, elin.actor).get("/dav/calendars/elin/calendar/biopsy.ics");
    expect(own.body).toContain("SUMMARY:Biopsy");
  });

  it("has the size of the visible part", async () => {
    await put("biopsy", ["DTSTART:20261123T120000Z", "SUMMARY:Biopsy", "CLASS:PRIVATE"]);
    const dav = new DavClient(jmap.app, nils.actor);
    const { body } = await dav.get(`${SEEN}biopsy.ics`);
    const listed = await dav.propfind(SEEN, "1", "<d:getcontentlength/>");
    expect(listed.resource(`${SEEN}biopsy.ics`).text["getcontentlength"]).toBe(
      String(Buffer.byteLength(body)),
    );
  });

  it("is not found by its contents", async () => {
    await put();
    const dav = new DavClient(jmap.app, nils.actor);
    const filter =
      '<c:prop-filter name="SUMMARY"><c:text-match collation="i;ascii-casemap">biopsy</c:text-match></c:prop-filter>';
    expect((await dav.report(SEEN, "c:calendar-query", QUERY(filter))).resources).toEqual([]);
    const isSet = '<c:prop-filter name="LOCATION"/>';
    expect((await dav.report(SEEN, "c:calendar-query", QUERY(isSet))).resources).toEqual([]);
  });

  it("can't be overwritten or deleted", async () => {
    const id = await put();
    const before = await jmap.icalendar(elin.actor, id);
    const dav = new DavClient(jmap.app, nils.actor);
    const { body } = await dav.get(`${SEEN}biopsy.ics`);
    expect((await dav.put(`${SEEN}biopsy.ics`, body.replace("CLASS:PRIVATE", "CLASS:PUBLIC"))).status).toBe(
      403,
    );
    expect((await dav.delete(`${SEEN}biopsy.ics`)).status).toBe(403);
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
  });

  it("shows no dead properties of its owner's", async () => {
    await put();
    const owner = new DavClient(jmap.app, elin.actor);
    const note = '<d:set><d:prop><note xmlns="urn:x">biopsy result</note></d:prop></d:set>';
    await owner.proppatch("/dav/calendars/elin/calendar/biopsy.ics", note);
    const dav = new DavClient(jmap.app, nils.actor);
    const answer = await dav.propfind(`${SEEN}biopsy.ics`, "0", '<note xmlns="urn:x"/>');
    expect(answer.body).not.toContain("result");
    expect(
      (await owner.propfind("/dav/calendars/elin/calendar/biopsy.ics", "0", '<note xmlns="urn:x"/>')).body,
    ).toContain("result");
  });
});
