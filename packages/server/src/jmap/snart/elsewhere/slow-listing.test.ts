import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../app/limits.ts";
import { otherServers } from "../../../dav/client/other-servers.ts";
import { guardedDav } from "../../../http/asking/guarded-dav.ts";
import { openFeedServer, type FeedServer } from "../../../testing/feed-server.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "../../../testing/test-jmap.ts";

/** An ordinary question may take a second, a list four if it goes on arriving. */
const limits = { ...DEFAULT_LIMITS, feedSeconds: 1, listingSeconds: 4 };
const OPEN = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">`;
const CLOSE = "</d:multistatus>";
const OBJECTS = 5;

let jmap: TestJmap;
let elin: JmapClient;
let source: FeedServer | undefined;
beforeEach(async () => {
  jmap = await openTestJmap({
    otherServers: otherServers(guardedDav({ networks: ["127.0.0.0/8"] }), limits),
  });
  elin = await jmap.client("elin");
});
afterEach(async () => {
  await source?.close();
  await jmap.close();
});

const resource = (at: number, props: string): string =>
  `<d:response><d:href>/c/e${at}.ics</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const text = (at: number): string =>
  vevent(`e${at}`, "DTSTART:20261123T120000Z", `SUMMARY:${at}`).join("\r\n");

/** Sends the parts so many ms apart, and then ends; without an end it begins again. */
async function trickle(
  response: ServerResponse,
  parts: readonly string[],
  ms: number,
  isEndless = false,
): Promise<void> {
  response.writeHead(207, { "content-type": "application/xml" }).write(OPEN);
  do {
    for (const part of parts) {
      await wait(ms);
      if (response.destroyed) return;
      response.write(part);
    }
  } while (isEndless);
  response.end(CLOSE);
}

type Answer = (response: ServerResponse) => void;
const listed = Array.from({ length: OBJECTS }, (_, at) => resource(at, "<d:resourcetype/>"));
const texts = Array.from({ length: OBJECTS }, (_, at) =>
  resource(at, `<c:calendar-data>${text(at)}</c:calendar-data>`),
);
const atOnce =
  (parts: readonly string[]): Answer =>
  (response) =>
    void response.writeHead(207).end(OPEN + parts.join("") + CLOSE);

/** Reads a calendar whose list and texts come like this. @returns its answer, or why there is none, and how long it took in ms */
async function reading(list: Answer, report: Answer = atOnce(texts)) {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    (request.method === "PROPFIND" ? list : report)(response);
  };
  source = await openFeedServer(answer);
  const begun = performance.now();
  const args = {
    address: source.url,
    username: "nils",
    password: "gran",
    url: `${source.url}/c/`,
    after: null,
  };
  const [answered] = await elin.calls(["OtherCalendar/read", args]);
  return { answered, took: performance.now() - begun };
}

describe("a list of what is in a calendar", () => {
  it("is read to its end when it takes longer than other answers, as long as it goes on arriving", async () => {
    const { answered, took } = await reading((response) => void trickle(response, listed, 400));
    expect(answered).toMatchObject({ part: { total: OBJECTS, read: OBJECTS, after: null, skipped: [] } });
    expect(took).toBeGreaterThan(limits.feedSeconds * 1_000);
  });

  it("is given up when it never ends, at the time that a list may take", async () => {
    const { answered, took } = await reading((response) => void trickle(response, listed, 50, true));
    expect(answered).toMatchObject({ code: "feed-unusable", reason: "timed-out" });
    expect(took).toBeGreaterThan(limits.listingSeconds * 1_000 - 100);
    expect(took).toBeLessThan(limits.listingSeconds * 1_000 + 3_000);
  });

  it("is waited for when the server has to read all objects first", async () => {
    const { answered, took } = await reading(
      (response) => void wait(limits.feedSeconds * 1_000 + 500).then(() => atOnce(listed)(response)),
    );
    expect(answered).toMatchObject({ part: { total: OBJECTS, read: OBJECTS, after: null, skipped: [] } });
    expect(took).toBeGreaterThan(limits.feedSeconds * 1_000);
  });

  it("is given up when it never begins, at the time that a list may take", async () => {
    const { answered, took } = await reading(() => undefined);
    expect(answered).toMatchObject({ code: "feed-unusable", reason: "timed-out" });
    expect(took).toBeGreaterThan(limits.listingSeconds * 1_000 - 100);
    expect(took).toBeLessThan(limits.listingSeconds * 1_000 + 3_000);
  });

  it("is given up as early as other answers when it falls silent after it began", async () => {
    const { answered, took } = await reading((response) => void response.writeHead(207).write(OPEN));
    expect(answered).toMatchObject({ code: "feed-unusable", reason: "timed-out" });
    expect(took).toBeLessThan(limits.listingSeconds * 1_000 - 500);
  });

  it("may be as large as other answers, and not larger", async () => {
    const large = "<a/>".repeat(limits.feedSize / 16);
    const { answered, took } = await reading((response) => void trickle(response, [large], 10, true));
    expect(answered).toMatchObject({ code: "feed-unusable", reason: "too-large" });
    expect(took).toBeLessThan(limits.listingSeconds * 1_000);
  });
});

it("has a patience of its own: the texts of its objects have to come as fast as ever", async () => {
  const { answered, took } = await reading(atOnce(listed), (response) => void trickle(response, texts, 400));
  expect(answered).toMatchObject({ code: "feed-unusable", reason: "timed-out" });
  expect(took).toBeLessThan(limits.listingSeconds * 1_000 - 500);
});
