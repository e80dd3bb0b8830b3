// Hours and absences: said by the web app and by CalDAV clients on the inbox, one and the same.
import { beforeEach, describe, expect, it } from "vitest";
import type { Calendar } from "../../../app/types.ts";
import { DavClient } from "../../../testing/dav-client.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../../testing/jmap-client.ts";
import { vevent } from "../../../testing/test-jmap.ts";
import { setAudience } from "../../../testing/set-audience.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let dav: DavClient;
let calendarId: Calendar["id"];
const INBOX = "/dav/scheduling/elin/inbox/";
const NAME = "c:calendar-availability";

beforeEach(async () => {
  dav = new DavClient(jmap.app, elin.actor);
  calendarId = (await elin.calendars())[0].id;
  await setAudience(jmap.app, "nobody");
});

const share = (level: "freeBusy" | "read") =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId, principalId: nils.actor.principalId, level }),
  );
const own = async (who = elin): Promise<Answer> =>
  (await who.call("Availability/get", { ids: null })).list[0];
const set = (patch: object, who = elin): Promise<Answer> =>
  who.call("Availability/set", { update: { singleton: patch } });
const change = async (patch: object): Promise<void> => {
  expect((await set(patch)).updated).toEqual({ singleton: null });
};
const DAY = { utcStart: "2026-12-22T00:00:00Z", utcEnd: "2026-12-23T00:00:00Z" };
const brief = (periods: readonly Answer[]): string[] =>
  periods.map(
    ({ utcStart, utcEnd, busyStatus }) => `${utcStart.slice(11, 16)}-${utcEnd.slice(11, 16)} ${busyStatus}`,
  );
const standard = async (who: JmapClient): Promise<string[]> =>
  brief((await who.call("Principal/getAvailability", { id: elin.accountId, ...DAY })).list);
const many = (who: JmapClient, args: object = {}): Promise<Answer> =>
  who.call("FreeBusy/get", { ids: [elin.accountId], ...DAY, ...args });
const inbox = async (): Promise<string> => (await dav.propfind(INBOX, "0", `<${NAME}/>`)).body;
const put = (text: string) =>
  dav.proppatch(INBOX, `<d:set><d:prop><${NAME}>${text}</${NAME}></d:prop></d:set>`);
const calendarOf = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", ...lines, "END:VCALENDAR"].join("\n");
const AWAY = [
  "BEGIN:VAVAILABILITY",
  "UID:away",
  "DTSTAMP:20261101T000000Z",
  "DTSTART:20261221T230000Z",
  "DTEND:20270106T230000Z",
  "SUMMARY:Operation",
  "X-OTHER:stays",
  "END:VAVAILABILITY",
];
const HOURS = "08:00-17:00,08:00-17:00,08:00-17:00,08:00-17:00,08:00-15:30,,";
const holiday = (text = "Skidor, åter 7/1") => ({
  utcStart: "2026-12-21T23:00:00Z",
  utcEnd: "2027-01-06T23:00:00Z",
  text,
  isTold: true,
});

