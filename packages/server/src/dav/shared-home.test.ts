import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CalendarId, ShareLevel } from "../app/types.ts";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let elin: DavClient;
let axel: DavClient;
let calendarId: CalendarId;
/** Elin's, at its own place and in Axel's home. */
const OWN = "/dav/calendars/elin/calendar/";
const HOME = "/dav/calendars/axel/";
const SEEN = `${HOME}elin~calendar/`;
const AXELS = `${HOME}calendar/`;
const LEVELS = ["freeBusy", "read", "write", "edit", "manage"] as const;
const READING = LEVELS.slice(1);

beforeEach(async () => {
  opened = await openTestDav();
  elin = await opened.client("elin");
  axel = await opened.client("axel");
  calendarId = await firstCalendarOf(opened.app, elin.actor);
});
afterEach(() => opened.close());

const share = (level: ShareLevel, principalId = axel.actor.principalId) =>
  opened.share(elin, level, principalId);
const unshare = () =>
  opened.app.storage.write((tx) => tx.calendars.removeShare(calendarId, axel.actor.principalId));
const homeOf = async (who: DavClient, home: string) =>
  (await who.propfind(home, "1", "<d:resourcetype/>")).hrefs;
const set = (props: string) => `<d:set><d:prop>${props}</d:prop></d:set>`;
const ALL = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
const DATA = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
const DAY = '<c:time-range start="20261123T000000Z" end="20261124T000000Z"/>';
const FOREIGN = eventText(
  "foreign",
  "ORGANIZER:mailto:else@example.net",
  "ATTENDEE:mailto:other@example.net",
);

describe("a calendar home", () => {
  test("contains nothing of others that is not shared", async () => {
    expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS]);
    for (const answer of [
      await axel.propfind(SEEN, "0", "<d:displayname/>"),
      await axel.get(SEEN),
      await axel.put(`${SEEN}1.ics`, eventText("1")),
      await axel.report(SEEN, "c:calendar-query", `${DATA}${ALL}`),
      await axel.delete(SEEN),
    ])
      expect([404, 409]).toContain(answer.status);
    expect(await homeOf(elin, "/dav/calendars/elin/")).toEqual(["/dav/calendars/elin/", OWN]);
  });

  test.each(READING)("lists calendars shared to %s, only in the reader's home", async (level) => {
    await share(level);
    const third = await opened.client("maja");
    const listed = await axel.propfind(HOME, "1", "<d:resourcetype/><d:owner/><d:sync-token/><cs:getctag/>");
    expect(listed.hrefs).toEqual([HOME, AXELS, SEEN]);
    const there = listed.resource(SEEN);
    expect(there.elements["resourcetype"]?.map(({ name }) => name)).toEqual([
      "collection",
      "calendar",
      "shared",
    ]);
    expect(there.text["owner"]).toBe("/dav/principals/elin/");
    const own = (await elin.propfind(OWN, "0", "<d:sync-token/><cs:getctag/>")).resource().text;
    expect(there.text).toMatchObject(own);
    expect(await homeOf(third, "/dav/calendars/maja/")).not.toContain("/dav/calendars/maja/elin~calendar/");
    expect((await third.propfind("/dav/calendars/maja/elin~calendar/", "0", "<d:owner/>")).status).toBe(404);
    expect((await third.propfind(SEEN, "0", "<d:owner/>")).status).toBe(404);
    expect((await elin.propfind(SEEN, "0", "<d:owner/>")).status).toBe(404);
  });

  test("lists free/busy calendars, which answer with times alone", async () => {
    await elin.put(`${OWN}1.ics`, eventText("1", "LOCATION:Hemligt"));
    await share("freeBusy");
    expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS, SEEN]);
    const busy = await axel.report(SEEN, "c:free-busy-query", DAY);
    expect(busy.body).toContain("FREEBUSY:20261123T110000Z/20261123T120000Z");
    expect(busy.body).not.toMatch(/Lunch|Hemligt|UID:1\r/);
    expect((await axel.propfind(SEEN, "1", "<d:getetag/>")).hrefs).toHaveLength(2);
    for (const [answer, status] of [
      [await axel.get(`${SEEN}1.ics`), 404],
      [await axel.report(SEEN, "c:calendar-query", `${DATA}${ALL}`), 207],
      [await axel.get(SEEN), 403],
      [await axel.sync(SEEN, ""), 403],
      [await axel.put(`${SEEN}2.ics`, eventText("2")), 403],
      [await axel.delete(`${SEEN}1.ics`), 403],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.body).not.toMatch(/Lunch|Hemligt|UID:1\b/);
    }
  });

  test("loses a calendar at once when its share is withdrawn", async () => {
    await share("edit");
    await elin.put(`${OWN}1.ics`, eventText("1"));
    expect((await axel.get(`${SEEN}1.ics`)).status).toBe(200);
    await unshare();
    expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS]);
    expect((await axel.get(`${SEEN}1.ics`)).status).toBe(404);
  });

  test("shows when its owner is busy, not when others are", async () => {
    await share("edit");
    await elin.put(`${OWN}1.ics`, eventText("1"));
    const busy = await axel.report(HOME, "c:free-busy-query", DAY, { depth: "infinity" });
    expect(busy.body).toContain("VFREEBUSY");
    expect(busy.body).not.toContain("FREEBUSY:");
  });

  test("reserves the names of other people's calendars", async () => {
    const made = await axel.mkcalendar(`${HOME}elin~calendar/`);
    expect([made.status, made.condition]).toEqual([403, "calendar-collection-location-ok"]);
    expect((await axel.mkcalendar(`${HOME}~tilde/`)).status).toBe(201);
    await share("read");
    expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS, `${HOME}~tilde/`, SEEN]);
  });

  test("contains the calendars of the person's groups", async () => {
    const groupId = await opened.app.storage.write(async (tx) => {
      const elinPrincipal = await tx.principals.byLogin("elin");
      if (!elinPrincipal) throw new Error("no elin");
      const id = opened.app.newId() as typeof elinPrincipal.id;
      await tx.principals.insert({
        ...elinPrincipal,
        id,
        kind: "group",
        login: "kor",
        email: null,
        displayName: "Kören",
      });
      await tx.principals.addMember(id, axel.actor.principalId);
      return id;
    });
    await share("edit", groupId);
    expect(await homeOf(axel, HOME)).toContain(SEEN);
    expect((await axel.put(`${SEEN}1.ics`, eventText("1"))).status).toBe(201);
  });
});

