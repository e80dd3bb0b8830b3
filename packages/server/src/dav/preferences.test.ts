import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;
const ONE = `${CALENDAR}1.ics`;

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
});
afterEach(() => opened.close());

const TEXT = { "content-type": "text/calendar; charset=utf-8" };
const post = (body: string, headers: Record<string, string> = {}, path = `${CALENDAR}?add-member`) =>
  client.send("POST", path, { headers: { ...TEXT, ...headers }, body });
const listed = async () => (await client.propfind(CALENDAR, "1", "<d:getetag/>")).hrefs.slice(1);

describe("add-member (RFC 5995)", () => {
  test("is advertised where the person may add, and uses a name of the server's", async () => {
    const told = (await client.propfind(CALENDAR, "0", "<d:add-member/>")).resource();
    expect(told.text["add-member"]).toBe(`${CALENDAR}?add-member`);
    const made = await post(eventText("1"));
    expect(made.status).toBe(201);
    const location = made.headers.get("location") ?? "";
    expect(await listed()).toEqual([location]);
    // Nothing is represented in an empty answer (RFC 9110 §8.7).
    expect([made.body, made.headers.get("content-location")]).toEqual(["", null]);
    const there = await client.get(location);
    expect([there.body, there.etag]).toEqual([eventText("1"), made.etag]);
    expect((await post(eventText("2"))).headers.get("location")).not.toBe(location);
  });

  test("respects the conditions of a PUT", async () => {
    await client.put(ONE, eventText("1"));
    const taken = await post(eventText("1"));
    expect([taken.status, taken.condition]).toEqual([409, "no-uid-conflict"]);
    expect(taken.body).toContain(`<d:href>${ONE}</d:href>`);
    expect((await post("no calendar")).condition).toBe("valid-calendar-data");
    expect((await post(eventText("2"), { "content-type": "image/png" })).condition).toBe(
      "supported-calendar-data",
    );
    expect((await post(eventText("2"), {}, `${HOME}none/?add-member`)).status).toBe(404);
    expect((await post(eventText("2"), {}, CALENDAR)).status).toBe(405);
    expect((await post(eventText("2"), {}, HOME)).status).toBe(415);
    expect(await listed()).toEqual([ONE]);
  });

  test("returns the object if that is preferred", async () => {
    const made = await post(eventText("1"), { prefer: "return=representation" });
    expect([made.status, made.body]).toEqual([201, eventText("1")]);
    expect(made.headers.get("content-location")).toBe(made.headers.get("location"));
    expect(made.headers.get("preference-applied")).toBe("return=representation");
  });

  test("is not advertised to people who may only read", async () => {
    const other = await opened.client("axel");
    await opened.app.storage.write(async (tx) => {
      const elin = await tx.principals.byLogin("elin");
      const calendar = elin && (await tx.calendars.byUri(elin.id, "calendar"));
      if (!calendar) throw new Error("no calendar");
      await tx.calendars.setShare({
        calendarId: calendar.id,
        principalId: other.actor.principalId,
        level: "read",
      });
    });
    const seen = "/dav/calendars/axel/elin~calendar/";
    expect((await other.propfind(seen, "0", "<d:add-member/>")).resource().byStatus).toEqual({
      404: ["add-member"],
    });
    const refused = await other.send("POST", `${seen}?add-member`, { headers: TEXT, body: eventText("1") });
    expect([refused.status, refused.condition]).toEqual([403, "need-privileges"]);
    expect(await listed()).toEqual([]);
  });
});

describe("Prefer (RFC 7240, 8144) and Brief", () => {
  const minimal = [{ prefer: "return=minimal" }, { brief: "t" }];
  test.each(minimal)("%j leaves out missing properties", async (headers) => {
    await client.put(ONE, eventText("1"));
    const answers = [
      await client.propfind(CALENDAR, "1", "<d:getetag/><x xmlns='urn:x'/>", headers),
      await client.report(
        CALENDAR,
        "c:calendar-multiget",
        `<d:prop><d:getetag/><x xmlns="urn:x"/></d:prop><d:href>${ONE}</d:href>`,
        headers,
      ),
      await client.report(
        CALENDAR,
        "c:calendar-query",
        '<d:prop><d:getetag/><x xmlns="urn:x"/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter>',
        headers,
      ),
    ];
    for (const answer of answers) {
      expect(answer.headers.get("preference-applied")).toBe("return=minimal");
      expect(answer.resource(ONE).byStatus).toEqual({ 200: ["getetag"] });
    }
  });

  test.each(minimal)("%j is acknowledged after a write", async (headers) => {
    const put = await client.put(ONE, eventText("1"), headers);
    const made = await client.send("MKCALENDAR", `${HOME}new/`, { headers });
    const set = "<d:set><d:prop><d:displayname>x</d:displayname></d:prop></d:set>";
    const patched = await client.proppatch(CALENDAR, set, headers);
    for (const answer of [put, made, patched, await post(eventText("2"), headers)]) {
      expect(answer.headers.get("preference-applied")).toBe("return=minimal");
      expect(answer.body).toBe("");
    }
    expect([put.status, made.status, patched.status]).toEqual([201, 201, 200]);
  });

  test("depth-noroot leaves out the requested resource itself", async () => {
    await client.put(ONE, eventText("1"));
    const answer = await client.propfind(CALENDAR, "1", "<d:getetag/>", {
      prefer: "depth-noroot, return=minimal",
    });
    expect(answer.hrefs).toEqual([ONE]);
    expect(answer.headers.get("preference-applied")).toBe("return=minimal, depth-noroot");
    const flat = await client.propfind(CALENDAR, "0", "<d:displayname/>", { prefer: "depth-noroot" });
    expect([flat.hrefs, flat.headers.get("preference-applied")]).toEqual([[CALENDAR], null]);
  });
});

