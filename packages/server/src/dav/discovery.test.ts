import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText, xmlBody } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { REPORTS } from "./methods/report.ts";
import { wellKnownCaldav } from "./server.ts";
import { setAudience } from "../testing/set-audience.ts";

let opened: TestDav;
let client: DavClient;
const CALENDAR = "/dav/calendars/elin/calendar/";

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
});
afterEach(() => opened.close());

describe("discovery", () => {
  test("well-known leads to the root", () => {
    const answer = wellKnownCaldav({ publicUrl: "https://example.org/snart" });
    expect([answer.status, answer.headers["Location"]]).toEqual([301, "/snart/dav/"]);
  });

  test.each(["/", "/dav", "/dav/", "/dav/calendars/elin/", CALENDAR])(
    "%s names the current principal",
    async (path) => {
      const answer = await client.propfind(path, "0", "<d:current-user-principal/>");
      expect(answer.status).toBe(207);
      expect(answer.resources).toHaveLength(1);
      expect(answer.resource().text["current-user-principal"]).toBe("/dav/principals/elin/");
    },
  );

  test("the top answers under its own name", async () => {
    expect((await client.propfind("/", "0", "<d:resourcetype/>")).hrefs).toEqual(["/"]);
  });

  test("the principal leads to the calendar home and says its addresses", async () => {
    const answer = await client.propfind(
      "/dav/principals/elin/",
      "0",
      "<c:calendar-home-set/><c:calendar-user-address-set/><d:displayname/><d:principal-URL/><c:calendar-user-type/>",
    );
    const { text, elements } = answer.resource();
    expect(text["calendar-home-set"]).toBe("/dav/calendars/elin/");
    expect(elements["calendar-user-address-set"]?.map(({ children }) => children[0])).toEqual([
      "mailto:elin@example.com",
      "/dav/principals/elin/",
      `urn:uuid:${client.actor.principalId}`,
    ]);
    expect(text).toMatchObject({
      displayname: "elin",
      "principal-URL": "/dav/principals/elin/",
      "calendar-user-type": "INDIVIDUAL",
    });
  });

  test("the home lists itself and the person's own calendars, and nobody else's", async () => {
    await opened.person("axel");
    const answer = await client.propfind("/dav/calendars/elin/", "1", "<d:resourcetype/>");
    expect(answer.hrefs).toEqual(["/dav/calendars/elin/", CALENDAR]);
    expect(answer.resource(CALENDAR).elements["resourcetype"]?.map(({ name }) => name)).toEqual([
      "collection",
      "calendar",
    ]);
  });

  test("a calendar lists its objects at depth 1 and only itself at depth 0", async () => {
    await client.put(`${CALENDAR}å@1.ics`, eventText("1"));
    const deep = await client.propfind(CALENDAR, "1", "<d:getetag/>");
    expect(deep.hrefs).toEqual([CALENDAR, `${CALENDAR}%C3%A5@1.ics`]);
    expect(deep.resource(CALENDAR).byStatus).toEqual({ 404: ["getetag"] });
    expect((await client.propfind(CALENDAR, "0", "<d:getetag/>")).hrefs).toEqual([CALENDAR]);
  });

  test("somebody else's calendar and home look the same as missing ones", async () => {
    await opened.person("axel");
    for (const path of [
      "/dav/calendars/axel/calendar/",
      "/dav/calendars/axel/nothing/",
      "/dav/calendars/axel/",
      "/dav/calendars/nobody/",
    ]) {
      const answer = await client.propfind(path, "0", "<d:displayname/>");
      expect([path, answer.status, answer.body.includes("multistatus")]).toEqual([path, 404, false]);
    }
  });
});

