import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { cpuMs } from "@snart/calendar/testing/cpu-ms.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;

beforeEach(async () => {
  opened = await openTestDav({
    limits: { hrefsPerMultiget: 20, resultsPerSync: 10, occurrencesPerQuery: 100 },
  });
  client = await opened.client("elin");
});
afterEach(() => opened.close());

const WEEKLY = eventText(
  "weekly",
  "DTSTART;TZID=Europe/Stockholm:20061124T090000",
  "DTEND;TZID=Europe/Stockholm:20061124T100000",
  "RRULE:FREQ=WEEKLY",
  "EXDATE;TZID=Europe/Stockholm:20261127T090000",
  "SUMMARY:Fika",
);
const put = (name: string, ...lines: string[]) =>
  client.put(`${CALENDAR}${name}.ics`, eventText(name, ...lines));
const names = (hrefs: readonly string[]) =>
  hrefs.map((href) => href.replace(CALENDAR, "").replace(".ics", "")).toSorted();
const range = (start: string, end: string) => `<c:time-range start="${start}" end="${end}"/>`;
const inEvents = (content: string) =>
  `<c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${content}</c:comp-filter></c:comp-filter>`;
const query = (filter: string, props = "<d:getetag/>", more = "", headers = { depth: "1" }) =>
  client.report(
    CALENDAR,
    "c:calendar-query",
    `<d:prop>${props}</d:prop><c:filter>${filter}</c:filter>${more}`,
    headers,
  );

