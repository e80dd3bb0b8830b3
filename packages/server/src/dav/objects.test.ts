import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;
const ONE = `${CALENDAR}1.ics`;

beforeEach(async () => {
  opened = await openTestDav({ limits: { objectSize: 10_000, participantsPerEvent: 3 } });
  client = await opened.client("elin");
});
afterEach(() => opened.close());

/**
 * Everything in the calendar and its change tag: compared before and after requests that must not change anything.
 */
const state = async (calendar = CALENDAR) => {
  const answer = await client.propfind(calendar, "1", "<d:getetag/><cs:getctag/>");
  return answer.resources.map(({ href, text }) => [href, text["getetag"] ?? text["getctag"]]);
};

describe("PUT", () => {
  test("keeps the text unchanged, and returns its tag", async () => {
    const text = eventText(
      "1",
      'X-MINE;X-P="a,b":kept\\, as it is 🎂',
      "DESCRIPTION:folded\r\n  here",
    ).replace("SUMMARY", "summary");
    const put = await client.put(ONE, text);
    expect([put.status, put.body]).toEqual([201, ""]);
    const got = await client.get(ONE);
    expect(got.body).toBe(text);
    expect(got.etag).toBe(put.etag);
    expect(got.headers.get("content-type")).toContain("text/calendar; charset=utf-8");
  });

  test("over an object gives it another tag and leaves the others alone", async () => {
    const first = await client.put(ONE, eventText("1"));
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    const other = (await client.get(`${CALENDAR}2.ics`)).etag;
    const second = await client.put(ONE, eventText("1", "LOCATION:Köket"), { "if-match": first.etag ?? "" });
    expect(second.status).toBe(204);
    expect(second.etag).not.toBe(first.etag);
    expect((await client.get(`${CALENDAR}2.ics`)).etag).toBe(other);
  });

  test.each([
    ["a stale If-Match", { "if-match": '"stale"' }],
    ["a weak If-Match", (etag: string) => ({ "if-match": `W/${etag}` })],
    ["If-None-Match: *", { "if-none-match": "*" }],
    ["the tag in If-None-Match", (etag: string) => ({ "if-none-match": etag })],
  ])("is refused by %s, and nothing changes", async (_, headers) => {
    const { etag } = await client.put(ONE, eventText("1"));
    const before = await state();
    const answer = await client.put(
      ONE,
      eventText("1", "LOCATION:x"),
      typeof headers === "function" ? headers(etag ?? "") : headers,
    );
    expect(answer.status).toBe(412);
    expect(await state()).toEqual(before);
  });

  test("with If-Match: * creates nothing", async () => {
    expect((await client.put(ONE, eventText("1"), { "if-match": "*" })).status).toBe(412);
    expect(await state()).toHaveLength(1);
  });

  test("of two at once with the same If-Match lets exactly one through", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    const texts = Array.from({ length: 8 }, (_, i) => eventText("1", `LOCATION:${i}`));
    const answers = await Promise.all(texts.map((text) => client.put(ONE, text, { "if-match": etag ?? "" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array<number>(7).fill(412),
    ]);
    const winner = answers.findIndex(({ status }) => status === 204);
    const got = await client.get(ONE);
    expect([got.body, got.etag]).toEqual([texts[winner], answers[winner]?.etag]);
  });

  test("of two at once with If-None-Match: * lets exactly one through", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((i) => client.put(ONE, eventText("1", `LOCATION:${i}`), { "if-none-match": "*" })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 412, 412, 412]);
  });

  test("with return=representation returns what is stored, after a failed condition too", async () => {
    const prefer = { prefer: "return=representation" };
    const created = await client.put(ONE, eventText("1"), prefer);
    expect([created.status, created.body]).toEqual([201, eventText("1")]);
    expect(created.headers.get("preference-applied")).toBe("return=representation");
    const refused = await client.put(ONE, eventText("1", "LOCATION:x"), { ...prefer, "if-match": '"stale"' });
    expect([refused.status, refused.body, refused.etag]).toEqual([412, eventText("1"), created.etag]);
  });

  test.each([
    ["text that is no calendar", "hello", "valid-calendar-data"],
    ["half a calendar", eventText("1").slice(0, 120), "valid-calendar-data"],
    [
      "a method",
      eventText("1").replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:REQUEST"),
      "valid-calendar-object-resource",
    ],
    [
      "busy times beside an event",
      eventText("1").replace("END:VCALENDAR", "BEGIN:VFREEBUSY\r\nUID:1\r\nEND:VFREEBUSY\r\nEND:VCALENDAR"),
      "valid-calendar-object-resource",
    ],
    [
      "two UIDs",
      eventText("1").replace(
        "END:VCALENDAR",
        "BEGIN:VEVENT\r\nUID:2\r\nDTSTAMP:20261120T100000Z\r\nDTSTART:20261123T110000Z\r\nEND:VEVENT\r\nEND:VCALENDAR",
      ),
      "valid-calendar-object-resource",
    ],
    [
      "a component that the calendar does not keep",
      eventText("1")
        .replaceAll("VEVENT", "VJOURNAL")
        .replace(/DTEND.*\r\n/, ""),
      "supported-calendar-component",
    ],
    ["a date beyond all calendars", eventText("1", "DTSTART:23000101T000000Z"), "max-date-time"],
    ["a date before all calendars", eventText("1", "DTSTART:18991231T235959Z"), "min-date-time"],
    [
      "too many participants",
      eventText("1", ...[1, 2, 3, 4].map((i) => `ATTENDEE:mailto:${i}@example.com`)),
      "max-attendees-per-instance",
    ],
    ["too large a text", eventText("1", `DESCRIPTION:${"x".repeat(10_000)}`), "max-resource-size"],
  ])("names its condition for %s, and stores nothing", async (_, text, condition) => {
    const before = await state();
    const answer = await client.put(ONE, text);
    expect([answer.status, answer.condition]).toEqual([403, condition]);
    expect(answer.body).toMatch(/<!-- [^<]{10,} -->/);
    expect(await state()).toEqual(before);
  });

  test("accepts UTF-8 only", async () => {
    const latin = Buffer.from(eventText("1", "LOCATION:Kök"), "latin1");
    const broken = await client.send("PUT", ONE, {
      headers: { "content-type": "text/calendar" },
      body: new Uint8Array(latin),
    });
    expect([broken.status, broken.condition]).toEqual([403, "valid-calendar-data"]);
    const declared = await client.send("PUT", ONE, {
      headers: { "content-type": "text/calendar; charset=iso-8859-1" },
      body: new Uint8Array(latin),
    });
    expect([declared.status, declared.condition]).toEqual([403, "supported-calendar-data"]);
    const json = await client.put(ONE, "[]", { "content-type": "application/calendar+json" });
    expect([json.status, json.condition]).toEqual([403, "supported-calendar-data"]);
    expect(await state()).toHaveLength(1);
  });

  test("joins a line folded inside a character, and returns no tag for the changed text", async () => {
    const text = eventText("1", "LOCATION:Kök 😀");
    // ö is C3 B6; some simple clients fold between its two octets (RFC 5545 §3.1)
    const octets = Buffer.from(text);
    const at = octets.indexOf(0xb6);
    const folded = Buffer.concat([octets.subarray(0, at), Buffer.from("\r\n "), octets.subarray(at)]);
    const put = await client.send("PUT", ONE, {
      headers: { "content-type": "text/calendar" },
      body: new Uint8Array(folded),
    });
    expect([put.status, put.headers.get("etag")]).toEqual([201, null]);
    expect((await client.send("GET", ONE)).body).toBe(text);
  });

  test("with an existing UID names the object that has it", async () => {
    await client.put(`${CALENDAR}å 1.ics`, eventText("1"));
    const before = await state();
    const answer = await client.put(`${CALENDAR}2.ics`, eventText("1"));
    expect([answer.status, answer.condition]).toEqual([409, "no-uid-conflict"]);
    expect(answer.body).toContain(`<d:href>${CALENDAR}%C3%A5%201.ics</d:href>`);
    expect(await state()).toEqual(before);
  });

  test("does not change the UID of an object", async () => {
    await client.put(ONE, eventText("1"));
    const answer = await client.put(ONE, eventText("2"));
    expect([answer.status, answer.condition]).toEqual([409, "no-uid-conflict"]);
    expect((await client.get(ONE)).body).toBe(eventText("1"));
  });

  test("into a missing calendar is a conflict, and in somebody else's home there is nothing", async () => {
    await opened.person("axel");
    const mine = await client.put(`${HOME}nothing/1.ics`, eventText("1"));
    const theirs = await client.put("/dav/calendars/axel/calendar/1.ics", eventText("1"));
    expect([mine.status, theirs.status]).toEqual([409, 404]);
  });

  test("on a collection is not allowed, and says what is", async () => {
    const answer = await client.put(CALENDAR, eventText("1"));
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).not.toContain("PUT");
  });
});

