import { describe, expect, it } from "vitest";
import { DavClient, eventText, xmlBody } from "./testing/dav-client.ts";
import { eachWithJmap } from "./testing/each-with-jmap.ts";
import type { JmapClient } from "./testing/jmap-client.ts";
import { sendOutbox } from "./testing/send-outbox.ts";

// Every door by which an address is asked about, with one that a person had before.

const { jmap, elin, bengt, cilla } = eachWithJmap(["elin", "bengt", "cilla"]);

const OLD = "mailto:bengt@example.com";
const NEW = "mailto:bengt.bo@other.example";
const moveTo = ({ actor }: JmapClient, email: string) =>
  jmap.app.storage.write((tx) =>
    tx.principals.setAddresses(actor.principalId, { email, formerEmails: [`${actor.login}@example.com`] }),
  );
const dav = (client: JmapClient): DavClient => new DavClient(jmap.app, client.actor);
const textOf = async (client: JmapClient, name: string): Promise<string> =>
  (await dav(client).get(`/dav/calendars/${client.actor.login}/calendar/${name}`)).body.replaceAll(
    "\r\n ",
    "",
  );

describe("CalDAV", () => {
  it("lists the present address first, then the former ones", async () => {
    await moveTo(bengt, "bengt.bo@other.example");
    for (const client of [bengt, elin]) {
      const { body } = await dav(client).propfind(
        "/dav/principals/bengt/",
        "0",
        "<c:calendar-user-address-set/><cs:email-address-set/>",
      );
      const hrefs = [...body.matchAll(/<d:href>([^<]+)<\/d:href>/g)].map(([, href]) => href);
      expect(hrefs.slice(1)).toEqual([NEW, OLD, "/dav/principals/bengt/", `urn:uuid:${bengt.accountId}`]);
      expect(body).toContain("<cs:email-address>bengt.bo@other.example</cs:email-address>");
    }
  });

  it.each([
    ["calendar-user-address-set", "c:calendar-user-address-set", OLD],
    ["email-address-set", "cs:email-address-set", "bengt@example.com"],
  ])("finds the person by %s", async (_, property, text) => {
    await moveTo(bengt, "bengt.bo@other.example");
    const body = xmlBody(
      "d:principal-property-search",
      `<d:property-search><d:prop><${property}/></d:prop><d:match match-type="equals">${text}</d:match></d:property-search><d:prop><d:displayname/></d:prop>`,
    );
    const found = await dav(elin).send("REPORT", "/dav/principals/", { headers: { depth: "0" }, body });
    expect(found.body).toContain("/dav/principals/bengt/");
    expect(found.body).not.toContain("/dav/principals/cilla/");
  });

  it("answers when they are busy", async () => {
    await dav(bengt).put(
      "/dav/calendars/bengt/calendar/a.ics",
      eventText("a", "DTSTART:20261123T110000Z", "DTEND:20261123T120000Z", "SUMMARY:Secret"),
    );
    await moveTo(bengt, "bengt.bo@other.example");
    await moveTo(elin, "elin.ek@other.example");
    const question = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Client//EN",
      "METHOD:REQUEST",
      "BEGIN:VFREEBUSY",
      "UID:question",
      "DTSTAMP:20261120T100000Z",
      "DTSTART:20261123T000000Z",
      "DTEND:20261124T000000Z",
      "ORGANIZER:mailto:elin@example.com",
      `ATTENDEE:${OLD}`,
      `ATTENDEE:${NEW}`,
      "END:VFREEBUSY",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const { body } = await dav(elin).send("POST", "/dav/scheduling/elin/outbox/", {
      headers: { "content-type": "text/calendar" },
      body: question,
    });
    expect(body.match(/FREEBUSY:20261123T110000Z\/20261123T120000Z/g)).toHaveLength(2);
  });

  it("shares a calendar with whoever had the address", async () => {
    await moveTo(bengt, "bengt.bo@other.example");
    const body = `<?xml version="1.0"?><cs:share xmlns:cs="http://calendarserver.org/ns/" xmlns:d="DAV:"><cs:set><d:href>${OLD}</d:href><cs:read/></cs:set></cs:share>`;
    const answer = await dav(elin).send("POST", "/dav/calendars/elin/calendar/", {
      headers: { "content-type": "application/xml" },
      body,
    });
    expect(answer.status).toBe(200);
    const [calendar] = await elin.calendars();
    expect(Object.keys(calendar.shareWith ?? {})).toEqual([bengt.accountId]);
  });

  it("counts no time of what was declined under it", async () => {
    await moveTo(bengt, "bengt.bo@other.example");
    const invited = (uid: string, partstat: string, hour: string): string =>
      eventText(
        uid,
        `DTSTART:20261123T${hour}0000Z`,
        `DTEND:20261123T${hour}3000Z`,
        "ORGANIZER:mailto:x@elsewhere.example",
        "ATTENDEE:mailto:x@elsewhere.example",
        `ATTENDEE;PARTSTAT=${partstat}:${OLD}`,
      );
    await dav(bengt).put("/dav/calendars/bengt/calendar/no.ics", invited("no", "DECLINED", "08"));
    await dav(bengt).put("/dav/calendars/bengt/calendar/yes.ics", invited("yes", "ACCEPTED", "09"));
    const range = `<c:time-range start="20261123T000000Z" end="20261124T000000Z"/>`;
    const { body } = await dav(bengt).report("/dav/calendars/bengt/calendar/", "c:free-busy-query", range);
    expect(body.match(/^FREEBUSY.*$/gm)?.map((line) => line.trim())).toEqual([
      "FREEBUSY:20261123T090000Z/20261123T093000Z",
    ]);
  });
});

