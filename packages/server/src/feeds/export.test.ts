import { DEFAULT_LIMITS } from "../app/limits.ts";
import { loadConfig } from "../config/load.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unzipSync } from "fflate";
import type { Actor } from "../app/actor.ts";
import { actorOfRequest } from "../auth/actor-of-request.ts";
import { exportEverything } from "./export.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const EVENT =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:x1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Fika å ä ö\r\nX-ODD;X-P="a,b":kept\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
let server: TestServer;
const authorization = basic("elin", PASSWORD);

beforeAll(async () => {
  server = await startTestServer();
  await server.addUser("elin@example.com", PASSWORD);
  await server.addUser("bo@example.com", PASSWORD);
  const put = await server.fetch("/dav/calendars/elin/calendar/x1.ics", {
    method: "PUT",
    body: EVENT,
    headers: { authorization },
  });
  expect(put.status).toBe(201);
});
afterAll(() => server.stop());

/** The actor of a person who has signed in with an app. */
async function actorOf({ app }: TestServer, login: string): Promise<Actor> {
  const actor = await actorOfRequest(
    app,
    new Headers({ authorization: basic(login, PASSWORD) }),
    "127.0.0.1",
    "basic-or-session",
  );
  if (!actor.ok) throw new Error(actor.problem.code);
  return actor.value;
}

interface SessionPart {
  readonly capabilities: { readonly "urn:snart:jmap": { readonly exportUrl: string } };
  readonly primaryAccounts: Readonly<Record<string, string>>;
}

/** The address that the JMAP session gives for downloads, filled in for Elin's only calendar. */
async function exportPath(name = "Elins kalender.ics"): Promise<string> {
  const session = (await (
    await server.fetch("/jmap/session", { headers: { authorization } })
  ).json()) as SessionPart;
  const { exportUrl } = session.capabilities["urn:snart:jmap"];
  const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
  const answer = await server.fetch("/jmap/api", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ using, methodCalls: [["Calendar/get", { accountId, ids: null }, "0"]] }),
  });
  const { methodResponses } = (await answer.json()) as {
    methodResponses: [[string, { list: [{ id: string }] }]];
  };
  const calendarId = methodResponses[0][1].list[0].id;
  const url = exportUrl.replace("{calendarId}", calendarId).replace("{name}", encodeURIComponent(name));
  return new URL(url).pathname;
}

describe("downloading a calendar", () => {
  it("returns every line as it was put, as a file that no browser runs", async () => {
    const answer = await server.fetch(await exportPath(), { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''Elins%20kalender.ics",
    );
    const text = await answer.text();
    expect(text.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    for (const line of EVENT.split("\r\n").slice(3, -2)) expect(text).toContain(`${line}\r\n`);
  });

  it("answers others as if the calendar did not exist", async () => {
    const path = await exportPath();
    const stranger = { headers: { authorization: basic("bo", PASSWORD) } };
    const theirs = await server.fetch(path, stranger);
    const nothing = await server.fetch("/export/no-such-calendar/x.ics", stranger);
    expect([theirs.status, await theirs.text()]).toEqual([nothing.status, await nothing.text()]);
    expect(theirs.status).toBe(404);
    expect((await server.fetch(path)).status).toBe(401);
  });

  it("returns one event alone, to those who may see it", async () => {
    const path = await exportPath("One.ics");
    const page = await server.fetch("/jmap/session", { headers: { authorization } });
    const { primaryAccounts } = (await page.json()) as { primaryAccounts: Record<string, string> };
    const accountId = primaryAccounts["urn:ietf:params:jmap:calendars"];
    const asked = await server.fetch("/jmap/api", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"],
        methodCalls: [["CalendarEvent/query", { accountId }, "0"]],
      }),
    });
    const { methodResponses } = (await asked.json()) as { methodResponses: [[string, { ids: string[] }]] };
    const [id] = methodResponses[0][1].ids;
    const one = await server.fetch(`${path}?object=${id ?? ""}`, { headers: { authorization } });
    expect(one.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(await one.text()).toBe(EVENT);
    for (const other of ["none", "%00", "x".repeat(5000), ""])
      expect(
        (await server.fetch(`${path}?object=${other}`, { headers: { authorization } })).status,
        other,
      ).toBe(404);
    const stranger = { headers: { authorization: basic("bo", PASSWORD) } };
    expect((await server.fetch(`${path}?object=${id ?? ""}`, stranger)).status).toBe(404);
  });

  it("keeps a hostile name inside its header", async () => {
    const answer = await server.fetch(await exportPath('a"\r\nX-Evil: 1;(é).ics'), {
      headers: { authorization },
    });
    expect(answer.headers.get("x-evil")).toBeNull();
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename\*=UTF-8''[A-Za-z0-9%._-]+$/,
    );
  });
});

