import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PrincipalId, ShareLevel } from "../app/types.ts";
import { type DavClient, eventText, xmlBody } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { levelOfPrivileges, privilegesOfLevel } from "./acl/privileges.ts";

let opened: TestDav;
let elin: DavClient;
let axel: DavClient;
const CALENDAR = "/dav/calendars/elin/calendar/";
const SEEN = "/dav/calendars/axel/elin~calendar/";
const AXEL = "/dav/principals/axel/";
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
const who = (reference: string) => `<d:principal><d:href>${reference}</d:href></d:principal>`;
const grant = (...names: readonly string[]) =>
  `<d:grant>${names.map((name) => `<d:privilege><${name}/></d:privilege>`).join("")}</d:grant>`;
const ace = (reference: string, ...names: readonly string[]) =>
  `<d:ace>${who(reference)}${grant(...names)}</d:ace>`;
const acl = (client: DavClient, aces: string, path = CALENDAR) =>
  client.send("ACL", path, { body: xmlBody("d:acl", aces) });
const OWNER =
  "<d:ace><d:principal><d:property><d:owner/></d:property></d:principal><d:grant><d:privilege><d:all/></d:privilege></d:grant><d:protected/></d:ace>";

describe("the acl property", () => {
  test.each(LEVELS)("tells the owner about a share to %s", async (level) => {
    await share(level);
    await elin.put(`${CALENDAR}1.ics`, eventText("1"));
    const asked = "<d:acl/><d:acl-restrictions/><d:inherited-acl-set/>";
    const answer = await elin.propfind(CALENDAR, "1", asked);
    const granted = privilegesOfLevel(level).map((name) => `<d:privilege><${name}/></d:privilege>`);
    expect(answer.body).toContain(
      `<d:acl>${OWNER}<d:ace><d:principal><d:href>${AXEL}</d:href></d:principal><d:grant>${granted.join("")}</d:grant></d:ace></d:acl>`,
    );
    expect(answer.body).toContain(`<d:inherited><d:href>${CALENDAR}</d:href></d:inherited>`);
    expect(answer.resource(CALENDAR).text["inherited-acl-set"]).toBe("");
    expect(answer.resource(`${CALENDAR}1.ics`).text["inherited-acl-set"]).toBe(CALENDAR);
    expect(answer.body).toContain("<d:acl-restrictions><d:grant-only/><d:no-invert/></d:acl-restrictions>");
  });

  test.each(LEVELS)("is shown to a person who may %s only if they manage the calendar", async (level) => {
    await share(level);
    await share("read", (await opened.person("maja")).principalId);
    const answer = await axel.propfind(SEEN, "0", "<d:acl/>");
    expect(answer.resource().byStatus).toEqual(level === "manage" ? { 200: ["acl"] } : { 404: ["acl"] });
    expect(answer.body.includes("maja")).toBe(level === "manage");
    const listed = await axel.propfind("/dav/calendars/axel/", "1", "<d:acl/>");
    expect(listed.body.includes("maja")).toBe(level === "manage");
    const report = await axel.report(SEEN, "d:acl-principal-prop-set", "<d:prop><d:displayname/></d:prop>", {
      depth: "0",
    });
    expect(report.status).toBe(level === "manage" ? 207 : 403);
    expect(report.body.includes("maja")).toBe(level === "manage");
  });

  test("is fixed on everything else", async () => {
    const paths = ["/dav/", "/dav/principals/", "/dav/principals/elin/", "/dav/calendars/"];
    for (const path of [...paths, "/dav/calendars/elin/", "/dav/scheduling/elin/inbox/"])
      expect((await elin.propfind(path, "0", "<d:acl/>")).resource().byStatus).toEqual({ 200: ["acl"] });
  });
});

