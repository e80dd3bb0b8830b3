import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { parseIf } from "./if-header.ts";
import { cpuMs } from "@snart/calendar/testing/cpu-ms.ts";

describe("parseIf", () => {
  test("reads lists, with and without a resource", () => {
    expect(parseIf('(<urn:a> ["b"]) (Not <DAV:no-lock>)')).toEqual([
      {
        resource: undefined,
        conditions: [
          { kind: "token", value: "urn:a", isNegated: false },
          { kind: "etag", value: "b", isNegated: false },
        ],
      },
      { resource: undefined, conditions: [{ kind: "token", value: "DAV:no-lock", isNegated: true }] },
    ]);
    expect(parseIf('<http://x/a>(["1"])([W/"2"]) </b> (Not ["3)"])')?.map((list) => list.resource)).toEqual([
      "http://x/a",
      "http://x/a",
      "/b",
    ]);
  });

  test.each([
    "",
    "()",
    "(",
    "(a)",
    "(<a>",
    '["a"]',
    '("a")',
    '(["a")',
    "(Not)",
    "(Not Not <a>)",
    "<a>",
    "<a> <b> (<c>)",
    "(<a>) <b> (<c>)",
    "(<a b>)",
    "x(<a>)",
    "(<a>)x",
    "(<a>)".repeat(51),
  ])("refuses %s", (header) => expect(parseIf(header)).toBeUndefined());

  test("takes no more time for longer nonsense", () => {
    const started = cpuMs();
    for (const piece of ["(", "<", "[", '"', "not ", "(<a>", "[W/", "(Not <a>"])
      expect(parseIf(piece.repeat(16_000))).toBeUndefined();
    expect(cpuMs() - started).toBeLessThan(1_000);
  });
});

describe("the If header", () => {
  let opened: TestDav;
  let client: DavClient;
  const HOME = "/dav/calendars/elin/";
  const CALENDAR = `${HOME}calendar/`;
  const ONE = `${CALENDAR}1.ics`;
  const ORIGIN = "http://localhost:8080";
  let etag: string;

  beforeEach(async () => {
    opened = await openTestDav();
    client = await opened.client("elin");
    etag = (await client.put(ONE, eventText("1"))).etag ?? "";
  });
  afterEach(() => opened.close());

  const put = async (condition: string): Promise<number> =>
    (await client.put(ONE, eventText("1", "LOCATION:there"), { if: condition })).status;
  const isUnchanged = async (): Promise<boolean> => (await client.get(ONE)).etag === etag;

  test.each([
    ["its tag", (tag: string) => `([${tag}])`],
    ["one list of several", (tag: string) => `(["no"]) ([${tag}])`],
    ["not another tag", () => '(Not ["no"])'],
    ["not a lock that nobody has", (tag: string) => `([${tag}] Not <DAV:no-lock>)`],
    ["its tag at its own URL", (tag: string) => `<${ORIGIN}${ONE}> ([${tag}])`],
    ["its tag at its own path", (tag: string) => `<${ONE}> ([${tag}])`],
    ["nothing of another server", (tag: string) => `<http://x.example/a> (Not [${tag}])`],
    ["another resource that is not there", () => `<${CALENDAR}2.ics> (Not ["x"])`],
  ])("lets through %s", async (_, condition) => {
    expect(await put(condition(etag))).toBe(204);
    expect(await isUnchanged()).toBe(false);
  });

  test.each([
    ["another tag", () => '(["no"])'],
    ["its tag, weak", (tag: string) => `([W/${tag}])`],
    ["its tag and a lock", (tag: string) => `(<urn:uuid:181d4fae> [${tag}])`],
    ["not its tag", (tag: string) => `(Not [${tag}])`],
    ["its tag elsewhere", (tag: string) => `<${CALENDAR}2.ics> ([${tag}])`],
    ["its tag at another server", (tag: string) => `<http://x.example${ONE}> ([${tag}])`],
  ])("fails with %s, and nothing changes", async (_, condition) => {
    expect(await put(condition(etag))).toBe(412);
    expect(await isUnchanged()).toBe(true);
  });

  test("is refused if it can't be read", async () => {
    expect(await put("([etag])")).toBe(400);
    expect(await isUnchanged()).toBe(true);
  });

  test("holds for every method", async () => {
    const headers = { if: '(["no"])' };
    const destination = `${ORIGIN}${CALENDAR}b.ics`;
    expect((await client.delete(ONE, headers)).status).toBe(412);
    expect((await client.get(ONE, headers)).status).toBe(412);
    for (const method of ["MOVE", "COPY"])
      expect((await client.send(method, ONE, { headers: { ...headers, destination } })).status).toBe(412);
    expect((await client.delete(CALENDAR, headers)).status).toBe(412);
    expect((await client.proppatch(CALENDAR, "", headers)).status).toBe(412);
    expect(await isUnchanged()).toBe(true);
  });

  test("accepts the sync token of a calendar (RFC 6578 §5)", async () => {
    const { syncToken } = await client.sync(CALENDAR, "");
    const condition = `<${CALENDAR}> (<${syncToken}>)`;
    expect((await client.put(`${CALENDAR}2.ics`, eventText("2"), { if: condition })).status).toBe(201);
    expect((await client.put(`${CALENDAR}3.ics`, eventText("3"), { if: condition })).status).toBe(412);
    expect((await client.get(`${CALENDAR}3.ics`)).status).toBe(404);
  });

  test("reveals nothing about invisible resources", async () => {
    const other = await opened.client("otto");
    const path = "/dav/calendars/otto/calendar/o.ics";
    expect((await other.put(path, eventText("o"), { if: `<${ONE}> ([${etag}])` })).status).toBe(412);
  });

  test("lets one of two simultaneous writers through", async () => {
    const writes = ["a", "b", "c"].map((place) =>
      client.put(ONE, eventText("1", `LOCATION:${place}`), { if: `([${etag}])` }),
    );
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 412, 412]);
  });
});
