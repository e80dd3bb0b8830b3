import { describe, expect, it } from "vitest";
import { changeAccount } from "./app/accounts/change-account.ts";
import { changeOwnLogin } from "./app/accounts/change-login.ts";
import { listAudit } from "./app/audit.ts";
import { checkPassword } from "./app/sign-in/sign-in.ts";
import { DavClient, eventText, xmlBody } from "./testing/dav-client.ts";
import { eachWithJmap } from "./testing/each-with-jmap.ts";
import type { JmapClient } from "./testing/jmap-client.ts";
import { passwordOf } from "./testing/test-app.ts";

// A device that was set up before its owner had another login goes on under the one that it knows.

const { jmap, elin, bengt, admin } = eachWithJmap(["elin", "bengt", "admin"]);

const rename = async (client: JmapClient, login: string): Promise<void> => {
  const password = passwordOf(client.actor.login);
  const changed = await changeOwnLogin(jmap.app, client.actor, { login, password });
  expect(changed).toEqual({ ok: true, value: login });
};
/** As the server sees the actor at the next request. */
const dav = ({ actor }: JmapClient, login = actor.login): DavClient =>
  new DavClient(jmap.app, { ...actor, login });
const hrefsIn = (body: string): readonly string[] =>
  [...body.matchAll(/<d:href>([^<]+)<\/d:href>/g)].map(([, href]) => href ?? "");
const OLD = "/dav/calendars/elin/calendar/";
const event = (uid: string, summary: string): string =>
  eventText(uid, "DTSTART:20261123T110000Z", "DTEND:20261123T120000Z", `SUMMARY:${summary}`);
const syncBody = (token: string): string =>
  xmlBody("d:sync-collection", `<d:sync-token>${token}</d:sync-token><d:prop><d:getetag/></d:prop>`);
const sync = async (client: DavClient, token: string, at = OLD) => {
  const { body } = await client.send("REPORT", at, { headers: { depth: "0" }, body: syncBody(token) });
  return { hrefs: hrefsIn(body), token: /<d:sync-token>([^<]+)</.exec(body)?.[1] ?? "" };
};

describe("a client with the former login", () => {
  it("goes on syncing under the addresses that it knows, and writes there", async () => {
    await dav(elin).put(`${OLD}a.ics`, event("a", "One"));
    const before = await sync(dav(elin), "");
    expect(before.hrefs).toEqual([`${OLD}a.ics`]);
    await rename(elin, "elin.ek");
    const device = dav(elin, "elin.ek");
    const put = await device.put(`${OLD}b.ics`, event("b", "Two"));
    expect(put.status).toBe(201);
    const later = await sync(device, before.token);
    expect(later.hrefs).toContain(`${OLD}b.ics`);
    expect(later.hrefs.every((href) => href.startsWith("/dav/calendars/elin/"))).toBe(true);
    await device.send("DELETE", `${OLD}a.ics`);
    const { body } = await device.send("REPORT", OLD, {
      headers: { depth: "0" },
      body: syncBody(later.token),
    });
    expect(body).toMatch(
      /<d:href>\/dav\/calendars\/elin\/calendar\/a\.ics<\/d:href><d:status>HTTP\/1\.1 404/,
    );
    const got = await device.send("REPORT", OLD, {
      headers: { depth: "1" },
      body: xmlBody(
        "c:calendar-multiget",
        `<d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${OLD}b.ics</d:href><d:href>${OLD}none.ics</d:href>`,
      ),
    });
    expect(hrefsIn(got.body)).toEqual([`${OLD}b.ics`, `${OLD}none.ics`]);
    expect(got.body).toContain("SUMMARY:Two");
    const moved = await device.send("MOVE", `${OLD}b.ics`, { headers: { destination: `${OLD}c.ics` } });
    expect(moved.status).toBe(201);
    expect((await device.get(`${OLD}c.ics`)).body).toContain("SUMMARY:Two");
  });

  it("finds principal, home and inbox where they were", async () => {
    await rename(elin, "elin.ek");
    const device = dav(elin, "elin.ek");
    const { body } = await device.propfind(
      "/dav/principals/elin/",
      "0",
      "<c:calendar-home-set/><c:schedule-inbox-URL/><c:schedule-outbox-URL/>",
    );
    expect(hrefsIn(body)).toEqual([
      "/dav/principals/elin/",
      "/dav/calendars/elin/",
      "/dav/scheduling/elin/inbox/",
      "/dav/scheduling/elin/outbox/",
    ]);
    const home = await device.propfind("/dav/calendars/elin/", "1", "<d:displayname/>");
    expect(hrefsIn(home.body)).toContain(OLD);
    expect(home.body).not.toContain("elin.ek");
    expect((await device.propfind("/dav/scheduling/elin/inbox/", "1", "<d:getetag/>")).status).toBe(207);
  });

  it("signs in with it, as with the present one", async () => {
    await rename(elin, "elin.ek");
    for (const login of ["elin", "Elin.Ek"])
      expect((await checkPassword(jmap.app, login, passwordOf("elin")))?.principal.id).toBe(elin.accountId);
  });
});