describe("the export of a person's data", () => {
  const unpacked = async (answer: Response): Promise<ReadonlyMap<string, string>> => {
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return new Map(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
  };

  it("is one archive: calendars as they were put, attached files, settings, and a description", async () => {
    const body = EVENT.replaceAll("x1", "x2");
    const url = "/dav/calendars/elin/calendar/x2.ics";
    await server.fetch(url, { method: "PUT", body, headers: { authorization } });
    const attached = await server.fetch(`${url}?action=attachment-add`, {
      method: "POST",
      body: "salt och peppar",
      headers: {
        authorization,
        "content-type": "text/plain",
        "content-disposition": 'attachment; filename="../recept.txt"',
      },
    });
    expect(attached.status).toBe(201);
    for (const uri of ["b", "c"]) {
      const made = await server.fetch(`/dav/calendars/elin/${uri}/`, {
        method: "MKCALENDAR",
        body: `<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>../Resor: a/b</D:displayname></D:prop></D:set></C:mkcalendar>`,
        headers: { authorization, "content-type": "application/xml" },
      });
      expect(made.status).toBe(201);
    }
    const answer = await server.fetch("/export/everything", { headers: { authorization } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename\*=UTF-8''snart-elin-\d{4}-\d\d-\d\d\.zip$/,
    );
    const files = await unpacked(answer);
    const names = [...files.keys()];
    expect(names.filter((name) => name.startsWith("calendars/"))).toHaveLength(3);
    expect(
      names.filter((name) => /(?:^|\/)\.\.?(?:\/|$)|\\|^\//.test(name)),
      "no way out of the folder",
    ).toEqual([]);
    expect(names.some((name) => name === "calendars/b.ics") && names.includes("calendars/b 2.ics")).toBe(
      true,
    );
    const calendar = [...files].find(([, text]) => text.includes("UID:x1"))?.[1] ?? "";
    expect(calendar).toContain('X-ODD;X-P="a,b":kept');
    expect(calendar).toContain("UID:x2");
    expect(calendar.endsWith("END:VCALENDAR\r\n")).toBe(true);
    const [, id = ""] = /MANAGED-ID=([^;:\r]+)/.exec(calendar.replaceAll("\r\n ", "")) ?? [];
    expect(files.get(`attachments/${id}/recept.txt`)).toBe("salt och peppar");
    expect(JSON.parse(files.get("profile.json") ?? "")).toMatchObject({
      login: "elin",
      email: "elin@example.com",
    });
    expect(files.get("README.txt")).toContain("calendars");
    expect(names).toHaveLength(6);
  });

  it("is for its owner only, and contains no secret", async () => {
    const refused = await server.fetch("/export/everything");
    expect(refused.status).toBe(401);
    const bo = await server.fetch("/export/everything", {
      headers: { authorization: basic("bo", PASSWORD) },
    });
    const all = [...(await unpacked(bo)).values()].join("\n");
    expect(all).not.toContain("UID:x1");
    expect(all).not.toMatch(/argon2|secretHash/i);
    const audit = await server.app.storage.read((tx) =>
      tx.audit.latest(20, { actions: ["account-exported"] }),
    );
    expect(audit.map(({ subject }) => subject).toSorted()).toEqual(["bo@example.com", "elin@example.com"]);
  });

  it("runs once at a time for each person, and is refused with a time to wait; an aborted one frees its slot", async () => {
    const slow = await startTestServer({ env: { SNART_LIMIT_EXPORTS_AT_ONCE: "2" } });
    try {
      for (const it of ["a", "b", "c"]) await slow.addUser(`${it}@example.com`, PASSWORD);
      const [a, b, c] = [await actorOf(slow, "a"), await actorOf(slow, "b"), await actorOf(slow, "c")];
      const first = await exportEverything(slow.app, a, "GET");
      const again = await exportEverything(slow.app, a, "GET");
      expect([first.status, again.status]).toEqual([200, 429]);
      expect(again.headers.get("retry-after")).toBe("30");
      expect(await again.json()).toMatchObject({ code: "too-many-exports" });
      const other = await exportEverything(slow.app, b, "GET");
      expect(other.status).toBe(200);
      // Two run: a third person waits, and asking whether one may run starts none.
      expect((await exportEverything(slow.app, c, "HEAD")).status).toBe(429);
      await first.body?.cancel();
      expect((await exportEverything(slow.app, c, "HEAD")).status).toBe(200);
      await other.arrayBuffer();
      expect((await unpacked(await exportEverything(slow.app, c, "GET"))).has("profile.json")).toBe(true);
      expect((await exportEverything(slow.app, a, "HEAD")).status).toBe(200);
      const audit = await slow.app.storage.read((tx) =>
        tx.audit.latest(20, { actions: ["account-exported"] }),
      );
      expect(audit.map(({ subject }) => subject).toSorted()).toEqual([
        "a@example.com",
        "b@example.com",
        "c@example.com",
      ]);
    } finally {
      await slow.stop();
    }
  });

  it("is refused at once if it is too large for an archive", async () => {
    const small = await startTestServer({ env: { SNART_LIMIT_EXPORT_SIZE: "100" } });
    try {
      await small.addUser("elin@example.com", PASSWORD);
      const get = () => small.fetch("/export/everything", { headers: { authorization } });
      const empty = await get();
      expect(empty.status).toBe(200);
      await empty.arrayBuffer();
      await small.fetch("/dav/calendars/elin/calendar/x1.ics", {
        method: "PUT",
        body: EVENT,
        headers: { authorization },
      });
      const refused = await get();
      expect([refused.status, await refused.json()]).toEqual([413, { code: "export-too-large", limit: 100 }]);
      // The refusal takes no slot.
      expect((await get()).status).toBe(413);
    } finally {
      await small.stop();
    }
  });

  it("is refused at once if it has more files than an archive can count", async () => {
    const small = await startTestServer({ env: { SNART_LIMIT_EXPORT_FILES: "3" } });
    try {
      await small.addUser("elin@example.com", PASSWORD);
      const get = () => small.fetch("/export/everything", { headers: { authorization } });
      const few = await get();
      expect(few.status).toBe(200);
      await few.arrayBuffer();
      await small.fetch("/dav/calendars/elin/more/", { method: "MKCALENDAR", headers: { authorization } });
      const refused = await get();
      expect([refused.status, await refused.json()]).toEqual([
        422,
        { code: "export-too-many-files", limit: 3 },
      ]);
    } finally {
      await small.stop();
    }
  });

  it.each([
    ["SNART_LIMIT_EXPORT_FILES", 65_535],
    ["SNART_LIMIT_EXPORT_SIZE", 4000 * 1024 * 1024],
  ])("can't be allowed to exceed what an archive counts: %s", (name, most) => {
    const load = (value: number) =>
      loadConfig({ env: { [name]: String(value) }, folder: "/nonexistent" }, DEFAULT_LIMITS).ok;
    expect([load(most), load(most + 1)]).toEqual([true, false]);
  });
});
