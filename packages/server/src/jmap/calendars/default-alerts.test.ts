import { beforeEach, describe, expect, it } from "vitest";
import { refreshAlarms } from "../../app/alarms/alarm-index.ts";
import { ringDue } from "../../app/reminders/ring-due.ts";
import type { CalendarId, ShareLevel } from "../../app/types.ts";
import { reminderWords } from "../../mail/reminder-words.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

// A person's reminder for a calendar, and whom it reminds of what.

const { jmap, elin, nils, axel, disa } = eachWithJmap(["elin", "nils", "axel", "disa"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  for (const [client, level] of [
    [nils, "write"],
    [axel, "read"],
    [disa, "read"],
  ] as const)
    await share(client, level);
});

const share = (client: JmapClient, level: ShareLevel) =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({
      calendarId: calendarId as CalendarId,
      principalId: client.actor.principalId,
      level,
    }),
  );
const alert = (offset: string) => ({
  d: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset }, action: "display" },
});
/** Sets a person's reminder for the calendar; null: none. */
const remind = (client: JmapClient, timed: string | null, allDay: string | null = null) =>
  client.call("Calendar/set", {
    accountId: elin.accountId,
    update: {
      [calendarId]: {
        defaultAlertsWithTime: timed === null ? null : alert(timed),
        defaultAlertsWithoutTime: allDay === null ? null : alert(allDay),
      },
    },
  });
/** At 13:00 UTC on the day of the test, an hour from the clock's beginning. */
const DINNER = { title: "Dinner", start: "2026-11-20T13:00:00", timeZone: "Etc/UTC", duration: "PT1H" };
const HOLIDAY = { title: "Holiday", start: "2026-11-21T00:00:00", duration: "P1D", showWithoutTime: true };
const make = async (client: JmapClient, event: object): Promise<string> => {
  const { created, notCreated } = await client.call("CalendarEvent/set", {
    accountId: elin.accountId,
    create: { e: { "@type": "Event", calendarIds: { [calendarId]: true }, ...event } },
  });
  expect(notCreated).toBeNull();
  return created.e.id;
};
const change = async (client: JmapClient, id: string, patch: object): Promise<void> => {
  const answer = await client.call("CalendarEvent/set", {
    accountId: elin.accountId,
    update: { [id]: patch },
  });
  expect(answer.notUpdated).toBeNull();
};
const eventOf = async (client: JmapClient, id: string, properties: readonly string[] | null = null) =>
  (await client.call("CalendarEvent/get", { accountId: elin.accountId, ids: [id], properties })).list[0];
const ring = async (): Promise<void> => {
  await refreshAlarms(jmap.app);
  await ringDue(jmap.app, reminderWords(null));
};
/** Lets time pass until a moment, and returns each person's reminders, with their times, as `13:00 Dinner`. */
const remindedUntil = async (moment: string): Promise<Readonly<Record<string, readonly string[]>>> => {
  await ring();
  const step = 5 * 60_000;
  while (jmap.clock.now() < Date.parse(moment)) {
    jmap.clock.advance(step);
    await ring();
  }
  const given = await Promise.all(
    [elin, nils, axel, disa].map(async (client) => {
      const { list } = await client.call("Reminder/get", { accountId: client.accountId, ids: null });
      const reminders = list as { readonly title: string; readonly rangAt: string }[];
      return [
        client.actor.login,
        reminders.map(({ rangAt, title }) => `${rangAt.slice(8, 16)} ${title}`).toSorted(),
      ] as const;
    }),
  );
  return Object.fromEntries(given.filter(([, rang]) => rang.length > 0));
};

