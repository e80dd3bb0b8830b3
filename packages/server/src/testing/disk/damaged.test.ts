import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import type { Answer } from "../jmap-client.ts";
import { noise, overwrite as overwriteIn, PAGE, pageOf as pageIn } from "./damage.ts";
import { basic, startTestServer, type TestServer } from "../http-server.ts";

const PASSWORD = "lång nog för alla";
/** 200 were tried as well, three times. */
const ROUNDS = 40;
const COUNT = 121;
const folder = mkdtempSync(join(tmpdir(), "snart-damaged-"));
const path = join(folder, "snart.sqlite");
const whole = join(folder, "whole");
const authorization = basic("elin", PASSWORD);

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
async function snart(...words: readonly string[]): Promise<Ran> {
  const ran = { code: -1, out: "", err: "" };
  ran.code = await runCli(words, {
    env: { SNART_DATA: folder },
    folder,
    stdin: (async function* () {})(),
    stdout: (text) => (ran.out += text),
    stderr: (text) => (ran.err += text),
  });
  return ran;
}

const start = (): Promise<TestServer> =>
  startTestServer({ overrides: { storageTarget: { kind: "sqlite", path }, jobsEveryMs: 0 } });
const text = (uid: string, length: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:${uid}\r\nDESCRIPTION:${"xyz ".repeat(length / 2)}MIDDLE-OF-${uid} ${"xyz ".repeat(length / 2)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const restore = (): void => {
  const kept = ["whole", "snart.sqlite-reserve"];
  for (const name of readdirSync(folder))
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true });
  copyFileSync(whole, path);
};
const overwrite = (pages: readonly number[], seed: number): void => overwriteIn(path, pages, seed);
const pageOf = (what: string): number => pageIn(path, what);

/** JMAP calls over HTTP. */
async function jmapOf(server: TestServer): Promise<(method: string, args: object) => Promise<Answer>> {
  const headers = { authorization, "content-type": "application/json" };
  const session = (await (await server.fetch("/jmap/session", { headers })).json()) as Answer;
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
  return async (method, args) => {
    const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
    const body = JSON.stringify({ using, methodCalls: [[method, { accountId, ...args }, "0"]] });
    const answer = await server.fetch("/jmap/api", { method: "POST", headers, body });
    return ((await answer.json()) as Answer).methodResponses[0][1];
  };
}