describe("PROPFIND", () => {
  test("of allprop leaves out what RFC 4791 asks to leave out, and accepts include", async () => {
    const body = xmlBody(
      "d:propfind",
      "<d:allprop/><d:include><c:max-resource-size/><d:nonsense/></d:include>",
    );
    const answer = await client.send("PROPFIND", CALENDAR, { headers: { depth: "0" }, body });
    const { text, byStatus } = answer.resource();
    expect(text).toMatchObject({ displayname: "elin", "max-resource-size": String(1024 * 1024) });
    expect(text).not.toHaveProperty("supported-calendar-component-set");
    expect(byStatus[404]).toEqual(["nonsense"]);
  });

  test("without a body is allprop", async () => {
    const answer = await client.propfind(CALENDAR, "0");
    expect(answer.resource().text).toHaveProperty("displayname", "elin");
    expect(answer.resource().byStatus).not.toHaveProperty("404");
  });

  test("of propname gives names without values", async () => {
    const answer = await client.send("PROPFIND", CALENDAR, {
      headers: { depth: "0" },
      body: xmlBody("d:propfind", "<d:propname/>"),
    });
    const { text } = answer.resource();
    expect(text).toMatchObject({ displayname: "", "sync-token": "", "calendar-timezone": "" });
    expect(text).not.toHaveProperty("getetag");
  });

  test("names unknown properties in their own namespace", async () => {
    const answer = await client.propfind(CALENDAR, "0", '<x xmlns="urn:x&quot;y"/><y xmlns=""/>');
    expect(answer.resource().byStatus).toEqual({ 404: ["x", "y"] });
  });

  test("with return=minimal leaves out missing properties, and says so", async () => {
    const answer = await client.propfind(CALENDAR, "0", "<d:displayname/><d:nonsense/>", {
      prefer: "return=minimal",
    });
    expect(answer.resource().byStatus).toEqual({ 200: ["displayname"] });
    expect(answer.headers.get("preference-applied")).toBe("return=minimal");
  });

  test("goes no deeper than one level", async () => {
    const answer = await client.propfind("/dav/calendars/elin/", "infinity", "<d:displayname/>");
    expect([answer.status, answer.condition]).toEqual([403, "propfind-finite-depth"]);
  });

  test.each(["2", "-1", "one"])("refuses Depth: %s", async (depth) => {
    expect((await client.propfind(CALENDAR, depth, "<d:displayname/>")).status).toBe(400);
  });

  test("gives the owner's privileges and the calendar's components", async () => {
    const answer = await client.propfind(
      CALENDAR,
      "0",
      "<d:current-user-privilege-set/><c:supported-calendar-component-set/><d:supported-report-set/><d:owner/>",
    );
    const { elements, text } = answer.resource();
    const privileges = elements["current-user-privilege-set"]?.map(
      ({ children }) => typeof children[0] === "object" && children[0].name,
    );
    expect(privileges).toEqual(expect.arrayContaining(["read", "write", "bind", "unbind", "all"]));
    expect(
      elements["supported-calendar-component-set"]?.map(({ attributes }) => attributes[0]?.value),
    ).toEqual(["VEVENT", "VTODO"]);
    expect(elements["supported-report-set"]).toHaveLength(6);
    expect(text["owner"]).toBe("/dav/principals/elin/");
  });

  test("gives the calendar's zone as iCalendar text", async () => {
    const answer = await client.propfind(CALENDAR, "0", "<c:calendar-timezone/><c:calendar-timezone-id/>");
    expect(answer.resource().text["calendar-timezone"]).toMatch(
      /^BEGIN:VCALENDAR\r\n[^]*TZID:Europe\/Stockholm\r\n[^]*END:VCALENDAR\r\n$/,
    );
    expect(answer.resource().text["calendar-timezone-id"]).toBe("Europe/Stockholm");
  });

  test("of an object gives its entity tag, type and size", async () => {
    const text = eventText("1", "DTSTART:20261123T110000Z", "SUMMARY:Fika på Söder");
    const { etag } = await client.put(`${CALENDAR}1.ics`, text);
    const answer = await client.propfind(
      `${CALENDAR}1.ics`,
      "0",
      "<d:getetag/><d:getcontenttype/><d:getcontentlength/><d:resourcetype/>",
    );
    expect(answer.resource().text).toEqual({
      getetag: etag,
      getcontenttype: "text/calendar; charset=utf-8; component=vevent",
      getcontentlength: String(Buffer.byteLength(text)),
      resourcetype: "",
    });
  });

  test("of the change tag changes with every change in the calendar, and with nothing else", async () => {
    const ctag = async () =>
      (await client.propfind(CALENDAR, "0", "<cs:getctag/>")).resource().text["getctag"];
    const before = await ctag();
    expect(await ctag()).toBe(before);
    await client.put(`${CALENDAR}1.ics`, eventText("1"));
    const after = await ctag();
    expect(after).not.toBe(before);
    await client.mkcalendar("/dav/calendars/elin/other/");
    expect(await ctag()).toBe(after);
  });
});

