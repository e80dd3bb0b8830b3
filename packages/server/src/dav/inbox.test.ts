import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxItem } from "../app/types.ts";
import { type DavClient, eventText, xmlBody, type DavAnswer } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let test: TestDav;
let elinsApp: DavClient;
let bengtsApp: DavClient;
const INBOX = "/dav/scheduling/elin/inbox/";

beforeEach(async () => {
  test = await openTestDav();
  elinsApp = await test.client("elin");
  bengtsApp = await test.client("bengt");
});
afterEach(() => test.close());

const message = (uid: string): string =>
  eventText(uid).replace("VERSION:2.0\r\n", "VERSION:2.0\r\nMETHOD:REQUEST\r\n");

/** Puts a message into Elin's inbox as a delivery does. */
const deliver = (uri: string): Promise<InboxItem> =>
  test.app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(elinsApp.actor.principalId);
    const icalendar = message(uri);
    const item: InboxItem = {
      accountId: elinsApp.actor.principalId,
      uri,
      uid: uri,
      component: "VEVENT",
      method: "REQUEST",
      etag: `tag-${uri}`,
      size: Buffer.byteLength(icalendar),
      modseq,
      createdAt: test.app.now(),
      icalendar,
    };
    await tx.inbox.insert(item);
    return item;
  });

describe("an inbox", () => {
  it("is found from the principal, and gives its type", async () => {
    const found = await elinsApp.propfind(
      "/dav/principals/elin/",
      "0",
      "<c:schedule-inbox-URL/><c:schedule-outbox-URL/>",
    );
    expect(found.resource().text).toEqual({
      "schedule-inbox-URL": INBOX,
      "schedule-outbox-URL": "/dav/scheduling/elin/outbox/",
    });
    const names =
      "<d:resourcetype/><c:schedule-default-calendar-URL/><d:current-user-privilege-set/><d:owner/>";
    const inbox = (await elinsApp.propfind(INBOX, "0", names)).resource();
    expect(inbox.elements["resourcetype"]?.map(({ name }) => name)).toEqual(["collection", "schedule-inbox"]);
    expect(inbox.text["schedule-default-calendar-URL"]).toBe("/dav/calendars/elin/calendar/");
    expect(inbox.text["owner"]).toBe("/dav/principals/elin/");
    const outbox = await elinsApp.propfind("/dav/scheduling/elin/outbox/", "0", names);
    expect(outbox.resource().elements["resourcetype"]?.map(({ name }) => name)).toEqual([
      "collection",
      "schedule-outbox",
    ]);
    expect(outbox.body).toContain("<c:schedule-send/>");
    expect(outbox.resource().byStatus[404]).toEqual(["schedule-default-calendar-URL"]);
  });

  it("is invisible to others", async () => {
    await deliver("a.ics");
    for (const path of [INBOX, `${INBOX}a.ics`, "/dav/scheduling/elin/outbox/"]) {
      expect((await bengtsApp.propfind(path, "0", "<d:displayname/>")).status, path).toBe(404);
      expect((await bengtsApp.get(path)).status, path).toBe(404);
    }
    expect((await bengtsApp.delete(`${INBOX}a.ics`)).status).toBe(404);
    expect((await bengtsApp.sync(INBOX, "")).status).toBe(404);
    expect((await elinsApp.get(`${INBOX}a.ics`)).status).toBe(200);
  });

  it("gives its messages to PROPFIND, GET, query and multiget", async () => {
    await deliver("a.ics");
    await deliver("b c.ics");
    const listed = await elinsApp.propfind(INBOX, "1", "<d:getetag/>");
    expect(listed.hrefs.toSorted()).toEqual([INBOX, `${INBOX}a.ics`, `${INBOX}b%20c.ics`]);
    const got = await elinsApp.get(`${INBOX}a.ics`);
    expect([got.status, got.etag, got.body]).toEqual([200, '"tag-a.ics"', message("a.ics")]);
    expect((await elinsApp.get(`${INBOX}a.ics`, { "if-none-match": '"tag-a.ics"' })).status).toBe(304);
    const filter = (uid: string): string =>
      `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="UID"><c:text-match>${uid}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter>`;
    const props = "<d:prop><d:getetag/><c:calendar-data/></d:prop>";
    const query = await elinsApp.report(INBOX, "c:calendar-query", props + filter("a.ics"));
    expect(query.hrefs).toEqual([`${INBOX}a.ics`]);
    expect(query.resource().text["calendar-data"]).toContain("METHOD:REQUEST");
    const wanted = [`${INBOX}b%20c.ics`, `${INBOX}none.ics`, "/dav/calendars/elin/calendar/a.ics"];
    const hrefs = wanted.map((href) => `<d:href>${href}</d:href>`).join("");
    const multiget = await elinsApp.report(INBOX, "c:calendar-multiget", props + hrefs);
    expect(multiget.resources.map(({ href, status }) => [href, status])).toEqual([
      [wanted[0], undefined],
      [wanted[1], 404],
      [wanted[2], 404],
    ]);
  });

  it("can be synchronised and emptied, and accepts no PUT", async () => {
    await deliver("a.ics");
    const first = await elinsApp.sync(INBOX, "");
    expect(first.hrefs).toEqual([`${INBOX}a.ics`]);
    await deliver("b.ics");
    expect((await elinsApp.delete(`${INBOX}a.ics`, { "if-match": '"other"' })).status).toBe(412);
    expect((await elinsApp.delete(`${INBOX}a.ics`)).status).toBe(204);
    expect((await elinsApp.delete(`${INBOX}a.ics`)).status).toBe(404);
    const second = await elinsApp.sync(INBOX, first.syncToken);
    expect(second.resources.map(({ href, status }) => [href, status])).toEqual([
      [`${INBOX}b.ics`, undefined],
      [`${INBOX}a.ics`, 404],
    ]);
    expect((await elinsApp.sync(INBOX, second.syncToken)).hrefs).toEqual([]);
    expect((await elinsApp.sync(INBOX, "data:,inbox-other:1")).condition).toBe("valid-sync-token");
    expect((await elinsApp.put(`${INBOX}c.ics`, message("c"))).status).toBe(405);
    expect((await elinsApp.delete(INBOX)).status).toBe(405);
    expect((await elinsApp.send("MKCALENDAR", "/dav/scheduling/elin/inbox")).status).toBe(403);
    const calendar = await elinsApp.propfind("/dav/calendars/elin/", "1", "<d:getetag/>");
    expect(calendar.hrefs, "inboxes are not among the calendars").toEqual([
      "/dav/calendars/elin/",
      "/dav/calendars/elin/calendar/",
    ]);
  });

  it("refuses reports that it does not advertise", async () => {
    const body = xmlBody(
      "c:free-busy-query",
      '<c:time-range start="20261101T000000Z" end="20261201T000000Z"/>',
    );
    const answer = await elinsApp.send("REPORT", INBOX, { body });
    expect(answer.condition).toBe("supported-report");
  });

  it("lets its owner choose the calendar for invitations, and accepts no other collection", async () => {
    await elinsApp.mkcalendar("/dav/calendars/elin/second/");
    const choose = (href: string): Promise<DavAnswer> =>
      elinsApp.proppatch(
        INBOX,
        `<d:set><d:prop><c:schedule-default-calendar-URL><d:href>${href}</d:href></c:schedule-default-calendar-URL></d:prop></d:set>`,
      );
    const chosen = async (): Promise<string | undefined> =>
      (await elinsApp.propfind(INBOX, "0", "<c:schedule-default-calendar-URL/>")).resource().text[
        "schedule-default-calendar-URL"
      ];
    expect((await choose("/dav/calendars/elin/second/")).resource().byStatus[200]).toEqual([
      "schedule-default-calendar-URL",
    ]);
    expect(await chosen()).toBe("/dav/calendars/elin/second/");
    for (const other of ["/dav/calendars/elin/none/", "/dav/calendars/bengt/calendar/", "/dav/", INBOX, ""]) {
      const refused = await choose(other);
      expect(refused.resource().byStatus[403], other).toEqual(["schedule-default-calendar-URL"]);
      expect(refused.body).toContain("<c:valid-schedule-default-calendar-URL/>");
    }
    expect(await chosen()).toBe("/dav/calendars/elin/second/");
  });
});

