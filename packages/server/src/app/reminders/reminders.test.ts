import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { remind, reminding } from "../../jobs/reminder-loop.ts";
import { agendaWords, reminderWords } from "../../mail/reminder-words.ts";
import { sharedBackends, type TestPlace } from "../../storage/contract/backends.ts";
import type { Storage } from "../../storage/port.ts";
import { testClock, type TestClock } from "../../testing/clock.ts";
import { openTestApp, firstCalendarOf, type TestApp, ownCalendar } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { deleteObject } from "../write/delete-object.ts";
import { listNotifications } from "../notices/notifications.ts";
import { updateProfile } from "../accounts/profile.ts";
import { putObject } from "../write/put-object.ts";
import type { CalendarId } from "../types.ts";
import { updateCalendar } from "../calendars/update-calendar.ts";
import type { Reminder } from "../outbox/reminder.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 23, 12);
const ALARM = (trigger: string, action = "DISPLAY") => [
  "BEGIN:VALARM",
  `ACTION:${action}`,
  `TRIGGER:${trigger}`,
  "DESCRIPTION:Soon",
  "SUMMARY:Soon",
  "END:VALARM",
];

describe.each(sharedBackends)("reminders on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  let opened: TestApp;
  let app: App;
  let clock: TestClock;
  let elin: Actor;
  let calendarId: CalendarId;
  let errors: unknown[];
  let people = 0;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });
  beforeEach(async () => {
    clock = testClock("2026-11-23T12:00:00Z");
    opened = await openTestApp({ storage, clock });
    const newId = opened.app.newId;
    people++;
    const prefix = String(people);
    app = {
      ...opened.app,
      newId: () => newId().replace("0199aaaa", prefix.padStart(8, "0")),
      outside: { reaches: () => true, domain: "example.com" },
    };
    elin = await personOf(`elin${backend.name.at(-1) ?? ""}${people}`);
    calendarId = await firstCalendarOf(app, elin);
    errors = [];
  });
  afterEach(() => expect(errors).toEqual([]));

  const personOf = async (login: string): Promise<Actor> => {
    const { addUser } = await import("../accounts/add-user.ts");
    const added = await addUser(app, {
      email: `${login.toLowerCase()}@example.com`,
      displayName: login,
      password: login.repeat(10),
      isAdmin: false,
      preferences: { timeZone: "Europe/Stockholm" },
    });
    if (!added.ok) throw new Error(added.problem.code);
    const { mintActor } = await import("../actor.ts");
    return mintActor({ principalId: added.value.id, login, isAdmin: false, via: "session", proof: "test" });
  };
  const parts = (of: App = app) => ({
    app: of,
    reminderWords: reminderWords("https://snart.example"),
    agendaWords: agendaWords("https://snart.example"),
    effects: new Map(),
    onError: (error: unknown) => errors.push(error),
  });
  const look = (of: App = app) => remind(parts(of));
  const write = async (uri: string, lines: readonly string[]) => {
    const done = await putObject(
      app,
      elin,
      ownCalendar(elin, calendarId),
      uri,
      [...lines, ""].join("\r\n"),
      {},
    );
    if (!done.ok) throw new Error(JSON.stringify(done.problem));
    return done.value.now.stored;
  };
  const put = (name: string, ...lines: string[]) =>
    write(
      `${name}.ics`,
      vevent(name, "DTSTART:20261123T130000Z", "DURATION:PT1H", `SUMMARY:${name}`, ...lines),
    );
  const given = async (actor: Actor = elin): Promise<readonly Reminder[]> => {
    const list = await listNotifications(app, actor, actor.principalId, "Reminder");
    return list.ok ? list.value.list.map(({ payload }) => payload as Reminder) : [];
  };
  const mails = (): Promise<readonly string[]> =>
    storage.read(async (tx) =>
      (await tx.mail.deliveriesOf(elin.principalId, null, 100)).map(({ purpose }) => purpose),
    );
  const prefer = (preferences: Preferences) =>
    updateProfile(app, elin, { preferences: { timeZone: "Europe/Stockholm", ...preferences } });

  it("come once, at their time, and not before", async () => {
    await put("Dinner", ...ALARM("-PT10M"));
    await look();
    clock.advance(49 * MINUTE + 59_000);
    await look();
    expect(await given()).toEqual([]);
    clock.advance(1_000);
    await look();
    await look();
    expect(await given()).toMatchObject([
      { title: "Dinner", rangAt: NOON + 50 * MINUTE, start: NOON + HOUR, timeZone: "Europe/Stockholm" },
    ]);
    clock.advance(24 * HOUR);
    await look();
    expect(await given()).toHaveLength(1);
  });

  it("come once from two processes that look at the same moment, many at a time", async () => {
    const other = await place.open();
    for (let i = 0; i < 120; i++) await put(`Event ${i}`, ...ALARM("-PT10M"));
    clock.advance(50 * MINUTE);
    await Promise.all([look(), look({ ...app, storage: other }), look(), look({ ...app, storage: other })]);
    await look();
    const titles = (await given()).map(({ title }) => title);
    expect(titles).toHaveLength(120);
    expect(new Set(titles).size).toBe(120);
    await other.close();
  });

  it("come late after the server was down, unless their event is over", async () => {
    await put("Going on", ...ALARM("-PT10M"));
    const over = vevent(
      "Over",
      "DTSTART:20261123T121500Z",
      "DURATION:PT5M",
      "SUMMARY:Over",
      ...ALARM("-PT10M"),
    );
    await write("Over.ics", over);
    await look();
    clock.advance(70 * MINUTE);
    await look();
    expect((await given()).map(({ title }) => title)).toEqual(["Going on"]);
  });

  it.each(["by the same process", "by one that begins then"])(
    "are not lost when the clock is wrong for some time and is then looked at %s",
    async (by) => {
      const away = 400 * 24 * HOUR;
      await put("Later", ...ALARM("-PT10M"));
      await prefer({ agendaAt: "06:30" });
      let lookAgain = reminding(parts());
      await lookAgain();
      clock.advance(20 * MINUTE);
      await lookAgain();
      clock.advance(away);
      await lookAgain();
      await put("Made meanwhile", ...ALARM("-PT10M"));
      await lookAgain();
      clock.advance(MINUTE - away);
      if (by !== "by the same process") lookAgain = reminding(parts());
      await lookAgain();
      expect(await given()).toEqual([]);
      clock.advance(29 * MINUTE);
      await lookAgain();
      expect((await given()).map(({ title, rangAt }) => `${title} ${rangAt}`).toSorted()).toEqual([
        `Later ${NOON + 50 * MINUTE}`,
        `Made meanwhile ${NOON + 50 * MINUTE}`,
      ]);
      await lookAgain();
      expect(await given()).toHaveLength(2);
      const next = await storage.read((tx) => tx.reminders.agendaOf(elin.principalId));
      expect(next?.nextAt).toBeLessThan(clock.now() + 24 * HOUR);
      expect(await mails()).toEqual([]);
    },
  );

  it("come for the time in which the clock was far ahead, once it is right again", async () => {
    const away = 400 * 24 * HOUR;
    await put("Meanwhile", ...ALARM("-PT10M"));
    const lookAgain = reminding(parts());
    await lookAgain();
    clock.advance(away + 30 * MINUTE);
    await lookAgain();
    clock.advance(25 * MINUTE - away);
    await lookAgain();
    expect((await given()).map(({ title }) => title)).toEqual(["Meanwhile"]);
  });

  it("follow a moved event, and ring no alarm that is moved into the past", async () => {
    await put("Dinner", ...ALARM("-PT10M"));
    await look();
    const moved = ["DTSTART:20261123T150000Z", "DURATION:PT1H", "SUMMARY:Dinner", ...ALARM("-PT10M")];
    await write("Dinner.ics", vevent("Dinner", ...moved));
    clock.advance(HOUR);
    await look();
    expect(await given()).toEqual([]);
    clock.advance(110 * MINUTE);
    await look();
    expect(await given()).toHaveLength(1);
    await put("Late", ...ALARM("-PT30M"));
    await look();
    expect(await given(), "its reminder was over when it was written").toHaveLength(1);
  });

  it("ring for each occurrence when clocks go back, and for none that is cancelled or declined", async () => {
    clock = testClock("2026-10-23T12:00:00Z");
    app = { ...app, now: clock.now };
    const zone = "TZID=Europe/Stockholm";
    await write("daily.ics", [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//x//EN",
      "BEGIN:VEVENT",
      "UID:daily",
      "DTSTAMP:20261001T000000Z",
      `DTSTART;${zone}:20261024T090000`,
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=4",
      "SUMMARY:Standup",
      ...ALARM("-PT10M"),
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:daily",
      "DTSTAMP:20261001T000000Z",
      `RECURRENCE-ID;${zone}:20261026T090000`,
      `DTSTART;${zone}:20261026T090000`,
      "DURATION:PT1H",
      "STATUS:CANCELLED",
      "SUMMARY:Standup",
      ...ALARM("-PT10M"),
      "END:VEVENT",
      "END:VCALENDAR",
    ]);
    for (let hour = 0; hour < 6 * 24; hour++) {
      clock.advance(HOUR / 2);
      await look();
      clock.advance(HOUR / 2);
      await look();
    }
    const rung = (await given()).map(({ rangAt }) => new Date(rangAt).toISOString()).toReversed();
    expect(rung).toEqual([
      "2026-10-24T06:50:00.000Z",
      "2026-10-25T07:50:00.000Z",
      "2026-10-27T07:50:00.000Z",
    ]);
  });

  it("are withdrawn when the event is deleted, or its alarm acknowledged in another client", async () => {
    await put("Dinner", ...ALARM("-PT10M"));
    await put("Supper", ...ALARM("-PT10M"));
    await look();
    clock.advance(50 * MINUTE);
    await look();
    expect(await given()).toHaveLength(2);
    await deleteObject(app, elin, ownCalendar(elin, calendarId), "Dinner.ics", {});
    const alarm = ALARM("-PT10M");
    await put("Supper", ...alarm.slice(0, -1), "ACKNOWLEDGED:20261123T125100Z", "END:VALARM");
    await look();
    expect(await given()).toEqual([]);
  });

  it("do not come from a muted calendar, and wait for the end of quiet hours", async () => {
    await updateCalendar(app, elin, calendarId, { view: { isMuted: true } });
    await put("Muted", ...ALARM("-PT10M"));
    clock.advance(55 * MINUTE);
    await look();
    expect(await given()).toEqual([]);
    await updateCalendar(app, elin, calendarId, { view: { isMuted: false } });
    await prefer({ reminders: { mail: true }, quietHours: { from: "21:30", to: "06:30" } });
    const event = (name: string, start: string) =>
      write(
        `${name}.ics`,
        vevent(name, `DTSTART:${start}`, "DURATION:PT1H", `SUMMARY:${name}`, ...ALARM("-PT10M")),
      );
    await event("Night", "20261123T220000Z");
    await event("Early", "20261124T053500Z");
    clock.advance(9 * HOUR);
    await look();
    clock.advance(7 * HOUR + 30 * MINUTE);
    await look();
    expect((await given()).map(({ title }) => title)).toEqual(["Early", "Night"]);
    const waiting = await storage.write((tx) => tx.queues.takeOutbox(clock.now(), 100, 0));
    expect(waiting.filter(({ accountId }) => accountId === elin.principalId)).toEqual([]);
    const later = await storage.write((tx) => tx.queues.takeOutbox(clock.now() + HOUR, 100, 0));
    const sent = later.filter(({ accountId }) => accountId === elin.principalId);
    expect(sent.map(({ payload }) => (payload as { subject: string }).subject)).toEqual([
      "Reminder: Early, Tue 24 Nov, 06:35–07:35",
    ]);
  });

  it("go by mail if the alarm asks for that, and nowhere else", async () => {
    await put("By mail", ...ALARM("-PT10M", "EMAIL"));
    clock.advance(51 * MINUTE);
    await look();
    await look();
    expect(await given()).toEqual([]);
    const all = await storage.write((tx) => tx.queues.takeOutbox(clock.now(), 100, 0));
    const own = all.filter(({ accountId }) => accountId === elin.principalId);
    expect(own).toHaveLength(1);
    const text = String((own[0]?.payload as { text: string } | undefined)?.text);
    expect(text).toContain("Monday 23 November 2026, 14:00–15:00");
    expect(text).not.toMatch(/minutes|soon/i);
  });

  it("send the agenda at its hour, also on days of 23 or 25 hours, and none for an empty day", async () => {
    clock = testClock("2026-10-24T12:00:00Z");
    app = { ...app, now: clock.now };
    await prefer({ agendaAt: "06:30", language: "sv" });
    await write(
      "sunday.ics",
      vevent("sunday", "DTSTART:20261025T100000Z", "DURATION:PT1H", "SUMMARY:Kyrkkaffe"),
    );
    await put("Declined");
    clock.advance(Date.UTC(2026, 9, 25, 5, 29) - clock.now());
    await look();
    expect(await mails()).toEqual([]);
    clock.advance(MINUTE);
    await look();
    await look();
    expect(await mails()).toEqual(["agenda"]);
    const next = await storage.read((tx) => tx.reminders.agendaOf(elin.principalId));
    expect(next?.nextAt).toBe(Date.UTC(2026, 9, 26, 5, 30));
    clock.advance(24 * HOUR);
    await look();
    expect(await mails(), "nothing is on that day").toEqual(["agenda"]);
    await prefer({});
    expect(await storage.read((tx) => tx.reminders.agendaOf(elin.principalId))).toBeUndefined();
  });

  it("send the coming week on Sundays at its hour, beside the day's agenda, and none for an empty week", async () => {
    clock = testClock("2026-11-28T12:00:00Z");
    app = { ...app, now: clock.now };
    await prefer({ agendaAt: "18:00", weekAt: "18:00" });
    for (const [name, start] of [
      ["Sunday", "20261129T190000Z"],
      ["Tuesday", "20261201T090000Z"],
      ["Later", "20261207T090000Z"],
    ])
      await write(`${name}.ics`, vevent(`${name}`, `DTSTART:${start}`, "DURATION:PT1H", `SUMMARY:${name}`));
    clock.advance(Date.UTC(2026, 10, 28, 17) - clock.now());
    await look();
    expect(await mails(), "Saturday is empty, and no Sunday").toEqual([]);
    clock.advance(24 * HOUR);
    await look();
    await look();
    expect((await mails()).toSorted()).toEqual(["agenda", "week"]);
    const all = await storage.write((tx) => tx.queues.takeOutbox(clock.now(), 100, 0));
    const sent = all
      .filter(({ accountId }) => accountId === elin.principalId)
      .map(({ payload }) => payload as { subject: string; text: string });
    const week = sent.find(({ subject }) => subject === "Week 49: 1 event");
    expect(week?.text).toContain("Tuesday 1 December 2026\n\n10:00–11:00: Tuesday");
    expect(week?.text).not.toMatch(/: Sunday|Later/);
    await prefer({ weekAt: "18:00" });
    const next = await storage.read((tx) => tx.reminders.agendaOf(elin.principalId));
    expect(next?.nextAt).toBe(Date.UTC(2026, 11, 6, 17));
    clock.advance(14 * 24 * HOUR);
    await look();
    expect(await mails(), "it was too late for the next, and after it nothing is on").toHaveLength(2);
  });
});
