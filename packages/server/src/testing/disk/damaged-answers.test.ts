import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintActor, type Actor } from "../../app/actor.ts";
import { createPublicLink } from "../../app/feeds/public-links.ts";
import { updateProfile } from "../../app/accounts/profile.ts";
import { listNotifications } from "../../app/notices/notifications.ts";
import { indexWaiting } from "../../app/objects/search-index.ts";
import type { CalendarId } from "../../app/types.ts";
import { runCli } from "../../cli/run-cli.ts";
import { remind } from "../../jobs/reminder-loop.ts";
import { agendaWords, reminderWords } from "../../mail/reminder-words.ts";
import { testClock, type TestClock } from "../clock.ts";
import { eventText } from "../dav-client.ts";
import { basic, startTestServer, type TestServer } from "../http-server.ts";
import type { Answer } from "../jmap-client.ts";
import { mend, overwrite, pageOf } from "./damage.ts";

// What a damaged page hides is missing alone, is never told as free time, and comes back by itself.

const PASSWORD = "lång nog för alla";
const COUNT = 40;
const CALENDAR = "/dav/calendars/elin/calendar/";
const NOON = "2026-11-22T12:00:00Z";
const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), "snart-damaged-answers-"));
const path = join(folder, "snart.sqlite");
const whole = join(folder, "whole");
const hurt = join(folder, "hurt");
const authorization = basic("elin", PASSWORD);

let server: TestServer;
let clock: TestClock;

const start = async (): Promise<void> => {
  server = await startTestServer({
    overrides: {
      storageTarget: { kind: "sqlite", path },
      now: clock.now,
      outside: { reaches: () => true, domain: "example.com" },
      jobsEveryMs: 0,
    },
  });
};
/** Puts this file in the place of the database, as if the disk had become so. */
async function replaceBy(file: string): Promise<void> {
  await server.stop();
  for (const name of readdirSync(folder))
    if (name.startsWith("snart.sqlite")) rmSync(join(folder, name), { recursive: true });
  copyFileSync(file, path);
  await start();
}
/** Keeps the database as it is, and damages it. */
async function damage(place: string): Promise<void> {
  await server.stop();
  copyFileSync(path, whole);
  overwrite(path, [pageOf(path, place)], 1);
  copyFileSync(path, hurt);
  await start();
}

const send = (method: string, to: string, body?: string, headers: Record<string, string> = {}) =>
  server.fetch(to, { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) });
const xml = async (method: string, body: string, depth = "1"): Promise<string> => {
  const headers = { "content-type": "application/xml", depth };
  const named = body.replace(" ", ' xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" ');
  return (await send(method, CALENDAR, `<${named}`, headers)).text();
};
const put = async (uid: string, ...lines: readonly string[]): Promise<void> => {
  const answer = await send("PUT", `${CALENDAR}${uid}.ics`, eventText(uid, ...lines), {
    "content-type": "text/calendar",
  });
  expect(answer.status).toBeLessThan(300);
};
const stamp = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.000/g, "");
/** The time of an event: an hour, with an hour before the next. */
const at = (n: number): number => Date.UTC(2026, 10, 23) + n * 2 * HOUR;
const linesOf = (n: number, title = `e${n}-of-many`): string[] => [
  `DTSTART:${stamp(at(n))}`,
  `DTEND:${stamp(at(n) + HOUR)}`,
  `SUMMARY:${title}`,
  `DESCRIPTION:${"abc ".repeat(250)}`,
  "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\nDESCRIPTION:x\r\nEND:VALARM",
];
/** Which of the events can't be read. */
async function lostOnes(): Promise<number[]> {
  const lost: number[] = [];
  for (let n = 0; n < COUNT; n++)
    if ((await send("GET", `${CALENDAR}e${n}.ics`)).status === 500) lost.push(n);
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length).toBeLessThan(10);
  return lost;
}
async function actorOf(login: string): Promise<{ readonly actor: Actor; readonly calendarId: CalendarId }> {
  return server.app.storage.read(async (tx) => {
    const person = await tx.principals.byLogin(login);
    const calendar = person && (await tx.calendars.byUri(person.id, "calendar"));
    if (!person || !calendar) throw new Error(`nobody is called ${login}`);
    const { id: principalId } = person;
    const actor = mintActor({ principalId, login, isAdmin: false, via: "session", proof: "test" });
    return { actor, calendarId: calendar.id };
  });
}
async function call(method: string, args: object): Promise<readonly [string, Answer]> {
  const { actor } = await actorOf("elin");
  const using = ["core", "calendars", "principals", "principals:availability"];
  const body = JSON.stringify({
    using: using.map((name) => `urn:ietf:params:jmap:${name}`),
    methodCalls: [[method, { accountId: actor.principalId, ...args }, "0"]],
  });
  const answer = await send("POST", "/jmap/api", body, { "content-type": "application/json" });
  const [name, value] = ((await answer.json()) as Answer).methodResponses[0];
  return [name, value];
}

