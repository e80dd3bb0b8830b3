import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { jmapHandlers } from "../jmap/server.ts";
import { DavClient } from "../testing/dav-client.ts";
import { JmapClient } from "../testing/jmap-client.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
let elin: DavClient;
let actor: Actor;
const PATH = "/dav/calendars/elin/calendar/odd.ics";

beforeEach(async () => {
  test = await openTestApp();
  actor = await test.person("elin");
  elin = new DavClient(test.app, actor);
});
afterEach(() => test.close());

const START = "DTSTART:20261127T100000Z";
const text = (...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    "UID:odd",
    "DTSTAMP:20261101T000000Z",
    ...(lines.some((line) => line.startsWith("DTSTART")) ? lines : [START, ...lines]),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const found = async (from: string, to: string): Promise<boolean> => {
  const filter = `<c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${from}" end="${to}"/></c:comp-filter></c:comp-filter>`;
  const { hrefs } = await elin.report(
    "/dav/calendars/elin/calendar/",
    "c:calendar-query",
    `<d:prop><d:getetag/></d:prop><c:filter>${filter}</c:filter>`,
  );
  return hrefs.includes(PATH);
};

describe("what clients write and RFC 5545 does not allow", () => {
  it.each([
    ["an empty rule", "RRULE:", 'empty-value; about="RRULE"; line=8'],
    [
      "a number of times that is none",
      "RRULE:FREQ=WEEKLY;COUNT=-1",
      'unreadable-value; about="RRULE"; line=8',
    ],
    [
      "a rule with its name twice",
      "RRULE:RRULE:FREQ=DAILY;COUNT=2",
      'unreadable-value; about="RRULE"; line=8',
    ],
    ["an end before the start", "DTEND:20261127T090000Z", 'unreadable-value; about="DTEND"; line=8'],
    ["an end of another kind", "DTEND;VALUE=DATE:20261128", 'unreadable-value; about="DTEND"; line=8'],
    ["an end that is no time", "DTEND:tomorrow", 'unreadable-value; about="DTEND"; line=8'],
    ["a negative length", "DURATION:-PT1H", 'unreadable-value; about="DURATION"; line=8'],
    [
      "a parameter with a backslash",
      "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Storgatan 1\\; Malmö:geo:55,13",
      'unreadable-line; about="X-APPLE-STRUCTURED-LOCATION"; line=8',
    ],
    [
      "an address behind an equals sign",
      'ORGANIZER="mailto:elin@example.com"',
      'unreadable-line; about="ORGANIZER"; line=8',
    ],
    ["a fold without its space", `DESCRIPTION:${"x".repeat(60)}\r\ny`, 'unreadable-line; about=""; line=9'],
    [
      "a zone that nobody knows",
      'X-TIME;TZID=Nowhere"Ö/Särna:20261127T100000',
      'unknown-zone; about="Nowhere\\"?/S?rna"; line=8',
    ],
    ["nothing odd", "DTEND:20261127T110000Z", null],
  ])("is stored as it came, found at its time and told in the answer: %s", async (_what, line, warning) => {
    const answer = await elin.put(PATH, text(line));
    expect(answer.status).toBe(201);
    expect(answer.headers.get("snart-warning")).toBe(warning);
    expect((await elin.get(PATH)).body).toBe(text(line));
    expect(await found("20261127T000000Z", "20261128T000000Z")).toBe(true);
    expect(await found("20261126T000000Z", "20261127T000000Z")).toBe(false);
  });

  it("is stored as it came, and the series takes place: an instance that nobody can place", async () => {
    const series = text(START, "RRULE:FREQ=DAILY;COUNT=2").replace(
      "END:VCALENDAR",
      `BEGIN:VEVENT\r\nUID:odd\r\nDTSTAMP:20261101T000000Z\r\nRECURRENCE-ID:sometime\r\nDTSTART:20261201T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    );
    expect((await elin.put(PATH, series)).status).toBe(201);
    expect((await elin.get(PATH)).body).toBe(series);
    expect(await found("20261128T000000Z", "20261129T000000Z")).toBe(true);
    expect(await found("20261201T000000Z", "20261202T000000Z")).toBe(false);
  });

  it.each([
    ["without a date", "RRULE:FREQ=DAILY"],
    ["without a date that can be read", "RRULE:FREQ=DAILY\r\nDUE:soon"],
  ])(
    "is stored as it came, and found as a task without a date: a repeating task %s",
    async (_what, lines) => {
      const task = text(lines).replaceAll("VEVENT", "VTODO").replace(`${START}\r\n`, "");
      expect((await elin.put(PATH, task)).status).toBe(201);
      expect((await elin.get(PATH)).body).toBe(task);
      const filter = `<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"><c:time-range start="20261127T000000Z"/></c:comp-filter></c:comp-filter>`;
      const answer = await elin.report(
        "/dav/calendars/elin/calendar/",
        "c:calendar-query",
        `<d:prop><c:calendar-data><c:expand start="20261127T000000Z" end="20261130T000000Z"/></c:calendar-data></d:prop><c:filter>${filter}</c:filter>`,
      );
      expect(answer.hrefs).toEqual([PATH]);
    },
  );

  it("fails no expansion of others", async () => {
    await elin.put(PATH, text("RRULE:FREQ=DAILY;COUNT=-1", "DTEND:20261127T090000Z"));
    await elin.put(
      "/dav/calendars/elin/calendar/fine.ics",
      text("SUMMARY:fine").replace("UID:odd", "UID:fine"),
    );
    const answer = await elin.report(
      "/dav/calendars/elin/calendar/",
      "c:calendar-query",
      `<d:prop><c:calendar-data><c:expand start="20261127T000000Z" end="20261129T000000Z"/></c:calendar-data></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter>`,
    );
    expect(answer.status).toBe(207);
    expect(answer.hrefs.toSorted()).toEqual(["/dav/calendars/elin/calendar/fine.ics", PATH]);
  });

  it.each([
    ["a rule that nobody can follow", ["RRULE:FREQ=SOMETIMES"]],
    ["an instance without a place", ["RECURRENCE-ID:sometime"]],
    ["a start that is no time", ["DTSTART:tomorrow"]],
    ["an exception that is no time", ["RRULE:FREQ=DAILY", "EXDATE:tomorrow"]],
  ])("is refused where every client would be misled: %s", async (_what, lines) => {
    expect((await elin.put(PATH, text(...lines))).status).toBe(403);
  });
});

describe("what is read otherwise than it is written", () => {
  const warnings = async (properties: readonly string[] | null = null): Promise<unknown> => {
    const handlers = jmapHandlers(test.app, {
      publicUrl: "https://snart.test",
      report: (error) => {
        throw error;
      },
      schedule: () => () => undefined,
      isStillSignedIn: async () => true,
    });
    const jmap = new JmapClient(handlers, actor);
    const { list } = await jmap.call("CalendarEvent/get", { ids: null, properties });
    handlers.close();
    return list[0]["snart:warnings"];
  };

  it("is told to JMAP, once each, until it is mended", async () => {
    const zone = "X-TIME;TZID=Nowhere/Land:20261127T100000";
    await elin.put(PATH, text("RRULE:FREQ=DAILY;COUNT=-1", "DTEND:tomorrow", zone, zone));
    expect(await warnings()).toEqual([
      { property: "RRULE" },
      { property: "DTEND" },
      { property: "TZID", value: "Nowhere/Land" },
    ]);
    expect(await warnings(["snart:warnings"])).toHaveLength(3);
    expect(await warnings(["title"])).toBeUndefined();
    await elin.put(PATH, text("RRULE:", "DTEND:20261127T110000Z"));
    expect(await warnings()).toBeUndefined();
  });
});
