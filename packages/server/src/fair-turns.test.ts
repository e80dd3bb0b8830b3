import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexWaiting } from "./app/objects/search-index.ts";
import type { Actor } from "./app/actor.ts";
import { answerDav } from "./front-ends.ts";
import type { HttpRequest } from "./http/http-request.ts";
import { jmapHandlers } from "./jmap/server.ts";
import { DavClient, eventText } from "./testing/dav-client.ts";
import type { JmapClient } from "./testing/jmap-client.ts";
import { passwordOf } from "./testing/test-app.ts";
import { openTestJmap, type TestJmap } from "./testing/test-jmap.ts";
import { Turns } from "./turns/turns.ts";

/** Every step is a slice of its own. */
const turns = new Turns(0);
const COUNT = 60;
const CALENDAR = "/dav/calendars/elin/calendar/";
const WEEK = { after: "2026-11-16T00:00:00", before: "2026-11-23T00:00:00" };

let test: TestJmap;
let jmap: JmapClient;
let dav: DavClient;
let other: DavClient;

beforeAll(async () => {
  test = await openTestJmap({ turns, limits: { davRequests: 2, davRequestsWaiting: 1, answerSize: 20_000 } });
  jmap = await test.client("elin");
  dav = new DavClient(test.app, jmap.actor);
  other = new DavClient(test.app, await test.person("axel"));
  for (let n = 0; n < COUNT; n++)
    await dav.put(
      `${CALENDAR}${n}.ics`,
      eventText(
        `e${n}`,
        "DTSTART:20261118T100000Z",
        "RRULE:FREQ=DAILY;COUNT=3",
        `DESCRIPTION:${"x".repeat(300)}`,
      ),
    );
}, 60_000);
afterAll(() => test.close());

/** Runs the work, and meanwhile another person's requests one after the other. @returns how many of these were answered before it ended */
async function answeredMeanwhile(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  let answered = 0;
  for (;;) {
    const { status } = await other.send("PROPFIND", "/dav/calendars/axel/", { headers: { depth: "0" } });
    expect(status).toBe(207);
    if (isOver) break;
    answered++;
    // As between two requests that come over a socket.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  return answered;
}

const range = '<c:time-range start="20261116T000000Z" end="20261123T000000Z"/>';
const query = `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${range}</c:comp-filter></c:comp-filter></c:filter>`;

describe("while somebody's long work goes on, others are answered between its steps:", () => {
  const works: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["a calendar-query", () => dav.report(CALENDAR, "c:calendar-query", query)],
    ["a free-busy-query", () => dav.report(CALENDAR, "c:free-busy-query", range)],
    ["CalendarEvent/query", () => jmap.call("CalendarEvent/query", { filter: WEEK })],
    [
      "CalendarEvent/query, expanded",
      () => jmap.call("CalendarEvent/query", { filter: WEEK, expandRecurrences: true }),
    ],
    ["a search without an index", () => jmap.call("CalendarEvent/query", { filter: { text: "%" } })],
    [
      "CalendarEvent/get of everything",
      () => jmap.call("CalendarEvent/get", { ids: null, properties: ["id"] }),
    ],
  ];
  it.each(works)("%s", async (_, work) => {
    const before = turns.given;
    const answered = await answeredMeanwhile(work());
    expect(turns.given - before).toBeGreaterThanOrEqual(COUNT);
    expect(answered).toBeGreaterThan(COUNT / 4);
  });
});

it("a PROPFIND gives turns before each page of what it lists, and holds none meanwhile", async () => {
  const before = turns.given;
  const listing = dav.send("PROPFIND", CALENDAR, { headers: { depth: "1" } });
  expect(await answeredMeanwhile(listing)).toBeGreaterThan(0);
  expect(turns.given - before).toBeGreaterThan(0);
  expect((await listing).status).toBe(207);
});

describe("the trash", () => {
  it("is read in steps, between which others are answered", async () => {
    const { ids } = await jmap.call("CalendarEvent/query", { calculateTotal: false });
    const copies = ids.slice(0, 3);
    await jmap.call("CalendarEvent/set", { destroy: copies });
    const before = turns.given;
    const { ids: trashed } = await jmap.call("TrashItem/query");
    expect(trashed).toHaveLength(3);
    expect(turns.given - before).toBeGreaterThan(0);
    const { restored } = await jmap.call("TrashItem/restore", { ids: trashed });
    expect(restored).toHaveLength(3);
  });
});

