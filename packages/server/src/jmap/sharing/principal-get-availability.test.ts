import { beforeEach, describe, expect, it } from "vitest";
import { setAvailability } from "../../app/hours/availability.ts";
import { personFreeBusy } from "../../app/hours/person-free-busy.ts";
import type { Calendar, CalendarView } from "../../app/types.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { setAudience } from "../../testing/set-audience.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: Calendar["id"];
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  await setAudience(jmap.app, "nobody");
});

const DAY = { utcStart: "2026-11-23T00:00:00Z", utcEnd: "2026-11-24T00:00:00Z" };
const ask = (who: JmapClient, args: object = {}): Promise<Answer> =>
  who.call("Principal/getAvailability", { id: elin.accountId, ...DAY, ...args });
const share = (level: "freeBusy" | "read" | "manage", id = calendarId) =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: id, principalId: nils.actor.principalId, level }),
  );
const view = (fields: CalendarView, id = calendarId, who = elin) =>
  jmap.app.storage.write((tx) => tx.calendars.setView(id, who.actor.principalId, fields));

let counted = 0;
/** From hour to hour of the 23rd, in UTC. */
const put = (from: number, to: number, ...lines: string[]): Promise<string> => {
  const hour = (h: number) => `20261123T${String(h).padStart(2, "0")}0000Z`;
  const uid = `e${++counted}`;
  const text = vevent(uid, `DTSTART:${hour(from)}`, `DTEND:${hour(to)}`, "SUMMARY:Tandläkare", ...lines);
  return jmap.put(elin.actor, calendarId, `${uid}.ics`, text);
};
/** Periods as `10-11 confirmed`. */
const brief = ({ list }: Answer): string[] =>
  list.map(
    ({ utcStart, utcEnd, busyStatus, event }: Answer) =>
      `${utcStart.slice(11, 13)}-${utcEnd.slice(11, 13)} ${busyStatus}${event === null ? "" : ` ${event.title}`}`,
  );
const ATTENDEE = (answer: string) => `ATTENDEE;PARTSTAT=${answer}:MAILTO:Elin@Example.com`;
const ORGANIZER = "ORGANIZER:mailto:bo@example.com";

