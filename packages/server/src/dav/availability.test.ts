import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { setAudience } from "../testing/set-audience.ts";

let opened: TestDav;
let elin: DavClient;
let bengt: DavClient;
const INBOX = "/dav/scheduling/elin/inbox/";

beforeEach(async () => {
  opened = await openTestDav({ limits: { objectSize: 4_000 } });
  elin = await opened.client("elin");
  bengt = await opened.client("bengt");
});
afterEach(() => opened.close());

const hours = (...more: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VAVAILABILITY",
    "UID:1",
    "DTSTAMP:20261101T000000Z",
    "SUMMARY:Hem & <jobb>",
    ...more,
    "BEGIN:AVAILABLE",
    "UID:2",
    "DTSTAMP:20261101T000000Z",
    "DTSTART;TZID=Europe/Stockholm:20261102T090000",
    "DTEND;TZID=Europe/Stockholm:20261102T170000",
    "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "END:AVAILABLE",
    "END:VAVAILABILITY",
    "END:VCALENDAR",
  ].join("\n");
const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const set = (text: string, who = elin, name = "c:calendar-availability", path = INBOX) =>
  who.proppatch(path, `<d:set><d:prop><${name}>${xml(text)}</${name}></d:prop></d:set>`);
const NAMES = "<c:calendar-availability/><cs:calendar-availability/>";
/** The inbox's value under each of both names. */
const said = async () => {
  const { body } = await elin.propfind(INBOX, "0", NAMES);
  const found = [...body.matchAll(/<(cs?):calendar-availability>([^<]*)</g)];
  return Object.fromEntries(found.map(([, prefix, text]) => [prefix, text]));
};

describe("calendar-availability (RFC 7953)", () => {
  test("is set on the inbox, returned unchanged under both names, and can be removed", async () => {
    expect(await said()).toEqual({});
    expect((await set(hours())).resource().byStatus[200]).toEqual(["calendar-availability"]);
    const text = hours().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    expect(await said()).toEqual({ c: text, cs: text });
    await set(hours("PRIORITY:1"), elin, "cs:calendar-availability");
    expect((await said())["c"]).toContain("PRIORITY:1");
    const removal = "<d:remove><d:prop><c:calendar-availability/></d:prop></d:remove>";
    expect((await elin.proppatch(INBOX, removal)).resource().byStatus[200]).toEqual([
      "calendar-availability",
    ]);
    expect(await said()).toEqual({});
  });

  test("is left out of allprop, and exists only on the inbox", async () => {
    await set(hours());
    expect((await elin.propfind(INBOX, "0")).body).not.toContain("AVAILABLE");
    for (const path of ["/dav/principals/elin/", "/dav/calendars/elin/", "/dav/scheduling/elin/outbox/"]) {
      expect((await elin.propfind(path, "0", NAMES)).body, path).not.toContain("AVAILABLE");
      const refused = await set(hours("PRIORITY:2"), elin, "c:calendar-availability", path);
      expect(refused.body, path).toContain("cannot-modify-protected-property");
    }
    expect((await said())["c"]).not.toContain("PRIORITY");
  });

  test.each<[string, string, string]>([
    ["what is no calendar", "nine to five", "valid-calendar-data"],
    ["nothing", "", "valid-calendar-data"],
    [
      "a calendar without it",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR",
      "valid-calendar-object-resource",
    ],
    ["a time that is none", hours("DTSTART:soon"), "valid-calendar-data"],
    ["more than an object may be", hours(`DESCRIPTION:${"x".repeat(4_000)}`), "max-resource-size"],
  ])("refuses %s, and keeps the former value", async (_, text, condition) => {
    await set(hours());
    const before = await said();
    const refused = await set(text);
    expect(refused.status).toBe(207);
    expect(refused.body).toContain(`<c:${condition}`);
    expect(refused.resource().byStatus[403]).toEqual(["calendar-availability"]);
    expect(await said()).toEqual(before);
  });

  test("is set alone, or not at all", async () => {
    const both = `<c:calendar-availability>${xml(hours())}</c:calendar-availability><d:displayname>Mine</d:displayname>`;
    const refused = (await elin.proppatch(INBOX, `<d:set><d:prop>${both}</d:prop></d:set>`)).resource();
    expect(refused.byStatus[403]).toEqual(["displayname"]);
    expect(refused.byStatus[424]).toEqual(["calendar-availability"]);
    expect(await said()).toEqual({});
  });

  test("can't be read or set by others", async () => {
    await set(hours());
    expect((await set(hours("PRIORITY:1"), bengt)).status).toBe(404);
    const asked = await bengt.propfind(INBOX, "0", NAMES);
    expect([asked.status, asked.body.includes("AVAILABLE")]).toEqual([404, false]);
    expect((await said())["c"]).not.toContain("PRIORITY");
  });

  test("is shown as busy times to people with free/busy access who ask an outbox, and nothing else of it", async () => {
    await set(hours());
    const question = (attendee: string) =>
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Test//EN",
        "METHOD:REQUEST",
        "BEGIN:VFREEBUSY",
        "UID:q",
        "DTSTAMP:20261101T000000Z",
        "DTSTART:20261123T000000Z",
        "DTEND:20261124T000000Z",
        "ORGANIZER:mailto:bengt@example.com",
        `ATTENDEE:mailto:${attendee}@example.com`,
        "END:VFREEBUSY",
        "END:VCALENDAR",
        "",
      ].join("\r\n");
    const ask = async () => {
      const headers = { "content-type": "text/calendar; charset=utf-8" };
      const answer = await bengt.send("POST", "/dav/scheduling/bengt/outbox/", {
        headers,
        body: question("elin"),
      });
      return [
        answer.body,
        [...answer.body.matchAll(/FREEBUSY([:;].*?)[\r&]/g)].map(([, line]) => line),
      ] as const;
    };
    await setAudience(opened.app, "nobody");
    const [refused, nothing] = await ask();
    expect(refused).toContain("3.7;");
    expect([nothing, refused.includes("VFREEBUSY")]).toEqual([[], false]);
    await opened.share(elin, "freeBusy", bengt.actor.principalId);
    const [told, periods] = await ask();
    expect(periods).toEqual([
      ";FBTYPE=BUSY-UNAVAILABLE:20261123T000000Z/20261123T080000Z",
      ";FBTYPE=BUSY-UNAVAILABLE:20261123T160000Z/20261124T000000Z",
    ]);
    expect(told).not.toMatch(/jobb|AVAILABLE\b(?<!UNAVAILABLE)/);
  });
});
