import { nextAlarm } from "@snart/calendar/alarms/next-alarm.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { alertsInForce } from "./alerts-in-force.ts";
import type { CalendarId, ObjectId } from "../types.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: CalendarId;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId, principalId: nils.actor.principalId, level: "read" }),
  );
});

const START = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;
const before = (offset: string) => ({
  "@type": "Alert",
  trigger: { "@type": "OffsetTrigger", offset },
  action: "display",
});
const dinner = (...lines: string[]) =>
  jmap.put(
    elin.actor,
    calendarId,
    "dinner.ics",
    vevent("dinner", "DTSTART:20261123T120000Z", "DURATION:PT1H", "SUMMARY:Dinner", ...lines),
  );
const ofCalendar = (client: JmapClient, patch: object) =>
  client.call("Calendar/set", { accountId: elin.accountId, update: { [calendarId]: patch } });
const ofEvent = (client: JmapClient, id: string, patch: object) =>
  client.call("CalendarEvent/set", { accountId: elin.accountId, update: { [id]: patch } });
/** Minutes before the event at which a person's first alarm rings; undefined: none. */
const ringsFor = (client: JmapClient, id: string): Promise<number | undefined> =>
  jmap.app.storage.read(async (tx) => {
    const stored = await tx.objects.byId(id as ObjectId);
    const alerts = stored && (await alertsInForce(tx, client.actor, calendarId, stored));
    const ring = alerts && nextAlarm(alerts.object, START - 86_400_000, UTC, alerts.defaults);
    return ring && (START - ring.at) / MINUTE;
  });
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];

describe("the alerts in force", () => {
  it("are the event's own unless it asks for the calendar's, and survive CalDAV", async () => {
    const id = await dinner(...ALARM);
    await ofCalendar(elin, { defaultAlertsWithTime: { d: before("-PT45M") } });
    expect(await ringsFor(elin, id)).toBe(5);
    expect((await ofEvent(elin, id, { useDefaultAlerts: true })).notUpdated).toBeNull();
    expect(await elin.event(id)).toMatchObject({ useDefaultAlerts: true, alerts: expect.any(Object) });
    expect(await ringsFor(elin, id)).toBe(45);
    const dav = new DavClient(jmap.app, elin.actor);
    const path = "/dav/calendars/elin/calendar/dinner.ics";
    const { body } = await dav.get(path);
    expect(body).toContain("TRIGGER:-PT5M");
    expect((await dav.put(path, body.replace("SUMMARY:Dinner", "SUMMARY:Supper"))).status).toBe(204);
    expect(await elin.event(id)).toMatchObject({ title: "Supper", useDefaultAlerts: true });
    await ofEvent(elin, id, { useDefaultAlerts: false });
    expect(await elin.event(id)).not.toHaveProperty("useDefaultAlerts");
    expect(await ringsFor(elin, id)).toBe(5);
  });

  it("are each person's own, including defaults, until they leave the calendar", async () => {
    const id = await dinner(...ALARM, "JSPROP;JSPTR=useDefaultAlerts:true");
    await ofCalendar(elin, { defaultAlertsWithTime: { d: before("-PT45M") } });
    await ofCalendar(nils, { defaultAlertsWithTime: { n: before("-PT10M") } });
    await ofEvent(nils, id, { useDefaultAlerts: true });
    expect(await ringsFor(nils, id)).toBe(10);
    await ofCalendar(nils, { isSubscribed: false });
    expect(await ringsFor(nils, id), "has left it").toBeUndefined();
    await ofCalendar(nils, { isSubscribed: true });
    expect(await ringsFor(nils, id)).toBe(10);
    await ofEvent(nils, id, { useDefaultAlerts: null });
    expect(await ringsFor(nils, id), "has no alarm of his own").toBeUndefined();
    expect(await ringsFor(elin, id)).toBe(45);
  });

  it("are those of the event's kind", async () => {
    const id = await dinner("JSPROP;JSPTR=useDefaultAlerts:true");
    await ofCalendar(elin, { defaultAlertsWithoutTime: { d: before("-PT45M") } });
    expect(await ringsFor(elin, id)).toBeUndefined();
    await ofEvent(elin, id, {
      showWithoutTime: true,
      start: "2026-11-23T00:00:00",
      duration: "P1D",
      timeZone: null,
    });
    expect(await ringsFor(elin, id)).toBe(12 * 60 + 45);
  });

  it("are none for drafts, for partly visible events, and for strangers", async () => {
    const id = await dinner(...ALARM, "X-SNART-DRAFT:TRUE");
    expect(await ringsFor(elin, id)).toBeUndefined();
    await elin.call("CalendarEvent/set", { destroy: [id] });
    const other = await dinner(...ALARM, "CLASS:PRIVATE");
    expect(await ringsFor(elin, other)).toBe(5);
    expect(await ringsFor(nils, other)).toBeUndefined();
    expect(await ringsFor(await jmap.client("axel"), other)).toBeUndefined();
  });
});