describe("OPTIONS", () => {
  test("advertises exactly the existing features", async () => {
    const answer = await client.send("OPTIONS", CALENDAR);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("dav")).toBe(
      "1, 3, access-control, calendar-access, calendar-auto-schedule, calendar-availability, calendar-managed-attachments, extended-mkcol, calendar-no-timezone, calendar-proxy, calendarserver-sharing, webdav-push",
    );
    expect(answer.headers.get("allow")?.split(", ")).toEqual(
      expect.arrayContaining(["PROPFIND", "REPORT", "MKCALENDAR", "DELETE"]),
    );
    expect(answer.headers.get("allow")).not.toContain("LOCK");
  });
});

describe("the reports on principals", () => {
  test("find people by name, as far as they may be found", async () => {
    await opened.person("elina");
    const search = async () =>
      (
        await client.report(
          "/dav/principals/",
          "d:principal-property-search",
          "<d:property-search><d:prop><d:displayname/></d:prop><d:match>ELI</d:match></d:property-search><d:prop><d:displayname/></d:prop>",
          { depth: "0" },
        )
      ).hrefs;
    expect(await search()).toEqual(["/dav/principals/elin/", "/dav/principals/elina/"]);
    await setAudience(opened.app, "connected");
    expect(await search()).toEqual(["/dav/principals/elin/"]);
  });

  test("find people by a part of their address, as far as they may be found", async () => {
    await opened.person("nils");
    const search = async (address: string, match = "") =>
      (
        await client.report(
          "/dav/principals/",
          "d:principal-property-search",
          `<d:property-search><d:prop><c:calendar-user-address-set/></d:prop><d:match${match}>${address}</d:match></d:property-search><d:prop><d:displayname/></d:prop>`,
          { depth: "0" },
        )
      ).hrefs;
    expect(await search("NILS@example")).toEqual(["/dav/principals/nils/"]);
    expect(await search("mailto:nils@example.com")).toEqual(["/dav/principals/nils/"]);
    expect(await search("example.com")).toEqual(["/dav/principals/elin/", "/dav/principals/nils/"]);
    expect(await search("nobody@example.com")).toEqual([]);
    await setAudience(opened.app, "connected");
    expect(await search("nils@example.com")).toEqual([]);
  });

  test.each(["/dav/", "/dav/principals/", "/dav/principals/elin/", "/dav/calendars/elin/"])(
    "find people from %s, oneself among them, and without a search everybody",
    async (path) => {
      const flat = { depth: "0" };
      const name = (text: string) =>
        `<d:property-search><d:prop><d:displayname/></d:prop><d:match>${text}</d:match></d:property-search>`;
      const search = async (content: string) =>
        (
          await client.report(
            path,
            "d:principal-property-search",
            `${content}<d:prop><d:displayname/></d:prop>`,
            flat,
          )
        ).hrefs;
      expect(await search(name("elin"))).toEqual(["/dav/principals/elin/"]);
      expect(await search(name("nobody"))).toEqual([]);
      expect(await search("")).toContain("/dav/principals/elin/");
      const properties = await client.report(path, "d:principal-search-property-set", "", flat);
      expect(properties.status).toBe(200);
    },
  );

  test.each([
    [
      "/dav/principals/",
      "d:principal-property-search",
      "<d:property-search><d:prop><d:displayname/></d:prop><d:match>e</d:match></d:property-search>",
    ],
    ["/dav/principals/", "d:principal-search-property-set", ""],
    ["/dav/principals/", "d:principal-match", "<d:self/>"],
    [CALENDAR, "d:acl-principal-prop-set", "<d:prop><d:displayname/></d:prop>"],
  ])("on %s, %s is defined for Depth 0 alone", async (path, name, content) => {
    for (const depth of ["1", "infinity"])
      expect((await client.report(path, name, content, { depth })).status).toBe(400);
    expect([200, 207]).toContain((await client.report(path, name, content, {})).status);
  });

  test("refuse a body that asks for properties in two ways, as PROPFIND does", async () => {
    const twice = "<d:allprop/><d:prop><d:displayname/></d:prop>";
    const search =
      "<d:property-search><d:prop><d:displayname/></d:prop><d:match>e</d:match></d:property-search>";
    const flat = { depth: "0" };
    expect(
      (await client.report("/dav/principals/", "d:principal-property-search", search + twice, flat)).status,
    ).toBe(400);
    expect(
      (await client.report("/dav/principals/", "d:principal-match", `<d:self/>${twice}`, flat)).status,
    ).toBe(400);
    expect((await client.report(CALENDAR, "d:acl-principal-prop-set", twice, flat)).status).toBe(400);
    for (const wishes of [twice, "<d:propname/><d:allprop/>", "<d:prop/><d:prop/>"]) {
      const body = xmlBody("d:propfind", wishes);
      expect((await client.send("PROPFIND", CALENDAR, { headers: { depth: "0" }, body })).status).toBe(400);
    }
    const all = xmlBody("d:propfind", "<d:allprop/><d:include><d:displayname/></d:include>");
    expect((await client.send("PROPFIND", CALENDAR, { headers: { depth: "0" }, body: all })).status).toBe(
      207,
    );
  });

  test("expand-property follows hrefs", async () => {
    const answer = await client.report(
      "/dav/principals/elin/",
      "d:expand-property",
      '<d:property name="calendar-home-set" namespace="urn:ietf:params:xml:ns:caldav"><d:property name="resourcetype"/><d:property name="x"/></d:property>',
      { depth: "0" },
    );
    const [home] = answer.resource().elements["calendar-home-set"] ?? [];
    expect(home?.name).toBe("response");
    expect(answer.body).toContain("<d:href>/dav/calendars/elin/</d:href>");
  });

  test("an unknown report is named in the refusal", async () => {
    const answer = await client.report(CALENDAR, "d:version-tree", "");
    expect([answer.status, answer.condition]).toEqual([403, "supported-report"]);
  });

  test("a resource answers exactly what it advertises", async () => {
    for (const [path, kind] of [
      ["/dav/", "root"],
      ["/dav/principals/", "principals"],
      ["/dav/principals/elin/", "principal"],
      ["/dav/calendars/", "homes"],
      ["/dav/calendars/elin/", "home"],
      [CALENDAR, "calendar"],
    ] as const) {
      const answer = await client.propfind(path, "0", "<d:supported-report-set/>");
      const advertised: (string | undefined)[] = [...answer.body.matchAll(/<d:report><\w+:([\w-]+)\/>/g)].map(
        ([, name]) => name,
      );
      const answered = [...REPORTS]
        .filter(([, { on }]) => on.includes(kind))
        .map(([key]) => key.replace(/.*}/, ""));
      expect([path, advertised.map(String).toSorted()]).toEqual([path, answered.toSorted()]);
    }
  });
});