describe("Principal/getAvailability", () => {
  it("merges busy times by their strength, and leaves out transparent events", async () => {
    await put(8, 10);
    await put(9, 11);
    await put(10, 13, "STATUS:TENTATIVE");
    await put(14, 15, "TRANSP:TRANSPARENT");
    await put(15, 16, "STATUS:CANCELLED");
    await put(16, 17, "CLASS:CONFIDENTIAL");
    await put(18, 19, "CLASS:PRIVATE");
    expect(brief(await ask(elin))).toEqual(["08-11 confirmed", "11-13 tentative", "18-19 confirmed"]);
  });

  it("counts the person's own answers", async () => {
    await put(8, 9, ORGANIZER, ATTENDEE("DECLINED"));
    await put(10, 11, ORGANIZER, ATTENDEE("NEEDS-ACTION"));
    await put(12, 13, ORGANIZER, ATTENDEE("ACCEPTED"));
    await put(14, 15, ORGANIZER, "ATTENDEE;PARTSTAT=DECLINED:mailto:bo@example.com");
    expect(brief(await ask(elin))).toEqual(["10-11 tentative", "12-13 confirmed", "14-15 confirmed"]);
  });

  it("counts calendars by their owner's choice", async () => {
    await put(8, 9);
    await put(10, 11, ORGANIZER, ATTENDEE("ACCEPTED"));
    await put(12, 13, ORGANIZER, ATTENDEE("NEEDS-ACTION"));
    await view({ includeInAvailability: "attending" });
    expect(brief(await ask(elin))).toEqual(["10-11 confirmed"]);
    await view({ includeInAvailability: "none" });
    expect(brief(await ask(elin))).toEqual([]);
    await view({ isSubscribed: false });
    expect(brief(await ask(elin))).toEqual([]);
    // another person's view of it does not count
    await view({});
    await share("read");
    await view({ includeInAvailability: "none" }, calendarId, nils);
    expect(brief(await ask(nils))).toHaveLength(3);
  });

  it("counts shared calendars only by choice, and only for people who may see them", async () => {
    const theirs = (await nils.calendars())[0].id;
    await jmap.put(nils.actor, theirs, "n.ics", vevent("n", "DTSTART:20261123T200000Z", "DURATION:PT1H"));
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: theirs, principalId: elin.actor.principalId, level: "read" }),
    );
    expect(brief(await ask(elin))).toEqual([]);
    await view({ isSubscribed: false, includeInAvailability: "all" }, theirs);
    expect(brief(await ask(elin))).toEqual([]);
    await view({ includeInAvailability: "all" }, theirs);
    expect(brief(await ask(elin))).toEqual(["20-21 confirmed"]);
    const otto = await jmap.client("otto");
    const seenBy = { calendarId, principalId: otto.actor.principalId, level: "freeBusy" } as const;
    await jmap.app.storage.write((tx) => tx.calendars.setShare(seenBy));
    expect(brief(await ask(otto))).toEqual([]);
  });

  it("counts the person's own free/busy status of shared events, and not the owner's", async () => {
    await share("read");
    await view({ includeInAvailability: "all" }, calendarId, nils);
    const [taken, free] = [await put(8, 9, "TRANSP:TRANSPARENT"), await put(10, 11)];
    await nils.call("CalendarEvent/set", {
      accountId: elin.accountId,
      update: { [free]: { freeBusyStatus: "free" } },
    });
    expect(taken).not.toBe(free);
    expect(brief(await ask(nils, { id: nils.accountId }))).toEqual(["08-09 confirmed"]);
    expect(brief(await ask(elin))).toEqual(["10-11 confirmed"]);
  });

  it("shows nothing of the owner's own parts in details", async () => {
    await share("read");
    await put(
      8,
      9,
      "COLOR:red",
      "CATEGORIES:secret",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT5M",
      "DESCRIPTION:x",
      "END:VALARM",
    );
    const of = async (who: JmapClient) => (await ask(who, { showDetails: true })).list[0].event;
    expect(await of(elin)).toMatchObject({ color: "red", keywords: { secret: true } });
    const told = await of(nils);
    expect(told.title).toBe("Tandläkare");
    for (const name of ["color", "keywords", "alerts"]) expect(told).not.toHaveProperty(name);
  });

  it("does not count the event that is being planned", async () => {
    await put(8, 9);
    const uid = `e${counted}`;
    await put(10, 11);
    const window = { from: Date.parse(DAY.utcStart), to: Date.parse(DAY.utcEnd) };
    const busy = await personFreeBusy(jmap.app, elin.actor, elin.actor.principalId, window, {
      exceptUid: uid,
    });
    expect(busy.ok && busy.value.periods.map(({ from }) => new Date(from).getUTCHours())).toEqual([10]);
  });

  it("uses the person's availability, in their zone", async () => {
    const hours = [
      "BEGIN:VCALENDAR",
      "BEGIN:VAVAILABILITY",
      "UID:1",
      "SUMMARY:Hemligt",
      "BEGIN:AVAILABLE",
      "UID:2",
      "DTSTART:20261102T090000",
      "DTEND:20261102T170000",
      "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      "END:AVAILABLE",
      "END:VAVAILABILITY",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(await setAvailability(jmap.app, elin.actor, elin.actor.principalId, hours)).toMatchObject({
      ok: true,
    });
    await put(6, 10);
    await share("freeBusy");
    const answer = await ask(nils, { showDetails: true });
    expect(brief(answer)).toEqual(["00-06 unavailable", "06-10 confirmed", "16-00 unavailable"]);
    expect(JSON.stringify(answer)).not.toContain("Hemligt");
  });

  it("lists events, each occurrence separately, to people who may read them", async () => {
    const single = await put(8, 9);
    const uid = `e${++counted}`;
    const series = await jmap.put(
      elin.actor,
      calendarId,
      `${uid}.ics`,
      vevent(uid, "DTSTART:20261116T100000Z", "DURATION:PT1H", "SUMMARY:Kör", "RRULE:FREQ=WEEKLY"),
    );
    await put(8, 9, "CLASS:PRIVATE");
    const answer = await ask(elin, { showDetails: true, eventProperties: ["id", "title", "start"] });
    expect(answer.list).toEqual([
      {
        utcStart: "2026-11-23T08:00:00Z",
        utcEnd: "2026-11-23T09:00:00Z",
        busyStatus: "confirmed",
        event: null,
        accountId: null,
      },
      {
        utcStart: "2026-11-23T08:00:00Z",
        utcEnd: "2026-11-23T09:00:00Z",
        busyStatus: "confirmed",
        event: { id: single, title: "Tandläkare", start: "2026-11-23T08:00:00" },
        accountId: elin.accountId,
      },
      {
        utcStart: "2026-11-23T10:00:00Z",
        utcEnd: "2026-11-23T11:00:00Z",
        busyStatus: "confirmed",
        event: { id: `${series}_20261123T100000`, title: "Kör", start: "2026-11-23T10:00:00" },
        accountId: elin.accountId,
      },
    ]);
    const withoutId = await ask(elin, { showDetails: true, eventProperties: ["title"] });
    expect(withoutId.list.at(-1).event).toEqual({ title: "Kör" });
    const everything = await ask(elin, { showDetails: true });
    expect(everything.list.at(-1).event).toMatchObject({
      id: `${series}_20261123T100000`,
      title: "Kör",
      uid,
    });
    expect(brief(await ask(elin))).toEqual(["08-09 confirmed", "10-11 confirmed"]);
  });
});