describe("CalDAV-Timezones (RFC 7809)", () => {
  const zone = (name: string) =>
    ["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200"]
      .concat(["TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE", ""])
      .join("\r\n");
  const event = (name: string, zones: string) =>
    eventText("1", `DTSTART;TZID=${name}:20261123T110000`, "DESCRIPTION:a\\nBEGIN:VTIMEZONE\\nb").replace(
      "BEGIN:VEVENT",
      `${zones}BEGIN:VEVENT`,
    );
  const whole = event("Europe/Stockholm", zone("Europe/Stockholm"));
  const bare = event("Europe/Stockholm", "");
  const own = event("Min zon", zone("Min zon"));
  const asked = `<d:prop><c:calendar-data/></d:prop>`;
  const inAllWays = async (value: string) => {
    const headers: Record<string, string> = value === "" ? {} : { "caldav-timezones": value };
    const all = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
    const answers = [
      await client.report(CALENDAR, "c:calendar-query", asked + all, headers),
      await client.report(CALENDAR, "c:calendar-multiget", `${asked}<d:href>${ONE}</d:href>`, headers),
      await client.report(
        CALENDAR,
        "d:sync-collection",
        `<d:sync-token/><d:sync-level>1</d:sync-level>${asked}`,
        {
          depth: "0",
          ...headers,
        },
      ),
    ];
    const got = await client.get(ONE, headers);
    expect(Number(got.headers.get("content-length"))).toBe(Buffer.byteLength(got.body));
    expect(got.headers.get("vary")).toContain("CalDAV-Timezones");
    return new Set([got.body, ...answers.map((answer) => answer.resource(ONE).text["calendar-data"])]);
  };

  test("without the header, a text with its zones is returned unchanged", async () => {
    const floating = eventText("1", "DTSTART:20261123T110000", "DESCRIPTION:x\\;TZID=Europe/Oslo:");
    for (const text of [whole, own, floating]) {
      const put = await client.put(ONE, text);
      expect([...(await inAllWays(""))]).toEqual([text]);
      expect(put.etag).toBe((await client.get(ONE)).etag);
    }
  });

  test("without the header, a zone that is only named is added, and the tag of the sent text is not returned", async () => {
    const put = await client.put(ONE, bare);
    const [given = "", ...others] = await inAllWays("");
    expect(others).toEqual([]);
    expect(given).toMatch(/BEGIN:VTIMEZONE\r\nTZID:Europe\/Stockholm\r\n/);
    expect(put.etag).toBeNull();
    expect((await client.put(ONE, bare, { "caldav-timezones": "F" })).etag).toBe(
      (await client.get(ONE)).etag,
    );
    expect([...(await inAllWays("F"))]).toEqual([bare]);
    expect((await client.put(ONE, whole, { "caldav-timezones": "F" })).etag).toBeNull();
  });

  test("a zone is found in folded and quoted lines too, and an unknown one is left alone", async () => {
    const folded = event("Europe/Stockholm", zone("Europe/Stockholm")).replace(
      "DTSTART;TZID=Europe/Stockholm",
      'DTSTART;TZID="Europe/Sto\r\n ckholm"',
    );
    for (const text of [folded, event("Ingenstans", "")]) {
      await client.put(ONE, text);
      expect([...(await inAllWays(""))]).toEqual([text]);
    }
  });

  test("F leaves out well-known zones, and nothing else", async () => {
    await client.put(ONE, whole);
    expect([...(await inAllWays("F"))]).toEqual([bare]);
    await client.put(ONE, own);
    expect([...(await inAllWays("F"))]).toEqual([own]);
    const back = await client.put(ONE, whole, { prefer: "return=representation", "caldav-timezones": "F" });
    expect(back.body).toBe(bare);
  });

  test("T adds the zones that the text relies on", async () => {
    await client.put(ONE, bare);
    const [given = "", ...others] = await inAllWays("T");
    expect(others).toEqual([]);
    expect(given).toMatch(/BEGIN:VTIMEZONE\r\nTZID:Europe\/Stockholm\r\n/);
    await client.put(ONE, whole);
    expect([...(await inAllWays("T"))]).toEqual([whole]);
  });
});