describe("a calendar that does not make its owner busy", () => {
  const TRANSPARENT = "<c:schedule-calendar-transp><c:transparent/></c:schedule-calendar-transp>";
  const transp = async (path: string): Promise<readonly string[] | undefined> =>
    (await elinsApp.propfind(path, "0", "<c:schedule-calendar-transp/>"))
      .resource()
      .elements["schedule-calendar-transp"]?.map(({ name }) => name);

  it("says so, from the beginning or later", async () => {
    expect(await transp("/dav/calendars/elin/calendar/")).toEqual(["opaque"]);
    expect((await elinsApp.mkcalendar("/dav/calendars/elin/second/", TRANSPARENT)).status).toBe(201);
    expect(await transp("/dav/calendars/elin/second/")).toEqual(["transparent"]);
    const patch = (value: string): Promise<DavAnswer> =>
      elinsApp.proppatch("/dav/calendars/elin/second/", `<d:set><d:prop>${value}</d:prop></d:set>`);
    await patch(TRANSPARENT.replace("transparent", "opaque"));
    expect(await transp("/dav/calendars/elin/second/")).toEqual(["opaque"]);
    const odd = await patch(TRANSPARENT.replace("transparent", "foggy"));
    expect(odd.resource().byStatus[409]).toEqual(["schedule-calendar-transp"]);
    expect(await transp("/dav/calendars/elin/second/")).toEqual(["opaque"]);
  });
});
