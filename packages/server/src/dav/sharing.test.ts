// Sharing and delegation in the form of Calendar Server's clients. The bodies follow apple/ccs-caldavtester,
// Resource/CalDAV-pod/sharing/invites and Resource/CalDAV-pod/calendaruserproxy.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PrincipalId, ShareLevel } from "../app/types.ts";
import { type DavClient, eventText, xmlBody } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let elin: DavClient;
let axel: DavClient;
const CALENDAR = "/dav/calendars/elin/calendar/";
const SEEN = "/dav/calendars/axel/elin~calendar/";
const AXEL = "/dav/principals/axel/";
const ELIN = "/dav/principals/elin/";
const LEVELS = ["freeBusy", "read", "write", "edit", "manage"] as const;

beforeEach(async () => {
  opened = await openTestDav();
  elin = await opened.client("elin");
  axel = await opened.client("axel");
});
afterEach(() => opened.close());

const share = (level: ShareLevel, principalId: PrincipalId = axel.actor.principalId) =>
  opened.share(elin, level, principalId);
const shares = () => opened.sharesOf(elin);
const post = (client: DavClient, content: string, path = CALENDAR) =>
  client.send("POST", path, {
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: xmlBody("cs:share", content),
  });
const set = (address: string, access: string) =>
  `<cs:set><d:href>${address}</d:href><cs:common-name>Axel</cs:common-name><cs:summary>Delad</cs:summary><cs:${access}/></cs:set>`;
const remove = (address: string) => `<cs:remove><d:href>${address}</d:href></cs:remove>`;

describe("CS:share", () => {
  test.each([
    ["mailto:axel@example.com", "read", "read"],
    ["mailto:AXEL@example.com", "read-write", "edit"],
    [AXEL, "read", "read"],
    ["mailto:bogus@example.net", "read", undefined],
    ["axel", "read", undefined],
    ["https://elsewhere.example/dav/principals/axel/", "read", undefined],
  ])("by %s for %s gives %s", async (address, access, level) => {
    const done = await post(elin, set(address, access));
    expect(done.status).toBe(level === undefined ? 403 : 200);
    expect(await shares()).toEqual(level === undefined ? {} : { [axel.actor.principalId]: level });
  });

  test("lets the other read at once, and CS:remove withdraws it", async () => {
    await elin.put(`${CALENDAR}1.ics`, eventText("1"));
    expect((await post(elin, set(`urn:uuid:${axel.actor.principalId}`, "read"))).status).toBe(200);
    expect((await axel.get(`${SEEN}1.ics`)).status).toBe(200);
    expect((await axel.put(`${SEEN}2.ics`, eventText("2"))).status).toBe(403);
    expect((await post(elin, remove("mailto:axel@example.com"))).status).toBe(200);
    expect((await axel.get(`${SEEN}1.ics`)).status).toBe(404);
    // Removing a share twice, or one that never existed, succeeds.
    expect((await post(elin, remove("mailto:axel@example.com"))).status).toBe(200);
    expect((await post(elin, remove("mailto:bogus@example.net"))).status).toBe(200);
    expect(await shares()).toEqual({});
  });

  test.each([
    ["manage", "read-write", "manage"],
    ["write", "read-write", "write"],
    ["edit", "read", "read"],
    ["read", "read-write", "edit"],
    ["freeBusy", "read", "read"],
  ] as const)("on a share to %s for %s leaves %s", async (before, access, after) => {
    await share(before);
    expect((await post(elin, set("mailto:axel@example.com", access))).status).toBe(200);
    expect(await shares()).toEqual({ [axel.actor.principalId]: after });
  });

  test("is done whole or not at all", async () => {
    const done = await post(elin, set(AXEL, "read") + set("mailto:bogus@example.net", "read-write"));
    expect([done.status, done.condition]).toEqual([403, "recognized-principal"]);
    expect(await shares()).toEqual({});
    const owner = await post(elin, set(AXEL, "read") + set("mailto:elin@example.com", "read"));
    expect([owner.status, owner.condition]).toEqual([403, "no-protected-ace-conflict"]);
    expect(await shares()).toEqual({});
  });

  test.each([
    ["no access", "<cs:set><d:href>mailto:axel@example.com</d:href></cs:set>"],
    ["nobody", "<cs:set><cs:read/></cs:set>"],
    ["anything else", "<cs:publish/>"],
    ["a remark besides", "<cs:summary>Delad</cs:summary>"],
  ])("with %s is 400 and shares nothing", async (_, content) => {
    expect((await post(elin, set(AXEL, "read") + content)).status).toBe(400);
    expect(await shares()).toEqual({});
  });

  test.each(LEVELS)("by a person who may %s is only for managers", async (level) => {
    await share(level);
    const maja = await opened.person("maja");
    const done = await post(axel, set("mailto:maja@example.com", "read"), SEEN);
    const there = await shares();
    expect(done.status).toBe(level === "manage" ? 200 : 403);
    expect(there[maja.principalId]).toBe(level === "manage" ? "read" : undefined);
  });

  test("of nobody is 400", async () => {
    expect((await post(elin, "")).status).toBe(400);
  });

  test("of an invisible calendar is 404, and other XML is refused", async () => {
    expect((await post(axel, set("mailto:axel@example.com", "read"))).status).toBe(404);
    const other = await elin.send("POST", CALENDAR, {
      headers: { "content-type": "text/xml" },
      body: xmlBody("cs:publish-calendar", ""),
    });
    expect(other.status).toBe(400);
    expect(await shares()).toEqual({});
  });
});

