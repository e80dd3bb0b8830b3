import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runImport } from "../../../app/calendars/import-job.ts";
import { DEFAULT_LIMITS } from "../../../app/limits.ts";
import { otherServers } from "../../../dav/client/other-servers.ts";
import { guardedDav } from "../../../http/asking/guarded-dav.ts";
import { isNear } from "../../../http/asking/near-address.ts";
import { runJobs } from "../../../jobs/run-jobs.ts";
import { openFeedServer, type FeedServer } from "../../../testing/feed-server.ts";
import { basic, startTestServer, type TestServer } from "../../../testing/http-server.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "../../../testing/test-jmap.ts";

const PASSWORD = "hjortron och gran";
const limits = { ...DEFAULT_LIMITS, feedSeconds: 1 };

let jmap: TestJmap;
let elin: JmapClient;
const open = async (networks: readonly string[] = ["127.0.0.0/8"]): Promise<void> => {
  jmap = await openTestJmap({ otherServers: otherServers(guardedDav({ networks }), limits) });
  elin = await jmap.client("elin");
};
const sources: FeedServer[] = [];
beforeEach(() => open());
afterEach(async () => {
  await jmap.close();
  await Promise.all(sources.splice(0).map((source) => source.close()));
});

const access = (address: string, password = PASSWORD) => ({ address, username: "nils", password });
const calendarsAt = async (
  address: string,
): Promise<readonly { url: string; name: string; color: string }[]> =>
  (await elin.call("OtherCalendar/list", access(address))).list;
const refusal = (address: string, password?: string) =>
  elin.failing("OtherCalendar/list", access(address, password));
const readAll = async (address: string, url: string) => {
  const blobIds: string[] = [];
  const skipped: { title: string | null; code: string }[] = [];
  for (let after: string | null = null, calls = 0; calls < 20; calls++) {
    const { part } = await elin.call("OtherCalendar/read", { ...access(address), url, after });
    if (part.blobId !== null) blobIds.push(part.blobId);
    skipped.push(...part.skipped);
    after = part.after;
    if (after === null) return { blobIds, skipped, total: part.total as number, read: part.read as number };
  }
  throw new Error("it never ends");
};
const work = () =>
  runJobs(
    jmap.app,
    new Map([["import", runImport]]),
    (error) => void jmap.reported.push(error),
    () => false,
  );

