import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { eventText, type DavClient } from "../testing/dav-client.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;

beforeEach(async () => {
  opened = await openTestDav({ limits: { occurrencesPerQuery: 50, queryRangeDays: 40 } });
  client = await opened.client("elin");
});
afterEach(() => opened.close());

let counted = 0;
const put = async (from: string, to: string, ...lines: string[]) => {
  const uid = `e${++counted}`;
  const text = eventText(uid, `DTSTART:${from}`, `DTEND:${to}`, "SUMMARY:Hemligt", ...lines);
  expect((await client.put(`${CALENDAR}${uid}.ics`, text)).status).toBe(201);
};
const ask = (path: string, from: string, to: string, who = client, depth = "1") =>
  who.report(path, "c:free-busy-query", `<c:time-range start="${from}" end="${to}"/>`, { depth });
const DAY = ["20261123T000000Z", "20261124T000000Z"] as const;
const periods = (body: string) => [...body.matchAll(/^FREEBUSY(.*)\r$/gm)].map(([, line]) => line);

describe("free-busy-query", () => {
  test("gives busy times, joined, and nothing else", async () => {
    await put("20261123T100000Z", "20261123T110000Z");
    await put("20261123T103000Z", "20261123T120000Z");
    await put("20261123T113000Z", "20261123T130000Z", "STATUS:TENTATIVE");
    await put("20261123T150000Z", "20261123T160000Z", "TRANSP:TRANSPARENT");
    await put("20261123T170000Z", "20261123T180000Z", "STATUS:CANCELLED");
    await put("20261123T230000Z", "20261124T010000Z", "CLASS:PRIVATE");
    await put("20261124T000000Z", "20261124T010000Z");
    const answer = await ask(CALENDAR, ...DAY);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(periods(answer.body)).toEqual([
      ":20261123T100000Z/20261123T120000Z",
      ";FBTYPE=BUSY-TENTATIVE:20261123T120000Z/20261123T130000Z",
      ":20261123T230000Z/20261124T000000Z",
    ]);
    expect(answer.body).toMatch(
      /BEGIN:VFREEBUSY\r\nUID:.+\r\nDTSTAMP:\d{8}T\d{6}Z\r\nDTSTART:20261123T000000Z\r\nDTEND:20261124T000000Z\r\n/,
    );
    expect(answer.body).not.toMatch(/Hemligt|SUMMARY|e1/);
  });

  test("counts the answers of the calendar's owner, and of nobody else", async () => {
    const attendee = (answer: string, who: string) => [
      "ORGANIZER:mailto:bo@example.com",
      `ATTENDEE;PARTSTAT=${answer}:MAILTO:${who}@example.com`,
    ];
    await put("20261123T080000Z", "20261123T090000Z", ...attendee("DECLINED", "Elin"));
    await put("20261123T100000Z", "20261123T110000Z", ...attendee("NEEDS-ACTION", "elin"));
    await put("20261123T120000Z", "20261123T130000Z", ...attendee("DECLINED", "bengt"));
    const wanted = [
      ";FBTYPE=BUSY-TENTATIVE:20261123T100000Z/20261123T110000Z",
      ":20261123T120000Z/20261123T130000Z",
    ];
    expect(periods((await ask(CALENDAR, ...DAY)).body)).toEqual(wanted);
    // the same for a person who has declined the last one
    const bengts = await opened.client("bengt");
    await opened.share(client, "freeBusy", bengts.actor.principalId);
    const asked = await ask(CALENDAR, ...DAY, bengts);
    expect(periods(asked.body)).toEqual(wanted);
  });

  test("handles series, their exceptions, and tasks that take no time", async () => {
    await put("20061127T090000Z", "20061127T100000Z", "RRULE:FREQ=DAILY", "EXDATE:20261124T090000Z");
    await client.put(
      `${CALENDAR}t.ics`,
      eventText("t", "DTSTART:20261123T200000Z", "DUE:20261123T210000Z").replaceAll("VEVENT", "VTODO"),
    );
    expect(periods((await ask(CALENDAR, "20261123T000000Z", "20261126T000000Z")).body)).toEqual([
      ":20261123T090000Z/20261123T100000Z",
      ":20261125T090000Z/20261125T100000Z",
    ]);
  });

  test("reads all-day events in the owner's zone, whoever asks", async () => {
    const allDay = eventText("d", "DTSTART;VALUE=DATE:20261123", "SUMMARY:Ledig");
    expect((await client.put(`${CALENDAR}d.ics`, allDay)).status).toBe(201);
    const bengts = await opened.client("bengt");
    const { principalId } = bengts.actor;
    await opened.app.storage.write((tx) =>
      tx.principals.update(principalId, { preferences: { timeZone: "Asia/Tokyo" } }),
    );
    await opened.share(client, "freeBusy", principalId);
    const wide = ["20261121T000000Z", "20261126T000000Z"] as const;
    const wanted = [":20261122T230000Z/20261123T230000Z"];
    expect(periods((await ask(CALENDAR, ...wide)).body)).toEqual(wanted);
    expect(periods((await ask(CALENDAR, ...wide, bengts)).body)).toEqual(wanted);
    expect(periods((await ask(HOME, ...wide, bengts, "infinity")).body)).toEqual(wanted);
  });

  test("reads all-day events in the calendar's zone", async () => {
    const zone = "<c:calendar-timezone-id>Asia/Tokyo</c:calendar-timezone-id>";
    await client.proppatch(CALENDAR, `<d:set><d:prop>${zone}</d:prop></d:set>`);
    const text = eventText("day", "DTSTART;VALUE=DATE:20261123", "DTEND;VALUE=DATE:20261124");
    await client.put(`${CALENDAR}day.ics`, text);
    expect(periods((await ask(CALENDAR, "20261122T000000Z", "20261125T000000Z")).body)).toEqual([
      ":20261122T150000Z/20261123T150000Z",
    ]);
  });

  test("reads a full calendar page by page", async () => {
    for (let at = 0; at < 505; at++) await put("20261123T100000Z", "20261123T110000Z");
    await put("20261123T150000Z", "20261123T160000Z");
    expect(periods((await ask(CALENDAR, ...DAY)).body)).toEqual([
      ":20261123T100000Z/20261123T110000Z",
      ":20261123T150000Z/20261123T160000Z",
    ]);
  });

  test("of a home includes every calendar at Depth infinity only", async () => {
    await put("20261123T100000Z", "20261123T110000Z");
    await client.mkcalendar(`${HOME}other/`);
    await client.put(
      `${HOME}other/o.ics`,
      eventText("o", "DTSTART:20261123T130000Z", "DTEND:20261123T140000Z"),
    );
    expect(periods((await ask(HOME, ...DAY, client, "infinity")).body)).toHaveLength(2);
    expect(periods((await ask(HOME, ...DAY)).body)).toEqual([]);
    expect(periods((await ask(CALENDAR, ...DAY, client, "0")).body)).toEqual([]);
    expect(periods((await ask(CALENDAR, ...DAY)).body)).toHaveLength(1);
  });

  test("is for people with free/busy access, and not for others", async () => {
    await put("20261123T100000Z", "20261123T110000Z");
    const [seen, otto] = [await opened.client("axel"), await opened.client("otto")];
    await opened.share(client, "freeBusy", seen.actor.principalId);
    expect(periods((await ask(CALENDAR, ...DAY, seen)).body)).toEqual([":20261123T100000Z/20261123T110000Z"]);
    expect(periods((await ask(HOME, ...DAY, seen, "infinity")).body)).toHaveLength(1);
    const [object = ""] = (await client.propfind(CALENDAR, "1", "<d:getetag/>")).hrefs.slice(1);
    // The event has another name for those who only see when it is.
    expect((await seen.get(object)).status).toBe(404);
    expect(
      (
        await seen.report(
          CALENDAR,
          "c:calendar-query",
          '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>',
        )
      ).body,
    ).not.toContain(object);
    expect((await ask(CALENDAR, ...DAY, otto)).status).toBe(404);
  });

  test.each([
    ["no range", "", 400],
    ["an open range", '<c:time-range start="20261123T000000Z"/>', 400],
    ["a range the wrong way", '<c:time-range start="20261123T000000Z" end="20261122T000000Z"/>', 400],
    ["a local time", '<c:time-range start="20261123T000000" end="20261124T000000"/>', 400],
    [
      "a range beyond what is looked through",
      '<c:time-range start="20260101T000000Z" end="20261124T000000Z"/>',
      403,
    ],
  ])("%s is refused", async (_, range, status) => {
    expect((await client.report(CALENDAR, "c:free-busy-query", range)).status).toBe(status);
  });

  test("stops at the most periods that an answer may hold", async () => {
    for (const minute of ["00", "20", "40"])
      await put(`20261101T10${minute}00Z`, `20261101T10${minute}30Z`, "RRULE:FREQ=HOURLY;COUNT=40");
    const answer = await ask(CALENDAR, "20261101T000000Z", "20261130T000000Z");
    expect([answer.status, answer.condition]).toEqual([403, "max-instances"]);
  });

  test("is busy throughout where one event has more occurrences than can be looked at", async () => {
    await put("20261101T100000Z", "20261101T101000Z", "RRULE:FREQ=HOURLY;COUNT=200");
    const answer = await ask(CALENDAR, "20261101T000000Z", "20261130T000000Z");
    expect(answer.body).toContain("FREEBUSY:20261101T100000Z/20261130T000000Z");
  });

  test("is advertised, and only for calendars and homes", async () => {
    const reports = (path: string) => client.propfind(path, "0", "<d:supported-report-set/>");
    expect((await reports(CALENDAR)).body).toContain("free-busy-query");
    expect((await reports("/dav/principals/elin/")).body).not.toContain("free-busy-query");
    expect((await ask("/dav/principals/elin/", ...DAY)).condition).toBe("supported-report");
  });
});