describe("the sharing properties of a client", () => {
  const ASKED = "<cs:invite/><cs:allowed-sharing-modes/><cs:shared-url/><d:resourcetype/>";
  const types = (answer: Awaited<ReturnType<typeof ask>>, path: string) =>
    answer.resource(path).elements["resourcetype"]?.map(({ name }) => name);
  const ask = (client: DavClient, home: string) => client.propfind(home, "1", ASKED);

  test("are absent before anything is shared", async () => {
    const answer = await ask(elin, "/dav/calendars/elin/");
    expect(types(answer, CALENDAR)).toEqual(["collection", "calendar"]);
    expect(answer.resource(CALENDAR).elements["allowed-sharing-modes"]?.[0]?.name).toBe("can-be-shared");
    expect(answer.resource(CALENDAR).byStatus[404]).toEqual(["shared-url"]);
    expect(answer.body).not.toContain("cs:user");
  });

  test.each(LEVELS)("show a share to %s", async (level) => {
    await share(level);
    const own = await ask(elin, "/dav/calendars/elin/");
    expect(types(own, CALENDAR)).toEqual(["collection", "calendar", "shared-owner"]);
    const access = level === "freeBusy" ? undefined : level === "read" ? "read" : "read-write";
    expect(own.body.includes("<cs:user><d:href>mailto:axel@example.com</d:href>")).toBe(access !== undefined);
    if (access !== undefined) expect(own.body).toContain(`<cs:access><cs:${access}/></cs:access>`);
    const home = await ask(axel, "/dav/calendars/axel/");
    expect(types(home, SEEN)).toEqual(["collection", "calendar", "shared"]);
    expect(home.resource(SEEN).text["shared-url"]).toBe(CALENDAR);
    expect(home.resource(SEEN).byStatus[200]?.includes("invite")).toBe(level === "manage");
    const maySharing = home.resource(SEEN).elements["allowed-sharing-modes"]?.length;
    expect(maySharing).toBe(level === "manage" ? 1 : 0);
  });

  test("are announced in the DAV header", async () => {
    const { headers } = await elin.send("OPTIONS", CALENDAR);
    const classes = headers.get("dav")?.split(", ");
    expect(classes).toEqual(expect.arrayContaining(["calendar-proxy", "calendarserver-sharing"]));
  });
});

