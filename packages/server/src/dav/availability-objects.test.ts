// VAVAILABILITY as an object of a calendar (RFC 7953 §7.2): stored, found, and counted in addition to the inbox's.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { setAudience } from "../testing/set-audience.ts";

let opened: TestDav;
let elin: DavClient;
let axel: DavClient;
const HOME = "/dav/calendars/elin/";
const HOURS = `${HOME}hours/`;
const ONE = `${HOURS}1.ics`;
const SEEN = "/dav/calendars/axel/elin~hours/1.ics";
const KINDS = ["VEVENT", "VAVAILABILITY"].map((name) => `<c:comp name="${name}"/>`).join("");

beforeEach(async () => {
  opened = await openTestDav();
  elin = await opened.client("elin");
  axel = await opened.client("axel");
  const set = `<c:supported-calendar-component-set>${KINDS}</c:supported-calendar-component-set>`;
  expect((await elin.mkcalendar(HOURS, set)).status).toBe(201);
});
afterEach(() => opened.close());

const hours = (...more: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VAVAILABILITY",
    "UID:h",
    "DTSTAMP:20261101T000000Z",
    "SUMMARY:Jobbet",
    ...more,
    "BEGIN:AVAILABLE",
    "UID:a",
    "DTSTAMP:20261101T000000Z",
    "DTSTART:20261102T080000Z",
    "DTEND:20261102T160000Z",
    "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "END:AVAILABLE",
    "END:VAVAILABILITY",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const DAY = '<c:time-range start="20261123T000000Z" end="20261124T000000Z"/>';
const busy = async (who: DavClient, path: string, depth = "1") =>
  [
    ...(await who.report(path, "c:free-busy-query", DAY, { depth })).body.matchAll(/FREEBUSY([:;].*?)\r/g),
  ].map(([, line]) => line);
const CLOSED = [
  ";FBTYPE=BUSY-UNAVAILABLE:20261123T000000Z/20261123T080000Z",
  ";FBTYPE=BUSY-UNAVAILABLE:20261123T160000Z/20261124T000000Z",
];
const within = (start: string, end: string) =>
  `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VAVAILABILITY"><c:time-range start="${start}" end="${end}"/></c:comp-filter></c:comp-filter></c:filter>`;
async function share(level: "freeBusy" | "read"): Promise<void> {
  const { storage } = opened.app;
  const owner = await storage.read((tx) => tx.principals.byLogin("elin"));
  const calendar = owner && (await storage.read((tx) => tx.calendars.byUri(owner.id, "hours")));
  if (!calendar) throw new Error("no calendar");
  const { principalId } = axel.actor;
  await storage.write((tx) => tx.calendars.setShare({ calendarId: calendar.id, principalId, level }));
}

describe("an availability as an object of a calendar", () => {
  test("is stored unchanged, found and synchronised", async () => {
    const start = await elin.sync(HOURS, "");
    const put = await elin.put(ONE, hours());
    expect(put.status).toBe(201);
    const got = await elin.get(ONE);
    expect([got.body, got.etag]).toEqual([hours(), put.etag]);
    expect(got.headers.get("content-type")).toContain("component=vavailability");
    expect((await elin.sync(HOURS, start.syncToken)).hrefs).toEqual([ONE]);
    const all = '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VAVAILABILITY"/></c:comp-filter>';
    const asked = `<d:prop><c:calendar-data/></d:prop><c:filter>${all}</c:filter>`;
    const found = await elin.report(HOURS, "c:calendar-query", asked);
    expect(found.resource(ONE).text["calendar-data"]).toBe(hours());
    expect((await elin.delete(ONE)).status).toBe(204);
  });

  test("is refused by calendars that were not made for it", async () => {
    const refused = await elin.put(`${HOME}calendar/1.ics`, hours());
    expect([refused.status, refused.condition]).toEqual([403, "supported-calendar-component"]);
    const kinds = await elin.propfind(`${HOME}calendar/`, "0", "<c:supported-calendar-component-set/>");
    expect(kinds.body).not.toContain("VAVAILABILITY");
  });

  test.each([
    ["a time that is none", hours("DTSTART:soon"), "valid-calendar-data"],
    ["an end before time", hours("DURATION:PT1H"), "valid-calendar-data"],
    [
      "a part without a start",
      hours().replace("DTSTART:20261102T080000Z\r\n", ""),
      "valid-calendar-object-resource",
    ],
    ["a part without a name", hours().replace("UID:a\r\n", ""), "valid-calendar-object-resource"],
    [
      "an event beside it",
      hours().replace(
        "END:VCALENDAR",
        "BEGIN:VEVENT\r\nUID:h\r\nDTSTART:20261123T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR",
      ),
      "valid-calendar-object-resource",
    ],
  ])("is refused with %s", async (_, text, condition) => {
    const refused = await elin.put(ONE, text);
    expect([refused.status, refused.condition]).toEqual([403, condition]);
    expect((await elin.get(ONE)).status).toBe(404);
  });

  test.each([
    [[], "20200101T000000Z", "20200102T000000Z", true],
    [["DTSTART:20261101T000000Z"], "20200101T000000Z", "20200102T000000Z", false],
    [["DTSTART:20261101T000000Z"], "20300101T000000Z", "20300102T000000Z", true],
    [["DTEND:20261201T000000Z"], "20300101T000000Z", "20300102T000000Z", false],
    [["DTSTART:20261101T000000Z", "DURATION:P1D"], "20261101T120000Z", "20261103T000000Z", true],
    [["DTSTART:20261101T000000Z", "DURATION:P1D"], "20261102T000000Z", "20261103T000000Z", false],
  ] as const)("with %j is from %s to %s: %s", async (lines, from, to, isFound) => {
    await elin.put(ONE, hours(...lines));
    expect((await elin.report(HOURS, "c:calendar-query", within(from, to))).hrefs).toEqual(
      isFound ? [ONE] : [],
    );
  });

  test("makes its owner busy outside its hours, in addition to the calendar's events", async () => {
    expect(await busy(elin, HOURS)).toEqual([]);
    await elin.put(ONE, hours());
    expect(await busy(elin, HOURS)).toEqual(CLOSED);
    expect(await busy(elin, HOME, "infinity")).toEqual(CLOSED);
    await elin.put(`${HOURS}2.ics`, eventText("2"));
    expect(await busy(elin, HOURS)).toHaveLength(3);
    expect(await busy(elin, `${HOME}calendar/`)).toEqual([]);
    await elin.delete(ONE);
    expect(await busy(elin, HOURS)).toEqual([":20261123T110000Z/20261123T120000Z"]);
  });

  test("is shown by an outbox as busy times to people with free/busy access, and nothing else of it", async () => {
    await elin.put(ONE, hours());
    const question = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Test//EN",
      "METHOD:REQUEST",
      "BEGIN:VFREEBUSY",
      "UID:q",
      "DTSTAMP:20261101T000000Z",
      "DTSTART:20261123T000000Z",
      "DTEND:20261124T000000Z",
      "ORGANIZER:mailto:axel@example.com",
      "ATTENDEE:mailto:elin@example.com",
      "END:VFREEBUSY",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const ask = async () =>
      (
        await axel.send("POST", "/dav/scheduling/axel/outbox/", {
          headers: { "content-type": "text/calendar; charset=utf-8" },
          body: question,
        })
      ).body;
    await setAudience(opened.app, "nobody");
    expect(await ask()).toContain("3.7;");
    await share("freeBusy");
    const told = await ask();
    for (const line of CLOSED) expect(told).toContain(`FREEBUSY${line}`);
    expect(told).not.toContain("Jobbet");
  });

  test("is hidden from others if it is private: without its parts it would say the opposite", async () => {
    await share("read");
    await elin.put(ONE, hours());
    expect((await axel.get(SEEN)).body).toBe(hours());
    await elin.put(ONE, hours("CLASS:PRIVATE"));
    expect((await axel.get(SEEN)).status).toBe(404);
    expect((await elin.get(ONE)).body).toContain("CLASS:PRIVATE");
  });
});
