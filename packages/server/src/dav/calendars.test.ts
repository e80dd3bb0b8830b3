import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventText, writtenElement, xmlBody, type DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let client: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
});
afterEach(() => opened.close());

const set = (props: string) => `<d:set><d:prop>${props}</d:prop></d:set>`;
const remove = (props: string) => `<d:remove><d:prop>${props}</d:prop></d:remove>`;
const read = async (path: string, props: string) => (await client.propfind(path, "0", props)).resource();
const home = async () => (await client.propfind(HOME, "1", "<d:displayname/>")).hrefs;

describe("MKCALENDAR", () => {
  test("without a body makes a calendar named like its URL", async () => {
    expect((await client.mkcalendar(`${HOME}ny%20kalender/`)).status).toBe(201);
    expect((await read(`${HOME}ny%20kalender/`, "<d:displayname/>")).text["displayname"]).toBe("ny kalender");
  });

  test("sets the given properties", async () => {
    const answer = await client.mkcalendar(
      `${HOME}work/`,
      '<d:displayname>Jobb &amp; så</d:displayname><c:calendar-description>x</c:calendar-description><a:calendar-color symbolic-color="custom">#FF2968FF</a:calendar-color><a:calendar-order>7</a:calendar-order><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set><x xmlns="urn:x">1</x>',
    );
    expect([answer.status, answer.body]).toEqual([201, ""]);
    const { text, elements } = await read(
      `${HOME}work/`,
      '<d:displayname/><c:calendar-description/><a:calendar-color/><a:calendar-order/><c:supported-calendar-component-set/><x xmlns="urn:x"/>',
    );
    expect(text).toMatchObject({
      displayname: "Jobb & så",
      "calendar-description": "x",
      "calendar-color": "#FF2968FF",
      "calendar-order": "7",
      x: "1",
    });
    expect(elements["supported-calendar-component-set"]?.map(writtenElement)).toHaveLength(1);
    const put = await client.put(`${HOME}work/1.ics`, eventText("1"));
    expect([put.status, put.condition]).toEqual([403, "supported-calendar-component"]);
  });

  test("on an existing calendar changes nothing", async () => {
    const answer = await client.mkcalendar(CALENDAR, "<d:displayname>x</d:displayname>");
    expect([answer.status, answer.condition]).toEqual([403, "resource-must-be-null"]);
    expect((await read(CALENDAR, "<d:displayname/>")).text["displayname"]).toBe("elin");
  });

  test("with an invalid property makes nothing", async () => {
    const answer = await client.mkcalendar(
      `${HOME}work/`,
      '<d:displayname>x</d:displayname><d:getetag>"x"</d:getetag>',
    );
    expect([answer.status, answer.hrefs]).toEqual([207, [`${HOME}work/`]]);
    expect(answer.resource().byStatus).toEqual({ 424: ["displayname"], 403: ["getetag"] });
    expect(answer.body).toContain("424 Failed Dependency");
    expect(answer.body).toContain("cannot-modify-protected-property");
    expect(await home()).toEqual([HOME, CALENDAR]);
  });

  test.each([
    ["as an object", `${CALENDAR}x.ics`, 403],
    ["at the home", HOME, 403],
    ["in a home that is not there", "/dav/calendars/nobody/x/", 404],
  ])("%s is refused", async (_, path, status) => {
    const answer = await client.mkcalendar(path);
    expect(answer.status).toBe(status);
    expect(await home()).toEqual([HOME, CALENDAR]);
  });

  test("in somebody else's home needs a privilege that nobody has", async () => {
    const axel = await opened.client("axel");
    const answer = await client.mkcalendar("/dav/calendars/axel/x/");
    expect([answer.status, answer.condition]).toEqual([403, "need-privileges"]);
    expect((await axel.propfind("/dav/calendars/axel/", "1", "<d:displayname/>")).hrefs).toHaveLength(2);
  });

  test("of an unknown kind of component is refused", async () => {
    const answer = await client.mkcalendar(
      `${HOME}x/`,
      '<c:supported-calendar-component-set><c:comp name="VPOLL"/></c:supported-calendar-component-set>',
    );
    expect(answer.status).toBe(207);
    expect(answer.resource().byStatus).toEqual({ 403: ["supported-calendar-component-set"] });
    expect(answer.body).toContain("supported-calendar-component/>");
    expect(await home()).toEqual([HOME, CALENDAR]);
  });
});