describe("proxy groups", () => {
  const group = (login: string, access: string) => `/dav/principals/${login}/calendar-proxy-${access}/`;
  const members = async (client: DavClient, access: string) =>
    (await client.propfind(group("elin", access), "0", "<d:group-member-set/>")).resource().text[
      "group-member-set"
    ];
  const actsFor = async (client: DavClient, principal = AXEL) =>
    (
      await client.propfind(
        principal,
        "0",
        "<cs:calendar-proxy-read-for/><cs:calendar-proxy-write-for/><d:group-membership/>",
      )
    ).resource().text;

  test("are below the principal, and are principals themselves", async () => {
    const listed = await elin.propfind(ELIN, "1", "<d:resourcetype/><d:principal-URL/><d:owner/>");
    expect(listed.hrefs).toEqual([ELIN, group("elin", "read"), group("elin", "write")]);
    for (const access of ["read", "write"]) {
      const { elements, text } = listed.resource(group("elin", access));
      expect(elements["resourcetype"]?.map(({ name }) => name)).toEqual([
        "collection",
        "principal",
        `calendar-proxy-${access}`,
      ]);
      expect(text).toMatchObject({ "principal-URL": group("elin", access), owner: ELIN });
    }
    expect((await elin.propfind(`${ELIN}calendar-proxy-admin/`, "0", "<d:owner/>")).status).toBe(404);
    expect((await elin.propfind(group("nobody", "read"), "0", "<d:owner/>")).status).toBe(404);
  });

  test.each([
    ["freeBusy", "", ""],
    ["read", AXEL, ""],
    ["write", AXEL, ""],
    ["edit", "", AXEL],
    ["manage", "", AXEL],
  ] as const)("of a share to %s", async (level, read, write) => {
    await share(level);
    expect([await members(elin, "read"), await members(elin, "write")]).toEqual([read, write]);
    expect([await members(axel, "read"), await members(axel, "write")]).toEqual(["", ""]);
    // A calendar in the person's own home would be shown twice: DAVx5 and Outlook CalDav Synchronizer list the homes
    // of both.
    expect(Object.values(await actsFor(axel)).join("")).toBe("");
    if (level === "freeBusy") return;
    expect((await axel.delete(SEEN)).status).toBe(204);
    expect(await actsFor(axel)).toEqual({
      "calendar-proxy-read-for": read && ELIN,
      "calendar-proxy-write-for": write && ELIN,
      "group-membership": read ? group("elin", "read") : write ? group("elin", "write") : "",
    });
    expect((await axel.propfind("/dav/calendars/axel/", "1", "<d:owner/>")).hrefs).not.toContain(SEEN);
    expect((await axel.propfind("/dav/calendars/elin/", "1", "<d:owner/>")).hrefs).toContain(CALENDAR);
    // Whom others act for is private to them.
    expect(Object.values(await actsFor(elin)).join("")).toBe("");
  });

  test("contain a person once, with their strongest access", async () => {
    await share("read");
    await elin.mkcalendar("/dav/calendars/elin/work/");
    await elin.send("ACL", "/dav/calendars/elin/work/", {
      body: xmlBody(
        "d:acl",
        `<d:ace><d:principal><d:href>${AXEL}</d:href></d:principal><d:grant><d:privilege><d:read/></d:privilege><d:privilege><d:write/></d:privilege></d:grant></d:ace>`,
      ),
    });
    expect([await members(elin, "read"), await members(elin, "write")]).toEqual(["", AXEL]);
    await axel.delete(SEEN);
    expect(Object.values(await actsFor(axel)).join("")).toBe("");
    await axel.delete("/dav/calendars/axel/elin~work/");
    expect((await actsFor(axel))["calendar-proxy-read-for"]).toBe("");
    expect((await actsFor(axel))["calendar-proxy-write-for"]).toBe(ELIN);
  });

  test("can't be set: calendars are shared one by one", async () => {
    for (const access of ["read", "write"]) {
      const value = `<d:set><d:prop><d:group-member-set><d:href>${AXEL}</d:href></d:group-member-set></d:prop></d:set>`;
      const answer = await elin.proppatch(group("elin", access), value);
      expect(answer.resource().byStatus).toEqual({ 403: ["group-member-set"] });
      expect(answer.body).toContain("<d:cannot-modify-protected-property/>");
      expect(answer.body).toContain("responsedescription");
    }
    expect(await shares()).toEqual({});
  });

  test("are found with the first requests of Apple's clients", async () => {
    await share("edit");
    await axel.delete(SEEN);
    const content = `<d:property name="calendar-proxy-write-for" namespace="http://calendarserver.org/ns/"><d:property name="calendar-user-address-set" namespace="urn:ietf:params:xml:ns:caldav"/><d:property name="displayname" namespace="DAV:"/></d:property>`;
    const answer = await axel.report(AXEL, "d:expand-property", content, { depth: "0" });
    expect(answer.body).toContain(`<cs:calendar-proxy-write-for><d:response><d:href>${ELIN}</d:href>`);
    expect(answer.body).toContain("mailto:elin@example.com");
  });
});