describe("calendar-query", () => {
  test("for a component finds all of them, without parsing any", async () => {
    await put("1");
    await client.put(
      `${CALENDAR}t.ics`,
      eventText("t")
        .replaceAll("VEVENT", "VTODO")
        .replace(/DTEND.*\r\n/, ""),
    );
    expect(names((await query(inEvents(""))).hrefs)).toEqual(["1"]);
    const todos = '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter>';
    expect(names((await query(todos)).hrefs)).toEqual(["t"]);
    expect(names((await query('<c:comp-filter name="VCALENDAR"/>')).hrefs)).toEqual(["1", "t"]);
  });

  test("for a time finds what takes place then, also in a series that began twenty years ago, and nothing else", async () => {
    await put("before", "DTSTART:20261122T230000Z", "DTEND:20261123T000000Z");
    await put("in", "DTSTART:20261123T110000Z", "DTEND:20261123T120000Z");
    await put("after", "DTSTART:20261130T000000Z", "DTEND:20261130T010000Z");
    await client.put(`${CALENDAR}weekly.ics`, WEEKLY);
    const week = async (from: string, to: string) => names((await query(inEvents(range(from, to)))).hrefs);
    expect(await week("20261123T000000Z", "20261130T000000Z")).toEqual(["in"]);
    expect(await week("20261130T000000Z", "20261207T000000Z")).toEqual(["after", "weekly"]);
  });

  test("finds events and tasks of a range whatever they are, as python-caldav asks for them", async () => {
    await put("in", "DTSTART:20261123T100000Z", "DTEND:20261123T110000Z");
    await put("out", "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z");
    await client.put(`${CALENDAR}weekly.ics`, WEEKLY);
    const task = eventText("task", "DUE:20261124T120000Z").replaceAll("VEVENT", "VTODO");
    await client.put(`${CALENDAR}task.ics`, task.replace(/DTSTART.*\r\n|DTEND.*\r\n|DURATION.*\r\n/g, ""));
    const inAny = (inside: string) => `<c:comp-filter name="VCALENDAR">${inside}</c:comp-filter>`;
    const week = async (from: string, to: string) => names((await query(inAny(range(from, to)))).hrefs);
    expect(await week("20261123T000000Z", "20261127T000000Z")).toEqual(["in", "task"]);
    expect(await week("20261201T000000Z", "20261207T000000Z")).toEqual(["out", "weekly"]);
  });

  test("gives the stored text, with the time zone that it only names", async () => {
    await client.put(`${CALENDAR}weekly.ics`, WEEKLY);
    const answer = await query(inEvents(""), "<d:getetag/><c:calendar-data/>");
    const given = answer.resource().text["calendar-data"] ?? "";
    expect(given).toContain("TZID:Europe/Stockholm\r\n");
    expect(given.replace(/BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\n/, "")).toBe(WEEKLY);
  });

  test("expands into instances in UTC, without the rule", async () => {
    await client.put(`${CALENDAR}weekly.ics`, WEEKLY);
    const expand =
      '<c:calendar-data><c:expand start="20261113T000000Z" end="20261212T000000Z"/></c:calendar-data>';
    const answer = await query(inEvents(range("20261113T000000Z", "20261212T000000Z")), expand);
    const text = answer.resource().text["calendar-data"] ?? "";
    expect(text.match(/DTSTART:.*/g)).toEqual([
      "DTSTART:20261113T080000Z",
      "DTSTART:20261120T080000Z",
      "DTSTART:20261204T080000Z",
      "DTSTART:20261211T080000Z",
    ]);
    expect(text.match(/RECURRENCE-ID:.*/g)).toHaveLength(4);
    expect(text).not.toMatch(/RRULE|EXDATE|VTIMEZONE|TZID/);
    expect(text.match(/SUMMARY:Fika/g)).toHaveLength(4);
  });

  const LONG_EXPAND =
    '<c:calendar-data><c:expand start="20100101T000000Z" end="20261212T000000Z"/></c:calendar-data>';

  test("names an event that alone has more instances than its limit, and expands the others", async () => {
    await client.put(`${CALENDAR}weekly.ics`, WEEKLY);
    await put("minutely", "DTSTART:20261101T000000Z", "RRULE:FREQ=MINUTELY");
    await put("single");
    const answer = await query(inEvents(""), LONG_EXPAND);
    expect(answer.status).toBe(207);
    expect(
      answer.resources.map(({ href, status }) => `${names([href])[0]} ${status ?? 200}`).toSorted(),
    ).toEqual(["minutely 507", "single 200", "weekly 507"]);
    expect(answer.body.match(/<d:error><c:max-instances\/><\/d:error>/g)).toHaveLength(2);
    expect(answer.resource(`${CALENDAR}single.ics`).text["calendar-data"]).toContain("UID:single");
  });

  test("expands no more than its limit for all events together", async () => {
    for (const name of ["a", "b"]) await put(name, "DTSTART:20261101T000000Z", "RRULE:FREQ=DAILY;COUNT=60");
    const answer = await query(
      inEvents(""),
      '<c:calendar-data><c:expand start="20261101T000000Z" end="20270301T000000Z"/></c:calendar-data>',
    );
    expect([answer.status, answer.condition]).toEqual([403, "max-instances"]);
  });

  test("limits a series to the overrides of a time range", async () => {
    const override = (date: string) =>
      `BEGIN:VEVENT\r\nUID:weekly\r\nDTSTAMP:20261120T100000Z\r\nRECURRENCE-ID;TZID=Europe/Stockholm:${date}T090000\r\nDTSTART;TZID=Europe/Stockholm:${date}T110000\r\nSUMMARY:Sen fika\r\nEND:VEVENT\r\n`;
    const text = WEEKLY.replace(
      "END:VCALENDAR",
      `${override("20261113")}${override("20261204")}END:VCALENDAR`,
    );
    expect((await client.put(`${CALENDAR}weekly.ics`, text)).status).toBe(201);
    const limit =
      '<c:calendar-data><c:limit-recurrence-set start="20261201T000000Z" end="20261212T000000Z"/></c:calendar-data>';
    const data = (await query(inEvents(""), limit)).resource().text["calendar-data"] ?? "";
    expect(data).toContain("RRULE:FREQ=WEEKLY");
    expect(data.match(/RECURRENCE-ID.*/g)).toEqual(["RECURRENCE-ID;TZID=Europe/Stockholm:20261204T090000"]);
  });

  test("gives the requested parts", async () => {
    await put(
      "1",
      "SUMMARY:Lunch",
      "DTSTART:20261123T110000Z",
      "DESCRIPTION:long",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT5M",
      "END:VALARM",
    );
    const parts =
      '<c:calendar-data><c:comp name="VCALENDAR"><c:prop name="VERSION"/><c:comp name="VEVENT"><c:prop name="UID"/><c:prop name="SUMMARY" novalue="yes"/></c:comp></c:comp></c:calendar-data>';
    expect((await query(inEvents(""), parts)).resource().text["calendar-data"]).toBe(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    );
  });

  test.each([
    ["VCALENDAR", '<c:comp name="VCALENDAR"/>'],
    ["everything in it", '<c:comp name="VCALENDAR"><c:allprop/><c:allcomp/></c:comp>'],
  ])("gives everything for %s that names nothing", async (_, comp) => {
    await put("weekly");
    const stored = (await client.get(`${CALENDAR}weekly.ics`)).body;
    const data = `<c:calendar-data>${comp}</c:calendar-data>`;
    expect((await query(inEvents(""), data)).resource().text["calendar-data"]).toBe(stored);
  });

  test("gives all of a component that is named alone, as in RFC 4791 §7.8.1", async () => {
    await put("1");
    const data =
      '<c:calendar-data><c:comp name="VCALENDAR"><c:prop name="VERSION"/><c:comp name="VEVENT"/></c:comp></c:calendar-data>';
    const text = (await query(inEvents(""), data)).resource().text["calendar-data"];
    expect(text).toContain("SUMMARY:Lunch");
    expect(text).not.toContain("PRODID");
  });

  test.each([
    [
      "an event in a task",
      '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"><c:comp-filter name="VEVENT"/></c:comp-filter></c:comp-filter>',
    ],
    ["an event in an event", inEvents('<c:comp-filter name="VEVENT"/>')],
    [
      "an alarm in the calendar",
      '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VALARM"/></c:comp-filter>',
    ],
    [
      "an alarm in a journal",
      '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VJOURNAL"><c:comp-filter name="VALARM"/></c:comp-filter></c:comp-filter>',
    ],
    [
      "a calendar in the calendar",
      '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VCALENDAR"/></c:comp-filter>',
    ],
    [
      "a time of a zone",
      `<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTIMEZONE">${range("20261123T000000Z", "20261124T000000Z")}</c:comp-filter></c:comp-filter>`,
    ],
    [
      "a time of a title",
      inEvents(
        `<c:prop-filter name="SUMMARY">${range("20261123T000000Z", "20261124T000000Z")}</c:prop-filter>`,
      ),
    ],
  ])("refuses a filter for what cannot be (RFC 4791 §7.8): %s", async (_, filter) => {
    await put("1");
    const answer = await query(filter);
    expect([answer.status, answer.condition]).toEqual([403, "valid-filter"]);
  });

  test.each([
    [
      "an alarm of an event",
      inEvents(
        `<c:comp-filter name="VALARM">${range("20261123T000000Z", "20261124T000000Z")}</c:comp-filter>`,
      ),
    ],
    [
      "a date property",
      inEvents(
        `<c:prop-filter name="DTSTAMP">${range("20261123T000000Z", "20261124T000000Z")}</c:prop-filter>`,
      ),
    ],
    [
      "a property that nobody knows",
      inEvents(
        `<c:prop-filter name="X-TIME">${range("20261123T000000Z", "20261124T000000Z")}</c:prop-filter>`,
      ),
    ],
    [
      "a component that nobody knows",
      '<c:comp-filter name="VCALENDAR"><c:comp-filter name="X-THING"/></c:comp-filter>',
    ],
    ["a zone", '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTIMEZONE"/></c:comp-filter>'],
  ])("accepts a filter for %s", async (_, filter) => {
    expect((await query(filter)).status).toBe(207);
  });

  test("finds by text, parameter and absence", async () => {
    await put(
      "a",
      "DTSTART:20261123T110000Z",
      "SUMMARY:Möte med Åsa",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:asa@example.com",
    );
    await put("b", "DTSTART:20261123T110000Z", "SUMMARY:Lunch");
    const where = async (filter: string) => names((await query(inEvents(filter))).hrefs);
    expect(
      await where(
        '<c:prop-filter name="SUMMARY"><c:text-match collation="i;unicode-casemap">åsa</c:text-match></c:prop-filter>',
      ),
    ).toEqual(["a"]);
    expect(
      await where(
        '<c:prop-filter name="SUMMARY"><c:text-match negate-condition="yes">lunch</c:text-match></c:prop-filter>',
      ),
    ).toEqual(["a"]);
    expect(await where('<c:prop-filter name="ATTENDEE"><c:is-not-defined/></c:prop-filter>')).toEqual(["b"]);
    expect(
      await where(
        '<c:prop-filter name="ATTENDEE"><c:param-filter name="PARTSTAT"><c:text-match>needs-action</c:text-match></c:param-filter></c:prop-filter>',
      ),
    ).toEqual(["a"]);
  });

  test("reads whole days in the zone of the request", async () => {
    await put("day", "DTSTART;VALUE=DATE:20261123");
    const filter = inEvents(range("20261122T100000Z", "20261122T120000Z"));
    const hits = async (zone: string) => (await query(filter, "<d:getetag/>", zone)).hrefs.length;
    expect(await hits("")).toBe(0);
    expect(await hits("<c:timezone-id>Pacific/Kiritimati</c:timezone-id>")).toBe(1);
    expect((await query(filter, "<d:getetag/>", "<c:timezone-id>Nowhere</c:timezone-id>")).condition).toBe(
      "valid-timezone",
    );
  });

  test("at Depth 0 is about the calendar itself and finds nothing; on an object it is about that", async () => {
    await put("1");
    expect((await query(inEvents(""), "<d:getetag/>", "", { depth: "0" })).hrefs).toEqual([]);
    const one = await client.report(
      `${CALENDAR}1.ics`,
      "c:calendar-query",
      `<d:prop><d:getetag/></d:prop><c:filter>${inEvents("")}</c:filter>`,
    );
    expect(names(one.hrefs)).toEqual(["1"]);
  });

  test.each([
    ["no filter", "", "valid-filter"],
    ["two outermost filters", inEvents("") + inEvents(""), "valid-filter"],
    ["another outermost filter", '<c:comp-filter name="VEVENT"/>', "valid-filter"],
    ["a filter without a name", "<c:comp-filter/>", "valid-filter"],
    [
      "a range that ends before it starts",
      inEvents(range("20261124T000000Z", "20261123T000000Z")),
      "valid-filter",
    ],
    ["a range in local time", inEvents(range("20261123T000000", "20261124T000000")), "valid-filter"],
    ["a date that is none", inEvents(range("20260230T000000Z", "20261124T000000Z")), "valid-filter"],
    [
      "an unknown collation",
      inEvents(
        '<c:prop-filter name="SUMMARY"><c:text-match collation="i;klingon">x</c:text-match></c:prop-filter>',
      ),
      "supported-collation",
    ],
    [
      "an absurd number of filters",
      inEvents('<c:prop-filter name="SUMMARY"/>'.repeat(200)),
      "supported-filter",
    ],
  ])("refuses %s", async (_, filter, condition) => {
    const answer = await query(filter);
    expect([answer.status, answer.condition]).toEqual([403, condition]);
  });

  test("refuses calendar data of another type", async () => {
    const answer = await query(inEvents(""), '<c:calendar-data content-type="application/calendar+json"/>');
    expect([answer.status, answer.condition]).toEqual([403, "supported-calendar-data"]);
  });
});

