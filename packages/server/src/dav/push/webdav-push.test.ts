import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COLLECTION_PUSH } from "../../app/webdav-push/registrations.ts";
import { sendEffects } from "../../jobs/send-effects.ts";
import { openTestDatabase } from "../../storage/contract/postgres.ts";
import { basic, startTestServer, type TestServer } from "../../testing/http-server.ts";
import { newPushDevice } from "../../testing/push/push-device.ts";
import { collectionPushSender } from "./send-push.ts";

const PASSWORD = "lång nog för alla";
const CALENDAR = "/dav/calendars/elin/calendar/";
const HOME = "/dav/calendars/elin/";
const NILS = "/dav/calendars/nils/";
const START = Date.UTC(2026, 10, 29, 12);
const device = newPushDevice();
const { keys } = device;

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let server: TestServer;
let service: Server;
let host: string;
let received: Received[];
let status: number;
let now: number;
const errors: unknown[] = [];
const ends: (() => Promise<void>)[] = [];

async function start(url?: string): Promise<void> {
  server = await startTestServer({
    overrides: {
      jobsEveryMs: 0,
      now: () => now,
      ...(url !== undefined && { storageTarget: { kind: "postgres", url } }),
    },
  });
  await server.addUser("elin@example.com", PASSWORD);
  await server.addUser("nils@example.com", PASSWORD);
}

