import { nextAlarm } from "@snart/calendar/alarms/next-alarm.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { createGroup } from "../groups/change-group.ts";
import { listCalendars } from "../calendars/list-calendars.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../types.ts";
import { refreshAlarms } from "./alarm-index.ts";
import { alertsInForce } from "./alerts-in-force.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let groupId: string;
let calendarId: CalendarId;
let home: string;
beforeEach(async () => {
  const members = new Map([elin, nils].map(({ actor }) => [actor.principalId, { isManager: true }] as const));
  await jmap.app.storage.write((tx) => tx.principals.update(elin.actor.principalId, { isAdmin: true }));
  const made = await createGroup(jmap.app, { ...elin.actor, isAdmin: true }, "Styrelsen", members);
  if (!made.ok) throw new Error(made.problem.code);
  groupId = made.value;
  const calendars = await listCalendars(jmap.app, elin.actor);
  const found = calendars.ok && calendars.value.find(({ calendar }) => calendar.accountId === groupId);
  if (!found) throw new Error("the group has no calendar");
  calendarId = found.calendar.id;
  const group = await jmap.app.storage.read((tx) => tx.principals.byId(made.value));
  home = `/dav/calendars/${group?.login ?? ""}/${found.calendar.uri}/`;
});

const START = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;
const alarm = (minutes: number) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `TRIGGER:-PT${minutes}M`,
  "DESCRIPTION:Soon",
  "END:VALARM",
];
const TIMES = [
  "DTSTART:20261123T120000Z",
  "DURATION:PT1H",
  "SUMMARY:Möte",
  "CATEGORIES:Årsmöte",
  "COLOR:lime",
];
const meeting = (client: JmapClient, ...lines: string[]) =>
  jmap.put(client.actor, calendarId, "mote.ics", vevent("mote", ...TIMES, ...lines));
const before = (offset: string) => ({
  "@type": "Alert",
  trigger: { "@type": "OffsetTrigger", offset },
  action: "display",
});
const patch = (client: JmapClient, id: string, change: object) =>
  client.call("CalendarEvent/set", { accountId: groupId, update: { [id]: change } });
const shown = async (client: JmapClient, id: string): Promise<Record<string, unknown>> => {
  const { list } = (await client.call("CalendarEvent/get", { accountId: groupId, ids: [id] })) as {
    list: Record<string, unknown>[];
  };
  return list[0] ?? {};
};
const offsets = async (client: JmapClient, id: string): Promise<readonly string[]> => {
  const alerts = (await shown(client, id))["alerts"] as
    | Record<string, { trigger: { offset: string } }>
    | undefined;
  return Object.values(alerts ?? {}).map(({ trigger }) => trigger.offset);
};
/** Minutes before the meeting at which a person's first alarm rings; undefined: none. */
const ringsFor = (client: JmapClient, id: string): Promise<number | undefined> =>
  jmap.app.storage.read(async (tx) => {
    const stored = await tx.objects.byId(id as ObjectId);
    const alerts = stored && (await alertsInForce(tx, client.actor, calendarId, stored));
    const ring = alerts && nextAlarm(alerts.object, START - 86_400_000, UTC, alerts.defaults);
    return ring && (START - ring.at) / MINUTE;
  });
const alarmsOf = (id: string) => jmap.app.storage.read((tx) => tx.reminders.alarmsOf(id as ObjectId));

describe("an alarm that was common to the members of a group", () => {
  it("is kept by each of them, as their own", async () => {
    const id = await meeting(elin);
    const stored = await jmap.app.storage.read((tx) => tx.objects.byId(id as ObjectId));
    const ending = [...alarm(5), "END:VEVENT"].join("\r\n");
    const text = (stored?.icalendar ?? "").replace("END:VEVENT", ending);
    // As migration 20 leaves it: the whole text stands as the own parts of whoever is a member.
    await jmap.app.storage.write(async (tx) => {
      for (const { actor } of [elin, nils]) {
        const modseq = await tx.lockAccount(groupId as PrincipalId);
        await tx.objects.setOwnParts(id as ObjectId, actor.principalId, text, modseq);
      }
    });
    expect([await offsets(elin, id), await offsets(nils, id)]).toEqual([["-PT5M"], ["-PT5M"]]);
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, 5]);
    await patch(nils, id, { alerts: null });
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, undefined]);
    expect(await shown(elin, id)).toMatchObject({ title: "Möte", keywords: { Årsmöte: true } });
  });
});