describe("invalid targets", () => {
  test.each([
    ["MKCALENDAR", `${HOME}none/deep/`, 409],
    ["MKCOL", `${HOME}none/deep/`, 409],
    ["MKCALENDAR", `${HOME}calendar/deep/`, 403],
    ["MKCOL", `${HOME}x#fragment`, 400],
    ["DELETE", `${HOME}calendar/#fragment`, 400],
  ])("%s at %s", async (method, path, status) => {
    const before = (await client.propfind(HOME, "1", "<d:resourcetype/>")).hrefs;
    expect((await client.send(method, path)).status).toBe(status);
    expect((await client.propfind(HOME, "1", "<d:resourcetype/>")).hrefs).toEqual(before);
  });

  test("a MKCOL refuses a body that is not XML", async () => {
    const headers = { "content-type": "text/plain" };
    expect((await client.send("MKCOL", `${HOME}x/`, { headers, body: "x" })).status).toBe(415);
    expect((await client.propfind(`${HOME}x/`, "0")).status).toBe(404);
  });
});

describe("MKCOL", () => {
  const mkcol = (path: string, types: string, props = "") =>
    client.send("MKCOL", path, {
      body: xmlBody("d:mkcol", set(`<d:resourcetype>${types}</d:resourcetype>${props}`)),
    });

  test("makes a calendar if its body asks for one", async () => {
    expect(
      (await mkcol(`${HOME}x/`, "<d:collection/><c:calendar/>", "<d:displayname>X</d:displayname>")).status,
    ).toBe(201);
    expect((await read(`${HOME}x/`, "<d:displayname/>")).text["displayname"]).toBe("X");
  });

  test("on an existing calendar is 405 (RFC 4918 §9.3.1)", async () => {
    const answer = await mkcol(CALENDAR, "<d:collection/><c:calendar/>", "<d:displayname>x</d:displayname>");
    expect([answer.status, answer.condition]).toEqual([405, "resource-must-be-null"]);
    expect(answer.headers.get("allow")).toContain("PROPFIND");
    expect((await read(CALENDAR, "<d:displayname/>")).text["displayname"]).toBe("elin");
  });

  test("with an invalid property makes nothing, and says so property by property (RFC 5689 §3)", async () => {
    const answer = await mkcol(`${HOME}x/`, "<d:collection/><c:calendar/>", "<d:getetag>x</d:getetag>");
    expect([answer.status, answer.xml.name]).toEqual([403, "mkcol-response"]);
    expect(await home()).toEqual([HOME, CALENDAR]);
  });

  test.each([
    ["a plain collection", "<d:collection/>"],
    ["an address book", '<d:collection/><b:addressbook xmlns:b="urn:ietf:params:xml:ns:carddav"/>'],
    ["no collection", "<c:calendar/>"],
  ])("of %s is refused", async (_, types) => {
    const answer = await mkcol(`${HOME}x/`, types);
    expect([answer.status, answer.condition]).toEqual([403, "valid-resourcetype"]);
    expect(await home()).toEqual([HOME, CALENDAR]);
  });
});