describe("ACL", () => {
  test.each(LEVELS)("with %s shares as its property says, and returns it", async (level) => {
    const made = await acl(elin, OWNER + ace(AXEL, ...privilegesOfLevel(level)));
    expect([made.status, made.body]).toEqual([200, ""]);
    expect(await shares()).toEqual({ [axel.actor.principalId]: level });
    const there = await elin.propfind(CALENDAR, "0", "<d:acl/>");
    const again = /<d:acl>(.*)<\/d:acl>/.exec(there.body)?.[1] ?? "";
    expect((await acl(elin, again)).status).toBe(200);
    expect(await shares()).toEqual({ [axel.actor.principalId]: level });
  });

  test("replaces all former shares", async () => {
    const maja = await opened.person("maja");
    await share("edit");
    await acl(elin, ace("/dav/principals/maja/", "d:read"));
    expect(await shares()).toEqual({ [maja.principalId]: "read" });
    expect((await axel.propfind(SEEN, "0", "<d:owner/>")).status).toBe(404);
    await acl(elin, "");
    expect(await shares()).toEqual({});
  });

  test("combines several ACEs for one principal", async () => {
    await acl(elin, ace(AXEL, "d:read") + ace(AXEL, "d:bind", "d:unbind", "d:write-content"));
    expect(await shares()).toEqual({ [axel.actor.principalId]: "write" });
  });

  const REFUSED: readonly (readonly [string, string, string])[] = [
    [
      "deny",
      `<d:ace>${who(AXEL)}<d:deny><d:privilege><d:read/></d:privilege></d:deny></d:ace>`,
      "grant-only",
    ],
    ["invert", `<d:ace><d:invert>${who(AXEL)}</d:invert>${grant("d:read")}</d:ace>`, "no-invert"],
    [
      "everybody",
      `<d:ace><d:principal><d:all/></d:principal>${grant("d:read")}</d:ace>`,
      "allowed-principal",
    ],
    [
      "whoever has signed in",
      `<d:ace><d:principal><d:authenticated/></d:principal>${grant("d:read")}</d:ace>`,
      "allowed-principal",
    ],
    ["nobody", ace("/dav/principals/nobody/", "d:read"), "recognized-principal"],
    ["no principal", ace(CALENDAR, "d:read"), "recognized-principal"],
    ["another server's", ace("https://example.net/dav/principals/axel/", "d:read"), "recognized-principal"],
    ["a privilege of the outbox", ace(AXEL, "c:schedule-send"), "not-supported-privilege"],
    ["a privilege of nobody", ace(AXEL, "d:fly"), "not-supported-privilege"],
    ["no level", ace(AXEL, "d:bind"), "no-ace-conflict"],
    ["nothing", ace(AXEL), "no-ace-conflict"],
    ["two names of one", ace(AXEL, "d:read") + ace("/dav/principals/AXEL", "d:all"), "no-ace-conflict"],
    ["less for the owner", ace("/dav/principals/elin/", "d:read"), "no-protected-ace-conflict"],
    [
      "something inherited",
      `<d:ace>${who(AXEL)}${grant("d:read")}<d:inherited><d:href>/</d:href></d:inherited></d:ace>`,
      "no-inherited-ace-conflict",
    ],
    ["too many", ace(AXEL, "d:read").repeat(501), "limited-number-of-aces"],
  ];
  test.each(REFUSED)("for %s is refused by name, and changes nothing", async (_, aces, condition) => {
    const maja = await opened.person("maja");
    await share("read", maja.principalId);
    const refused = await acl(elin, aces + ace("/dav/principals/maja/", "d:all"));
    expect([refused.status, refused.condition]).toEqual([403, condition]);
    expect(refused.xml.children).toHaveLength(1);
    expect(await shares()).toEqual({ [maja.principalId]: "read" });
  });

  test.each(LEVELS)("may be sent by a person who may %s only if they manage the calendar", async (level) => {
    await share(level);
    const maja = await opened.person("maja");
    const answer = await acl(axel, ace("/dav/principals/maja/", "d:read") + ace(AXEL, "d:all"), SEEN);
    const [axels, majas] = [axel.actor.principalId, maja.principalId];
    if (level === "manage") {
      expect(answer.status).toBe(200);
      expect(await shares()).toEqual({ [axels]: "manage", [majas]: "read" });
    } else {
      expect([answer.status, answer.condition]).toEqual([403, "need-privileges"]);
      expect(answer.body).toContain("<d:write-acl/>");
      expect(await shares()).toEqual({ [axels]: level });
    }
  });

  test("of an invisible resource, or of one that is not a calendar, is refused", async () => {
    expect((await acl(axel, "")).status).toBe(404);
    await elin.put(`${CALENDAR}1.ics`, eventText("1"));
    for (const path of [`${CALENDAR}1.ics`, "/dav/calendars/elin/", "/dav/principals/elin/"])
      expect((await acl(elin, "", path)).status).toBe(405);
    expect((await elin.send("ACL", CALENDAR, { body: "<x/>" })).status).toBe(400);
    expect((await elin.send("ACL", CALENDAR)).status).toBe(400);
  });
});

