import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "../../app/types.ts";
import { DavClient } from "../../testing/dav-client.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap, vevent } from "../../testing/test-jmap.ts";
import type { TestJmap } from "../../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
let calendarId: string;
beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  nils = await jmap.client("nils");
  calendarId = (await elin.calendars())[0].id;
});
afterEach(() => jmap.close());

const share = (level: ShareLevel, client = nils) =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: calendarId as never, principalId: client.actor.principalId, level }),
  );
const put = (name: string, ...lines: readonly string[]) =>
  jmap.put(
    elin.actor,
    calendarId,
    `${name}.ics`,
    vevent(name, "DTSTART:20261123T120000Z", "DURATION:PT1H", `SUMMARY:${name}`, ...lines),
  );
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
  it("is for what one organises and what nobody does, and for nothing else", async () => {
    await share("write");
    const [mine, nobodys, hers] = [
      await put("mine", ...organizedBy("nils")),
      await put("nobodys"),
      await put("hers", ...organizedBy("elin")),
    ];
    expect((await update(mine, { title: "New" })).notUpdated).toBeNull();
    expect((await update(nobodys, { title: "New" })).notUpdated).toBeNull();
    expect((await update(hers, { title: "New" })).notUpdated[hers].type).toBe("forbidden");
    expect([(await elin.event(mine)).title, (await elin.event(hers)).title]).toEqual(["New", "hers"]);
    const path = `${SEEN}mine.ics`;
    const { body } = await dav(nils).get(path);
    expect((await dav(nils).put(path, body.replace("SUMMARY:New", "SUMMARY:By CalDAV"))).status).toBe(204);
    expect((await elin.event(mine)).title).toBe("By CalDAV");
    expect((await dav(nils).delete(`${SEEN}hers.ics`)).status).toBe(403);
    expect((await dav(nils).delete(path)).status).toBe(204);
  });

  it("lets nobody put somebody else's event there", async () => {
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
