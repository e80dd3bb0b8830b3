import { nextAlarm } from "@snart/calendar/alarms/next-alarm.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { handOverCalendar } from "../accounts/hand-over-calendar.ts";
import { updateProfile } from "../accounts/profile.ts";
import { alertsInForce } from "../alarms/alerts-in-force.ts";
import { createGroup } from "../groups/change-group.ts";
import { sendAgendas } from "../reminders/agenda.ts";
import type { CalendarId, ObjectId } from "../types.ts";

const DAY = 86_400_000;
const HALF_PAST_SIX = 6.5 * 3_600_000;
const HOME = "/dav/calendars/nils/";
const SEEN = `${HOME}elin~calendar/`;
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];
const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let dav: DavClient;
let calendarId: CalendarId;
let eventId: string;
let puts: number;
beforeEach(async () => {
  dav = new DavClient(jmap.app, nils.actor);
  calendarId = (await elin.calendars())[0].id;
  puts = 0;
  const preferences = { agendaAt: "06:30", timeZone: "Etc/UTC" };
  expect(await updateProfile(jmap.app, nils.actor, { preferences })).toMatchObject({ ok: true });
  eventId = await put("lunch", ...ALARM);
});

const put = (uid: string, ...lines: string[]) =>
  jmap.put(
    elin.actor,
    calendarId,
    `${uid}.ics`,
    vevent(
      uid,
      "DTSTART:20261101T120000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY",
      `SUMMARY:${uid} ${puts++}`,
      ...lines,
    ),
  );
const set = (client: JmapClient, patch: object) =>
  client.call("Calendar/set", { accountId: elin.accountId, update: { [calendarId]: patch } });
const share = (who = nils.accountId) =>
  set(elin, { [`shareWith/${who}`]: { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true } });
const ownAlert = () =>
  nils.call("CalendarEvent/set", {
    accountId: elin.accountId,
    update: {
      [eventId]: {
        alerts: { n: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT20M" } } },
      },
    },
  });
/** Minutes before noon at which lunch rings. */
const rings = (client: JmapClient): Promise<number | undefined> =>
  jmap.app.storage.read(async (tx) => {
    const stored = await tx.objects.byId(eventId as ObjectId);
    const alerts = stored && (await alertsInForce(tx, client.actor, calendarId, stored));
    const ring = alerts && nextAlarm(alerts.object, Date.UTC(2026, 11, 1), UTC, alerts.defaults);
    return ring && (Date.UTC(2026, 11, 1, 12) - ring.at) / 60_000;
  });
/** The contents of the next agenda mail to Nils. */
const agenda = async (): Promise<readonly string[]> => {
  const titles: string[] = [];
  jmap.clock.advance(DAY - ((jmap.clock.now() - HALF_PAST_SIX) % DAY));
  await sendAgendas(jmap.app, ({ entries }) => {
    titles.push(...entries.map(({ title }) => title.split(" ")[0] ?? ""));
    return { subject: "Agenda", text: "", html: "" };
  });
  return titles;
};
const notices = async (client: JmapClient): Promise<number> =>
  (await client.call("CalendarEventNotification/get", { accountId: elin.accountId, ids: null })).list.length;
/** Everything that Nils sees of the calendar. */
const seen = async (): Promise<Answer> => {
  const before = await notices(nils);
  await put("lunch", ...ALARM);
  const [calendar] = (await nils.call("Calendar/get", { accountId: elin.accountId, ids: null })).list;
  return {
    isSubscribed: calendar.isSubscribed,
    inHome: (await dav.propfind(HOME, "1", "<d:resourcetype/>")).hrefs.includes(SEEN),
    rings: await rings(nils),
    agenda: await agenda(),
    told: (await notices(nils)) - before,
  };
};
const THERE = { isSubscribed: true, inHome: true, rings: 20, agenda: ["lunch"], told: 1 };
const LEFT = { isSubscribed: false, inHome: false, rings: undefined, agenda: [], told: 0 };

describe("a calendar that is shared", () => {
  it("is there at once and everywhere, without its owner's alarms and busy times", async () => {
    await share();
    expect(await seen()).toEqual({ ...THERE, rings: undefined });
    expect(await rings(elin)).toBe(5);
    const availability = await nils.call("Principal/getAvailability", {
      accountId: nils.accountId,
      id: nils.accountId,
      utcStart: "2026-11-23T00:00:00Z",
      utcEnd: "2026-11-24T00:00:00Z",
    });
    expect(availability.list).toEqual([]);
    await ownAlert();
    expect(await rings(nils)).toBe(20);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a client that deletes it from one's own home", () => dav.delete(SEEN)],
    ["isSubscribed", () => set(nils, { isSubscribed: false })],
  ])("is left by %s, everywhere, until that is undone", async (_by, leave) => {
    await share();
    await ownAlert();
    expect(await seen()).toEqual(THERE);
    await leave();
    expect(await seen()).toEqual(LEFT);
    expect(await rings(elin)).toBe(5);
    expect((await elin.calendars())[0].isSubscribed).toBe(true);
    await set(nils, { isSubscribed: true });
    expect(await seen()).toEqual(THERE);
  });

  it("stays its new owner's, even if they had left it before", async () => {
    await share();
    await dav.delete(SEEN);
    await elin.call("Calendar/set", { create: { k: { name: "Other" } } });
    const given = await handOverCalendar(jmap.app, elin.actor, {
      calendarId,
      to: nils.actor.principalId,
      keep: null,
    });
    expect(given).toMatchObject({ ok: true });
    const own = (await nils.calendars()).find(({ id }: Answer) => id === calendarId);
    expect(own.isSubscribed).toBe(true);
  });

  it("produces no notice when it is shared with a group", async () => {
    await jmap.app.storage.write((tx) => tx.principals.update(elin.actor.principalId, { isAdmin: true }));
    const members = new Map([[nils.actor.principalId, { isManager: false }]]);
    const made = await createGroup(jmap.app, elin.actor, "Board", members);
    if (!made.ok) throw new Error(made.problem.code);
    const group = made.value;
    await share(group);
    expect(await seen()).toEqual({ ...THERE, rings: undefined, told: 0 });
    const kept = await jmap.app.storage.read((tx) =>
      tx.notifications.list(
        { accountId: elin.actor.principalId, recipientId: group, type: "CalendarEventNotification" },
        9,
      ),
    );
    expect(kept).toEqual([]);
  });
});