beforeAll(async () => {
  const server = await start();
  await server.addUser("elin@example.com", PASSWORD);
  for (let i = 0; i < COUNT - 1; i++) {
    const response = await server.fetch(`/dav/calendars/elin/calendar/e${i}.ics`, {
      method: "PUT",
      headers: { authorization, "content-type": "text/calendar" },
      body: text(`uid-${i}-of-many`, i % 10 === 0 ? 3_000 : 10),
    });
    expect(response.status).toBe(201);
  }
  for (const version of ["first", "second", "last"])
    await server.fetch("/dav/calendars/elin/calendar/changed.ics", {
      method: "PUT",
      headers: { authorization, "content-type": "text/calendar" },
      body: text(`changed-${version}`, 3_000).replace(/^UID:.*$/m, "UID:changed\r"),
    });
  await server.stop();
  copyFileSync(path, whole);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a damaged database", () => {
  it("never ends the doctor with a stack trace, whatever is overwritten", { timeout: 120_000 }, async () => {
    const pages = readFileSync(whole).length / PAGE;
    const seen = { saved: 0, damaged: 0, unreadable: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      restore();
      const random = noise(round + 1);
      // Also the first pages, which hold the schema.
      const hit = Array.from(
        { length: 1 + (round % 8) },
        () => random.next().value % (round % 5 === 0 ? 12 : pages),
      );
      overwrite(hit, round);
      const { code, out, err } = await snart("doctor", "--save", "saved");
      const told = `round ${round}, pages ${hit.join(", ")}:\n${out}${err}`;
      expect(`${out}${err}`, told).not.toMatch(/^\s+at /m);
      expect(out, told).toMatch(/not in order|cannot be opened|in order/);
      const [, lost, read] = /^(\d+) objects cannot be read, (\d+) can\.$/m.exec(out) ?? [];
      if (read === undefined) seen.unreadable++;
      else if (Number(lost) > 0) seen.damaged++;
      if (Number(read) === COUNT) seen.saved++;
      if (code === 0) expect(Number(read), told).toBe(COUNT);
    }
    // Some hit nothing, some hit objects, some all of it.
    expect([seen.saved > 5, seen.damaged > 5, seen.unreadable > 0], JSON.stringify(seen)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("is told object by object, and the others are saved as they were", async () => {
    restore();
    overwrite([pageOf("SUMMARY:uid-7-of-many")], 1);
    const ill = await snart("doctor");
    expect(ill.code).toBe(1);
    expect(ill.err).toMatch(/^elin\/calendar\/e7\.ics: cannot be read$/m);
    const [, lost = "0", read] = /^(\d+) objects cannot be read, (\d+) can\.$/m.exec(ill.out) ?? [];
    expect(Number(lost)).toBeLessThan(20);
    expect(Number(lost) + Number(read)).toBe(COUNT);
    expect(ill.out).toContain("snart doctor --save FOLDER writes what can be read");
    expect((await snart("doctor", "--save", "saved")).out).toContain("What can be read was written to");
    const saved = join(folder, "saved", "elin", "calendar");
    expect(readdirSync(saved)).toHaveLength(COUNT - Number(lost));
    expect(readFileSync(join(saved, "e110.ics"), "utf8")).toBe(text("uid-110-of-many", 3_000));
  });

  it("is told of former texts as well", async () => {
    restore();
    overwrite([pageOf("SUMMARY:changed-second")], 1);
    const ill = await snart("doctor");
    expect(ill.code).toBe(1);
    expect(ill.out).toContain("0 objects cannot be read");
    expect(ill.err).toMatch(/^elin\/calendar\/changed\.ics: its former text.* cannot be read$/m);
    expect(ill.out).toMatch(/^[1-9]\d* former texts cannot be read, \d+ can\.$/m);
    restore();
    expect((await snart("doctor")).code).toBe(0);
  });

  it.each([
    // The row, with all that is on its page, and a text that goes on elsewhere.
    ["a row", "SUMMARY:uid-7-of-many"],
    ["a long text", "MIDDLE-OF-uid-110-of-many"],
  ])("hides no more than what is on it: %s", async (_, place) => {
    restore();
    overwrite([pageOf(place)], 1);
    const server = await start();
    try {
      const ask = (method: string, body: string, depth = "1"): Promise<Response> =>
        server.fetch("/dav/calendars/elin/calendar/", {
          method,
          headers: { authorization, "content-type": "application/xml", depth },
          body: `<${body.replace(" ", ' xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" ')}`,
        });
      const answers = [
        await ask("PROPFIND", "d:propfind ><d:prop><d:getetag/></d:prop></d:propfind>"),
        await ask(
          "REPORT",
          `c:calendar-query ><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="20261101T000000Z" end="20261201T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
        ),
        await ask(
          "REPORT",
          `c:calendar-query ><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`,
        ),
      ];
      for (const data of ["<d:getetag/>", "<c:calendar-data/>"])
        answers.push(
          await ask(
            "REPORT",
            `d:sync-collection ><d:sync-token/><d:sync-level>1</d:sync-level><d:prop>${data}</d:prop></d:sync-collection>`,
            "0",
          ),
        );
      for (const answer of answers) {
        expect(answer.status).toBe(207);
        expect((await answer.text()).match(/\.ics<\/d:href>/g)?.length).toBeGreaterThan(COUNT - 20);
      }
    } finally {
      await server.stop();
    }
  });

  it("hides no more than that from JMAP either, which does not say that the rest is gone", async () => {
    restore();
    const before = await start();
    const session = await jmapOf(before);
    const { list: all } = await session("CalendarEvent/get", { ids: null, properties: ["id"] });
    await before.stop();
    const ids = all.map(({ id }: { readonly id: string }) => id);
    expect(ids).toHaveLength(COUNT);
    overwrite([pageOf("SUMMARY:uid-7-of-many")], 1);
    const server = await start();
    try {
      const call = await jmapOf(server);
      const whole = await call("CalendarEvent/get", { ids: null, properties: ["id"] });
      const named = await call("CalendarEvent/get", { ids, properties: ["id"] });
      const week = { after: "2026-11-01T00:00:00", before: "2026-12-01T00:00:00" };
      const query = await call("CalendarEvent/query", { filter: week });
      expect(whole.list.length).toBeGreaterThan(COUNT - 20);
      expect(whole.list.length).toBeLessThan(COUNT);
      expect(named.list.length).toBe(whole.list.length);
      expect(named.notFound).toEqual([]);
      expect(query.ids.length).toBe(whole.list.length);
      expect((await server.app.storage.health()).trouble).toBe("damaged");
    } finally {
      await server.stop();
    }
  });

  it("is told by the server with an error of its own, and the rest is answered", async () => {
    restore();
    overwrite([pageOf("SUMMARY:uid-7-of-many")], 1);
    const server = await start();
    try {
      const get = (name: string): Promise<Response> =>
        server.fetch(`/dav/calendars/elin/calendar/${name}.ics`, { headers: { authorization } });
      expect((await server.fetch("/healthz")).status).toBe(200);
      const damaged = await get("e7");
      expect([damaged.status, await damaged.json()]).toEqual([500, { code: "data-damaged" }]);
      expect((await get("e110")).status).toBe(200);
      expect((await server.fetch("/healthz")).status).toBe(503);
      expect((await server.app.storage.health()).trouble).toBe("damaged");
      const hrefs = ["e7", "e110"].map((name) => `<d:href>/dav/calendars/elin/calendar/${name}.ics</d:href>`);
      const report = await server.fetch("/dav/calendars/elin/calendar/", {
        method: "REPORT",
        headers: { authorization, "content-type": "application/xml" },
        body: `<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs.join("")}</c:calendar-multiget>`,
      });
      const answer = await report.text();
      expect(report.status).toBe(207);
      expect(answer).toMatch(/e7\.ics<\/d:href><d:status>HTTP\/1\.1 500/);
      expect(answer).toContain("SUMMARY:uid-110-of-many");
    } finally {
      await server.stop();
    }
  });
});
