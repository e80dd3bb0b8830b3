import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const EVENT = (uid: string, summary: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//test//",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261101T000000Z",
    "DTSTART:20261201T100000Z",
    "DTEND:20261201T110000Z",
    `SUMMARY:${summary}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

let server: TestServer;
let clock: TestClock;
let elin: string;
let cookie: string;
let calendars: Record<"home" | "secret", string>;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({ overrides: { now: clock.now } });
  elin = (await server.addUser("elin@example.com", PASSWORD, { isAdmin: true })).id;
  const answer = await post("/auth/sign-in", { login: "elin", password: PASSWORD });
  cookie = cookieOf(answer);
  const made = await jmap("Calendar/set", { create: { c: { name: "Hemligt" } } });
  const secret = (made[1]["created"] as { c: { id: string } }).c.id;
  const [, listed] = await jmap("Calendar/get", { ids: null });
  const home = (listed["list"] as { id: string }[]).find(({ id }) => id !== secret)?.id ?? "";
  calendars = { home, secret };
  for (const [name, id] of Object.entries(calendars)) {
    const uri = await uriOf(id);
    expect((await dav("PUT", `${uri}${name}.ics`, PASSWORD, EVENT(name, `Möte ${name}`))).status).toBe(201);
  }
});
afterEach(() => server.stop());

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
type Called = readonly [string, Record<string, unknown>];
const USING = ["core", "calendars", "tasks", "principals"].map((name) => `urn:ietf:params:jmap:${name}`);
async function jmap(method: string, args: object, secret?: string): Promise<Called> {
  const headers = secret === undefined ? { cookie } : { authorization: basic("elin", secret) };
  const methodCalls = [[method, { accountId: elin, ...args }, "0"]];
  const answer = await post("/jmap/api", { using: [...USING, "urn:snart:jmap"], methodCalls }, headers);
  return ((await answer.json()) as { methodResponses: [Called] }).methodResponses[0];
}
const dav = (method: string, path: string, secret: string, body = "", depth = "0"): Promise<Response> =>
  server.fetch(path, {
    method,
    headers: {
      authorization: basic("elin", secret),
      depth,
      "content-type": ["PUT", "POST"].includes(method) ? "text/calendar" : "application/xml",
    },
    ...(body !== "" && { body }),
  });
const uriOf = async (id: string): Promise<string> => {
  const found = await server.app.storage.read((tx) => tx.calendars.byId(id as never));
  return `/dav/calendars/elin/${found?.uri}/`;
};
/** A new app password. */
async function limited(scope: object | null): Promise<string> {
  const [name, made] = await jmap("Credential/set", { create: { c: { label: "Surfplattan", scope } } });
  expect(name).toBe("Credential/set");
  const created = made["created"] as { c?: { secret: string } } | undefined;
  if (!created?.c) throw new Error(JSON.stringify(made));
  return created.c.secret;
}
const titles = async (secret: string): Promise<string[]> => {
  const [, queried] = await jmap("CalendarEvent/query", {}, secret);
  const [, got] = await jmap("CalendarEvent/get", { ids: queried["ids"], properties: ["title"] }, secret);
  return (got["list"] as { title: string }[]).map(({ title }) => title).toSorted((a, b) => (a < b ? -1 : 1));
};

describe("an app password without a scope", () => {
  it("reaches all calendars, to change them", async () => {
    const secret = await limited(null);
    expect(await titles(secret)).toEqual(["Möte home", "Möte secret"]);
    const uri = await uriOf(calendars.secret);
    expect((await dav("PUT", `${uri}new.ics`, secret, EVENT("new", "Nytt"))).status).toBe(201);
  });
});

describe("an app password for some calendars", () => {
  it("finds no other one, by CalDAV and by JMAP", async () => {
    const secret = await limited({ calendarIds: [calendars.home], mayWrite: true });
    const [home, hidden] = [await uriOf(calendars.home), await uriOf(calendars.secret)];
    const listed = await (await dav("PROPFIND", "/dav/calendars/elin/", secret, "", "1")).text();
    expect(listed).toContain(home);
    expect(listed).not.toContain(hidden);
    for (const [method, path] of [
      ["PROPFIND", hidden],
      ["GET", `${hidden}secret.ics`],
      ["DELETE", `${hidden}secret.ics`],
      ["DELETE", hidden],
    ] as const)
      expect((await dav(method, path, secret)).status, `${method} ${path}`).toBe(404);
    expect([403, 404, 409]).toContain((await dav("PUT", `${hidden}x.ics`, secret, EVENT("x", "X"))).status);
    const multiget = `<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><d:href>${hidden}secret.ics</d:href></c:calendar-multiget>`;
    expect(await (await dav("REPORT", home, secret, multiget)).text()).not.toContain("Möte secret");
    expect(await titles(secret)).toEqual(["Möte home"]);
    const [, got] = await jmap("Calendar/get", { ids: null }, secret);
    expect((got["list"] as { id: string }[]).map(({ id }) => id)).toEqual([calendars.home]);
    const moved = await jmap(
      "CalendarEvent/set",
      {
        create: {
          e: {
            calendarIds: { [calendars.secret]: true },
            title: "X",
            start: "2026-12-01T10:00:00",
            duration: "PT1H",
            timeZone: "Etc/UTC",
          },
        },
      },
      secret,
    );
    expect(moved[1]["created"] ?? null).toBeNull();
    expect(await titles(PASSWORD)).toEqual(["Möte home", "Möte secret"]);
    expect((await dav("PUT", `${home}new.ics`, secret, EVENT("new", "Nytt"))).status).toBe(201);
    expect(await titles(secret)).toEqual(["Möte home", "Nytt"]);
  });

  it("does not see by changes what happens in others", async () => {
    const secret = await limited({ calendarIds: [calendars.home], mayWrite: true });
    const [, before] = await jmap("CalendarEvent/get", { ids: [] }, secret);
    const hidden = await uriOf(calendars.secret);
    await dav("PUT", `${hidden}later.ics`, PASSWORD, EVENT("later", "Senare"));
    const [name, changed] = await jmap("CalendarEvent/changes", { sinceState: before["state"] }, secret);
    expect([name, changed["created"]]).toEqual(["CalendarEvent/changes", []]);
  });

  it("is only made for calendars that its owner has", async () => {
    const [, made] = await jmap("Credential/set", {
      create: {
        c: { label: "x", scope: { calendarIds: ["nobody"], mayWrite: true } },
        d: { label: "x", scope: { calendarIds: [], mayWrite: true } },
      },
    });
    expect(Object.keys(made["notCreated"] as object)).toEqual(["c", "d"]);
  });
});

describe("an app password that only reads", () => {
  it("changes nothing, by CalDAV and by JMAP", async () => {
    const secret = await limited({ calendarIds: null, mayWrite: false });
    const home = await uriOf(calendars.home);
    expect((await dav("GET", `${home}home.ics`, secret)).status).toBe(200);
    expect(await titles(secret)).toEqual(["Möte home", "Möte secret"]);
    for (const [method, path, body] of [
      ["PUT", `${home}home.ics`, EVENT("home", "Ändrat")],
      ["PUT", `${home}x.ics`, EVENT("x", "X")],
      ["DELETE", `${home}home.ics`, ""],
      ["MKCALENDAR", "/dav/calendars/elin/nytt/", ""],
      [
        "PROPPATCH",
        home,
        '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>X</d:displayname></d:prop></d:set></d:propertyupdate>',
      ],
    ] as const) {
      const answer = await dav(method, path, secret, body);
      expect(answer.status === 207 ? await answer.text() : `${answer.status}`, `${method} ${path}`).toMatch(
        /403/,
      );
    }
    expect((await dav("DELETE", home, secret, "", "infinity")).status).toBe(403);
    const [, queried] = await jmap("CalendarEvent/query", {}, secret);
    const [id = ""] = queried["ids"] as string[];
    const [, set] = await jmap(
      "CalendarEvent/set",
      { update: { [id]: { title: "Ändrat" } }, destroy: [id] },
      secret,
    );
    expect([set["updated"] ?? null, set["destroyed"] ?? []]).toEqual([null, []]);
    const [, renamed] = await jmap("Calendar/set", { update: { [calendars.home]: { name: "X" } } }, secret);
    expect(renamed["updated"] ?? null).toBeNull();
    expect(await titles(PASSWORD)).toEqual(["Möte home", "Möte secret"]);
  });
});

const TASK = (uid: string, summary: string): string =>
  EVENT(uid, summary).replaceAll("VEVENT", "VTODO").replace("DTEND:", "DUE:");

describe.each([
  { component: "VTODO", seen: "Diska", hidden: "Möte" },
  { component: "VEVENT", seen: "Möte", hidden: "Diska" },
])("an app password for $component only", ({ component, seen, hidden }) => {
  let secret: string;
  let home: string;
  let names: { seen: string; hidden: string };
  const textOf = (uid: string, kind: string, title: string): string =>
    kind === "VTODO" ? TASK(uid, title) : EVENT(uid, title);
  const other = component === "VTODO" ? "VEVENT" : "VTODO";
  beforeEach(async () => {
    home = await uriOf(calendars.home);
    expect((await dav("PUT", `${home}task.ics`, PASSWORD, TASK("task", "Diska"))).status).toBe(201);
    secret = await limited({ calendarIds: null, mayWrite: true, component });
    names = component === "VTODO" ? { seen: "task", hidden: "home" } : { seen: "home", hidden: "task" };
  });

  it("finds no other objects by CalDAV", async () => {
    const namespaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';
    const data = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
    const query = (kind: string): string =>
      `<c:calendar-query ${namespaces}>${data}<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="${kind}"/></c:comp-filter></c:filter></c:calendar-query>`;
    const multiget = `<c:calendar-multiget ${namespaces}>${data}<d:href>${home}task.ics</d:href><d:href>${home}home.ics</d:href></c:calendar-multiget>`;
    const sync = (prop: string): string =>
      `<d:sync-collection ${namespaces}><d:sync-token/><d:sync-level>1</d:sync-level>${prop}</d:sync-collection>`;
    const texts = [
      await dav("REPORT", home, secret, query("VEVENT"), "1"),
      await dav("REPORT", home, secret, query("VTODO"), "1"),
      await dav("REPORT", home, secret, multiget),
      await dav("REPORT", home, secret, sync(data)),
    ];
    const found = await Promise.all(texts.map((answer) => answer.text()));
    expect(found.map((text) => text.includes(seen))).toEqual([
      component === "VEVENT",
      component === "VTODO",
      true,
      true,
    ]);
    for (const text of found) expect(text).not.toContain(hidden);
    const lists = [
      await dav("PROPFIND", home, secret, "", "1"),
      await dav("REPORT", home, secret, sync("<d:prop><d:getetag/></d:prop>")),
    ];
    for (const text of await Promise.all(lists.map((answer) => answer.text()))) {
      expect(text).toContain(`${names.seen}.ics`);
      expect(text).not.toContain(`${names.hidden}.ics`);
    }
    const whole = await dav("GET", home, secret);
    expect(await whole.text()).not.toContain(hidden);
    for (const method of ["GET", "HEAD", "PROPFIND", "DELETE"] as const)
      expect((await dav(method, `${home}${names.hidden}.ics`, secret)).status, method).toBe(404);
    const set = await dav(
      "PROPFIND",
      home,
      secret,
      `<d:propfind ${namespaces}><d:prop><c:supported-calendar-component-set/></d:prop></d:propfind>`,
    );
    const told = await set.text();
    expect(told).toContain(`name="${component}"`);
    expect(told).not.toContain(`name="${other}"`);
    expect(await titles(PASSWORD)).toEqual(["Möte home", "Möte secret"]);
  });

  it("makes, changes and deletes these, and no others", async () => {
    const own = `${home}${names.seen}.ics`;
    expect((await dav("PUT", own, secret, textOf(names.seen, component, `${seen} sen`))).status).toBe(204);
    expect((await dav("PUT", `${home}new.ics`, secret, textOf("new", component, "Nytt"))).status).toBe(201);
    expect((await dav("PUT", `${home}x.ics`, secret, textOf("x", other, "X"))).status).toBe(403);
    const hiddenOne = `${home}${names.hidden}.ics`;
    for (const kind of [component, other])
      expect((await dav("PUT", hiddenOne, secret, textOf(names.hidden, kind, "X"))).status).toBeGreaterThan(
        399,
      );
    const moved = await server.fetch(hiddenOne, {
      method: "MOVE",
      headers: { authorization: basic("elin", secret), destination: `${server.url}${home}moved.ics` },
    });
    expect(moved.status).toBe(404);
    expect((await dav("DELETE", own, secret)).status).toBe(204);
    const left = await (await dav("GET", hiddenOne, PASSWORD)).text();
    expect(left).toContain(hidden);
  });

  it("finds no others by JMAP, and hears of no changes to them", async () => {
    const [, events] = await jmap("CalendarEvent/get", { ids: null, properties: ["title"] }, secret);
    const [, tasks] = await jmap("Task/get", { ids: null, properties: ["title"] }, secret);
    expect(JSON.stringify([events, tasks])).not.toContain(hidden);
    expect(JSON.stringify([events, tasks])).toContain(seen);
    for (const [type, is] of [
      ["CalendarEvent", "VEVENT"],
      ["Task", "VTODO"],
    ] as const) {
      const [, queried] = await jmap(`${type}/query`, {}, secret);
      expect((queried["ids"] as string[]).length > 0, type).toBe(is === component);
    }
    const type = other === "VEVENT" ? "CalendarEvent" : "Task";
    const [, all] = await jmap(`${type}/query`, {});
    const ids = all["ids"] as string[];
    expect(ids.length).toBeGreaterThan(0);
    const [, got] = await jmap(`${type}/get`, { ids }, secret);
    expect(got).toMatchObject({ list: [], notFound: ids });
    const [, set] = await jmap(
      `${type}/set`,
      { update: { [ids[0] ?? ""]: { title: "X" } }, destroy: ids.slice(1) },
      secret,
    );
    expect([set["updated"] ?? null, set["destroyed"] ?? []]).toEqual([null, []]);
    const [, before] = await jmap(`${type}/get`, { ids: [] }, secret);
    await dav("PUT", `${home}later.ics`, PASSWORD, textOf("later", other, `${hidden} sedan`));
    const [name, changed] = await jmap(`${type}/changes`, { sinceState: before["state"] }, secret);
    expect([name, changed["created"] ?? []]).toEqual([`${type}/changes`, []]);
  });
});

describe("busy times", () => {
  const asked = (secret: string): Promise<Response> =>
    dav(
      "POST",
      "/dav/scheduling/elin/outbox/",
      secret,
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "METHOD:REQUEST",
        "BEGIN:VFREEBUSY",
        "UID:q",
        "DTSTAMP:20261101T000000Z",
        "DTSTART:20261201T000000Z",
        "DTEND:20261202T000000Z",
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE:mailto:elin@example.com",
        "END:VFREEBUSY",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
  const report = (secret: string, uri: string): Promise<Response> =>
    dav(
      "REPORT",
      uri,
      secret,
      '<c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:time-range start="20261201T000000Z" end="20261202T000000Z"/></c:free-busy-query>',
      "1",
    );

  it("are those of the calendars that the app password reaches, and none for tasks", async () => {
    const hidden = await uriOf(calendars.secret);
    const later = EVENT("secret", "Möte secret")
      .replaceAll("20261201T10", "20261201T14")
      .replaceAll("20261201T11", "20261201T15");
    expect((await dav("PUT", `${hidden}secret.ics`, PASSWORD, later)).status).toBe(204);
    expect(await (await asked(PASSWORD)).text()).toContain("20261201T140000Z");
    const some = await limited({ calendarIds: [calendars.home], mayWrite: true });
    expect(await (await asked(some)).text()).not.toContain("20261201T140000Z");
    const tasks = await limited({ calendarIds: null, mayWrite: true, component: "VTODO" });
    expect(await (await asked(tasks)).text()).not.toContain("20261201T1");
    expect((await report(tasks, await uriOf(calendars.home))).status).toBe(403);
    expect((await report(some, await uriOf(calendars.home))).status).toBe(200);
  });
});

it.each([
  ["Account/get", { ids: null }],
  ["AuditEntry/list", {}],
  ["Profile/get", { ids: null }],
  ["Credential/get", { ids: null }],
  ["SignIn/get", { ids: null }],
  ["SignInWays/get", {}],
  ["CalendarEventNotification/get", { ids: null }],
  ["TrashItem/get", { ids: null }],
  ["Principal/get", { ids: null }],
])("a limited app password finds no %s", async (method, args) => {
  const secret = await limited({ calendarIds: null, mayWrite: true });
  const [name, answer] = await jmap(method, args, secret);
  expect([name, answer["type"]]).toEqual(["error", "unknownMethod"]);
});

it("an app password is only made by somebody who has proved lately who they are", async () => {
  clock.advance(11 * 60_000);
  const [, made] = await jmap("Credential/set", { create: { c: { label: "Mobil" } } });
  expect(made["notCreated"]).toMatchObject({ c: { code: "proof-needed" } });
  expect((await jmap("Credential/offer", {}))[1]["code"]).toBe("proof-needed");
  expect((await server.fetch("/export/everything", { method: "HEAD", headers: { cookie } })).status).toBe(
    403,
  );
  const invited = { name: "Bo", email: "bo@example.com", isAdmin: true };
  const [, refused] = await jmap("Account/set", { create: { a: invited } });
  expect(refused["notCreated"]).toMatchObject({ a: { code: "proof-needed" } });
  await jmap("SignInWays/prove", { password: PASSWORD });
  expect((await jmap("Account/set", { create: { a: invited } }))[1]["created"]).toBeTruthy();
  const [, now] = await jmap("Credential/set", { create: { c: { label: "Mobil" } } });
  expect(now["created"]).toBeTruthy();
  expect((await server.fetch("/export/everything", { method: "HEAD", headers: { cookie } })).status).toBe(
    200,
  );
});