describe("the answer to others", () => {
  it("is empty without a share: it does not even reveal whether the person exists", async () => {
    await put(8, 9);
    const strange = await nils.failing("Principal/getAvailability", { id: elin.accountId, ...DAY });
    const nobody = await nils.failing("Principal/getAvailability", { id: "nobody", ...DAY });
    expect(strange).toEqual(nobody);
    expect(strange.type).toBe("notFound");
    // nor by exceeding the limits
    const long = { ...DAY, utcEnd: "2100-01-01T00:00:00Z" };
    expect(await nils.failing("Principal/getAvailability", { id: elin.accountId, ...long })).toEqual(nobody);
  });

  it("contains only times if only busy times are shared", async () => {
    await put(8, 9, "LOCATION:Kliniken");
    await put(10, 11, "CLASS:PRIVATE");
    await put(12, 13, "CLASS:CONFIDENTIAL");
    await share("freeBusy");
    const answer = await ask(nils, { showDetails: true });
    expect(answer.list).toEqual([
      {
        utcStart: "2026-11-23T08:00:00Z",
        utcEnd: "2026-11-23T09:00:00Z",
        busyStatus: "confirmed",
        event: null,
        accountId: null,
      },
      {
        utcStart: "2026-11-23T10:00:00Z",
        utcEnd: "2026-11-23T11:00:00Z",
        busyStatus: "confirmed",
        event: null,
        accountId: null,
      },
    ]);
  });

  it("contains only the shared calendars", async () => {
    await put(8, 9);
    const made = await elin.call("Calendar/set", { create: { k: { name: "Hemlig" } } });
    const other = made.created.k.id;
    await jmap.put(
      elin.actor,
      other,
      "x.ics",
      vevent("x", "DTSTART:20261123T120000Z", "DURATION:PT1H", "SUMMARY:Annat"),
    );
    await share("read");
    const answer = await ask(nils, { showDetails: true });
    expect(brief(answer)).toEqual(["08-09 confirmed Tandläkare"]);
    expect(brief(await ask(elin))).toEqual(["08-09 confirmed", "12-13 confirmed"]);
  });

  it("hides private events, but counts their time", async () => {
    await put(8, 9, "CLASS:PRIVATE");
    await share("manage");
    expect(brief(await ask(nils, { showDetails: true }))).toEqual(["08-09 confirmed"]);
  });

  it("ends with the share, and with the account", async () => {
    await share("freeBusy");
    expect((await ask(nils)).list).toEqual([]);
    await jmap.app.storage.write((tx) =>
      tx.principals.update(elin.actor.principalId, { status: "suspended" }),
    );
    expect((await nils.failing("Principal/getAvailability", { id: elin.accountId, ...DAY })).type).toBe(
      "notFound",
    );
    await jmap.app.storage.write(async (tx) => {
      await tx.principals.update(elin.actor.principalId, { status: "active" });
      await tx.calendars.removeShare(calendarId, nils.actor.principalId);
    });
    expect((await nils.failing("Principal/getAvailability", { id: elin.accountId, ...DAY })).type).toBe(
      "notFound",
    );
  });
});

describe("limits", () => {
  it.each<[string, object, string]>([
    ["a time that ends before it starts", { utcEnd: "2026-11-22T00:00:00Z" }, "invalidArguments"],
    ["no time at all", { utcEnd: DAY.utcStart }, "invalidArguments"],
    ["a time that is none", { utcStart: "yesterday" }, "invalidArguments"],
    ["more than may be asked for", { utcEnd: "2050-01-01T00:00:00Z" }, "tooLarge"],
    ["an argument nobody knows", { colour: "red" }, "invalidArguments"],
    ["an account that is not one's own", { accountId: "nils" }, "accountNotFound"],
  ])("refuse %s", async (_, args, type) => {
    const error = await elin.failing("Principal/getAvailability", { id: elin.accountId, ...DAY, ...args });
    expect(error.type).toBe(type);
  });

  it("refuse too large an answer", async () => {
    for (let n = 0; n < 16; n++) {
      const lines = [
        `DTSTART:20260101T00${String(n).padStart(2, "0")}00Z`,
        "DURATION:PT30S",
        "RRULE:FREQ=HOURLY",
      ];
      await jmap.put(elin.actor, calendarId, `busy${n}.ics`, vevent(`busy${n}`, ...lines));
    }
    const month = { utcStart: "2026-11-01T00:00:00Z", utcEnd: "2026-12-01T00:00:00Z" };
    const error = await elin.failing("Principal/getAvailability", { id: elin.accountId, ...month });
    expect(error.type).toBe("tooLarge");
  });

  it("are not reached by one event with too many occurrences, which is busy throughout", async () => {
    const lines = ["DTSTART:20260101T000000Z", "DURATION:PT30S", "RRULE:FREQ=MINUTELY"];
    await jmap.put(elin.actor, calendarId, "busy.ics", vevent("busy", ...lines));
    const month = { utcStart: "2026-11-01T00:00:00Z", utcEnd: "2026-12-01T00:00:00Z" };
    const { list } = await elin.call("Principal/getAvailability", { id: elin.accountId, ...month });
    expect(list).toMatchObject([month]);
  });
});
