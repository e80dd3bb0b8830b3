// Well-formed requests that ask for far too much, and many at once.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cpuMs } from "@snart/calendar/testing/cpu-ms.ts";
import { type DavClient, eventText, xmlBody } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;
const ONE = `${CALENDAR}1.ics`;

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
  await client.put(ONE, eventText("1"));
});
afterEach(() => opened.close());

const many = (count: number, element: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => element(i)).join("");
const names = many(60_000, (i) => `<x${i} xmlns="urn:x"/>`);
const send = (method: string, path: string, body: string) =>
  client.send(method, path, { headers: { depth: "1" }, body });

describe("too much in one body", () => {
  const ALL = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
  const inside = many(60_000, (i) => `<d:property name="x${i}"/>`);
  const BODIES: readonly (readonly [string, string, string, string])[] = [
    ["names of properties", "PROPFIND", CALENDAR, xmlBody("d:propfind", `<d:prop>${names}</d:prop>`)],
    [
      "instructions for a calendar",
      "PROPPATCH",
      CALENDAR,
      xmlBody("d:propertyupdate", `<d:set><d:prop>${names}</d:prop></d:set>`),
    ],
    [
      "instructions for an object",
      "PROPPATCH",
      ONE,
      xmlBody("d:propertyupdate", `<d:set><d:prop>${names}</d:prop></d:set>`),
    ],
    [
      "properties of a new calendar",
      "MKCALENDAR",
      `${HOME}new/`,
      xmlBody("c:mkcalendar", `<d:set><d:prop>${names}</d:prop></d:set>`),
    ],
    [
      "properties to expand",
      "REPORT",
      CALENDAR,
      xmlBody("d:expand-property", `<d:property name="owner">${inside}</d:property>`),
    ],
    [
      "parts of calendar data",
      "REPORT",
      CALENDAR,
      xmlBody(
        "c:calendar-query",
        `<d:prop><c:calendar-data><c:comp name="VCALENDAR">${many(60_000, (i) => `<c:prop name="X${i}"/>`)}</c:comp></c:calendar-data></d:prop>${ALL}`,
      ),
    ],
    ["ACEs", "ACL", CALENDAR, xmlBody("d:acl", "<d:ace/>".repeat(60_000))],
    [
      "properties to search people by",
      "REPORT",
      "/dav/principals/",
      xmlBody(
        "d:principal-property-search",
        `<d:property-search><d:prop>${names}</d:prop><d:match>e</d:match></d:property-search>`,
      ),
    ],
  ];
  test.each(BODIES)("%s", async (_, method, path, body) => {
    const started = cpuMs();
    const answer = await send(method, path, body);
    expect(answer.status).toBe(413);
    expect(answer.body.length).toBeLessThan(2_000);
    expect(cpuMs() - started).toBeLessThan(3_000);
    expect((await client.propfind(`${HOME}new/`, "0", "<d:displayname/>")).status).toBe(404);
  });

  test("instructions at the limit are handled quickly, and change nothing", async () => {
    for (const path of [CALENDAR, ONE]) {
      const started = cpuMs();
      const body = xmlBody(
        "d:propertyupdate",
        `<d:set><d:prop>${many(9_900, (i) => `<x${i} xmlns="urn:x"/>`)}</d:prop></d:set>`,
      );
      const answer = await send("PROPPATCH", path, body);
      expect(answer.body).toContain("quota-not-exceeded");
      expect(cpuMs() - started).toBeLessThan(3_000);
      expect((await client.propfind(path, "0", '<x1 xmlns="urn:x"/>')).resource().byStatus).toEqual({
        404: ["x1"],
      });
    }
  });

  test("a home is not read at Depth infinity", async () => {
    for (const path of ["/", "/dav/", HOME, CALENDAR, "/dav/principals/"]) {
      const answer = await client.propfind(path, "infinity", "<d:getetag/>");
      expect([path, answer.status, answer.condition]).toEqual([path, 403, "propfind-finite-depth"]);
    }
  });

  test.each([
    ["many side by side", '<c:comp-filter name="VEVENT"/>'.repeat(200)],
    [
      "many for one property",
      `<c:comp-filter name="VEVENT">${'<c:prop-filter name="SUMMARY"><c:text-match>a</c:text-match></c:prop-filter>'.repeat(200)}</c:comp-filter>`,
    ],
    ["one in another, fifty deep", '<c:comp-filter name="X">'.repeat(50) + "</c:comp-filter>".repeat(50)],
    [
      "a text of a megabyte",
      `<c:comp-filter name="VEVENT"><c:prop-filter name="SUMMARY"><c:text-match>${"aa".repeat(500_000)}b</c:text-match></c:prop-filter></c:comp-filter>`,
    ],
  ])("absurd filters: %s", async (_, filters) => {
    await client.put(ONE, eventText("1", `COMMENT:${"a".repeat(500_000)}`));
    const started = cpuMs();
    const filter = `<c:filter><c:comp-filter name="VCALENDAR">${filters}</c:comp-filter></c:filter>`;
    const answer = await client.report(
      CALENDAR,
      "c:calendar-query",
      `<d:prop><d:getetag/></d:prop>${filter}`,
    );
    expect([207, 403]).toContain(answer.status);
    expect(answer.body).not.toContain("1.ics");
    expect(cpuMs() - started).toBeLessThan(3_000);
  });
});