describe("what is said in the web app", () => {
  it("is nothing at first, and whole afterwards", async () => {
    expect(await own()).toEqual({
      id: "singleton",
      workingHours: null,
      timeZone: null,
      hasMore: false,
      absences: {},
    });
    await change({ workingHours: HOURS, "absences/a1": holiday() });
    expect(await own()).toMatchObject({ workingHours: HOURS, absences: { a1: holiday() } });
    await change({ "absences/a1": null, workingHours: null });
    expect(await own()).toMatchObject({ workingHours: null, absences: {} });
    expect(await inbox()).not.toContain("VAVAILABILITY");
  });

  // In Stockholm's time, which is an hour ahead of UTC.
  it("is read by CalDAV clients on the inbox, and counts for whoever asks", async () => {
    await share("freeBusy");
    await change({ workingHours: HOURS });
    expect(await inbox()).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH");
    expect(await standard(nils)).toEqual(["00:00-07:00 unavailable", "16:00-00:00 unavailable"]);
    await change({ "absences/a1": holiday() });
    expect(await inbox()).toContain("SUMMARY:Skidor\\, åter 7/1");
    expect(await standard(nils)).toEqual(["00:00-00:00 confirmed"]);
  });

  it("follows the hours and the zone that its person chooses, once it is told", async () => {
    const prefer = (patch: object) => elin.call("Profile/set", { update: { [elin.accountId]: patch } });
    await prefer({ "preferences/workingHours": "07:00-15:00,,,,,," });
    expect(await own()).toMatchObject({ workingHours: null });
    await change({ workingHours: HOURS, "absences/a1": holiday() });
    await prefer({ "preferences/workingHours": "06:30-15:00,,,,,," });
    expect(await own()).toMatchObject({ workingHours: "06:30-15:00,,,,,,", timeZone: "Europe/Stockholm" });
    await prefer({ "preferences/timeZone": "Europe/London" });
    expect(await own()).toMatchObject({
      workingHours: "06:30-15:00,,,,,,",
      timeZone: "Europe/London",
      absences: { a1: holiday() },
    });
    await prefer({ "preferences/theme": "dark" });
    expect((await own()).workingHours).toBe("06:30-15:00,,,,,,");
  });

  it("touches nothing that another app has said besides", async () => {
    await put(calendarOf(...AWAY));
    await change({ workingHours: HOURS });
    expect(await inbox()).toContain("X-OTHER:stays");
    await change({ workingHours: null });
    expect(await own()).toMatchObject({ absences: { away: { text: "Operation", isTold: false } } });
  });

  it.each([
    [{ workingHours: "nine to five" }, "workingHours"],
    [{ workingHours: "17:00-08:00,,,,,," }, "workingHours"],
    [{ "absences/a": { ...holiday(), utcEnd: "2026-12-01T00:00:00Z" } }, "absences/a"],
    [{ "absences/a": { ...holiday(), utcStart: "soon" } }, "absences.a.utcStart"],
    [{ "absences/a": holiday("x".repeat(1_001)) }, "absences.a.text"],
    [{ "absences/a": holiday("a\u0000b") }, "absences.a.text"],
    [{ [`absences/${"i".repeat(300)}`]: holiday() }, undefined],
    [{ timeZone: "UTC" }, "timeZone"],
    [{ hasMore: true }, "hasMore"],
  ])("is refused as %j, and nothing is changed", async (patch, property) => {
    await change({ workingHours: HOURS });
    const before = await own();
    const { notUpdated } = await set(patch);
    expect(notUpdated.singleton.type).toBe("invalidProperties");
    if (property !== undefined) expect(notUpdated.singleton.properties).toEqual([property]);
    expect(await own()).toEqual(before);
  });

  it("is bounded, and keeps what was there", async () => {
    const absences = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}`, holiday()]));
    expect((await set({ absences })).notUpdated.singleton.type).toMatch(/invalid|tooLarge/);
    expect((await own()).absences).toEqual({});
  });

  it("is one's own alone, and there is one of it", async () => {
    const { methodResponses } = await nils.request([
      ["Availability/get", { accountId: elin.accountId, ids: null }],
      ["Availability/set", { accountId: elin.accountId, update: { singleton: { workingHours: HOURS } } }],
    ]);
    for (const [name] of methodResponses) expect(name).toBe("error");
    await share("read");
    const again = await nils.failing("Availability/set", {
      accountId: elin.accountId,
      update: { singleton: { workingHours: HOURS } },
    });
    expect(again.type).toBe("accountNotSupportedByMethod");
    const answer = await elin.call("Availability/set", {
      create: { k: { workingHours: HOURS } },
      destroy: ["singleton"],
      update: { other: { workingHours: HOURS } },
    });
    expect([
      answer.notCreated.k.type,
      answer.notDestroyed.singleton.type,
      answer.notUpdated.other.type,
    ]).toEqual(["singleton", "singleton", "notFound"]);
    expect((await own()).workingHours).toBeNull();
    expect((await own(nils)).workingHours).toBeNull();
  });

  it("is not written over what was written meanwhile", async () => {
    const { state } = await elin.call("Availability/get", { ids: null });
    await put(calendarOf(...AWAY));
    const late = { ifInState: state, update: { singleton: { workingHours: HOURS } } };
    expect((await elin.failing("Availability/set", late)).type).toBe("stateMismatch");
    await Promise.all(["a", "b", "c", "d"].map((id) => set({ [`absences/${id}`]: holiday(id) })));
    expect(Object.keys((await own()).absences).toSorted()).toContain("away");
  });
});

describe("what a CalDAV client has said on the inbox", () => {
  it("is read in the web app, and its text by nobody else", async () => {
    await share("read");
    await put(calendarOf(...AWAY));
    expect((await own()).absences).toEqual({
      away: {
        utcStart: "2026-12-21T23:00:00Z",
        utcEnd: "2027-01-06T23:00:00Z",
        text: "Operation",
        isTold: false,
      },
    });
    const told = await many(nils);
    expect(brief(told.list[0].busyPeriods)).toEqual(["00:00-00:00 unavailable"]);
    expect(told.list[0].absences).toEqual([]);
    expect(JSON.stringify(told)).not.toContain("Operation");
  });
});

describe("FreeBusy/get", () => {
  const busy = (uid: string, hour: number, ...lines: string[]) =>
    jmap.put(
      elin.actor,
      calendarId,
      `${uid}.ics`,
      vevent(uid, `DTSTART:20261222T${hour}0000Z`, "DURATION:PT1H", "SUMMARY:Tandläkare", ...lines),
    );

  it("says of several people what Principal/getAvailability says of each, and of whom nothing may be known nothing", async () => {
    await busy("a", 10);
    await busy("b", 12, "CLASS:PRIVATE");
    const before = await many(nils, { ids: [elin.accountId, nils.accountId, "nobody"] });
    expect(before.notFound).toEqual([elin.accountId, "nobody"]);
    await share("freeBusy");
    const after = await many(nils, { ids: [elin.accountId, nils.accountId, "nobody", elin.accountId] });
    expect(after.notFound).toEqual(["nobody"]);
    expect(after.list.map(({ id }: Answer) => id)).toEqual([elin.accountId, nils.accountId]);
    expect(brief(after.list[0].busyPeriods)).toEqual(await standard(nils));
    expect(brief(after.list[0].busyPeriods)).toEqual(["10:00-11:00 confirmed", "12:00-13:00 confirmed"]);
    expect(JSON.stringify(after)).not.toContain("Tandläkare");
  });

  it("tells what was written of an absence for others, in its time alone", async () => {
    await change({ "absences/a1": holiday() });
    expect((await many(nils)).list).toEqual([]);
    await share("freeBusy");
    const { isTold: _, ...told } = holiday();
    expect((await many(nils)).list[0].absences).toEqual([told]);
    await change({ "absences/a1/isTold": false });
    expect((await many(nils)).list[0].absences).toEqual([]);
    await change({ "absences/a1/isTold": true });
    const other = { utcStart: "2027-02-01T00:00:00Z", utcEnd: "2027-02-02T00:00:00Z" };
    expect((await many(nils, other)).list[0].absences).toEqual([]);
  });

  const except = async (who: JmapClient, exceptUid: string): Promise<string[]> =>
    brief((await many(who, { exceptUid })).list[0].busyPeriods);

  it("leaves out the event that is planned", async () => {
    await busy("a", 10);
    await busy("b", 12);
    expect(brief((await many(elin, { exceptUid: "a" })).list[0].busyPeriods)).toEqual([
      "12:00-13:00 confirmed",
    ]);
  });

  it("leaves out the guests' copies of an event that one arranges, and of one that one is asked to", async () => {
    await share("freeBusy");
    const nilsCalendar = (await nils.calendars())[0].id;
    const asked = ["ORGANIZER:mailto:nils@example.com", "ATTENDEE:mailto:elin@example.com"];
    const at = (hour: number) => [`DTSTART:20261222T${hour}0000Z`, "DURATION:PT1H"];
    await jmap.put(nils.actor, nilsCalendar, "a.ics", vevent("a", ...at(10), ...asked));
    await busy("a", 10, ...asked);
    await busy("b", 12, "ORGANIZER:mailto:elin@example.com", "ATTENDEE:mailto:nils@example.com");
    expect(await except(nils, "a")).toEqual(["12:00-13:00 confirmed"]);
    expect(await except(nils, "b")).toEqual(["10:00-11:00 tentative"]);
  });

  it("does not tell whether an event is there that one may not know of", async () => {
    await share("freeBusy");
    await busy("secret", 10, "ORGANIZER:mailto:elin@example.com", "ATTENDEE:mailto:bo@else.example");
    const seen = await except(nils, "nothing");
    expect(seen).toEqual(["10:00-11:00 confirmed"]);
    expect(await except(nils, "secret")).toEqual(seen);
    // Nor to who writes down an event of that UID, whoever is said to arrange it.
    const nilsCalendar = (await nils.calendars())[0].id;
    const at = ["DTSTART:20261230T100000Z", "DURATION:PT1H"];
    const forged = ["ORGANIZER:mailto:elin@example.com", "ATTENDEE:mailto:nils@example.com"];
    await jmap.put(nils.actor, nilsCalendar, "x.ics", vevent("secret", ...at, ...forged));
    expect(await except(nils, "secret")).toEqual(seen);
    await share("read");
    expect(await except(nils, "secret")).toEqual([]);
  });

  it.each([
    [{ utcEnd: DAY.utcStart }, "invalidArguments"],
    [{ utcStart: "soon" }, "invalidArguments"],
    [{ utcEnd: "2099-01-01T00:00:00Z" }, "tooLarge"],
    [{ ids: Array.from({ length: 101 }, (_, at) => `p${at}`) }, "requestTooLarge"],
    [{ ids: null }, "invalidArguments"],
  ])("refuses %j", async (args, type) => {
    expect((await elin.failing("FreeBusy/get", { ids: [elin.accountId], ...DAY, ...args })).type).toBe(type);
  });
});