describe("an alarm in a group's calendar", () => {
  it("is its writer's own, by CalDAV and by JMAP", async () => {
    const id = await meeting(elin, ...alarm(5));
    expect([await offsets(elin, id), await offsets(nils, id)]).toEqual([["-PT5M"], []]);
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, undefined]);
    await patch(nils, id, { alerts: { n: before("-PT30M") } });
    expect([await offsets(elin, id), await offsets(nils, id)]).toEqual([["-PT5M"], ["-PT30M"]]);
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, 30]);
    const [hers, his] = [new DavClient(jmap.app, elin.actor), new DavClient(jmap.app, nils.actor)];
    const texts = [(await hers.get(`${home}mote.ics`)).body, (await his.get(`${home}mote.ics`)).body];
    expect(texts.map((text) => /TRIGGER:.*/.exec(text)?.[0])).toEqual(["TRIGGER:-PT5M", "TRIGGER:-PT30M"]);
    expect(texts.every((text) => text.match(/BEGIN:VALARM/g)?.length === 1)).toBe(true);
  });

  it("is removed by its owner alone, for that one alone", async () => {
    const id = await meeting(elin, ...alarm(5));
    await patch(nils, id, { alerts: { n: before("-PT30M") } });
    await patch(nils, id, { alerts: null });
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, undefined]);
    const his = new DavClient(jmap.app, nils.actor);
    const seen = await his.get(`${home}mote.ics`);
    expect(
      (await his.put(`${home}mote.ics`, seen.body.replace("SUMMARY:Möte", "SUMMARY:Årsmöte"))).status,
    ).toBe(204);
    expect(await shown(elin, id)).toMatchObject({ title: "Årsmöte" });
    expect(await offsets(elin, id)).toEqual(["-PT5M"]);
    await patch(elin, id, { alerts: null });
    expect([await ringsFor(elin, id), await offsets(elin, id)]).toEqual([undefined, []]);
  });

  it("changes nothing for the others: neither the event nor what it tells them", async () => {
    const id = await meeting(elin);
    const stored = () => jmap.app.storage.read((tx) => tx.objects.byId(id as ObjectId));
    const former = await stored();
    const seen = await shown(elin, id);
    await patch(nils, id, { alerts: { n: before("-PT30M") } });
    expect((await stored())?.icalendar).toBe(former?.icalendar);
    expect(await shown(elin, id)).toEqual(seen);
  });

  it("leaves what describes the event to the group: keywords, colour, whether it takes time", async () => {
    const id = await meeting(elin, "TRANSP:TRANSPARENT", ...alarm(5));
    const common = { keywords: { Årsmöte: true }, color: "lime", freeBusyStatus: "free" };
    expect(await shown(nils, id)).toMatchObject(common);
    await patch(nils, id, { color: "navy" });
    expect(await shown(elin, id)).toMatchObject({ ...common, color: "navy" });
    expect(await ringsFor(elin, id)).toBe(5);
  });

  it("is each member's default where the event says nothing of that member's alarms", async () => {
    const id = await meeting(elin, ...alarm(5));
    const set = { update: { [calendarId]: { defaultAlertsWithTime: { d: before("-PT45M") } } } };
    await nils.call("Calendar/set", { accountId: groupId, ...set });
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, 45]);
    expect(await shown(nils, id)).toMatchObject({ useDefaultAlerts: true });
    await patch(nils, id, { useDefaultAlerts: false });
    expect([await ringsFor(elin, id), await ringsFor(nils, id)]).toEqual([5, undefined]);
    expect(await shown(elin, id)).not.toHaveProperty("useDefaultAlerts");
  });

  it("waits in the index for its owner alone, private events included", async () => {
    const id = await meeting(elin, "CLASS:PRIVATE", ...alarm(5));
    await refreshAlarms(jmap.app);
    expect((await alarmsOf(id)).map(({ principalId }) => principalId)).toEqual([elin.actor.principalId]);
    expect(await shown(nils, id)).toMatchObject({ title: "Möte", privacy: "private" });
    await patch(nils, id, { alerts: { n: before("-PT30M") } });
    await refreshAlarms(jmap.app);
    const rings = (await alarmsOf(id)).map(({ principalId, ringAt }) => [principalId, ringAt]);
    expect(Object.fromEntries(rings)).toEqual({
      [elin.actor.principalId]: START - 5 * MINUTE,
      [nils.actor.principalId]: START - 30 * MINUTE,
    });
  });

  it("is in the lists and syncs of CalDAV under the tag that its reader gets", async () => {
    await meeting(elin, ...alarm(5));
    const [hers, his] = [new DavClient(jmap.app, elin.actor), new DavClient(jmap.app, nils.actor)];
    for (const client of [hers, his]) {
      const tag = (await client.get(`${home}mote.ics`)).headers.get("etag");
      const sync = await client.sync(home, "", "");
      expect(sync.body).toContain(tag?.replaceAll('"', "&quot;") ?? "no tag");
    }
  });
});
