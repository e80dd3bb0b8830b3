// Properties of a calendar home that summarise its calendars.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DavClient, eventText } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let opened: TestDav;
let elin: DavClient;
let axel: DavClient;
const HOME = "/dav/calendars/elin/";
const CALENDAR = `${HOME}calendar/`;
const AXELS = "/dav/calendars/axel/";

beforeEach(async () => {
  opened = await openTestDav();
  elin = await opened.client("elin");
  axel = await opened.client("axel");
});
afterEach(() => opened.close());

const text = async (client: DavClient, path: string, props: string) =>
  (await client.propfind(path, "0", props)).resource().text;

describe("getctag of a home", () => {
  const tag = async (client: DavClient, path: string) =>
    (await text(client, path, "<cs:getctag/>"))["getctag"];
  const colour = "<d:set><d:prop><a:calendar-color>#123456</a:calendar-color></d:prop></d:set>";

  test("changes with every change in it, and with no other", async () => {
    const tags = [await tag(elin, HOME)];
    expect(tags[0]).toMatch(/^[\w-]{22}$/);
    expect(await tag(elin, HOME)).toBe(tags[0]);
    await axel.put(`${AXELS}calendar/1.ics`, eventText("1"));
    expect(await tag(elin, HOME)).toBe(tags[0]);
    for (const change of [
      () => elin.put(`${CALENDAR}1.ics`, eventText("1")),
      () => elin.delete(`${CALENDAR}1.ics`),
      () => elin.proppatch(CALENDAR, colour),
      () => elin.mkcalendar(`${HOME}more/`),
      () => elin.delete(`${HOME}more/`),
    ]) {
      expect((await change()).status).toBeLessThan(300);
      tags.push(await tag(elin, HOME));
    }
    for (const [at, one] of tags.entries()) expect(one).not.toBe(tags[at + 1]);
    // An unchanged calendar keeps its tag: nothing needs to be read again.
    expect(tags[5]).toBe(tags[3]);
  });

  test("changes with calendars that others share, and with changes in them", async () => {
    const before = await tag(axel, AXELS);
    await opened.share(elin, "read", axel.actor.principalId);
    const shared = await tag(axel, AXELS);
    await elin.put(`${CALENDAR}1.ics`, eventText("1"));
    const changed = await tag(axel, AXELS);
    expect(new Set([before, shared, changed]).size).toBe(3);
    // Another person sees a home of only its shared calendars.
    expect(await tag(axel, HOME)).not.toBe(await tag(elin, HOME));
  });

  test("comes together with those of its calendars", async () => {
    const listed = await elin.propfind(HOME, "1", "<cs:getctag/>");
    expect(listed.resources.map(({ byStatus }) => byStatus)).toEqual([
      { 200: ["getctag"] },
      { 200: ["getctag"] },
    ]);
  });
});

describe("quota (RFC 4331)", () => {
  const props = "<d:quota-available-bytes/><d:quota-used-bytes/>";

  test("is the used and permitted size of attachments, shown only to the owner", async () => {
    const { attachmentQuota } = opened.app.limits;
    expect(await text(elin, HOME, props)).toEqual({
      "quota-available-bytes": String(attachmentQuota),
      "quota-used-bytes": "0",
    });
    await elin.put(`${CALENDAR}1.ics`, eventText("1"));
    const added = await elin.send("POST", `${CALENDAR}1.ics?action=attachment-add`, {
      headers: { "content-type": "text/plain", "content-disposition": "attachment; filename=a.txt" },
      body: "12345",
    });
    expect(added.status).toBe(201);
    expect(await text(elin, HOME, props)).toEqual({
      "quota-available-bytes": String(attachmentQuota - 5),
      "quota-used-bytes": "5",
    });
    await opened.share(elin, "manage", axel.actor.principalId);
    expect(await text(axel, HOME, props)).toEqual({});
    expect(await text(elin, CALENDAR, props)).toEqual({});
  });
});

test("a home lists the components that a calendar may have, and creates such calendars", async () => {
  const answer = await elin.propfind(HOME, "0", "<c:supported-calendar-component-sets/>");
  const sets = answer.resource().elements["supported-calendar-component-sets"] ?? [];
  expect(sets).toHaveLength(5);
  const made = await elin.mkcalendar(
    `${HOME}tasks/`,
    '<c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>',
  );
  expect(made.status).toBe(201);
});