beforeAll(async () => {
  clock = testClock(NOON);
  await start();
  await server.addUser("elin@example.com", PASSWORD);
  await server.addUser("axel@example.com", PASSWORD);
  for (let n = 0; n < COUNT; n++) await put(`e${n}`, ...linesOf(n));
  await server.stop();
  copyFileSync(path, join(folder, "first"));
});
beforeEach(async () => {
  clock = testClock(NOON);
  for (const name of readdirSync(folder))
    if (name.startsWith("snart.sqlite")) rmSync(join(folder, name), { recursive: true });
  copyFileSync(join(folder, "first"), path);
  await start();
});
afterEach(() => server.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a synchronisation from a later token", () => {
  const sync = async (token: string, data = "<d:getetag/>") => {
    const body = `d:sync-collection ><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop>${data}</d:prop></d:sync-collection>`;
    const text = await xml("REPORT", body, "0");
    const [, next = ""] = /<d:sync-token>([^<]*)</.exec(text) ?? [];
    const told = [...text.matchAll(/<d:response><d:href>([^<]*)<\/d:href>(.*?)<\/d:response>/gs)];
    const named = (isLost: boolean): string[] =>
      told
        .filter(([, , rest = ""]) => rest.includes(" 500 ") === isLost)
        .map(([, href = ""]) => href.split("/").at(-1) ?? "");
    return { next, told: named(false), lost: named(true) };
  };

  it.each(["<d:getetag/>", "<c:calendar-data/>"])(
    "tells the rest, and what was lost once it can be read: %s",
    async (data) => {
      const { next: before } = await sync("");
      for (let n = 0; n < COUNT; n += 2) await put(`e${n}`, ...linesOf(n, `changed ${n}`));
      await send("DELETE", `${CALENDAR}e1.ics`);
      await damage("SUMMARY:changed 20");
      const lost = (await lostOnes()).map((n) => `e${n}.ics`);
      const changed = Array.from({ length: COUNT / 2 }, (_, n) => `e${2 * n}.ics`);
      const first = await sync(before, data);
      expect(lost).toContain("e20.ics");
      expect(first.told.toSorted()).toEqual(
        [...changed, "e1.ics"].filter((name) => !lost.includes(name)).toSorted(),
      );
      // Nothing is told twice while nothing has changed.
      const second = await sync(first.next, data);
      expect([second.told, second.next]).toEqual([[], first.next]);
      await put("later", ...linesOf(1));
      const third = await sync(second.next, data);
      expect(third.told).toEqual(["later.ics"]);
      await replaceBy(whole);
      const fourth = await sync(second.next, data);
      expect(fourth.told.toSorted()).toEqual(lost.filter((name) => changed.includes(name)).toSorted());
      expect((await sync(fourth.next, data)).told).toEqual([]);
    },
  );

  it("tells also what a client missed that began while it was lost", async () => {
    await damage("SUMMARY:e20-of-many");
    const lost = (await lostOnes()).map((n) => `e${n}.ics`);
    const first = await sync("");
    expect(first.told).toHaveLength(COUNT - lost.length);
    await replaceBy(whole);
    expect((await sync(first.next)).told.toSorted()).toEqual(lost.toSorted());
  });

  it("asks a JMAP client to read everything again", async () => {
    const [, { state }] = await call("CalendarEvent/get", { ids: [] });
    await put("e20", ...linesOf(20, "changed 20"));
    await damage("SUMMARY:changed 20");
    const [name, answer] = await call("CalendarEvent/changes", { sinceState: state });
    expect([name, answer.type]).toEqual(["error", "cannotCalculateChanges"]);
    const [, { list, state: newest }] = await call("CalendarEvent/get", { ids: null, properties: ["id"] });
    expect(list).toHaveLength(COUNT - (await lostOnes()).length);
    expect((await call("CalendarEvent/changes", { sinceState: newest }))[0]).toBe("CalendarEvent/changes");
  });
});