describe("expand and the like combined with partial retrieval", () => {
  const series = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T110000Z",
    "DURATION:PT1H",
    "SUMMARY:Lunch",
    "LOCATION:Here",
    "RRULE:FREQ=DAILY;COUNT=10",
    "END:VEVENT",
    ...["24", "28"].flatMap((day) => [
      "BEGIN:VEVENT",
      "UID:1",
      "DTSTAMP:20261120T100000Z",
      `RECURRENCE-ID:202611${day}T110000Z`,
      `DTSTART:202611${day}T120000Z`,
      "DURATION:PT1H",
      `SUMMARY:Moved ${day}`,
      "LOCATION:There",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const range = 'start="20261123T000000Z" end="20261125T000000Z"';
  const part = `<c:comp name="VCALENDAR"><c:comp name="VEVENT"><c:prop name="SUMMARY"/><c:prop name="DTSTART"/></c:comp></c:comp>`;
  const all = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
  const WAYS = ["multiget", "query", "sync"] as const;
  const ask = (way: (typeof WAYS)[number], inside: string) => {
    const prop = `<d:prop><c:calendar-data>${inside}</c:calendar-data></d:prop>`;
    if (way === "query") return client.report(CALENDAR, "c:calendar-query", prop + all);
    if (way === "multiget")
      return client.report(CALENDAR, "c:calendar-multiget", `${prop}<d:href>${ONE}</d:href>`);
    const body = `<d:sync-token/><d:sync-level>1</d:sync-level>${prop}`;
    return client.report(CALENDAR, "d:sync-collection", body, { depth: "0" });
  };
  const EXPAND = ["SUMMARY:Lunch", "SUMMARY:Moved 24"];
  const LIMIT = ["SUMMARY:Lunch", "SUMMARY:Moved 24"];
  const EACH = WAYS.flatMap((way) =>
    (
      [
        ["expand", `<c:expand ${range}/>`, EXPAND, false],
        ["expand of parts", `${part}<c:expand ${range}/>`, EXPAND, true],
        ["limit-recurrence-set", `<c:limit-recurrence-set ${range}/>`, LIMIT, false],
        ["limit-recurrence-set of parts", `${part}<c:limit-recurrence-set ${range}/>`, LIMIT, true],
        ["limit-freebusy-set", `<c:limit-freebusy-set ${range}/>`, [...LIMIT, "SUMMARY:Moved 28"], false],
        ["both limits", `<c:limit-recurrence-set ${range}/><c:limit-freebusy-set ${range}/>`, LIMIT, false],
      ] as const
    ).map(([name, inside, summaries, isPart]) => [way, name, inside, summaries, isPart] as const),
  );
  test.each(EACH)("%s with %s", async (way, _, inside, summaries, isPart) => {
    await client.put(ONE, series);
    const data = (await ask(way, inside)).resource(ONE).text["calendar-data"] ?? "";
    expect(data.split("\r\n").filter((line) => line.startsWith("SUMMARY"))).toEqual(summaries);
    expect(data.includes("LOCATION")).toBe(!isPart);
    expect(data.includes("RRULE")).toBe(inside.includes("limit") && !isPart);
  });

  test("a large recurring event is named instead of expanded", async () => {
    const large = eventText(
      "1",
      "DTSTART:20261123T110000Z",
      "RRULE:FREQ=DAILY",
      `DESCRIPTION:${"x".repeat(900_000)}`,
    );
    expect((await client.put(ONE, large)).status).toBe(201);
    for (const way of WAYS) {
      const refused = await ask(way, '<c:expand start="20261123T000000Z" end="20461123T000000Z"/>');
      expect(refused.resource(ONE).status).toBe(507);
      expect(refused.body).toContain("<d:error><c:max-instances/></d:error>");
      expect(refused.body.length).toBeLessThan(2_000);
    }
    const few = await ask("query", '<c:expand start="20261123T000000Z" end="20261126T000000Z"/>');
    expect(few.resource(ONE).text["calendar-data"]?.length).toBeGreaterThan(2_700_000);
  });
});