describe("GET", () => {
  test("answers 304 to a client with the current version", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    const answer = await client.get(ONE, { "if-none-match": `"other", ${etag}` });
    expect([answer.status, answer.body, answer.etag]).toEqual([304, "", etag]);
    expect((await client.get(ONE, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("HEAD gives the same without the text", async () => {
    await client.put(ONE, eventText("1"));
    const [head, got] = [await client.send("HEAD", ONE), await client.get(ONE)];
    expect([head.status, head.body]).toEqual([200, ""]);
    for (const name of ["etag", "content-type", "content-length", "last-modified"])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
  });

  test("of a calendar gives the whole of it as one file", async () => {
    await client.put(ONE, eventText("1", "X-MINE:kept"));
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    const answer = await client.get(CALENDAR);
    expect(answer.headers.get("content-disposition")).toContain("calendar.ics");
    expect(answer.body.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(answer.body.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
    expect(answer.body).toContain("X-MINE:kept");
  });

  test.each([`${CALENDAR}nothing.ics`, `${HOME}nothing/`, "/dav/nothing/", "/dav/principals/nobody/"])(
    "of %s is 404",
    async (path) => {
      expect((await client.get(path)).status).toBe(404);
    },
  );
});

describe("DELETE", () => {
  test("removes the object and nothing else", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    await client.put(`${CALENDAR}2.ics`, eventText("2"));
    expect((await client.delete(ONE, { "if-match": etag ?? "" })).status).toBe(204);
    expect((await client.get(ONE)).status).toBe(404);
    expect((await client.get(`${CALENDAR}2.ics`)).status).toBe(200);
    expect((await client.delete(ONE)).status).toBe(404);
  });

  test("with a stale tag removes nothing", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    await client.put(ONE, eventText("1", "LOCATION:x"));
    const before = await state();
    expect((await client.delete(ONE, { "if-match": etag ?? "" })).status).toBe(412);
    expect(await state()).toEqual(before);
  });

  test("lets the UID be used again", async () => {
    await client.put(ONE, eventText("1"));
    await client.delete(ONE);
    expect((await client.put(`${CALENDAR}again.ics`, eventText("1"))).status).toBe(201);
  });

  test.each(["/dav/", "/dav/principals/elin/", HOME])("of %s is not allowed", async (path) => {
    expect((await client.delete(path)).status).toBe(405);
  });
});

describe("a write in a stranger's home", () => {
  test.each(["PUT", "MKCALENDAR", "MKCOL"])("does not tell what exists there: %s", async (method) => {
    const axel = await opened.client("axel");
    await axel.put("/dav/calendars/axel/calendar/1.ics", eventText("1"));
    const body =
      method === "PUT" ? { body: eventText("x"), headers: { "content-type": "text/calendar" } } : {};
    const send = async (path: string) => {
      const answer = await client.send(method, path, body);
      return `${answer.status} ${answer.body.replaceAll(path, "")}`;
    };
    const there = await send("/dav/calendars/axel/calendar/1.ics");
    expect(there).toMatch(/^404 /);
    expect(await send("/dav/calendars/axel/calendar/2.ics")).toBe(there);
    expect(await send("/dav/calendars/axel/none/1.ics")).toBe(there);
    expect(await send("/dav/calendars/nobody/calendar/1.ics")).toBe(there);
    if (method === "PUT") return;
    const calendar = await send("/dav/calendars/axel/calendar/");
    expect(calendar).toMatch(/^40[34] /);
    expect(await send("/dav/calendars/axel/none/")).toBe(calendar);
  });
});

describe("MOVE and COPY", () => {
  const to = (path: string, more: Record<string, string> = {}) => ({
    headers: { destination: `http://localhost:8080${path}`, ...more },
  });

  beforeEach(() => client.mkcalendar(`${HOME}other/`));

  test("a move keeps tag and text, and is a removal for clients that synchronise the old collection", async () => {
    const { etag } = await client.put(ONE, eventText("1"));
    const { syncToken } = await client.sync(CALENDAR, "");
    const moved = await client.send("MOVE", ONE, to(`${HOME}other/b.ics`));
    expect([moved.status, moved.etag]).toEqual([201, etag]);
    expect((await client.get(`${HOME}other/b.ics`)).body).toBe(eventText("1"));
    const changes = await client.sync(CALENDAR, syncToken);
    expect(changes.resources.map(({ href, status }) => [href, status])).toEqual([[ONE, 404]]);
  });

  test("a move onto an existing object needs Overwrite: T", async () => {
    await client.put(ONE, eventText("1"));
    await client.put(`${HOME}other/b.ics`, eventText("1", "LOCATION:old"));
    const before = [await state(), await state(`${HOME}other/`)];
    expect((await client.send("MOVE", ONE, to(`${HOME}other/b.ics`, { overwrite: "F" }))).status).toBe(412);
    expect([await state(), await state(`${HOME}other/`)]).toEqual(before);
    expect((await client.send("MOVE", ONE, to(`${HOME}other/b.ics`))).status).toBe(204);
    expect((await client.get(`${HOME}other/b.ics`)).body).toBe(eventText("1"));
  });

  test("a copy leaves the original", async () => {
    await client.put(ONE, eventText("1"));
    expect((await client.send("COPY", ONE, to(`${HOME}other/b.ics`))).status).toBe(201);
    expect([(await client.get(ONE)).status, (await client.get(`${HOME}other/b.ics`)).body]).toEqual([
      200,
      eventText("1"),
    ]);
  });

  test("a copy inside one calendar would double the UID", async () => {
    await client.put(ONE, eventText("1"));
    const answer = await client.send("COPY", ONE, to(`${CALENDAR}b.ics`));
    expect([answer.status, answer.condition]).toEqual([409, "no-uid-conflict"]);
  });

  test.each([
    ["another server", "https://elsewhere.example/dav/calendars/elin/other/b.ics", 502],
    ["no calendar", "http://localhost:8080/dav/calendars/elin/nothing/b.ics", 409],
    ["no place for an object", "http://localhost:8080/dav/calendars/elin/other/", 403],
    ["an encoded slash", "http://localhost:8080/dav/calendars/elin/other/a%2Fb.ics", 403],
    ["where it is already", `http://localhost:8080${ONE}`, 403],
    ["where it is already, spelt otherwise", "/dav/calendars/ELIN/calendar/%31.ics", 403],
  ])("to %s is refused, and the object stays", async (_, destination, status) => {
    await client.put(ONE, eventText("1"));
    const before = await state();
    for (const method of ["MOVE", "COPY"])
      expect((await client.send(method, ONE, { headers: { destination } })).status).toBe(status);
    expect(await state()).toEqual(before);
  });

  test.each([
    ["no Destination", {}],
    ["a Depth that makes no sense", { destination: `${HOME}other/b.ics`, depth: "1" }],
    ["an Overwrite that makes no sense", { destination: `${HOME}other/b.ics`, overwrite: "maybe" }],
  ])("%s is refused", async (_, headers) => {
    await client.put(ONE, eventText("1"));
    const before = await state();
    for (const method of ["MOVE", "COPY"])
      expect((await client.send(method, ONE, { headers: headers as Record<string, string> })).status).toBe(
        400,
      );
    expect(await state()).toEqual(before);
    expect(await state(`${HOME}other/`)).toHaveLength(1);
  });

  test("a calendar is neither moved nor copied", async () => {
    const before = await state();
    for (const method of ["MOVE", "COPY"])
      expect((await client.send(method, CALENDAR, to(`${HOME}third/`))).status).toBe(405);
    expect(await state()).toEqual(before);
    expect((await client.propfind(`${HOME}third/`, "0")).status).toBe(404);
  });
});