describe("what can't be read is never free", () => {
  const from = at(0);
  const to = at(COUNT);
  const expected = (lost: readonly number[]): string[] =>
    Array.from(
      { length: COUNT },
      (_, n) => `${stamp(at(n))}/${stamp(at(n) + HOUR)} ${lost.includes(n) ? "unavailable" : "busy"}`,
    );
  const told = (text: string): string[] =>
    [
      ...text
        .replaceAll("&#13;", "\r")
        .replaceAll("\r\n ", "")
        .matchAll(/^FREEBUSY(.*?):(.*)\r$/gm),
    ]
      .flatMap(([, type = "", periods = ""]) =>
        periods
          .split(",")
          .map((period) => `${period} ${type.includes("UNAVAILABLE") ? "unavailable" : "busy"}`),
      )
      .toSorted();

  it.each(["SUMMARY:e20-of-many", "SUMMARY:e3-of-many"])(
    "in CalDAV, by mail and in JMAP: %s",
    async (place) => {
      await damage(place);
      const lost = await lostOnes();
      const range = `<c:time-range start="${stamp(from)}" end="${stamp(to)}"/>`;
      expect(told(await xml("REPORT", `c:free-busy-query >${range}</c:free-busy-query>`))).toEqual(
        expected(lost),
      );
      const question = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Test//EN",
        "METHOD:REQUEST",
        "BEGIN:VFREEBUSY",
        "UID:ask",
        "DTSTAMP:20261120T100000Z",
        `DTSTART:${stamp(from)}`,
        `DTEND:${stamp(to)}`,
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE:mailto:elin@example.com",
        "END:VFREEBUSY",
        "END:VCALENDAR",
        "",
      ].join("\r\n");
      const outbox = await send("POST", "/dav/scheduling/elin/outbox/", question, {
        "content-type": "text/calendar",
      });
      expect(told(await outbox.text())).toEqual(expected(lost));
      const { actor } = await actorOf("elin");
      const utc = (instant: number): string => new Date(instant).toISOString().replace(".000", "");
      const [, { list }] = await call("Principal/getAvailability", {
        id: actor.principalId,
        utcStart: utc(from),
        utcEnd: utc(to),
        showDetails: false,
      });
      const busy = list.map(
        ({ utcStart, utcEnd, busyStatus }: Answer) =>
          `${stamp(Date.parse(utcStart))}/${stamp(Date.parse(utcEnd))} ${busyStatus === "unavailable" ? "unavailable" : "busy"}`,
      );
      expect(busy).toEqual(expected(lost));
    },
  );

  it("from the beginning of a series to its end", async () => {
    await put(
      "daily",
      `DTSTART:${stamp(at(4))}`,
      `DTEND:${stamp(at(4) + HOUR)}`,
      "RRULE:FREQ=DAILY;COUNT=2",
      `SUMMARY:daily-of-many`,
      `DESCRIPTION:${"abc ".repeat(250)}`,
    );
    await damage("SUMMARY:daily-of-many");
    expect((await send("GET", `${CALENDAR}daily.ics`)).status).toBe(500);
    const range = `<c:time-range start="${stamp(from)}" end="${stamp(to)}"/>`;
    const answer = told(await xml("REPORT", `c:free-busy-query >${range}</c:free-busy-query>`));
    const unavailable = answer.filter((one) => one.endsWith("unavailable"));
    expect(unavailable).toContain(`${stamp(at(4) + HOUR)}/${stamp(at(5))} unavailable`);
    expect(unavailable.join()).toContain(stamp(at(15)));
    expect(answer).toContain(`${stamp(at(20))}/${stamp(at(20) + HOUR)} busy`);
  });
});