describe("an answer of JMAP", () => {
  it("is refused when its records are more than one may hold, and is given in parts", async () => {
    const all = await jmap.failing("CalendarEvent/get", { ids: null });
    expect(all).toMatchObject({ type: "requestTooLarge", limit: 20_000 });
    const { ids } = await jmap.call("CalendarEvent/query", { limit: 10 });
    const part = await jmap.call("CalendarEvent/get", { ids });
    expect(part.list.map(({ id }: { readonly id: string }) => id)).toEqual(ids);
  });

  it("is the same for all calls of a request together", async () => {
    const { ids } = await jmap.call("CalendarEvent/query", { limit: 25 });
    const { methodResponses } = await jmap.request(
      [0, 1, 2].map((at) => ["CalendarEvent/get", { ids }, `c${at}`] as const),
    );
    expect(methodResponses.map(([name]: readonly [string]) => name)).toEqual([
      "CalendarEvent/get",
      "error",
      "error",
    ]);
  });
});

describe("requests by CalDAV", () => {
  const request = (login: string): HttpRequest => {
    const headers = new Headers({
      authorization: `Basic ${btoa(`${login}:${passwordOf(login)}`)}`,
      depth: "1",
    });
    const body = new TextEncoder().encode(
      `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`,
    );
    return {
      method: "REPORT",
      url: `http://snart.test/dav/calendars/${login}/calendar/`,
      headers,
      readBytes: async () => body,
    };
  };

  it("of one person wait for each other, are refused with a time when too many wait, and hold up nobody else", async () => {
    const answer = answerDav(test.app, { publicUrl: null });
    const from = { address: "192.0.2.1" };
    // Proves the password, which takes longer the first time.
    for (const login of ["elin", "axel"]) await answer(request(login), from);
    const replies = await Promise.all([0, 1, 2, 3, 4, 5].map(() => answer(request("elin"), from)));
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([207, 207, 207, 503, 503, 503]);
    const refused = replies.find(({ status }) => status === 503);
    expect(refused?.headers["retry-after"]).toBe("1");
    expect((await answer(request("axel"), from)).status).toBe(207);
    expect((await answer(request("elin"), from)).status).toBe(207);
  });

  it("are refused while their person's share of the server is used up", async () => {
    const spent = { of: (who: string) => turns.of(who), waitOf: () => 7 };
    const answer = answerDav({ ...test.app, turns: spent }, { publicUrl: null });
    const { status, headers } = await answer(request("elin"), { address: "192.0.2.1" });
    expect([status, headers["retry-after"]]).toEqual([503, "7"]);
  });
});

describe("a JMAP request", () => {
  it("is refused while its person's share of the server is used up, and says when to come again", async () => {
    const asked: (readonly [string, number])[] = [];
    const waitOf = (who: string, most: number): number => {
      asked.push([who, most]);
      return who === jmap.actor.principalId ? 7 : 0;
    };
    const spent = { of: (who: string) => turns.of(who), waitOf } as unknown as Turns;
    const handlers = jmapHandlers({ ...test.app, turns: spent }, { publicUrl: null });
    try {
      const ask = (actor: Actor): Promise<Response> =>
        handlers.api(
          new Request("http://snart.test/jmap/api", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({
              using: ["urn:ietf:params:jmap:core"],
              methodCalls: [["Core/echo", {}, "0"]],
            }),
          }),
          actor,
        );
      const refused = await ask(jmap.actor);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
      expect(await refused.json()).toMatchObject({ type: "urn:ietf:params:jmap:error:limit" });
      expect((await ask(await test.person("bo"))).status).toBe(200);
      expect(asked[0]).toEqual([jmap.actor.principalId, test.app.limits.workSeconds * 1_000]);
    } finally {
      handlers.close();
    }
  });
});

describe("the search index", () => {
  it("takes in large objects one by one, between which others are answered", async () => {
    // The same few words again and again: few different grams, and much to read for them.
    const prose = "A walk through the garden with all of us. ".repeat(21_500);
    for (let n = 0; n < 8; n++)
      await dav.put(
        `${CALENDAR}prose${n}.ics`,
        eventText(`prose${n}`, "DTSTART:20270118T100000Z", `DESCRIPTION:${prose}`),
      );
    const before = turns.given;
    const indexed = indexWaiting(test.app);
    const answered = await answeredMeanwhile(indexed);
    expect(await indexed).toBeGreaterThanOrEqual(8);
    expect(turns.given - before).toBeGreaterThanOrEqual(8);
    expect(answered).toBeGreaterThanOrEqual(8);
    expect((await jmap.call("CalendarEvent/query", { filter: { text: "garden" } })).ids).toHaveLength(8);
  });
});
