import { afterAll, beforeAll, expect, test } from "vitest";
import type { CalendarId } from "../app/types.ts";
import { eventText, xmlBody, type DavClient } from "../testing/dav-client.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { fetchRequest } from "../http/http-request.ts";
import { toResponse } from "../http/reply.ts";
import { davHandler } from "./server.ts";

/** More than two pages of a query. */
const COUNT = 1_100;
const CALENDAR = "/dav/calendars/elin/calendar/";
const PRIVATE = 7;

let opened: TestDav;
let client: DavClient;
let axel: DavClient;
let calendarId: CalendarId;

const textOf = (at: number) =>
  eventText(
    `e${at}`,
    `DTSTART:2026112${at % 2}T100000Z`,
    `DTEND:2026112${at % 2}T110000Z`,
    `DESCRIPTION:${"long ".repeat(60)}`,
    ...(at === PRIVATE ? ["CLASS:CONFIDENTIAL"] : []),
  );

beforeAll(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
  axel = await opened.client("axel");
  calendarId = await firstCalendarOf(opened.app, client.actor);
  for (let at = 0; at < COUNT; at += 50) {
    const puts = Array.from({ length: 50 }, (_, i) => client.put(`${CALENDAR}${at + i}.ics`, textOf(at + i)));
    expect((await Promise.all(puts)).map(({ status }) => status)).toEqual(puts.map(() => 201));
  }
  await opened.share(client, "read", axel.actor.principalId);
}, 60_000);
afterAll(() => opened.close());

const PROPS = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
const events = (inside: string) =>
  `${PROPS}<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${inside}</c:comp-filter></c:comp-filter></c:filter>`;
const numbersIn = (hrefs: readonly string[]) =>
  hrefs.map((href) => Number(/(\d+)\.ics$/.exec(href)?.[1])).toSorted((a, b) => a - b);
const ALL = Array.from({ length: COUNT }, (_, at) => at);

test("a query gives each object of many pages once, with its text", async () => {
  const { resources } = await client.report(CALENDAR, "c:calendar-query", events(""));
  expect(numbersIn(resources.map(({ href }) => href))).toEqual(ALL);
  for (const { href, text } of resources)
    expect(text["calendar-data"]).toBe(textOf(numbersIn([href])[0] ?? -1));
});

test("a query with a time range does too, and gives nothing else", async () => {
  const range = '<c:time-range start="20261120T000000Z" end="20261121T000000Z"/>';
  const { hrefs } = await client.report(CALENDAR, "c:calendar-query", events(range));
  expect(numbersIn(hrefs)).toEqual(ALL.filter((at) => at % 2 === 0));
});

test("a first synchronisation with texts does too", async () => {
  const body = `<d:sync-token/><d:sync-level>1</d:sync-level>${PROPS}`;
  const answer = await client.report(CALENDAR, "d:sync-collection", body, { depth: "0" });
  expect(numbersIn(answer.hrefs)).toEqual(ALL);
  expect((await client.sync(CALENDAR, answer.syncToken)).hrefs).toEqual([]);
});

test("secret events are on nobody else's pages", async () => {
  const others = ALL.filter((at) => at !== PRIVATE);
  const body = `<d:sync-token/><d:sync-level>1</d:sync-level>${PROPS}`;
  const answers = [
    await axel.report(CALENDAR, "c:calendar-query", events("")),
    await axel.report(CALENDAR, "d:sync-collection", body, { depth: "0" }),
    await axel.propfind(CALENDAR, "1", "<d:getetag/>"),
  ];
  for (const { resources } of answers) {
    const hrefs = resources.filter(({ href }) => href !== CALENDAR).map(({ href }) => href);
    expect(numbersIn(hrefs)).toEqual(others);
  }
});

test("an answer whose right is withdrawn in the middle is cut off, not ended", async () => {
  const request = new Request(`http://localhost:8080${CALENDAR}`, {
    method: "REPORT",
    headers: { depth: "1" },
    body: xmlBody("c:calendar-query", events("")),
  });
  const response = toResponse(
    await davHandler(opened.app, { publicUrl: null })(fetchRequest(request), axel.actor),
  );
  expect(response.status).toBe(207);
  await opened.app.storage.write((tx) => tx.calendars.removeShare(calendarId, axel.actor.principalId));
  await expect(response.text()).rejects.toThrow();
});