describe("a calendar's reminder", () => {
  it("rings for its owner and each sharee by their own setting, timed and all-day, and for nobody else", async () => {
    await remind(elin, "-PT10M", "-PT6H");
    await remind(nils, "-PT30M", null);
    await remind(axel, null, "-PT4H");
    await make(elin, { ...DINNER, useDefaultAlerts: true });
    await make(elin, { ...HOLIDAY, useDefaultAlerts: true });
    expect(await remindedUntil("2026-11-21T00:00:00Z")).toEqual({
      elin: ["20T12:50 Dinner", "20T17:00 Holiday"],
      nils: ["20T12:30 Dinner"],
      axel: ["20T19:00 Holiday"],
    });
  });

  it("rings for owner and sharees, whoever created the event, in any client", async () => {
    await remind(elin, "-PT10M");
    await remind(nils, "-PT30M");
    await remind(axel, "-PT20M");
    const lines = ["DTSTART:20261120T130000Z", "DURATION:PT1H"];
    await make(nils, { ...DINNER, title: "By Nils", useDefaultAlerts: true });
    const davLines = vevent("dav", ...lines, "SUMMARY:By Nils's telephone");
    await jmap.put(nils.actor, calendarId, "dav.ics", davLines);
    expect(await remindedUntil("2026-11-20T13:00:00Z")).toEqual({
      elin: ["20T12:50 By Nils", "20T12:50 By Nils's telephone"],
      nils: ["20T12:30 By Nils", "20T12:30 By Nils's telephone"],
      axel: ["20T12:40 By Nils", "20T12:40 By Nils's telephone"],
    });
    expect(
      await eventOf(axel, await jmap.put(elin.actor, calendarId, "e.ics", vevent("e", ...lines))),
    ).toMatchObject({ useDefaultAlerts: true });
  });

  it("leaves the owner's events from other clients unchanged, and rings once", async () => {
    await remind(elin, "-PT10M");
    await remind(nils, "-PT30M");
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];
    const lines = ["DTSTART:20261120T130000Z", "DURATION:PT1H"];
    await jmap.put(elin.actor, calendarId, "a.ics", vevent("a", ...lines, "SUMMARY:Alarmed", ...alarm));
    await jmap.put(elin.actor, calendarId, "s.ics", vevent("s", ...lines, "SUMMARY:Silent"));
    expect(await remindedUntil("2026-11-20T13:00:00Z")).toEqual({
      elin: ["20T12:55 Alarmed"],
      nils: ["20T12:30 Alarmed", "20T12:30 Silent"],
    });
  });

  it("gives way to an alarm that a CalDAV client sets, and stays when that client leaves it out", async () => {
    await remind(elin, "-PT10M");
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];
    const put = (uid: string, ...more: string[]) =>
      jmap.put(
        elin.actor,
        calendarId,
        `${uid}.ics`,
        vevent(uid, "DTSTART:20261120T130000Z", "DURATION:PT1H", ...more),
      );
    const asks = "JSPROP;JSPTR=useDefaultAlerts:true";
    for (const uid of ["kept", "left-out", "alarmed"]) await put(uid, asks);
    await put("kept", "SUMMARY:Kept", asks);
    await put("left-out", "SUMMARY:Left out");
    await put("alarmed", "SUMMARY:Alarmed", asks, ...alarm);
    expect(await remindedUntil("2026-11-20T13:00:00Z")).toEqual({
      elin: ["20T12:50 Kept", "20T12:50 Left out", "20T12:55 Alarmed"],
    });
  });

  it("rings for no older event of the owner's that did not ask for it, but for sharees", async () => {
    await make(elin, { ...DINNER, title: "Before" });
    await make(elin, { ...DINNER, title: "Asked", useDefaultAlerts: true });
    await remind(elin, "-PT10M");
    await remind(nils, "-PT30M");
    expect(await remindedUntil("2026-11-20T13:00:00Z")).toEqual({
      elin: ["20T12:50 Asked"],
      nils: ["20T12:30 Asked", "20T12:30 Before"],
    });
  });

  it("is removed from an event by each person separately, and can be restored", async () => {
    for (const client of [elin, nils, axel]) await remind(client, "-PT10M");
    const id = await make(elin, { ...DINNER, useDefaultAlerts: true });
    expect(await eventOf(nils, id)).toMatchObject({ useDefaultAlerts: true });
    await change(nils, id, { useDefaultAlerts: false });
    expect(await eventOf(nils, id)).toMatchObject({ useDefaultAlerts: false });
    expect(await eventOf(axel, id, ["useDefaultAlerts"])).toMatchObject({ useDefaultAlerts: true });
    const other = await make(nils, { ...DINNER, title: "Lunch", useDefaultAlerts: false });
    await change(elin, id, { useDefaultAlerts: false });
    expect(await eventOf(elin, id)).not.toHaveProperty("useDefaultAlerts");
    expect(await remindedUntil("2026-11-20T12:50:00Z")).toEqual({
      elin: ["20T12:50 Lunch"],
      axel: ["20T12:50 Dinner", "20T12:50 Lunch"],
    });
    await change(nils, other, { useDefaultAlerts: true, start: "2026-11-20T13:30:00" });
    expect((await remindedUntil("2026-11-20T13:20:00Z"))["nils"]).toEqual(["20T13:20 Lunch"]);
  });

  it("rings as it is set at that time, in the event's present calendar", async () => {
    await remind(elin, "-PT10M");
    const moved = await make(elin, { ...DINNER, title: "Moved", useDefaultAlerts: true });
    await make(elin, { ...DINNER, title: "Stayed", useDefaultAlerts: true });
    await remind(elin, "-PT25M");
    const { created } = await elin.call("Calendar/set", {
      create: { c: { name: "Work", defaultAlertsWithTime: alert("-PT15M") } },
    });
    await change(elin, moved, { calendarIds: { [created.c.id]: true } });
    expect(await remindedUntil("2026-11-20T13:00:00Z")).toEqual({
      elin: ["20T12:35 Stayed", "20T12:45 Moved"],
    });
  });

  it("that a sharee has dismissed rings for later occurrences", async () => {
    await remind(nils, "-PT30M");
    const daily = { "@type": "RecurrenceRule", frequency: "daily" };
    await make(elin, { ...DINNER, recurrenceRule: daily });
    expect(await remindedUntil("2026-11-20T13:00:00Z")).toEqual({ nils: ["20T12:30 Dinner"] });
    const { list } = await nils.call("Reminder/get", { ids: null });
    expect(await nils.call("Reminder/set", { destroy: [list[0].id] })).toMatchObject({ notDestroyed: null });
    jmap.clock.advance(23 * 3_600_000);
    expect(await remindedUntil("2026-11-21T13:00:00Z")).toEqual({ nils: ["21T12:30 Dinner"] });
  });
});