describe("what leaves the server", () => {
  const published = async (detail: "full" | "busy"): Promise<string> => {
    const { actor, calendarId } = await actorOf("elin");
    const fields = { label: "x", detail, mayEmbed: false, expiresAt: null };
    const made = await createPublicLink(server.app, actor, calendarId, fields);
    if (!made.ok) throw new Error(made.problem.code);
    return (await server.fetch(`/feed/${made.value.token}.ics`)).text();
  };

  it("shows the rest on a secret link, and as busy what is lost where only that is shown", async () => {
    await damage("SUMMARY:e20-of-many");
    const lost = await lostOnes();
    const full = await published("full");
    for (let n = 0; n < COUNT; n++) expect(full.includes(`SUMMARY:e${n}-of-many`)).toBe(!lost.includes(n));
    const busy = await published("busy");
    expect(busy.match(/BEGIN:VEVENT/g)).toHaveLength(COUNT);
    for (let n = 0; n < COUNT; n++) expect(busy).toContain(`DTSTART:${stamp(at(n))}\r\n`);
  });

  it("names in the archive of everything what is missing", async () => {
    await put("other", ...linesOf(1));
    await damage("SUMMARY:e20-of-many");
    const archive = async (): Promise<Record<string, string>> => {
      const bytes = new Uint8Array(await (await send("GET", "/export/everything")).arrayBuffer());
      return Object.fromEntries(
        Object.entries(unzipSync(bytes)).map(([name, data]) => [name, Buffer.from(data).toString()]),
      );
    };
    const hurtArchive = await archive();
    const lost = await lostOnes();
    const calendar = Object.entries(hurtArchive).find(([name]) => name.endsWith(".ics"))?.[1] ?? "";
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(COUNT + 1 - lost.length);
    const left = hurtArchive["LEFT-OUT.txt"] ?? "";
    expect(left).toContain(
      lost.length === 1
        ? "One event or task could not be read"
        : `${lost.length} events and tasks could not be read`,
    );
    for (const n of lost) expect(left).toMatch(new RegExp(`^calendars/.*\\.ics: e${n}\\.ics$`, "m"));
    await replaceBy(whole);
    expect(Object.keys(await archive())).not.toContain("LEFT-OUT.txt");
  });

  it("counts it in the name of a calendar's file, which never looks whole otherwise", async () => {
    await damage("SUMMARY:e20-of-many");
    const { calendarId } = await actorOf("elin");
    const get = async (): Promise<readonly [string, string]> => {
      const answer = await send("GET", `/export/${calendarId}/Work.ics`);
      const text = await answer.text();
      return [decodeURIComponent(answer.headers.get("content-disposition") ?? ""), text];
    };
    // Nobody knew of the damage: the first answer ends where it is met.
    const [, first] = await get().catch((error: unknown) => ["", String(error)] as const);
    expect(first).not.toContain("END:VCALENDAR");
    const lost = await lostOnes();
    const [name, text] = await get();
    expect(name).toContain(`Work (without ${lost.length} that could not be read).ics`);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(COUNT - lost.length);
    await replaceBy(whole);
    expect((await get())[0]).toContain("Work.ics");
  });

  it("is said by the command as well, which ends with 1", async () => {
    await damage("SUMMARY:e20-of-many");
    const lost = await lostOnes();
    await server.stop();
    const ran = { out: "", err: "" };
    const code = await runCli(["export", "--user", "elin@example.com"], {
      env: { SNART_DATA: folder },
      folder,
      stdin: (async function* () {})(),
      stdout: (text) => (ran.out += text),
      stderr: (text) => (ran.err += text),
    });
    await start();
    expect(code).toBe(1);
    expect(ran.err.match(/^e\d+\.ics: cannot be read, and is left out$/gm)).toHaveLength(lost.length);
    expect(ran.out.match(/BEGIN:VEVENT/g)).toHaveLength(COUNT - lost.length);
  });
});

