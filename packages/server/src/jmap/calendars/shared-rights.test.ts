import { beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "../../app/types.ts";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const share = (level: ShareLevel, client = nils) => jmap.share(calendarId, client, level);
const put = (name: string, ...lines: readonly string[]) =>
  jmap.put(
    elin.actor,
    calendarId,
    `${name}.ics`,
    vevent(name, "DTSTART:20261123T120000Z", "DURATION:PT1H", `SUMMARY:${name}`, ...lines),
  );
const seen = async (id: string, client = nils) =>
  (await client.call("CalendarEvent/get", { accountId: elin.accountId, ids: [id] })).list[0];
const update = (id: string, patch: object, client = nils) =>
  client.call("CalendarEvent/set", { accountId: elin.accountId, update: { [id]: patch } });
const organizedBy = (name: string) => [
  `ORGANIZER:mailto:${name}@example.com`,
  `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${name}@example.com`,
  "ATTENDEE:mailto:guest@elsewhere.example",
];
const dav = (client: JmapClient) => new DavClient(jmap.app, client.actor);
const SEEN = "/dav/calendars/nils/elin~calendar/";

describe("mayWriteOwn", () => {
  it("covers events that the person organizes, and those that they made without an organizer, and nothing else", async () => {
    await share("write");
    const [mine, nobodys, hers] = [
      await put("mine", ...organizedBy("nils")),
      await put("nobodys"),
      await put("hers", ...organizedBy("elin")),
    ];
    expect((await update(mine, { title: "New" })).notUpdated).toBeNull();
    expect((await update(nobodys, { title: "New" })).notUpdated[nobodys].type).toBe("forbidden");
    expect((await update(hers, { title: "New" })).notUpdated[hers].type).toBe("forbidden");
    expect([(await elin.event(mine)).title, (await elin.event(hers)).title]).toEqual(["New", "hers"]);
    const path = `${SEEN}mine.ics`;
    const { body } = await dav(nils).get(path);
    expect((await dav(nils).put(path, body.replace("SUMMARY:New", "SUMMARY:By CalDAV"))).status).toBe(204);
    expect((await elin.event(mine)).title).toBe("By CalDAV");
    expect((await dav(nils).delete(`${SEEN}hers.ics`)).status).toBe(403);
    expect((await dav(nils).delete(path)).status).toBe(204);
  });

  it("lets nobody put another person's event there", async () => {
    await share("write");
    const event = (address: string) => ({
      "@type": "Event",
      calendarIds: { [calendarId]: true },
      title: "Party",
      start: "2026-11-23T12:00:00",
      organizerCalendarAddress: `mailto:${address}`,
      participants: {
        o: { "@type": "Participant", calendarAddress: `mailto:${address}`, roles: { owner: true } },
      },
    });
    const { created, notCreated } = await nils.call("CalendarEvent/set", {
      accountId: elin.accountId,
      create: { own: event("nils@example.com"), other: event("elin@example.com") },
    });
    expect(Object.keys(created)).toEqual(["own"]);
    expect(notCreated.other.type).toBe("forbidden");
  });
});

describe("a sharee's own calendar properties", () => {
  const set = (patch: object, client = nils) =>
    client.call("Calendar/set", { accountId: elin.accountId, update: { [calendarId]: patch } });
  const calendar = async (client = nils) =>
    (await client.call("Calendar/get", { accountId: elin.accountId, ids: [calendarId] })).list[0];

  it("replace the owner's, and are removed by null", async () => {
    await share("read");
    await set({ name: "Hers", color: "red", timeZone: "Europe/Stockholm" }, elin);
    const own = { name: "Elin's", color: "blue", timeZone: "Europe/London" };
    expect((await set(own)).notUpdated).toBeNull();
    expect(await calendar()).toMatchObject(own);
    expect(await calendar(elin)).toMatchObject({ name: "Hers", color: "red", timeZone: "Europe/Stockholm" });
    await set({ name: "Still hers" }, elin);
    expect((await calendar()).name).toBe("Elin's");
    const inherited = { name: "Still hers", color: "red", timeZone: "Europe/Stockholm" };
    const { updated } = await set({ name: null, color: null, timeZone: null });
    expect(updated[calendarId]).toEqual(inherited);
    expect(await calendar()).toMatchObject(inherited);
    expect(await calendar(elin)).toMatchObject(inherited);
  });

  it("are read by CalDAV", async () => {
    await share("read");
    await set({ timeZone: "Europe/Stockholm" }, elin);
    await set({ timeZone: "America/New_York" });
    const found = await dav(nils).propfind(SEEN, "0", "<c:calendar-timezone-id/><c:calendar-timezone/>");
    expect(found.body).toContain("America/New_York");
    expect(found.body).not.toContain("Stockholm");
  });

  it.each(["name", "color", "timeZone"])("are as strict as the owner's: no invalid %s", async (name) => {
    await share("read");
    const { notUpdated } = await set({ [name]: name === "name" ? "" : "Mars/Olympus" });
    expect(notUpdated[calendarId]).toMatchObject({ type: "invalidProperties", properties: [name] });
  });
});

describe("mayRSVP", () => {
  const INVITED = [
    "ORGANIZER:mailto:elin@example.com",
    "ATTENDEE;JSID=n:mailto:nils@example.com",
    "ATTENDEE;JSID=o:mailto:other@example.com",
  ];

  it("covers a comment on the person's own answer, too, and nobody else's", async () => {
    await share("write");
    const id = await put("meeting", ...INVITED);
    const { participants } = await seen(id);
    const keyOf = (name: string) =>
      Object.keys(participants).find((key) => participants[key].calendarAddress.includes(name));
    const [me, other] = [keyOf("nils"), keyOf("other")];
    const answer = {
      [`participants/${me}/participationStatus`]: "accepted",
      [`participants/${me}/participationComment`]: "Ten minutes late",
    };
    expect((await update(id, answer)).notUpdated).toBeNull();
    const said = (await elin.event(id)).participants;
    expect(said[me ?? ""]).toMatchObject({
      participationStatus: "accepted",
      participationComment: "Ten minutes late",
    });
    const more = await update(id, { [`participants/${me}/participationComment`]: "Fifteen" });
    expect(more.notUpdated).toBeNull();
    const wrong = await update(id, { [`participants/${other}/participationComment`]: "Never" });
    expect(wrong.notUpdated[id].type).toBe("forbidden");
    expect((await elin.event(id)).participants[other ?? ""]).not.toHaveProperty("participationComment");
    expect((await elin.event(id)).participants[me ?? ""].participationComment).toBe("Fifteen");
  });
});

describe("hidden attendees", () => {
  const PARTY = [
    "ORGANIZER:mailto:elin@example.com",
    "ATTENDEE:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:nils@example.com",
    "ATTENDEE;CN=Secret guest:mailto:guest@elsewhere.example",
    "JSPROP;JSPTR=hideAttendees:true",
  ];

  it("are hidden in CalDAV and JMAP, and survive writes by people who do not see them", async () => {
    await share("edit");
    const id = await put("party", ...PARTY);
    const path = `${SEEN}party.ics`;
    const { body, etag } = await dav(nils).get(path);
    expect(body).toContain("mailto:nils@example.com");
    expect(body).not.toContain("guest@elsewhere");
    expect((await dav(elin).get("/dav/calendars/elin/calendar/party.ics")).body).toContain("guest@elsewhere");
    const written = body.replace("SUMMARY:party", "SUMMARY:Feast");
    expect((await dav(nils).put(path, written, { "If-Match": etag ?? "" })).status).toBe(204);
    expect((await update(id, { description: "Bring cake" })).notUpdated).toBeNull();
    const addresses = Object.values<Record<string, string>>((await elin.event(id)).participants).map(
      ({ calendarAddress }) => calendarAddress,
    );
    expect(new Set(addresses)).toEqual(
      new Set(["mailto:elin@example.com", "mailto:guest@elsewhere.example", "mailto:nils@example.com"]),
    );
    expect(await elin.event(id)).toMatchObject({ title: "Feast", description: "Bring cake" });
    expect(JSON.stringify(await seen(id))).not.toContain("guest@elsewhere");
  });
});