describe("another Snart", () => {
  let other: TestServer;
  const put = (name: string, lines: readonly string[], calendar = "calendar") =>
    other.fetch(`/dav/calendars/nils/${calendar}/${name}`, {
      method: "PUT",
      headers: { authorization: basic("nils", PASSWORD), "content-type": "text/calendar" },
      body: [...lines, ""].join("\r\n"),
    });
  beforeEach(async () => {
    other = await startTestServer();
    await other.addUser("nils@example.com", PASSWORD);
  });
  afterEach(() => other.stop());

  it("gives its calendars from a bare address, and all of one, which is imported once however often", async () => {
    const texts = Array.from({ length: 120 }, (_, at) =>
      vevent(`e${at}`, "DTSTART:20261123T120000Z", `SUMMARY:å ${at}`),
    );
    for (const [at, text] of texts.entries()) expect((await put(`e ${at}.ics`, text)).status).toBe(201);
    const [calendar, ...others] = await calendarsAt(other.url);
    expect(others).toEqual([]);
    const url = calendar?.url ?? "";
    expect(new URL(url).pathname).toBe("/dav/calendars/nils/calendar/");
    const read = await readAll(other.url, url);
    expect(read).toMatchObject({ total: 120, read: 120, skipped: [] });
    const { rehearsal } = await elin.call("Import/rehearse", { blobIds: read.blobIds });
    expect(rehearsal).toMatchObject({ events: 120, here: 0, skippedCount: 0 });
    const [blobId, ...moreBlobIds] = read.blobIds;
    const args = { blobId, moreBlobIds, calendarId: null, newCalendarName: "Nils", onlyNew: true };
    const { import: started } = await elin.call("Import/start", args);
    await work();
    const again = await elin.call("Import/start", args);
    await work();
    const { list } = await elin.call("Import/get", { ids: [started.id, again.import.id] });
    expect(
      list.map(({ added, unchanged }: { added: number; unchanged: number }) => [added, unchanged]),
    ).toEqual([
      [120, 0],
      [0, 120],
    ]);
    // From the calendar's own address, and from any place of the account, the same is found.
    expect(await calendarsAt(url)).toEqual([calendar]);
    expect(await calendarsAt(`${other.url}/dav/principals/nils/`)).toEqual([calendar]);
    // Nobody else was told of it, and nothing of the password is anywhere.
    const stored = await jmap.app.storage.read((tx) => tx.queues.jobs(100));
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
    expect(await jmap.app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  }, 60_000);

  it("says that a password is wrong, and after some of them that it is enough", async () => {
    expect(await refusal(other.url, "wrong")).toMatchObject({
      code: "feed-unusable",
      reason: "needs-sign-in",
      status: 401,
    });
    for (let at = 0; at < DEFAULT_LIMITS.signInAttempts; at++) await refusal(other.url, `wrong ${at}`);
    expect(await refusal(other.url, "wrong again")).toMatchObject({ code: "too-many-attempts" });
  });

  it("lets nobody guess a password by reading a calendar either", async () => {
    const read = (password: string) =>
      elin.failing("OtherCalendar/read", {
        ...access(other.url, password),
        url: `${other.url}/dav/calendars/nils/calendar/`,
      });
    expect(await read("wrong")).toMatchObject({ code: "feed-unusable", reason: "needs-sign-in" });
    for (let at = 0; at < DEFAULT_LIMITS.signInAttempts; at++) await read(`wrong ${at}`);
    expect(await read(PASSWORD)).toMatchObject({ code: "too-many-attempts" });
  });
});

const serve = async (answer: FeedServer["answer"]): Promise<string> => {
  const source = await openFeedServer(answer);
  sources.push(source);
  return source.url;
};
const multistatus = (...responses: readonly string[]): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${responses.join("")}</d:multistatus>`;
const resource = (href: string, props: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const CALENDAR = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>";
const told = (response: ServerResponse, body: string): void =>
  void response.writeHead(207, { "content-type": "application/xml" }).end(body);
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
};
/** Answers a question for objects in its own way; false: it does not. */
type Report = (hrefs: readonly string[], response: ServerResponse) => boolean;
/** One calendar at `/c/` with these objects. */
const calendarOf =
  (objects: Readonly<Record<string, string>>, report?: Report) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    void bodyOf(request).then((body) => answerAsCalendar({ objects, report }, request, response, body));
  };

function answerAsCalendar(
  { objects, report }: { objects: Readonly<Record<string, string>>; report: Report | undefined },
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  if (request.method === "PROPFIND") {
    const members = Object.keys(objects).map((name) => resource(`/c/${name}`, "<d:resourcetype/>"));
    const shown = request.headers["depth"] === "1" ? members : [];
    return told(response, multistatus(resource("/c/", CALENDAR), ...shown));
  }
  const hrefs = [...body.matchAll(/<d:href>\/c\/([^<]*)<\/d:href>/g)].map(([, name = ""]) => name);
  if (report?.(hrefs, response)) return;
  const data = (text = ""): string => `<c:calendar-data>${text.replaceAll("&", "&amp;")}</c:calendar-data>`;
  told(response, multistatus(...hrefs.map((name) => resource(`/c/${name}`, data(objects[name])))));
}
const text = (uid: string): string => vevent(uid, "DTSTART:20261123T120000Z", `SUMMARY:${uid}`).join("\r\n");
const hundred = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`e${at}.ics`, text(`e${at}`)]));

describe("a server that is not as it should be", () => {
  it("gives 99 of a hundred when it cannot give one, which is named", async () => {
    const fails = (hrefs: readonly string[], response: ServerResponse): boolean => {
      if (!hrefs.includes("e42.ics")) return false;
      response.writeHead(500).end();
      return true;
    };
    const source = await serve(calendarOf(hundred, fails));
    const read = await readAll(source, `${source}/c/`);
    expect(read).toMatchObject({
      total: 100,
      read: 100,
      skipped: [{ title: "/c/e42.ics", code: "not-given" }],
    });
    const { rehearsal } = await elin.call("Import/rehearse", { blobIds: read.blobIds });
    expect(rehearsal).toMatchObject({ events: 99, skippedCount: 0 });
  });

  it("loses only the object that is cut off, and not the one after it", async () => {
    const source = await serve(calendarOf({ ...hundred, "e5.ics": text("e5").slice(0, -20) }));
    const read = await readAll(source, `${source}/c/`);
    expect(read.skipped).toMatchObject([{ title: "e5", code: "invalid-icalendar" }]);
    const { rehearsal } = await elin.call("Import/rehearse", { blobIds: read.blobIds });
    expect(rehearsal).toMatchObject({ events: 99, skippedCount: 0 });
  });

  it("is given up when it gives nothing at all, after few questions", async () => {
    let reports = 0;
    const source = await serve(
      calendarOf(hundred, (_, response) => {
        reports++;
        response.writeHead(500).end();
        return true;
      }),
    );
    const failing = await elin.failing("OtherCalendar/read", { ...access(source), url: `${source}/c/` });
    expect(failing).toMatchObject({ code: "feed-unusable", reason: "answered-badly", status: 500 });
    expect(reports).toBeLessThan(100);
  });

  it("goes on from where a part ended, though objects came and went meanwhile", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, at) => [`e${String(at).padStart(4, "0")}.ics`, text(`e${at}`)]),
    );
    const objects = { ...many };
    const source = await serve((request, response) => calendarOf(objects)(request, response));
    const first = (await elin.call("OtherCalendar/read", { ...access(source), url: `${source}/c/` })).part;
    expect(first).toMatchObject({ read: 1_000, total: 1_500, after: "/c/e0999.ics" });
    delete objects["e0000.ics"];
    objects["e1200a.ics"] = text("new");
    const rest = { ...access(source), url: `${source}/c/`, after: first.after };
    const { part } = await elin.call("OtherCalendar/read", rest);
    expect(part).toMatchObject({ read: 1_500, total: 1_500, after: null });
    const { rehearsal } = await elin.call("Import/rehearse", { blobIds: [first.blobId, part.blobId] });
    expect(rehearsal).toMatchObject({ events: 1_501 });
  });

  const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${multistatus("&b;")}`;
  it.each([
    ["a document type", (_: unknown, response: ServerResponse) => told(response, bomb), "answered-badly"],
    [
      "XML that is cut off",
      (_: unknown, response: ServerResponse) => told(response, multistatus().slice(0, -9)),
      "answered-badly",
    ],
    [
      "a page for signing in",
      (_: unknown, response: ServerResponse) => void response.writeHead(200).end("<html>"),
      "answered-badly",
    ],
    [
      "no calendar",
      (_: unknown, response: ServerResponse) =>
        told(response, multistatus(resource("/", "<d:resourcetype/>"))),
      "not-a-calendar",
    ],
    [
      "nothing there",
      (_: unknown, response: ServerResponse) => void response.writeHead(404).end(),
      "not-there",
    ],
    [
      "no rights",
      (_: unknown, response: ServerResponse) => void response.writeHead(403).end(),
      "needs-sign-in",
    ],
    [
      "an error",
      (_: unknown, response: ServerResponse) => void response.writeHead(500).end(),
      "answered-badly",
    ],
    ["silence", () => undefined, "timed-out"],
    [
      "an answer without end",
      (_: unknown, response: ServerResponse) => {
        response.writeHead(207);
        const timer = setInterval(() => response.write("<a>".repeat(50_000)), 1);
        response.on("close", () => clearInterval(timer));
      },
      /too-large|timed-out/,
    ],
    [
      "redirects in circles",
      ({ url }: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { location: `${url}x` }).end(),
      "too-many-redirects",
    ],
    [
      "a way into the network of this server",
      (_: unknown, response: ServerResponse) =>
        void response.writeHead(301, { location: "http://10.0.0.1/dav/" }).end(),
      "address-refused",
    ],
  ] as const)("is told apart: %s", async (_, answer, reason) => {
    const source = await serve(answer);
    const failing = await refusal(`${source}/dav/`);
    expect(failing).toMatchObject({ code: "feed-unusable" });
    expect(failing.reason).toMatch(reason);
  });

  it("is not told the password of another one, wherever it leads", async () => {
    const seen: (string | undefined)[] = [];
    const thief = await serve((request, response) => {
      seen.push(request.headers.authorization);
      told(response, multistatus(resource("/c/", CALENDAR)));
    });
    const byRedirect = await serve(
      (_, response) => void response.writeHead(301, { location: `${thief}/c/` }).end(),
    );
    await elin.call("OtherCalendar/list", access(`${byRedirect}/dav/`)).catch(() => undefined);
    const home = `<c:calendar-home-set><d:href>${thief}/c/</d:href></c:calendar-home-set>`;
    const byHref = await serve((_, response) => told(response, multistatus(resource("/", home))));
    expect((await refusal(`${byHref}/dav/`)).reason).toBe("answered-badly");
    expect(seen.filter((each) => each !== undefined)).toEqual([]);
    const other = { ...access(byHref), url: `${thief}/c/` };
    expect((await elin.failing("OtherCalendar/read", other)).reason).toBe("answered-badly");
    expect(seen.filter((each) => each !== undefined)).toEqual([]);
  });
});

it.each(["http://127.0.0.1:9/", "http://[::1]/", "http://localhost:9000/", "http://169.254.169.254/"])(
  "does not ask %s, which is not on the internet",
  async (address) => {
    await jmap.close();
    await open([]);
    expect(await refusal(address)).toMatchObject({ reason: "address-refused" });
  },
);

it.each(["", "ftp://example.com/", "https://nils:secret@example.com/"])(
  "refuses %s as no address",
  async (address) => {
    expect(await refusal(address)).toMatchObject({ code: "invalid-value" });
  },
);

it.each([
  ["https://caldav.icloud.com/", "https://p42-caldav.icloud.com/1/", true],
  ["http://dav.example.org/", "https://dav.example.org/", true],
  ["https://dav.example.org/", "http://dav.example.org/", false],
  ["https://dav.example.org/", "https://example.net/", false],
  ["https://example.co.uk/", "https://evil.co.uk/", false],
  ["https://10.0.0.1/", "https://11.0.0.1/", false],
  ["https://example.org/", "https://evil.org/", false],
])("tells what is for %s to %s: %s", (first, other, expected) => {
  expect(isNear(new URL(first), new URL(other))).toBe(expected);
});