describe("PROPPATCH", () => {
  test("sets name, colour and order, and reports it", async () => {
    const answer = await client.proppatch(
      CALENDAR,
      set(
        "<d:displayname>Ny</d:displayname><a:calendar-color>#4A86D4</a:calendar-color><a:calendar-order>3</a:calendar-order>",
      ),
    );
    expect(answer.resource().byStatus).toEqual({ 200: ["displayname", "calendar-color", "calendar-order"] });
    const { text } = await read(CALENDAR, "<d:displayname/><a:calendar-color/><a:calendar-order/>");
    expect(text).toEqual({ displayname: "Ny", "calendar-color": "#4A86D4FF", "calendar-order": "3" });
  });

  test("keeps unknown properties, markup included, and removes them again", async () => {
    const value = '<x:thing xmlns:x="urn:x" a="1"><x:in>t&amp;</x:in><b xmlns="">ü</b></x:thing>';
    await client.proppatch(CALENDAR, set(value));
    const all = await client.propfind(CALENDAR, "0");
    expect(all.resource().elements["thing"]?.map(writtenElement)).toEqual([
      '<in xmlns="urn:x">t&amp;</in>',
      "<b>ü</b>",
    ]);
    await client.proppatch(CALENDAR, remove('<x:thing xmlns:x="urn:x"/>'));
    expect((await read(CALENDAR, '<x:thing xmlns:x="urn:x"/>')).byStatus).toEqual({ 404: ["thing"] });
  });

  test("does all or nothing", async () => {
    const answer = await client.proppatch(
      CALENDAR,
      set('<d:displayname>Ny</d:displayname><d:getetag>"1"</d:getetag><x xmlns="urn:x">1</x>'),
    );
    expect(answer.resource().byStatus).toEqual({ 424: ["displayname", "x"], 403: ["getetag"] });
    expect((await read(CALENDAR, '<d:displayname/><x xmlns="urn:x"/>')).byStatus).toEqual({
      200: ["displayname"],
      404: ["x"],
    });
    expect((await read(CALENDAR, "<d:displayname/>")).text["displayname"]).toBe("elin");
  });

  test("follows its instructions in order", async () => {
    await client.proppatch(
      CALENDAR,
      `${set('<x xmlns="urn:x">1</x>')}${remove('<x xmlns="urn:x"/>')}${set('<x xmlns="urn:x">2</x>')}`,
    );
    expect((await read(CALENDAR, '<x xmlns="urn:x"/>')).text["x"]).toBe("2");
  });

  test("with return=minimal reports nothing about success", async () => {
    const answer = await client.proppatch(CALENDAR, set("<d:displayname>Ny</d:displayname>"), {
      prefer: "return=minimal",
    });
    expect([answer.status, answer.body]).toEqual([200, ""]);
  });

  test.each([
    ["a colour that is none", "<a:calendar-color>url(javascript:x)</a:calendar-color>", 409],
    ["an order that is none", "<a:calendar-order>first</a:calendar-order>", 409],
    [
      "a zone that is none",
      "<c:calendar-timezone>BEGIN:VCALENDAR\r\nEND:VCALENDAR</c:calendar-timezone>",
      403,
    ],
    ["a zone of no such name", "<c:calendar-timezone-id>Europe/Atlantis</c:calendar-timezone-id>", 403],
    [
      "other components than it was made with",
      '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>',
      403,
    ],
    ["a mountain of properties", `<x xmlns="urn:x">${"x".repeat(100_000)}</x>`, 507],
  ])("refuses %s", async (_, props, status) => {
    const before = await read(
      CALENDAR,
      "<cs:getctag/><a:calendar-color/><a:calendar-order/><c:calendar-timezone-id/>",
    );
    const answer = await client.proppatch(CALENDAR, set(props));
    expect(Object.keys(answer.resource().byStatus)).toEqual([String(status)]);
    expect(
      await read(CALENDAR, "<cs:getctag/><a:calendar-color/><a:calendar-order/><c:calendar-timezone-id/>"),
    ).toEqual(before);
  });

  test("returns a zone as it was set", async () => {
    const zone =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/London\r\nX-MINE:1\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n";
    await client.proppatch(
      CALENDAR,
      set(`<c:calendar-timezone>${zone.replaceAll("\r", "&#13;")}</c:calendar-timezone>`),
    );
    const { text } = await read(CALENDAR, "<c:calendar-timezone/><c:calendar-timezone-id/>");
    expect(text).toEqual({ "calendar-timezone": zone, "calendar-timezone-id": "Europe/London" });
  });

  test.each(["/dav/principals/elin/", HOME])("on %s sets nothing", async (path) => {
    const answer = await client.proppatch(path, set("<d:displayname>x</d:displayname>"));
    expect(answer.resource().byStatus).toEqual({ 403: ["displayname"] });
    expect((await read(path, "<d:displayname/>")).text["displayname"]).toBe("elin");
  });
});

describe("DELETE of a calendar", () => {
  test("removes its objects, and nothing else", async () => {
    await client.mkcalendar(`${HOME}other/`);
    await client.put(`${HOME}other/1.ics`, eventText("1"));
    await client.put(`${CALENDAR}1.ics`, eventText("1"));
    expect((await client.delete(`${HOME}other/`)).status).toBe(204);
    expect(await home()).toEqual([HOME, CALENDAR]);
    expect((await client.get(`${HOME}other/1.ics`)).status).toBe(404);
    expect((await client.get(`${CALENDAR}1.ics`)).status).toBe(200);
  });

  test("removes the whole or nothing", async () => {
    expect((await client.delete(CALENDAR, { depth: "0" })).status).toBe(400);
    expect(await home()).toEqual([HOME, CALENDAR]);
  });

  test("keeps the last one that takes events, so that invitations have a place", async () => {
    await client.put(`${CALENDAR}1.ics`, eventText("1"));
    const tasks =
      '<c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>';
    await client.mkcalendar(`${HOME}tasks/`, tasks);
    const refused = await client.delete(CALENDAR);
    expect([refused.status, refused.condition]).toEqual([403, "default-calendar-needed"]);
    expect((await client.get(`${CALENDAR}1.ics`)).status).toBe(200);
    expect((await client.delete(`${HOME}tasks/`)).status).toBe(204);
    await client.mkcalendar(`${HOME}other/`);
    expect((await client.delete(CALENDAR)).status).toBe(204);
    expect((await client.delete(`${HOME}other/`)).condition).toBe("default-calendar-needed");
  });

  test("starts new sync tokens for a new calendar at the same URL", async () => {
    const { syncToken } = await client.sync(CALENDAR, "");
    await client.mkcalendar(`${HOME}other/`);
    await client.delete(CALENDAR);
    await client.mkcalendar(CALENDAR);
    expect((await client.sync(CALENDAR, syncToken)).condition).toBe("valid-sync-token");
  });
});