beforeEach(async () => {
  [received, status, now] = [[], 201, START];
  errors.length = 0;
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = device.read(Buffer.concat(chunks));
      received.push({ path: request.url ?? "", headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await server.stop();
  for (const end of ends.splice(0)) await end();
  await new Promise((resolve) => service.close(resolve));
});

const ask = (
  method: string,
  path: string,
  {
    body,
    headers = {},
    login = "elin",
  }: { body?: string; headers?: Record<string, string>; login?: string } = {},
): Promise<Response> =>
  server.fetch(path, {
    method,
    headers: {
      authorization: basic(login, PASSWORD),
      "content-type": "application/xml; charset=utf-8",
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

/** As DAVx5 writes it (PushRegistrationManager.kt): without a trigger and without an encoding. */
const asDavx5 = (url: string, expires = new Date(now + 3 * 86_400_000).toUTCString()): string =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><push-register xmlns="https://bitfire.at/webdav-push"><subscription><web-push-subscription><push-resource>${url}</push-resource><subscription-public-key type="p256dh">${keys.p256dh}</subscription-public-key><auth-secret>${keys.auth}</auth-secret></web-push-subscription></subscription><expires>${expires}</expires></push-register>`;
const withTrigger = (url: string, trigger: string): string =>
  asDavx5(url).replace("<expires>", `<trigger>${trigger}</trigger><expires>`);

/** Registers; the test's own push service has no certificate, so that its address is put in afterwards. */
async function register(
  options: { name?: string; body?: string; login?: string; path?: string } = {},
): Promise<string> {
  const { name = "phone", login = "elin", path = CALENDAR } = options;
  const url = `https://${host}/${name}`;
  const answer = await ask("POST", path, { body: options.body ?? asDavx5(url), login });
  expect(answer.status).toBe(204);
  const location = new URL(answer.headers.get("location") ?? "").pathname;
  await server.app.storage.write(async (tx) => {
    const id = location.split("/").at(-1) ?? "";
    const at = { url: `http://${host}/${name}` };
    const [made, ofHome] = [await tx.collectionPushes.byId(id), await tx.homePushes.byId(id)];
    await tx.collectionPushes.remove(id);
    await tx.homePushes.remove(id);
    if (made) await tx.collectionPushes.put({ ...made, ...at });
    else if (ofHome) await tx.homePushes.put({ ...ofHome, ...at });
    else throw new Error("there is no such registration");
  });
  return location;
}
const ics = (uid: string, summary = "Fika"): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261201T120000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const put = (uid: string, headers: Record<string, string> = {}, login = "elin"): Promise<Response> =>
  ask("PUT", `${CALENDAR}${uid}.ics`, {
    body: ics(uid),
    headers: { "content-type": "text/calendar", ...headers },
    login,
  });
const rename = (name = "Hemma igen"): Promise<Response> =>
  ask("PROPPATCH", CALENDAR, {
    body: `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>${name}</d:displayname></d:prop></d:set></d:propertyupdate>`,
  });
const waiting = (): Promise<number> =>
  server.app.storage.read(async (tx) => (await tx.queues.unsent([COLLECTION_PUSH], 100)).length);
/** What follows a commit is in the outbox a moment later. */
const filled = (): Promise<void> =>
  vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { interval: 5, timeout: 5_000 });
async function send(afterMs = 1_500): Promise<void> {
  now += afterMs;
  const sender = collectionPushSender({ subject: "https://snart.test", allowed: new Set([host]) });
  await sendEffects(
    server.app,
    new Map([[COLLECTION_PUSH, sender]]),
    (error) => errors.push(error),
    () => false,
  );
}
/** Sends until exactly these devices have heard, each once. */
async function heard(...paths: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await send();
      expect(received.map(({ path }) => path).toSorted()).toEqual(paths);
    },
    { interval: 5, timeout: 5_000 },
  );
}
/** Sends what there is, of which nothing is asked. */
async function drain(): Promise<void> {
  await vi.waitFor(
    async () => {
      await send();
      expect(await waiting()).toBe(0);
    },
    { interval: 20, timeout: 5_000 },
  );
  received.length = 0;
}
const share = async (change: string): Promise<void> => {
  const body = `<cs:share xmlns:cs="http://calendarserver.org/ns/" xmlns:d="DAV:">${change}</cs:share>`;
  expect((await ask("POST", CALENDAR, { body })).status).toBe(200);
};
const shareWithNils = (level = "read-write"): Promise<void> =>
  share(`<cs:set><d:href>mailto:nils@example.com</d:href><cs:${level}/></cs:set>`);
const unshare = (): Promise<void> => share("<cs:remove><d:href>mailto:nils@example.com</d:href></cs:remove>");

describe.each(["SQLite", "PostgreSQL"])("WebDAV-Push on %s", (name) => {
  beforeEach(async () => {
    const database = name === "PostgreSQL" ? await openTestDatabase() : undefined;
    if (database) ends.push(() => database.drop());
    await start(database?.url);
  });

  it("tells a device that registers as DAVx5 does of a change a moment later, with the new token", async () => {
    await register();
    expect((await put("a")).status).toBe(201);
    await heard("/phone");
    const [{ headers, body }] = received as [Received];
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(headers["content-type"]).toBe('application/xml; charset="utf-8"');
    const found = await (
      await ask("PROPFIND", CALENDAR, {
        headers: { depth: "0" },
        body: `<d:propfind xmlns:d="DAV:" xmlns:p="https://bitfire.at/webdav-push"><d:prop><d:sync-token/><p:topic/><p:transports/><p:supported-triggers/></d:prop></d:propfind>`,
      })
    ).text();
    const [, token = "none"] = /<d:sync-token>([^<]+)</.exec(found) ?? [];
    const [, topic = "none"] = /:topic[^>]*>([^<]+)</.exec(found) ?? [];
    expect(body).toContain(
      `<topic>${topic}</topic><content-update><d:sync-token>${token}</d:sync-token></content-update></push-message>`,
    );
    expect(body).not.toMatch(/Fika|elin|calendar\//);
    expect(found).toMatch(/web-push>.*vapid-public-key type="p256ecdsa">B[\w-]{86}</);
    await send();
    expect(received).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it("tells of many changes once, and of each kind only whom that interests", async () => {
    await register({ name: "content", body: withTrigger(`https://${host}/content`, "<content-update/>") });
    await register({
      name: "properties",
      body: withTrigger(`https://${host}/properties`, "<property-update/>"),
    });
    for (const uid of ["a", "b", "c", "d"]) await put(uid);
    await heard("/content");
    await drain();
    expect((await rename()).status).toBe(207);
    await heard("/properties");
    expect(received[0]?.body).toContain("<property-update/>");
    expect(received[0]?.body).not.toContain("content-update");
  });
});

const bodies = (): string[] => received.map(({ body }) => body.replace(/^.*<topic>[^<]+<.topic>/s, ""));
const CONTENT = "<content-update></content-update></push-message>";
const PROPERTIES = "<property-update/></push-message>";
const topicOf = async (path: string, login: string): Promise<string> => {
  const body = `<d:propfind xmlns:d="DAV:" xmlns:p="https://bitfire.at/webdav-push"><d:prop><p:topic/></d:prop></d:propfind>`;
  const found = await (await ask("PROPFIND", path, { headers: { depth: "0" }, body, login })).text();
  return /:topic[^>]*>([^<]+)</.exec(found)?.[1] ?? "none";
};

describe.each(["SQLite", "PostgreSQL"])("WebDAV-Push on a home, on %s", (name) => {
  beforeEach(async () => {
    const database = name === "PostgreSQL" ? await openTestDatabase() : undefined;
    if (database) ends.push(() => database.drop());
    await start(database?.url);
  });

  it("tells of a calendar that is made, renamed and deleted, and not of what is in one", async () => {
    await register({ path: HOME });
    expect((await ask("MKCALENDAR", `${HOME}work/`)).status).toBe(201);
    await filled();
    // A second and a half later by the server's clock.
    await send();
    expect(bodies()).toEqual([CONTENT]);
    expect(received[0]?.body).toContain(`<topic>${await topicOf(HOME, "elin")}</topic>`);
    expect(received[0]?.body).not.toContain(await topicOf(CALENDAR, "elin"));
    await drain();
    await rename();
    await heard("/phone");
    expect(bodies()).toEqual([PROPERTIES]);
    await drain();
    await put("a");
    expect((await ask("DELETE", `${HOME}work/`)).status).toBe(204);
    await heard("/phone");
    expect(bodies()).toEqual([CONTENT]);
    await put("b");
    await drain();
    await send();
    expect([received, errors]).toEqual([[], []]);
  });

  it("tells of a calendar that is shared, shown less of, no longer shared, and left; nobody else hears", async () => {
    await register({ name: "nils", login: "nils", path: NILS });
    await server.addUser("siv@example.com", PASSWORD);
    await register({ name: "siv", login: "siv", path: "/dav/calendars/siv/" });
    await shareWithNils();
    await heard("/nils");
    expect(bodies()).toEqual([CONTENT]);
    await drain();
    await shareWithNils("read");
    await heard("/nils");
    expect(bodies()).toEqual([PROPERTIES]);
    await drain();
    await unshare();
    await heard("/nils");
    expect(bodies()).toEqual([CONTENT]);
    await drain();
    await shareWithNils();
    await heard("/nils");
    await drain();
    const listed = await (
      await ask("PROPFIND", NILS, { headers: { depth: "1" }, body: "", login: "nils" })
    ).text();
    const [, alias = ""] = /href>(\/dav\/calendars\/nils\/[^<]*elin[^<]*)</.exec(listed) ?? [];
    expect((await ask("DELETE", alias, { login: "nils" })).status).toBe(204);
    await heard("/nils");
    expect(bodies()).toEqual([CONTENT]);
  });

  it("tells a sharee of a shared calendar that its owner deletes", async () => {
    await ask("MKCALENDAR", `${HOME}work/`);
    await shareWithNils();
    await register({ name: "nils", login: "nils", path: NILS });
    expect((await ask("DELETE", CALENDAR)).status).toBe(204);
    await heard("/nils");
    expect(bodies()).toEqual([CONTENT]);
  });
});

describe("a registration for a home", () => {
  beforeEach(() => start());

  it("is for the triggers that it names, with depth 1 for infinity and nothing for 0", async () => {
    const depth = (trigger: string, value: string) =>
      `<${trigger}><d:depth xmlns:d="DAV:">${value}</d:depth></${trigger}>`;
    const url = (one: string) => `https://${host}/${one}`;
    const only = async (one: string, trigger: string) =>
      register({ name: one, path: HOME, body: withTrigger(url(one), trigger) });
    await only("content", depth("content-update", "infinity") + depth("property-update", "0"));
    await only("properties", depth("property-update", "1"));
    await ask("MKCALENDAR", `${HOME}work/`);
    await heard("/content");
    await drain();
    await rename();
    await heard("/properties");
    const none = await ask("POST", HOME, { body: withTrigger(url("none"), depth("content-update", "0")) });
    expect(none.status).toBe(403);
    expect(await none.text()).toContain("no-supported-trigger");
  });

  it("hides from a client what it does itself, ends by DELETE, and is refused to others and for anything else", async () => {
    const phone = await register({ path: HOME });
    await register({ path: HOME, name: "tablet" });
    await ask("MKCALENDAR", `${HOME}work/`, { headers: { "push-dont-notify": `"${server.url}${phone}"` } });
    await heard("/tablet");
    expect((await ask("DELETE", phone, { login: "nils" })).status).toBe(404);
    expect((await ask("DELETE", phone)).status).toBe(204);
    expect((await ask("DELETE", phone)).status).toBe(404);
    const body = asDavx5(`https://${host}/x`);
    expect((await ask("POST", HOME, { body, login: "nils" })).status).toBe(404);
    expect((await ask("POST", HOME, { body: "<share/>" })).status).toBe(403);
    const text = { body: ics("a"), headers: { "content-type": "text/calendar" } };
    expect((await ask("POST", HOME, text)).status).toBe(415);
  });

  it("of an app password for one calendar tells of that one alone, and ends with it", async () => {
    const found = await server.app.storage.read((tx) => tx.principals.byLogin("elin"));
    if (!found) throw new Error("nobody is called elin");
    const [calendar] = await server.app.storage.read((tx) => tx.calendars.ofAccount(found.id));
    if (!calendar) throw new Error("there is no calendar");
    await register({ path: HOME });
    // As a limited app password registers it.
    await server.app.storage.write(async (tx) => {
      const made = (await tx.homePushes.ofPrincipal(found.id))[0];
      if (!made) throw new Error("there is no such registration");
      const scope = { calendarIds: [calendar.id], mayWrite: false };
      await tx.homePushes.put({ ...made, signedInBy: { ...made.signedInBy, scope } });
    });
    await rename();
    await heard("/phone");
    await drain();
    await ask("MKCALENDAR", `${HOME}work/`);
    await filled();
    await send();
    expect([received, await waiting()]).toEqual([[], 0]);
    await rename("Hemma");
    await heard("/phone");
    expect(bodies()).toEqual([PROPERTIES]);
    await rename();
    await filled();
    await server.app.storage.write(async (tx) => {
      for (const one of await tx.credentials.ofPrincipal(found.id))
        await tx.credentials.remove(found.id, one.id);
    });
    await send();
    expect(received).toHaveLength(1);
    expect(await server.app.storage.read((tx) => tx.homePushes.isAny(now))).toBe(false);
  });
});

describe("WebDAV-Push", () => {
  beforeEach(() => start());

  it("is silent about what a client does itself and doesn't want to hear of, and tells its other devices and other people", async () => {
    const phone = await register({ name: "phone" });
    await register({ name: "tablet" });
    await shareWithNils();
    const shared = CALENDAR;
    await register({ name: "nils", login: "nils", path: shared });
    await drain();
    await put("a", { "push-dont-notify": `"${server.url}${phone}"` });
    await heard("/nils", "/tablet");
    await drain();
    await put("b", { "push-dont-notify": "*" });
    await heard("/nils");
    await drain();
    await put("c", { "push-dont-notify": `"${server.url}${phone}"` }, "nils");
    await heard("/nils", "/phone", "/tablet");
  });

  it("renews a registration at the same push resource, under the same URL", async () => {
    const url = `https://${host}/same`;
    const first = await ask("POST", CALENDAR, { body: asDavx5(url) });
    const second = await ask("POST", CALENDAR, {
      body: asDavx5(url, new Date(now + 9 * 86_400_000).toUTCString()),
    });
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(first.headers.get("expires")).toBe(new Date(START + 3 * 86_400_000).toUTCString());
    expect(second.headers.get("expires")).toBe(new Date(START + 9 * 86_400_000).toUTCString());
    const far = await ask("POST", CALENDAR, { body: asDavx5(`${url}2`, "Wed, 20 Dec 2199 10:03:31 GMT") });
    expect(far.headers.get("expires")).toBe(new Date(START + 30 * 86_400_000).toUTCString());
  });

  it("ends by DELETE of its maker alone, when it expires, when the service says so, and when the calendar is no longer shared", async () => {
    const own = await register();
    expect((await ask("DELETE", own, { login: "nils" })).status).toBe(404);
    expect((await ask("DELETE", own)).status).toBe(204);
    expect((await ask("DELETE", own)).status).toBe(404);
    await register({ name: "expired" });
    now += 4 * 86_400_000;
    await put("a");
    await register({ name: "gone" });
    status = 410;
    await put("b");
    await heard("/gone");
    status = 201;
    await shareWithNils();
    await register({ name: "nils", login: "nils" });
    await unshare();
    received.length = 0;
    await put("c");
    await filled();
    await send();
    expect(received).toEqual([]);
    const left = await server.app.storage.read(async (tx) => tx.collectionPushes.isAny(now));
    expect(left).toBe(false);
  });

  it("is tried again when the service is out of order", async () => {
    await register();
    status = 503;
    await put("a");
    await filled();
    await send();
    expect(errors).toHaveLength(1);
    status = 201;
    await send(120_000);
    expect(received).toHaveLength(2);
    expect(await waiting()).toBe(0);
  });

  it.each([
    [
      "no subscription",
      (url: string) => asDavx5(url).replace(/<subscription>.*<\/subscription>/, ""),
      "invalid-subscription",
    ],
    ["http", (url: string) => asDavx5(url.replace("https", "http")), "invalid-subscription"],
    [
      "a key that is none",
      (url: string) => asDavx5(url).replace(keys.p256dh, "AAAA"),
      "invalid-subscription",
    ],
    [
      "another encoding",
      (url: string) =>
        asDavx5(url).replace("<auth-secret>", "<content-encoding>aesgcm</content-encoding><auth-secret>"),
      "invalid-subscription",
    ],
    ["a file", () => asDavx5("file:///etc/passwd"), "invalid-subscription"],
    ["a trigger of another kind", (url: string) => withTrigger(url, "<moon-phase/>"), "no-supported-trigger"],
  ])("refuses %s by name", async (_, body, condition) => {
    const answer = await ask("POST", CALENDAR, { body: body(`https://${host}/x`) });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(`<x:${condition} xmlns:x="https://bitfire.at/webdav-push"`);
    expect(await server.app.storage.read((tx) => tx.collectionPushes.isAny(now))).toBe(false);
  });

  it("refuses an expiry that is no date, and calendars of others look as if they were not there", async () => {
    expect((await ask("POST", CALENDAR, { body: asDavx5(`https://${host}/x`, "soon") })).status).toBe(400);
    expect((await ask("POST", CALENDAR, { body: asDavx5(`https://${host}/x`), login: "nils" })).status).toBe(
      404,
    );
  });

  it("is announced on calendars and homes, and on nothing else", async () => {
    const header = async (path: string) => (await ask("OPTIONS", path)).headers.get("dav");
    expect(await header(CALENDAR)).toContain("webdav-push");
    expect(await header(HOME)).toContain("webdav-push");
    expect(await header("/dav/principals/elin/")).not.toContain("webdav-push");
  });
});
