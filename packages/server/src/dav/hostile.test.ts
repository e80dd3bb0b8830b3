import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText, xmlBody } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { cpuMs } from "@snart/calendar/testing/cpu-ms.ts";

let opened: TestDav;
let client: DavClient;
const CALENDAR = "/dav/calendars/elin/calendar/";

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
});
afterEach(() => opened.close());

const METHODS = ["PROPFIND", "PROPPATCH", "REPORT"];
const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
const BODIES: readonly (readonly [string, string])[] = [
  [
    "an entity bomb",
    `<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]><d:propfind xmlns:d="DAV:">&l10;</d:propfind>`,
  ],
  [
    "an external entity",
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><d:propfind xmlns:d="DAV:"><d:prop>&x;</d:prop></d:propfind>',
  ],
  ["a depth bomb", "<a>".repeat(100_000)],
  ["ten mebibytes of elements", `<a>${"<b/>".repeat(2_600_000)}</a>`],
  [
    "two roots",
    '<d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind><d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>',
  ],
  ["half a document", '<d:propfind xmlns:d="DAV:"><d:allprop/>'],
  ["no XML", "hello"],
];

describe.each(METHODS)("%s", (method) => {
  test.each(BODIES)("of %s is refused quickly, and reveals nothing", async (name, body) => {
    const started = cpuMs();
    const answer = await client.send(method, CALENDAR, { headers: { depth: "0" }, body });
    expect(answer.status).toBe(name === "ten mebibytes of elements" ? 413 : 400);
    expect(answer.body).not.toMatch(/root:|lollol|<d:multistatus/);
    expect(cpuMs() - started).toBeLessThan(3_000);
  });

  test("of another namespace is refused", async () => {
    const answer = await client.send(method, CALENDAR, {
      headers: { depth: "0" },
      body: '<propfind xmlns="urn:not-dav"><allprop/></propfind>',
    });
    expect(answer.status).toBe(method === "REPORT" ? 403 : 400);
    expect(answer.body).not.toContain("<d:multistatus");
  });

  test("with more than the permitted elements is refused unread", async () => {
    const answer = await client.send(method, CALENDAR, {
      headers: { depth: "0" },
      body: xmlBody("d:propfind", `<!--${"x".repeat(10 * 1024 * 1024)}-->`),
    });
    expect(answer.status).toBe(413);
  });
});

test("UTF-16 is read, and bytes in no encoding are refused", async () => {
  const text =
    '\ufeff<?xml version="1.0" encoding="utf-16"?><d:propfind xmlns:d="DAV:"><d:prop><d:displayname/></d:prop></d:propfind>';
  const utf16 = await client.send("PROPFIND", CALENDAR, {
    headers: { depth: "0" },
    body: new Uint8Array(Buffer.from(text, "utf16le")),
  });
  expect(utf16.resource().text["displayname"]).toBe("elin");
  const broken = await client.send("PROPFIND", CALENDAR, {
    headers: { depth: "0" },
    body: new Uint8Array([0x3c, 0xff, 0xfd]),
  });
  expect(broken.status).toBe(400);
});

describe("paths", () => {
  const tricks = [
    ["/dav/calendars/axel/../elin/calendar/1.ics", 200],
    ["/dav/calendars/elin/calendar/..%2f1.ics", 400],
    ["/dav/calendars/elin/calendar%2f1.ics", 400],
    ["/dav/calendars/elin/calendar/1.ics%00", 400],
    ["/dav/calendars/elin/calendar/%c0%ae%c0%ae/1.ics", 400],
    ["/dav/calendars/elin/calendar//1.ics", 200],
    ["/dav//calendars/axel/..//elin/calendar/1.ics", 200],
    ["/dav/calendars/elin/calendar/1.ics/", 404],
    ["/dav/calendars/elin/calendar/%2e%2e/%2e%2e/axel/calendar/1.ics", 404],
    ["/dav/../../../etc/passwd", 404],
    ["/dav/calendars/elin/calendar/1.ics?x=../y", 200],
  ] as const;

  test.each(tricks)("%s", async (path, status) => {
    const axel = await opened.client("axel");
    await axel.put("/dav/calendars/axel/calendar/1.ics", eventText("axel"));
    await client.put(`${CALENDAR}1.ics`, eventText("elin"));
    const answer = await client.get(path);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain("UID:axel");
  });

  test.each(["..%2f1.ics", "1.ics%00", "%0d%0aX-Evil:1", `${"a".repeat(256)}.ics`, "%ff.ics"])(
    "nothing is stored at %s",
    async (name) => {
      expect((await client.put(CALENDAR + name, eventText("1"))).status).toBe(400);
      expect((await client.propfind(CALENDAR, "1", "<d:getetag/>")).hrefs).toEqual([CALENDAR]);
    },
  );
});

test.each(["LOCK", "UNLOCK", "POST", "PATCH", "TRACE2"])(
  "%s does nothing, and says which method would",
  async (method) => {
    const answer = await client.send(method, CALENDAR);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toContain("PROPFIND");
  },
);

test("names and values that look like markup stay text", async () => {
  const evil = "]]></d:displayname><d:evil/>";
  await client.proppatch(
    CALENDAR,
    `<d:set><d:prop><d:displayname>${evil.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</d:displayname></d:prop></d:set>`,
  );
  const answer = await client.propfind(CALENDAR, "0", "<d:displayname/>");
  expect(answer.resource().text).toEqual({ displayname: evil });
});

test("a large answer arrives complete", async () => {
  await client.put(`${CALENDAR}1.ics`, eventText("1", `DESCRIPTION:${"å".repeat(100_000)}`));
  const answer = await client.report(
    CALENDAR,
    "c:calendar-multiget",
    `<d:prop><c:calendar-data/></d:prop><d:href>${CALENDAR}1.ics</d:href>`,
  );
  expect(answer.resource().text["calendar-data"]).toBe(eventText("1", `DESCRIPTION:${"å".repeat(100_000)}`));
});

test("a report of many objects keeps their order, in pieces and whole", async () => {
  const text = (i: number) => eventText(`u${i}`, `DESCRIPTION:${"x".repeat(2_000)}`);
  for (let i = 0; i < 120; i++) await client.put(`${CALENDAR}${i}.ics`, text(i));
  const hrefs = Array.from({ length: 250 }, (_, i) => `${CALENDAR}${(i * 7) % 130}.ics`);
  const asked = hrefs.map((path) => `<d:href>${path}</d:href>`).join("");
  const answer = await client.report(
    CALENDAR,
    "c:calendar-multiget",
    `<d:prop><c:calendar-data/></d:prop>${asked}`,
  );
  expect(answer.hrefs).toEqual(hrefs);
  for (const [i, resource] of answer.resources.entries()) {
    const number = (i * 7) % 130;
    if (number < 120) expect(resource.text["calendar-data"]).toBe(text(number));
    else expect(resource.status).toBe(404);
  }
});