describe("many writers of one object", () => {
  test("each with the current tag succeeds once, and no write is lost", async () => {
    let etag = (await client.get(ONE)).etag ?? "";
    for (let round = 0; round < 5; round++) {
      const writers = Array.from({ length: 20 }, (_, i) =>
        client.put(ONE, eventText("1", `LOCATION:${round}-${i}`), { "if-match": etag }),
      );
      const answers = await Promise.all(writers);
      const won = answers.filter(({ status }) => status === 204);
      expect([won.length, answers.filter(({ status }) => status === 412).length]).toEqual([1, 19]);
      const there = await client.get(ONE);
      expect(there.etag).toBe(won[0]?.etag);
      etag = there.etag ?? "";
    }
  });

  test("PUT, DELETE, MOVE, COPY and PROPPATCH at once leave one consistent state", async () => {
    await client.mkcalendar(`${HOME}other/`);
    const first = await client.sync(CALENDAR, "");
    const [here, there] = [ONE, `${HOME}other/1.ics`];
    const set = '<d:set><d:prop><x xmlns="urn:x">1</x></d:prop></d:set>';
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => [
        client.put(here, eventText("1", `LOCATION:${i}`)),
        client.delete(here),
        client.send("MOVE", here, { headers: { destination: there } }),
        client.send("COPY", there, { headers: { destination: here } }),
        client.proppatch(here, set),
      ]).flat(),
    );
    for (const { status } of answers) expect([201, 204, 207, 403, 404, 409, 412]).toContain(status);
    const listed = (await client.propfind(CALENDAR, "1", "<d:getetag/>")).hrefs.slice(1);
    const got = await client.get(here);
    expect(listed).toEqual(got.status === 200 ? [here] : []);
    const told = (await client.sync(CALENDAR, first.syncToken)).resources;
    expect(told.map(({ href, status }) => [href, status])).toEqual([
      [here, got.status === 200 ? undefined : 404],
    ]);
  });
});

describe("repeated bodies", () => {
  const etags = xmlBody("d:propfind", "<d:prop><d:getetag/></d:prop>");

  test("get each person's own, current answer", async () => {
    const other = await opened.client("axel");
    const own = (await send("PROPFIND", CALENDAR, etags)).body;
    expect(own).toContain("1.ics");
    expect((await other.send("PROPFIND", CALENDAR, { headers: { depth: "1" }, body: etags })).status).toBe(
      404,
    );
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    expect((await send("PROPFIND", CALENDAR, etags)).body).toContain("2.ics");
  });

  test("are refused again, and still read after a thousand others", async () => {
    for (let time = 0; time < 2; time++) expect((await send("PROPFIND", CALENDAR, "<a>")).status).toBe(400);
    const before = (await send("PROPFIND", CALENDAR, etags)).body;
    for (let i = 0; i < 1_000; i++)
      await send("PROPFIND", ONE, xmlBody("d:propfind", `<d:prop><x${i} xmlns="urn:x"/></d:prop>`));
    expect((await send("PROPFIND", CALENDAR, etags)).body).toBe(before);
  });
});