describe("calendar-multiget", () => {
  const multiget = (hrefs: readonly string[], path = CALENDAR) =>
    client.report(
      path,
      "c:calendar-multiget",
      `<d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs.map((href) => `<d:href>${href}</d:href>`).join("")}`,
    );

  test("answers each href as it was written, missing ones too", async () => {
    await client.put(`${CALENDAR}a%401.ics`, eventText("a"));
    const written = [`${CALENDAR}a@1.ics`, `${CALENDAR}nothing.ics`, `${CALENDAR}a%401.ics`];
    const answer = await multiget(written);
    expect(answer.resources.map(({ href, status }) => [href, status])).toEqual([
      [written[0], undefined],
      [written[1], 404],
      [written[2], undefined],
    ]);
    expect(answer.resource(written[0]).text["calendar-data"]).toBe(eventText("a"));
  });

  test("takes whole URLs of this server", async () => {
    await put("1");
    const answer = await multiget([`http://localhost:8080${CALENDAR}1.ics`]);
    expect(answer.resource(`${CALENDAR}1.ics`).text["calendar-data"]).toBe(eventText("1"));
  });

  test("gives nothing outside the request's URL or of another person", async () => {
    const axel = await opened.client("axel");
    await axel.put("/dav/calendars/axel/calendar/1.ics", eventText("1"));
    await client.mkcalendar(`${HOME}other/`);
    await client.put(`${HOME}other/1.ics`, eventText("1"));
    const hrefs = [
      "/dav/calendars/axel/calendar/1.ics",
      `${HOME}other/1.ics`,
      "http://elsewhere.example/1.ics",
      "%",
      CALENDAR,
      `${CALENDAR}../other/1.ics`,
    ];
    const answer = await multiget(hrefs);
    expect(answer.resources.map(({ status }) => status)).toEqual(hrefs.map(() => 404));
    expect(answer.body).not.toContain("BEGIN:");
  });

  test("on the home reaches all its calendars", async () => {
    await put("1");
    await client.mkcalendar(`${HOME}other/`);
    await client.put(`${HOME}other/2.ics`, eventText("2"));
    const answer = await multiget([`${CALENDAR}1.ics`, `${HOME}other/2.ics`], HOME);
    expect(answer.resources.map(({ text }) => text["calendar-data"])).toEqual([
      eventText("1"),
      eventText("2"),
    ]);
  });

  test("names an event that alone has more instances than its limit", async () => {
    await client.put(`${CALENDAR}weekly.ics`, WEEKLY);
    const body = (start: string) =>
      `<d:prop><c:calendar-data><c:expand start="${start}" end="20261212T000000Z"/></c:calendar-data></d:prop><d:href>${CALENDAR}weekly.ics</d:href>`;
    const few = await client.report(CALENDAR, "c:calendar-multiget", body("20261201T000000Z"));
    expect(few.resource().text["calendar-data"]?.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    const many = await client.report(CALENDAR, "c:calendar-multiget", body("20100101T000000Z"));
    expect(many.resources.map(({ href, status }) => [href, status])).toEqual([
      [`${CALENDAR}weekly.ics`, 507],
    ]);
    expect(many.body).toContain("<d:error><c:max-instances/></d:error>");
  });

  test("accepts the limit of hrefs and no more", async () => {
    expect((await multiget(Array<string>(20).fill(`${CALENDAR}x.ics`))).status).toBe(207);
    const answer = await multiget(Array<string>(21).fill(`${CALENDAR}x.ics`));
    expect([answer.status, answer.condition]).toEqual([507, "number-of-matches-within-limits"]);
  });

  test("refuses thirty thousand hrefs quickly and by name, and what is too large to read unread", async () => {
    const started = cpuMs();
    const answer = await multiget(Array<string>(30_000).fill(`${CALENDAR}x.ics`));
    expect(answer.condition).toBe("number-of-matches-within-limits");
    expect((await multiget(Array<string>(100_000).fill(`${CALENDAR}x.ics`))).status).toBe(413);
    expect(cpuMs() - started).toBeLessThan(3_000);
  });
});

describe("sync-collection", () => {
  const seen = async (token: string, extra = "") => {
    const answer = await client.sync(CALENDAR, token, extra);
    return {
      token: answer.syncToken,
      changes: answer.resources.map(({ href, status }) => `${href.replace(CALENDAR, "")} ${status ?? 200}`),
    };
  };

  test("gives everything at first, then the changes, then nothing", async () => {
    await put("1");
    await put("2");
    const first = await seen("");
    expect(first.changes.toSorted()).toEqual(["1.ics 200", "2.ics 200"]);
    expect(await seen(first.token)).toEqual({ token: first.token, changes: [] });
    await put("2", "LOCATION:x");
    await client.delete(`${CALENDAR}1.ics`);
    await put("3");
    const second = await seen(first.token);
    expect(second.changes.toSorted()).toEqual(["1.ics 404", "2.ics 200", "3.ics 200"]);
    expect((await seen(second.token)).changes).toEqual([]);
  });

  test("reports an object that was added and removed meanwhile only as gone, and at first not at all", async () => {
    const start = await seen("");
    await put("1");
    await client.delete(`${CALENDAR}1.ics`);
    const later = await seen(start.token);
    expect(later.changes.filter((change) => !change.endsWith(" 404"))).toEqual([]);
    expect((await seen("")).changes).toEqual([]);
  });

  test("ignores other calendars and dead properties", async () => {
    const { token } = await seen("");
    await client.mkcalendar(`${HOME}other/`);
    await client.put(`${HOME}other/1.ics`, eventText("1"));
    await client.proppatch(CALENDAR, "<d:set><d:prop><d:displayname>x</d:displayname></d:prop></d:set>");
    expect((await seen(token)).changes).toEqual([]);
  });

  test("reaches everything once in pages", async () => {
    for (let i = 0; i < 25; i++) await put(`e${i}`);
    const found: string[] = [];
    let token = "";
    for (let page = 0; page < 10; page++) {
      const next = await seen(token, "<d:limit><d:nresults>4</d:nresults></d:limit>");
      token = next.token;
      found.push(...next.changes.filter((change) => change.endsWith(" 200")));
      if (!next.changes.includes(" 507")) break;
    }
    expect(found.toSorted()).toEqual(Array.from({ length: 25 }, (_, i) => `e${i}.ics 200`).toSorted());
    expect((await seen(token)).changes).toEqual([]);
  });

  test("never gives more than the server's own limit", async () => {
    for (let i = 0; i < 12; i++) await put(`e${i}`);
    const { changes } = await seen("");
    expect(changes.filter((change) => change.endsWith(" 200"))).toHaveLength(10);
    expect(changes.at(-1)).toEqual(" 507");
  });

  test("includes the text if asked", async () => {
    await put("1");
    const answer = await client.report(
      CALENDAR,
      "d:sync-collection",
      "<d:sync-token/><d:sync-level>1</d:sync-level><d:prop><c:calendar-data/></d:prop>",
    );
    expect(answer.resource().text["calendar-data"]).toBe(eventText("1"));
  });

  test("gives tokens that are URIs, equal to the property", async () => {
    const { token } = await seen("");
    expect(URL.canParse(token)).toBe(true);
    expect((await client.propfind(CALENDAR, "0", "<d:sync-token/>")).resource().text["sync-token"]).toBe(
      token,
    );
  });

  test.each([
    "nonsense",
    "data:,0199aaaa-0000-7000-8000-000000000000:1",
    "data:,x:-1",
    "http://example.org/1",
  ])("refuses the token %s", async (token) => {
    const answer = await client.sync(CALENDAR, token);
    expect([answer.status, answer.condition]).toEqual([403, "valid-sync-token"]);
  });

  test("refuses a token from the future", async () => {
    const { token } = await seen("");
    const answer = await client.sync(CALENDAR, token.replace(/\d+$/, "999999"));
    expect(answer.condition).toBe("valid-sync-token");
  });

  test("is for calendars only", async () => {
    const answer = await client.sync(HOME, "");
    expect([answer.status, answer.condition]).toEqual([403, "supported-report"]);
  });
});