describe("levels and privileges", () => {
  test.each(LEVELS)("%s is read as it is written", (level) =>
    expect(levelOfPrivileges(privilegesOfLevel(level))).toBe(level),
  );
  test.each([
    [["d:read", "c:read-free-busy", "d:read-current-user-privilege-set", "d:write-properties"], "read"],
    [["d:read", "d:write-content", "d:bind", "d:unbind"], "write"],
    [["d:read", "d:write-content", "d:bind", "d:unbind", "d:write-properties"], "edit"],
    [["d:read", "d:write", "d:write-acl", "d:read-acl"], "manage"],
    [["d:write"], undefined],
    [["d:read", "d:unbind"], undefined],
    [["d:read", "d:write-acl"], undefined],
    [["d:read-acl"], undefined],
    [[], undefined],
  ])("%j is %s", (names, level) => expect(levelOfPrivileges(names)).toBe(level));
});

describe("reports on principals", () => {
  const PROP = "<d:prop><d:displayname/></d:prop>";
  const inGroup = () =>
    opened.app.storage.write(async (tx) => {
      const person = await tx.principals.byLogin("elin");
      if (!person) throw new Error("no elin");
      const id = opened.app.newId() as PrincipalId;
      const group = {
        ...person,
        id,
        kind: "group",
        login: "kor",
        email: null,
        displayName: "Kören",
      } as const;
      await tx.principals.insert(group);
      await tx.principals.addMember(id, axel.actor.principalId);
    });

  test("principal-match for self gives the person and their groups, as does group-membership", async () => {
    await inGroup();
    const body = `<d:self/>${PROP}`;
    const answer = await axel.report("/dav/principals/", "d:principal-match", body, { depth: "0" });
    expect(answer.hrefs).toEqual([AXEL, "/dav/principals/kor/"]);
    expect((await elin.report("/dav/principals/", "d:principal-match", body, { depth: "0" })).hrefs).toEqual([
      "/dav/principals/elin/",
    ]);
    const asked = "<d:group-membership/><d:group-member-set/>";
    const own = (await axel.propfind(AXEL, "0", asked)).resource();
    expect(own.text).toEqual({ "group-membership": "/dav/principals/kor/", "group-member-set": "" });
    // Of another person, only shared groups are shown.
    expect((await elin.propfind(AXEL, "0", asked)).resource().text["group-membership"]).toBe("");
    const expanded = await axel.report(
      AXEL,
      "d:expand-property",
      '<d:property name="group-membership"><d:property name="displayname"/></d:property>',
      { depth: "0" },
    );
    expect(expanded.body).toContain("<d:displayname>Kören</d:displayname>");
  });

  test("principal-match for owner gives the person's own resources in a home", async () => {
    await share("manage");
    const body = `<d:principal-property><d:owner/></d:principal-property>${PROP}`;
    const answer = await axel.report("/dav/calendars/axel/", "d:principal-match", body, { depth: "0" });
    expect(answer.hrefs).toEqual(["/dav/calendars/axel/calendar/"]);
    const neither = await axel.report("/dav/calendars/axel/", "d:principal-match", PROP, { depth: "0" });
    expect(neither.status).toBe(403);
  });

  test("acl-principal-prop-set gives the owner and the people with whom a calendar is shared", async () => {
    await share("read");
    const answer = await elin.report(CALENDAR, "d:acl-principal-prop-set", PROP, { depth: "0" });
    expect(answer.resource(AXEL).text["displayname"]).toBe("axel");
    expect(answer.hrefs).toEqual(["/dav/principals/elin/", AXEL]);
  });
});