describe("JMAP", () => {
  it.each([
    ["calendarAddress", OLD],
    ["calendarAddress", "mailto:BENGT@example.com"],
    ["email", "bengt@example.com"],
    ["text", "bengt@example.com"],
  ])("finds the person by %s %s", async (name, value) => {
    await moveTo(bengt, "bengt.bo@other.example");
    const { ids } = await elin.call("Principal/query", { filter: { [name]: value } });
    expect(ids).toEqual([bengt.accountId]);
    const { list } = await elin.call("Principal/get", { ids });
    expect(list[0].email).toBe("bengt.bo@other.example");
    expect(list[0].capabilities["urn:ietf:params:jmap:calendars"]).toMatchObject({
      calendarAddress: NEW,
      formerCalendarAddresses: [OLD],
    });
  });

  it("tells a person all the addresses by which they take part, the present one as the default", async () => {
    await moveTo(bengt, "bengt.bo@other.example");
    const { list } = await bengt.call("ParticipantIdentity/get", { ids: null });
    const told = list.map((one: Record<string, unknown>) => [one["calendarAddress"], one["isDefault"]]);
    expect(told).toEqual([
      [NEW, true],
      [OLD, false],
    ]);
    expect(new Set(list.map(({ id }: { id: string }) => id)).size).toBe(2);
  });

  it("organizes as the present one, also for who names the former one", async () => {
    await moveTo(bengt, "bengt.bo@other.example");
    const [calendar] = await bengt.calendars();
    const event = (fields: object) => ({
      "@type": "Event",
      calendarIds: { [calendar.id]: true },
      title: "Meeting",
      start: "2026-11-24T12:00:00",
      timeZone: "Europe/Stockholm",
      participants: {
        c: { "@type": "Participant", calendarAddress: "mailto:cilla@example.com", roles: { attendee: true } },
      },
      ...fields,
    });
    const create = { own: event({}), named: event({ organizerCalendarAddress: OLD }) };
    const { created } = await bengt.call("CalendarEvent/set", { create, sendSchedulingMessages: true });
    const { list } = await bengt.call("CalendarEvent/get", { ids: [created.own.id, created.named.id] });
    expect(list.map((one: Record<string, unknown>) => one["organizerCalendarAddress"])).toEqual([NEW, OLD]);
    await sendOutbox(jmap.app);
    expect((await cilla.call("CalendarEvent/get", { ids: null })).list).toHaveLength(2);
  });

  it("knows the person among the participants, and whose event it is", async () => {
    await dav(elin).put(
      "/dav/calendars/elin/calendar/m.ics",
      eventText(
        "m",
        "DTSTART:20261124T110000Z",
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE:mailto:elin@example.com",
        `ATTENDEE:${OLD}`,
        "ATTENDEE:mailto:cilla@example.com",
      ),
    );
    await sendOutbox(jmap.app);
    await moveTo(elin, "elin.ek@other.example");
    await moveTo(bengt, "bengt.bo@other.example");
    const args = { ids: null, reduceParticipants: true };
    const [copy] = (await bengt.call("CalendarEvent/get", args)).list;
    const named = Object.values(copy.participants as Record<string, { calendarAddress: string }>);
    expect(named.map((one) => one.calendarAddress).toSorted()).toEqual([OLD, "mailto:elin@example.com"]);
    expect((await elin.call("CalendarEvent/get", { ids: null })).list[0].isOrigin).toBe(true);
    expect(copy.isOrigin).toBe(false);
  });

  it("tells sharees the former addresses of a calendar's owner", async () => {
    await moveTo(bengt, "bengt.bo@other.example");
    const [calendar] = await bengt.calendars();
    await jmap.share(calendar.id, elin, "read");
    const { list } = await elin.call("Calendar/get", { accountId: bengt.accountId, ids: null });
    expect(list[0]).toMatchObject({ ownerAddress: NEW, ownerFormerAddresses: [OLD] });
    expect((await bengt.calendars())[0]).toMatchObject({ ownerAddress: null, ownerFormerAddresses: [] });
  });

  it("lets the organizer of a former address change and delete the event, and its guests hear of it", async () => {
    await dav(elin).put(
      "/dav/calendars/elin/calendar/m.ics",
      eventText(
        "m",
        "DTSTART:20261124T110000Z",
        "SUMMARY:Meeting",
        "ORGANIZER:mailto:elin@example.com",
        "ATTENDEE:mailto:elin@example.com",
        `ATTENDEE:${OLD}`,
      ),
    );
    await sendOutbox(jmap.app);
    await moveTo(elin, "elin.ek@other.example");
    const [event] = (await elin.call("CalendarEvent/get", { ids: null })).list;
    await elin.call("CalendarEvent/set", {
      update: { [event.id]: { title: "Later" } },
      sendSchedulingMessages: true,
    });
    await sendOutbox(jmap.app);
    expect((await bengt.call("CalendarEvent/get", { ids: null })).list[0].title).toBe("Later");
    expect(await textOf(elin, "m.ics")).toContain("ORGANIZER:mailto:elin@example.com");
    await elin.call("CalendarEvent/set", { destroy: [event.id], sendSchedulingMessages: true });
    await sendOutbox(jmap.app);
    expect((await bengt.call("CalendarEvent/get", { ids: null })).list[0].status).toBe("cancelled");
  });
});