describe("work behind the requests goes on", () => {
  const errors: unknown[] = [];
  let mailed: string[] = [];
  const look = () =>
    remind({
      app: server.app,
      reminderWords: reminderWords("https://snart.example"),
      agendaWords: (agenda, ...rest) => {
        mailed = agenda.entries.map(({ title }) => title);
        return agendaWords("https://snart.example")(agenda, ...rest);
      },
      effects: new Map(),
      onError: (error) => errors.push(error),
    });

  it("indexes the rest, and finds it", async () => {
    await damage("SUMMARY:e20-of-many");
    const lost = await lostOnes();
    expect(await indexWaiting(server.app)).toBe(COUNT);
    expect(await server.app.storage.read((tx) => tx.search.waiting(1))).toEqual([]);
    const found = async (): Promise<number> =>
      (await call("CalendarEvent/query", { filter: { text: "of-many" } }))[1].ids?.length;
    expect(await found()).toBe(COUNT - lost.length);
    expect((await server.app.storage.health()).trouble).toBe("damaged");
  });

  it("reminds of the rest, and of what was lost as soon as it can be read", async () => {
    const given = async (): Promise<string[]> => {
      const { actor } = await actorOf("elin");
      const list = await listNotifications(server.app, actor, actor.principalId, "Reminder");
      if (!list.ok) throw new Error(list.problem.code);
      return list.value.list.map(({ payload }) => (payload as { readonly title: string }).title);
    };
    await look();
    await damage("SUMMARY:e1-of-many");
    const lost = await lostOnes();
    const early = [0, 1, 2, 3].map((n) => ({ n, title: `e${n}-of-many`, isLost: lost.includes(n) }));
    const last = early.findLast(({ isLost }) => isLost)?.n ?? 0;
    // Until just after the last alarm of those that are lost.
    while (clock.now() < at(last)) {
      clock.advance(5 * 60_000);
      await look();
    }
    const expected = (isAll: boolean): string[] =>
      early
        .filter(({ n, isLost }) => n <= last && (isAll ? !isLost || n === last : !isLost))
        .map(({ title }) => title);
    expect((await given()).toSorted()).toEqual(expected(false));
    const reminded = join(folder, "reminded");
    await server.stop();
    copyFileSync(path, reminded);
    // The same page as it was, in a database that knows what has happened since.
    mend(reminded, whole, "SUMMARY:e1-of-many");
    await start();
    await replaceBy(reminded);
    clock.advance(10 * 60_000);
    await look();
    // What has not ended meanwhile.
    expect((await given()).toSorted()).toEqual(expected(true));
    expect(errors).toEqual([]);
  });

  it("sends the agenda of the rest", async () => {
    const { actor } = await actorOf("elin");
    await updateProfile(server.app, actor, {
      preferences: { timeZone: "Etc/UTC", agendaAt: "06:30", language: "en-GB" },
    });
    clock.advance(at(1) - Date.parse(NOON));
    await look();
    await damage("SUMMARY:e5-of-many");
    const lost = await lostOnes();
    clock.advance(5 * HOUR);
    await look();
    const readable = Array.from({ length: 12 }, (_, n) => n).filter((n) => !lost.includes(n));
    expect(mailed).toEqual(readable.map((n) => `e${n}-of-many`));
    expect(errors).toEqual([]);
  });
});
