import { beforeEach, describe, expect, it } from "vitest";
import { refreshAlarms } from "../../app/alarms/alarm-index.ts";
import { ringDue } from "../../app/reminders/ring-due.ts";
import { reminderWords } from "../../mail/reminder-words.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const MINUTE = 60_000;
const ring = async (): Promise<void> => {
  await refreshAlarms(jmap.app);
  await ringDue(jmap.app, reminderWords(null));
};
const reminders = async (client = elin) =>
  (await client.call("Reminder/get", { accountId: client.accountId, ids: null }))["list"] as {
    readonly id: string;
    readonly title: string;
    readonly rangAt: string;
  }[];
const set = (args: object, client = elin) =>
  client.call("Reminder/set", { accountId: client.accountId, ...args });
/** An event in an hour, whose alarm ten minutes before has rung. */
const rungDinner = async (...alarm: string[]): Promise<{ readonly event: string; readonly id: string }> => {
  const lines = [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT10M",
    "DESCRIPTION:Soon",
    ...alarm,
    "END:VALARM",
  ];
  const event = await jmap.put(
    elin.actor,
    calendarId,
    "dinner.ics",
    vevent(
      "dinner",
      "DTSTART:20261120T130000Z",
      "DURATION:PT1H",
      "SUMMARY:Dinner",
      "LOCATION:Home",
      ...lines,
    ),
  );
  await ring();
  jmap.clock.advance(50 * MINUTE);
  await ring();
  const [only] = await reminders();
  return { event, id: only?.id ?? "" };
};

describe("Reminder", () => {
  it("shows each person's own alarms, and nobody else's", async () => {
    const { event, id } = await rungDinner();
    expect(await reminders()).toMatchObject([
      {
        id,
        itemAccountId: elin.accountId,
        itemId: event,
        itemType: "CalendarEvent",
        title: "Dinner",
        location: "Home",
        start: "2026-11-20T13:00:00Z",
        rangAt: "2026-11-20T12:50:00Z",
        showWithoutTime: false,
        recurrenceId: null,
      },
    ]);
    const nils = await jmap.client("nils");
    expect(await reminders(nils)).toEqual([]);
    expect(await set({ destroy: [id] }, nils)).toMatchObject({
      notDestroyed: { [id]: { type: "notFound" } },
    });
    expect(await reminders()).toHaveLength(1);
  });

  it("is dismissed in the event as well, so that other clients are silent", async () => {
    const { event, id } = await rungDinner();
    expect(await set({ destroy: [id] })).toMatchObject({ destroyed: [id], notDestroyed: null });
    expect(await reminders()).toEqual([]);
    const text = await jmap.icalendar(elin.actor, event);
    expect(text).toContain("ACKNOWLEDGED:20261120T125000Z");
    expect(text).not.toContain("SNOOZE");
    jmap.clock.advance(2 * 60 * MINUTE);
    await ring();
    expect(await reminders()).toEqual([]);
  });

  it.each([[[]], [["UID:one"]]])(
    "is snoozed, rings again once, and is gone when dismissed (%s)",
    async (alarm) => {
      const { event, id } = await rungDinner(...alarm);
      const until = "2026-11-20T12:55:00Z";
      expect(await set({ update: { [id]: { snoozedUntil: until } } })).toMatchObject({
        updated: { [id]: null },
      });
      expect(await reminders()).toEqual([]);
      expect(await jmap.icalendar(elin.actor, event)).toMatch(/RELATED-TO;RELTYPE=SNOOZE:/);
      await ring();
      jmap.clock.advance(5 * MINUTE - 1);
      await ring();
      expect(await reminders()).toEqual([]);
      jmap.clock.advance(1);
      await ring();
      const again = await reminders();
      expect(again).toMatchObject([{ title: "Dinner", rangAt: until }]);
      await set({ destroy: again.map((one) => one.id) });
      const text = await jmap.icalendar(elin.actor, event);
      expect(text).not.toContain("SNOOZE");
      expect(text.match(/BEGIN:VALARM/g)).toHaveLength(1);
      expect(text).toContain("ACKNOWLEDGED:20261120T125500Z");
    },
  );

  it("of a calendar's default alerts is recorded in the event", async () => {
    await elin.call("Calendar/set", {
      accountId: elin.accountId,
      update: {
        [calendarId]: {
          defaultAlertsWithTime: {
            d: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } },
          },
        },
      },
    });
    const lines = ["DTSTART:20261120T130000Z", "DURATION:PT1H", "SUMMARY:Dinner"];
    const event = await jmap.put(
      elin.actor,
      calendarId,
      "dinner.ics",
      vevent("dinner", ...lines, "JSPROP;JSPTR=useDefaultAlerts:true"),
    );
    await ring();
    jmap.clock.advance(50 * MINUTE);
    await ring();
    const [first] = await reminders();
    await set({ update: { [first?.id ?? ""]: { snoozedUntil: "2026-11-20T12:55:00Z" } } });
    await ring();
    jmap.clock.advance(5 * MINUTE);
    await ring();
    const [second] = await reminders();
    expect(second).toMatchObject({ rangAt: "2026-11-20T12:55:00Z" });
    await set({ destroy: [second?.id ?? ""] });
    jmap.clock.advance(60 * MINUTE);
    await ring();
    expect(await reminders()).toEqual([]);
    expect(await jmap.icalendar(elin.actor, event)).toContain("ACKNOWLEDGED:20261120T125500Z");
  });

  it("refuses what it does not know, and what it cannot do", async () => {
    const { id } = await rungDinner();
    const wrong = ["2026-11-20T12:49:00Z", "2027-11-20T12:49:00Z", "soon", 5, null];
    for (const snoozedUntil of wrong)
      expect(await set({ update: { [id]: { snoozedUntil } } })).toMatchObject({
        notUpdated: { [id]: { type: "invalidProperties" } },
      });
    expect(await set({ update: { [id]: { title: "x" } } })).toMatchObject({ updated: null });
    expect(await set({ create: { a: { title: "x" } } })).toMatchObject({
      notCreated: { a: { type: "forbidden" } },
    });
    expect(await reminders()).toHaveLength(1);
  });
});