describe("a person with whom a calendar is shared", () => {
  const share = async (level: "freeBusy" | "read" | "write" | "edit") => {
    const axel = await opened.client("axel");
    await opened.share(client, level, axel.actor.principalId);
    return axel;
  };
  const privileges = async (axel: DavClient) =>
    [
      ...(await axel.propfind(CALENDAR, "0", "<d:current-user-privilege-set/>")).body.matchAll(
        /<d:privilege><\w+:([\w-]+)\/>/g,
      ),
    ].map(([, name]) => name);

  test("and who may read, may read and recolour it, for themselves only", async () => {
    await client.put(`${CALENDAR}1.ics`, eventText("1"));
    const axel = await share("read");
    expect(await privileges(axel)).toEqual([
      "read",
      "read-current-user-privilege-set",
      "write-properties",
      "read-free-busy",
    ]);
    expect((await axel.get(`${CALENDAR}1.ics`)).status).toBe(200);
    const patched = await axel.proppatch(CALENDAR, set("<a:calendar-color>#112233</a:calendar-color>"));
    expect(patched.resource().byStatus).toEqual({ 200: ["calendar-color"] });
    expect(
      (await axel.propfind(CALENDAR, "0", "<a:calendar-color/>")).resource().text["calendar-color"],
    ).toBe("#112233");
    expect((await read(CALENDAR, "<a:calendar-color/>")).text["calendar-color"]).toBe("#269792FF");
  });

  test("and who may read, may not write, delete or describe it", async () => {
    const { etag } = await client.put(`${CALENDAR}1.ics`, eventText("1"));
    const axel = await share("read");
    const put = await axel.put(`${CALENDAR}1.ics`, eventText("1", "LOCATION:x"));
    expect([put.status, put.condition]).toEqual([403, "need-privileges"]);
    expect((await axel.delete(`${CALENDAR}1.ics`)).status).toBe(403);
    expect((await axel.delete(CALENDAR)).status).toBe(403);
    const patched = await axel.proppatch(CALENDAR, set("<c:calendar-description>x</c:calendar-description>"));
    expect(patched.resource().byStatus).toEqual({ 403: ["calendar-description"] });
    expect((await client.get(`${CALENDAR}1.ics`)).etag).toBe(etag);
  });

  test("and who sees free/busy, sees the calendar and its times", async () => {
    await client.put(`${CALENDAR}1.ics`, eventText("1"));
    const axel = await share("freeBusy");
    expect(await privileges(axel)).toEqual(["read-current-user-privilege-set", "read-free-busy"]);
    const [own, ...times] = (await axel.propfind(CALENDAR, "1", "<d:getetag/>")).hrefs;
    expect([own, times.length]).toEqual([CALENDAR, 1]);
    expect((await axel.get(`${CALENDAR}1.ics`)).status).toBe(404);
    expect((await axel.get(CALENDAR)).status).toBe(403);
    expect((await axel.sync(CALENDAR, "")).status).toBe(403);
  });

  test("and who may edit, may write", async () => {
    const axel = await share("edit");
    expect(await privileges(axel)).toContain("write");
    expect((await axel.put(`${CALENDAR}1.ics`, eventText("1"))).status).toBe(201);
    expect((await client.get(`${CALENDAR}1.ics`)).status).toBe(200);
  });

  test("can't detect that secret events exist", async () => {
    const axel = await share("edit");
    const start = await axel.sync(CALENDAR, "");
    await client.put(`${CALENDAR}open.ics`, eventText("open"));
    await client.put(`${CALENDAR}secret.ics`, eventText("secret", "CLASS:CONFIDENTIAL"));
    const hrefs = [`${CALENDAR}secret.ics`, `${CALENDAR}open.ics`]
      .map((href) => `<d:href>${href}</d:href>`)
      .join("");
    const answers = [
      await axel.propfind(CALENDAR, "1", "<d:getetag/>"),
      await axel.sync(CALENDAR, ""),
      await axel.report(
        CALENDAR,
        "c:calendar-query",
        '<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter>',
      ),
    ];
    for (const answer of answers)
      expect(answer.hrefs.filter((href) => href !== CALENDAR)).toEqual([`${CALENDAR}open.ics`]);
    const later = await axel.sync(CALENDAR, start.syncToken);
    expect(later.resource(`${CALENDAR}secret.ics`).status).toBe(404);
    const multiget = await axel.report(
      CALENDAR,
      "c:calendar-multiget",
      `<d:prop><d:getetag/></d:prop>${hrefs}`,
    );
    expect(multiget.resource(`${CALENDAR}secret.ics`).status).toBe(404);
    expect((await axel.get(`${CALENDAR}secret.ics`)).status).toBe(404);
    expect((await axel.get(CALENDAR)).body).not.toContain("UID:secret");
  });
});