describe("through the sharee's home", () => {
  test.each(READING)("everything is found under its own URL by a person who may %s", async (level) => {
    await share(level);
    const { etag } = await elin.put(`${OWN}å 1.ics`, eventText("1"));
    await elin.put(`${OWN}private.ics`, eventText("private", "CLASS:CONFIDENTIAL"));
    const href = `${SEEN}%C3%A5%201.ics`;
    const asked = `${DATA}<d:href>${href}</d:href><d:href>${OWN}%C3%A5%201.ics</d:href><d:href>${SEEN}private.ics</d:href>`;
    const multiget = await axel.report(SEEN, "c:calendar-multiget", asked);
    expect(multiget.resource(href).text["getetag"]).toBe(etag);
    expect(multiget.resource(`${OWN}%C3%A5%201.ics`).status).toBe(404);
    expect(multiget.resource(`${SEEN}private.ics`).status).toBe(404);
    const inHome = await axel.report(HOME, "c:calendar-multiget", `${DATA}<d:href>${href}</d:href>`);
    expect(inHome.resource(href).text["calendar-data"]).toBe(eventText("1"));
    const everywhere = { depth: "infinity" };
    for (const answer of [
      await axel.propfind(SEEN, "1", "<d:getetag/>"),
      await axel.sync(SEEN, ""),
      await axel.report(SEEN, "c:calendar-query", `${DATA}${ALL}`),
      await axel.report(HOME, "c:calendar-query", `${DATA}${ALL}`, everywhere),
    ])
      expect(answer.hrefs.filter((found) => found !== SEEN)).toEqual([href]);
    expect((await axel.get(href)).body).toBe(eventText("1"));
    expect((await axel.get(SEEN)).body).not.toContain("UID:private");
  });

  test("changes come with tokens of the owner's calendar", async () => {
    await share("edit");
    const { syncToken } = await axel.sync(SEEN, "");
    await elin.put(`${OWN}1.ics`, eventText("1"));
    const later = await axel.sync(SEEN, syncToken);
    expect(later.hrefs).toEqual([`${SEEN}1.ics`]);
    await axel.delete(`${SEEN}1.ics`);
    expect((await axel.sync(SEEN, later.syncToken)).resource(`${SEEN}1.ics`).status).toBe(404);
    expect((await elin.sync(OWN, later.syncToken)).resource(`${OWN}1.ics`).status).toBe(404);
  });

  const RIGHTS: Readonly<Record<(typeof LEVELS)[number], readonly [own: number, foreign: number]>> = {
    freeBusy: [403, 403],
    read: [403, 403],
    write: [201, 403],
    edit: [201, 201],
    manage: [201, 201],
  };
  test.each(LEVELS)("a person who may %s writes as much as that", async (level) => {
    await share(level);
    const own = await axel.put(`${SEEN}1.ics`, eventText("1"));
    const foreign = await axel.put(`${SEEN}2.ics`, FOREIGN);
    expect([own.status, foreign.status]).toEqual(RIGHTS[level]);
    expect((await elin.get(`${OWN}1.ics`)).status).toBe(own.status === 201 ? 200 : 404);
    expect((await elin.get(`${OWN}2.ics`)).status).toBe(foreign.status === 201 ? 200 : 404);
    if (own.status !== 201) expect(own.body).toContain(`<d:href>${SEEN}`);
    if (own.status === 201)
      expect((await axel.delete(`${SEEN}1.ics`, { "if-match": own.etag ?? "" })).status).toBe(204);
  });

  test.each(READING)("a person who may %s names and colours it for themselves", async (level) => {
    await share(level);
    const props = "<d:displayname>Elins</d:displayname><a:calendar-color>#112233</a:calendar-color>";
    const patched = await axel.proppatch(SEEN, set(`${props}<a:calendar-order>7</a:calendar-order>`));
    expect(patched.resource(SEEN).byStatus).toEqual({
      200: ["displayname", "calendar-color", "calendar-order"],
    });
    const wanted = "<d:displayname/><a:calendar-color/><a:calendar-order/>";
    expect((await axel.propfind(SEEN, "0", wanted)).resource().text).toEqual({
      displayname: "Elins",
      "calendar-color": "#112233",
      "calendar-order": "7",
    });
    expect((await elin.propfind(OWN, "0", wanted)).resource().text).toMatchObject({
      displayname: "elin",
      "calendar-order": "0",
    });
  });

  test.each(LEVELS)(
    "removing it takes it from the home of the person who may %s, and nothing from its owner",
    async (level) => {
      await elin.put(`${OWN}1.ics`, eventText("1"));
      await share(level);
      expect((await axel.delete(SEEN)).status).toBe(204);
      expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS]);
      expect((await axel.propfind(SEEN, "0", "<d:displayname/>")).status).toBe(404);
      expect((await elin.get(`${OWN}1.ics`)).status).toBe(200);
      expect(await homeOf(elin, "/dav/calendars/elin/")).toContain(OWN);
    },
  );

  test("sharing it again restores it, also for a person who had hidden it", async () => {
    const acl = (level: string) =>
      elin.send("ACL", OWN, {
        body: `<acl xmlns="DAV:">${level && `<ace><principal><href>/dav/principals/axel/</href></principal><grant><privilege><${level}/></privilege></grant></ace>`}</acl>`,
      });
    await acl("read");
    await axel.proppatch(SEEN, set("<d:displayname>Elins</d:displayname>"));
    await axel.delete(SEEN);
    await acl("all");
    expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS]);
    await acl("");
    await acl("read");
    expect(await homeOf(axel, HOME)).toEqual([HOME, AXELS, SEEN]);
    expect((await axel.propfind(SEEN, "0", "<d:displayname/>")).resource().text["displayname"]).toBe("Elins");
  });

  test("conditions name objects in the same home, and none in the owner's", async () => {
    await share("edit");
    await elin.mkcalendar("/dav/calendars/elin/secret/");
    const invitation = eventText(
      "i",
      "ORGANIZER:mailto:elin@example.com",
      "ATTENDEE:mailto:elin@example.com",
      "ATTENDEE:mailto:other@example.net",
    );
    await elin.put("/dav/calendars/elin/secret/i.ics", invitation);
    await elin.put(`${OWN}1.ics`, eventText("1"));
    const taken = await axel.put(`${SEEN}2.ics`, eventText("1"));
    expect([taken.condition, taken.body.includes(`${SEEN}1.ics`)]).toEqual(["no-uid-conflict", true]);
    const elsewhere = await axel.put(`${SEEN}i.ics`, invitation);
    expect(elsewhere.condition).toBe("unique-scheduling-object-resource");
    expect(elsewhere.body).not.toContain("secret");
  });

  test("an object is copied from a shared calendar, and moved within it", async () => {
    await share("edit");
    await elin.put(`${OWN}1.ics`, eventText("1"));
    const to = (path: string) => ({ headers: { destination: path } });
    expect((await axel.send("COPY", `${SEEN}1.ics`, to(`${AXELS}1.ics`))).status).toBe(201);
    expect((await axel.send("MOVE", `${SEEN}1.ics`, to(`${SEEN}2.ics`))).status).toBe(201);
    expect((await elin.propfind(OWN, "1", "<d:getetag/>")).hrefs).toEqual([OWN, `${OWN}2.ics`]);
    // Two URLs of one object are one place.
    expect((await axel.send("MOVE", `${SEEN}2.ics`, to(`${OWN}2.ics`))).status).toBe(403);
    expect((await elin.get(`${OWN}2.ics`)).status).toBe(200);
  });

  test("the If header accepts both names of an object", async () => {
    await share("edit");
    const { etag } = await elin.put(`${OWN}1.ics`, eventText("1"));
    const wrong = await axel.put(`${SEEN}1.ics`, eventText("1", "LOCATION:x"), {
      if: `<${OWN}1.ics> (["no"])`,
    });
    expect(wrong.status).toBe(412);
    const right = await axel.put(`${SEEN}1.ics`, eventText("1", "LOCATION:x"), {
      if: `<${OWN}1.ics> ([${etag}])`,
    });
    expect(right.status).toBe(204);
  });
});