describe("a client that begins anew", () => {
  it("is led to the present addresses", async () => {
    await rename(elin, "elin.ek");
    const device = dav(elin, "elin.ek");
    const { body } = await device.propfind("/dav/", "0", "<d:current-user-principal/>");
    expect(body).toContain("<d:href>/dav/principals/elin.ek/</d:href>");
    const home = await device.propfind("/dav/calendars/elin.ek/", "1", "<d:displayname/>");
    expect(hrefsIn(home.body)).toContain("/dav/calendars/elin.ek/calendar/");
  });
});

describe("those with whom a calendar is shared", () => {
  it("keep it where they have it", async () => {
    await dav(elin).put(`${OLD}a.ics`, event("a", "One"));
    const [{ id }] = (await elin.call("Calendar/get", { ids: null })).list;
    await elin.call("Calendar/set", {
      update: { [id]: { [`shareWith/${bengt.accountId}`]: { mayReadItems: true, mayReadFreeBusy: true } } },
    });
    const listed = async (): Promise<readonly string[]> =>
      hrefsIn((await dav(bengt).propfind("/dav/calendars/bengt/", "1", "<d:displayname/>")).body);
    const before = await listed();
    expect(before).toContain("/dav/calendars/bengt/elin~calendar/");
    await rename(elin, "elin.ek");
    const again = { ...elin.actor, login: "elin.ek" };
    const twice = await changeOwnLogin(jmap.app, again, { login: "ek", password: passwordOf("elin") });
    expect(twice.ok).toBe(true);
    expect(await listed()).toEqual(before);
    const { body } = await dav(bengt).get("/dav/calendars/bengt/elin~calendar/a.ics");
    expect(body).toContain("SUMMARY:One");
  });

  it("reach it by its owner's former login as well", async () => {
    await dav(elin).put(`${OLD}a.ics`, event("a", "One"));
    await rename(elin, "elin.ek");
    expect((await dav(bengt).get(`${OLD}a.ics`)).status).toBe(404);
  });
});

describe("a login", () => {
  const change = (login: string, password = passwordOf("elin")) =>
    changeOwnLogin(jmap.app, elin.actor, { login, password });

  it.each(["", "a b", "elin@x", "elin~x", "-x", "x/", "å", "x".repeat(65), "."])(
    "is not %j",
    async (login) => {
      expect(await change(login)).toMatchObject({ ok: false, problem: { code: "invalid-login" } });
    },
  );

  it("stays reserved once somebody has had it, and can be taken again by them", async () => {
    await rename(elin, "elin.ek");
    const taken = await changeOwnLogin(jmap.app, bengt.actor, {
      login: "elin",
      password: passwordOf("bengt"),
    });
    expect(taken).toMatchObject({ ok: false, problem: { code: "duplicate-login" } });
    const back = await changeOwnLogin(jmap.app, elin.actor, { login: "elin", password: passwordOf("elin") });
    expect(back).toEqual({ ok: true, value: "elin" });
    const person = await jmap.app.storage.read((tx) => tx.principals.byLogin("elin.ek"));
    expect(person).toMatchObject({ login: "elin", formerLogins: ["elin.ek"] });
  });

  it("is one person's, of two who take it at once", async () => {
    const answers = await Promise.all([
      change("wanted"),
      changeOwnLogin(jmap.app, bengt.actor, { login: "wanted", password: passwordOf("bengt") }),
    ]);
    expect(answers.map((one) => (one.ok ? "changed" : one.problem.code)).toSorted()).toEqual([
      "changed",
      "duplicate-login",
    ]);
  });

  it("is changed with the password alone, and not by an app password", async () => {
    expect(await change("new", "wrong")).toMatchObject({ ok: false, problem: { code: "wrong-password" } });
    const device = { ...elin.actor, via: "app-password" as const };
    const refused = await changeOwnLogin(jmap.app, device, { login: "new", password: passwordOf("elin") });
    expect(refused).toMatchObject({ ok: false, problem: { code: "forbidden" } });
  });

  it("can be had as often as the server allows", async () => {
    const { app } = jmap;
    const few = { ...app, limits: { ...app.limits, formerLogins: 1 } };
    const to = (login: string) => changeOwnLogin(few, elin.actor, { login, password: passwordOf("elin") });
    await to("elin.two");
    expect(await to("elin.three")).toMatchObject({
      ok: false,
      problem: { code: "too-many-logins", limit: 1 },
    });
  });

  it("is given by an administrator, which the log says; by nobody else", async () => {
    const byBengt = await changeAccount(jmap.app, bengt.actor, elin.actor.principalId, { login: "x" });
    expect(byBengt).toMatchObject({ ok: false, problem: { code: "forbidden" } });
    await jmap.app.storage.write((tx) => tx.principals.update(admin.actor.principalId, { isAdmin: true }));
    const { updated } = await admin.call("Account/set", {
      update: { [elin.accountId]: { login: "Elin.Ek " } },
    });
    expect(updated).toHaveProperty(elin.accountId);
    const { list } = await admin.call("Account/get", { ids: [elin.accountId] });
    expect(list[0]).toMatchObject({ login: "elin.ek", formerLogins: ["elin"] });
    const [entry] = await listAudit(jmap.app, 1);
    expect(entry).toMatchObject({
      action: "login-changed",
      subject: "elin@example.com",
      detail: { login: "admin", before: "elin", to: "elin.ek" },
    });
  });
});
