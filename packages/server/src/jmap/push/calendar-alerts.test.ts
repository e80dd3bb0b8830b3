import { beforeEach, describe, expect, it } from "vitest";
import { refreshAlarms } from "../../app/alarms/alarm-index.ts";
import { ringDue } from "../../app/reminders/ring-due.ts";
import { reminderWords } from "../../mail/reminder-words.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import type { EventReader, JmapClient, ServerEvent } from "../../testing/jmap-client.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const MINUTE = 60_000;
const ONLY_ALERTS = "?types=CalendarAlert&closeafter=no&ping=0";
const ring = async (): Promise<void> => {
  await refreshAlarms(jmap.app);
  await ringDue(jmap.app, reminderWords(null));
};
/** An event in an hour, with an alert ten minutes before. */
const dinner = async (accountId: string, calendar: string, fields: object = {}): Promise<string> => {
  const event = {
    calendarIds: { [calendar]: true },
    uid: "dinner",
    title: "Dinner",
    start: "2026-11-20T13:00:00",
    timeZone: "Etc/UTC",
    alerts: { soon: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } } },
    ...fields,
  };
  const { created } = await elin.call("CalendarEvent/set", { accountId, create: { e: event } });
  await ring();
  return created.e.id;
};
const ringAtTen = async (): Promise<void> => {
  jmap.clock.advance(50 * MINUTE);
  await ring();
};
const awaited = new WeakMap<EventReader, Promise<ServerEvent | undefined>>();
/** The events that come now. */
async function heard(reader: EventReader): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  await jmap.pass(100);
  for (;;) {
    const nothing = new Promise<"nothing">((resolve) => setTimeout(resolve, 30, "nothing"));
    const next = awaited.get(reader) ?? reader.next();
    awaited.set(reader, next);
    const event = await Promise.race([next, nothing]);
    if (event === "nothing" || event === undefined) return events;
    awaited.delete(reader);
    events.push(event);
  }
}
const share = () =>
  elin.call("Calendar/set", {
    update: { [calendarId]: { [`shareWith/${nils.accountId}`]: { mayReadItems: true } } },
  });
const alertOf = (accountId: string, id: string, fields: object = {}) => ({
  "@type": "CalendarAlert",
  accountId,
  calendarEventId: id,
  uid: "dinner",
  recurrenceId: null,
  alertId: "soon",
  ...fields,
});

describe("the event source", () => {
  it("tells of an alert when it rings, once, under its id", async () => {
    const id = await dinner(elin.accountId, calendarId);
    const reader = await elin.listen(ONLY_ALERTS);
    expect(await heard(reader)).toEqual([]);
    await ringAtTen();
    expect(await heard(reader)).toMatchObject([
      { event: "calendarAlert", data: alertOf(elin.accountId, id) },
    ]);
  });

  it("tells of it beside the states, and not those who ask for other types", async () => {
    await dinner(elin.accountId, calendarId);
    const all = await elin.listen();
    const states = await elin.listen("?types=CalendarEvent,Reminder&closeafter=no&ping=0");
    await ringAtTen();
    expect((await heard(all)).map(({ event }) => event).toSorted()).toEqual(["calendarAlert", "state"]);
    expect((await heard(states)).map(({ event }) => event)).toEqual(["state"]);
  });

  it("names the series and the occurrence, and every alert that rings together", async () => {
    const also = { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } };
    const id = await dinner(elin.accountId, calendarId, {
      recurrenceRule: { frequency: "daily" },
      alerts: { soon: also, also },
    });
    const reader = await elin.listen(ONLY_ALERTS);
    await ringAtTen();
    const recurrenceId = "2026-11-20T13:00:00";
    const told = (await heard(reader)).map(({ data }) => data);
    expect(told.toSorted((a, b) => b.alertId.localeCompare(a.alertId))).toEqual([
      alertOf(elin.accountId, id, { recurrenceId }),
      alertOf(elin.accountId, id, { recurrenceId, alertId: "also" }),
    ]);
  });

  it("tells a sharee of alerts of their own, and of nobody else's", async () => {
    await share();
    const id = await dinner(elin.accountId, calendarId);
    const update = (client: JmapClient, patch: object) =>
      client.call("CalendarEvent/set", { accountId: elin.accountId, update: { [id]: patch } });
    const trigger = { "@type": "OffsetTrigger", offset: "-PT10M" };
    const own = await nils.listen(ONLY_ALERTS);
    await ringAtTen();
    expect(await heard(own)).toEqual([]);
    await update(nils, { alerts: { mine: { trigger: { ...trigger, offset: "-PT5M" } } } });
    await ring();
    jmap.clock.advance(5 * MINUTE);
    await ring();
    expect(await heard(own)).toMatchObject([{ data: alertOf(elin.accountId, id, { alertId: "mine" }) }]);
  });

  it("tells the members of a group of alerts in its calendar", async () => {
    await jmap.app.storage.write((tx) => tx.principals.update(nils.actor.principalId, { isAdmin: true }));
    const members = { [elin.accountId]: { isManager: true } };
    const { created } = await nils.call("Group/set", { create: { g: { name: "Choir", members } } });
    const group = created.g.id;
    const calendars = await elin.call("Calendar/get", { accountId: group, ids: null });
    const id = await dinner(group, calendars.list[0].id, { uid: "dinner" });
    const reader = await elin.listen(ONLY_ALERTS);
    await ringAtTen();
    expect((await heard(reader)).map(({ data }) => data)).toEqual([alertOf(group, id)]);
  });

  it("tells a client that was away of what rang meanwhile, but not of what is over", async () => {
    const first = await elin.listen(ONLY_ALERTS);
    const id = await dinner(elin.accountId, calendarId);
    await heard(first);
    const before = first.lastEventId ?? "";
    await ringAtTen();
    const back = await elin.listen(ONLY_ALERTS, { headers: { "Last-Event-ID": before } });
    expect((await heard(back)).map(({ data }) => data)).toEqual([alertOf(elin.accountId, id)]);
    const fresh = await elin.listen(ONLY_ALERTS);
    expect(await heard(fresh)).toEqual([]);
    jmap.clock.advance(61 * MINUTE);
    const late = await elin.listen(ONLY_ALERTS, { headers: { "Last-Event-ID": before } });
    expect(await heard(late)).toEqual([]);
  });

  it("tells a client that was away of notifications it has missed", async () => {
    const first = await nils.listen();
    await heard(first);
    const before = first.lastEventId ?? "";
    expect(before).not.toBe("");
    await share();
    await sendOutbox(jmap.app);
    const back = await nils.listen(undefined, { headers: { "Last-Event-ID": before } });
    const [event] = await heard(back);
    expect(event?.data.changed[nils.accountId]).toMatchObject({
      ShareNotification: expect.any(String),
      CalendarEventNotification: expect.any(String),
    });
  });
});
