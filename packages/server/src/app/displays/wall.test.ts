import { HOUR } from "@snart/calendar/time/instant.ts";
import type { WallRecord } from "@snart/calendar/jmap/wall.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { door } from "../../guest/door.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { displayOf } from "./displays.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);

/** The clock stands at Friday 20 November 2026, 13:00 in Stockholm. */
const NOON = Date.parse("2026-11-20T11:00:00Z");
const DAY_MS = 24 * HOUR;

let hers: string;
let his: string;
beforeEach(async () => {
  hers = (await elin.calendars())[0].id;
  his = (await nils.calendars())[0].id;
  await elin.call("Profile/set", {
    update: {
      [elin.accountId]: { "preferences/timeZone": "Europe/Stockholm", "preferences/language": "sv" },
    },
  });
});

const make = (client: typeof nils, fields: object): Promise<Answer> =>
  client.call("Display/set", { create: { d: { name: "Kitchen", ...fields } } });
async function wall(client: typeof nils, calendarIds: readonly string[], fields = {}): Promise<string> {
  return (await make(client, { calendarIds, ...fields })).created.d.token as string;
}
async function request(token: string, init?: RequestInit): Promise<Response> {
  const display = await displayOf(jmap.app, token);
  if (!display) throw new Error("no display");
  return door(jmap.app, display, new Request("https://snart.test/door/x", init));
}
const shown = async (token: string): Promise<WallRecord> =>
  (await (await request(token)).json()) as WallRecord;
const titles = async (token: string, at = 0) =>
  (await shown(token)).calendars[at]?.events.map(({ title }) => title);
const put = (client: typeof nils, calendarId: string, uid: string, ...lines: readonly string[]) =>
  jmap.put(client.actor, calendarId, `${uid}.ics`, vevent(uid, ...lines));
const AT_FOUR = ["DTSTART;TZID=Europe/Stockholm:20261120T160000", "DURATION:PT1H"];
const both = async (): Promise<void> => {
  await put(nils, his, "open", ...AT_FOUR, "SUMMARY:Football");
  await put(nils, his, "closed", ...AT_FOUR, "SUMMARY:Biopsy", "LOCATION:Clinic", "CLASS:PRIVATE");
  await put(nils, his, "hidden", ...AT_FOUR, "SUMMARY:Surprise", "CLASS:CONFIDENTIAL");
};

describe("a wall", () => {
  it("shows today and the days that follow, as whoever made it has set their clocks", async () => {
    await put(
      elin,
      hers,
      "weekly",
      "DTSTART;TZID=Europe/Stockholm:20261106T180000",
      "DURATION:PT1H",
      "RRULE:FREQ=WEEKLY",
      "SUMMARY:Choir",
    );
    await put(
      elin,
      hers,
      "trip",
      "DTSTART;VALUE=DATE:20261121",
      "DTEND;VALUE=DATE:20261123",
      "SUMMARY:Malmö",
    );
    await put(
      elin,
      hers,
      "past",
      "DTSTART;TZID=Europe/Stockholm:20261119T120000",
      "DURATION:PT1H",
      "SUMMARY:Over",
    );
    await put(
      elin,
      hers,
      "far",
      "DTSTART;TZID=Europe/Stockholm:20261128T120000",
      "DURATION:PT1H",
      "SUMMARY:Far",
    );
    const midnight = NOON - 12 * HOUR;
    expect(await shown(await wall(elin, [hers]))).toEqual({
      kind: "wall",
      name: "Kitchen",
      now: jmap.app.now(),
      timeZone: "Europe/Stockholm",
      language: "sv",
      clock: "24",
      calendars: [
        {
          id: hers,
          name: expect.any(String),
          color: expect.anything(),
          events: [
            { start: NOON + 6 * HOUR, end: NOON + 7 * HOUR, isAllDay: false, title: "Choir" },
            { start: midnight + DAY_MS, end: midnight + 3 * DAY_MS, isAllDay: true, title: "Malmö" },
            {
              start: NOON + 6 * HOUR + 7 * DAY_MS,
              end: NOON + 7 * HOUR + 7 * DAY_MS,
              isAllDay: false,
              title: "Choir",
            },
          ],
        },
      ],
    });
  });

  it("has nothing of what is cancelled, declined or a draft", async () => {
    await put(elin, hers, "off", ...AT_FOUR, "SUMMARY:Off", "STATUS:CANCELLED");
    await put(
      elin,
      hers,
      "no",
      ...AT_FOUR,
      "SUMMARY:No",
      "ORGANIZER:mailto:bo@elsewhere.example",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com",
    );
    await elin.createEvent({
      "@type": "Event",
      calendarIds: { [hers]: true },
      title: "Draft",
      start: "2026-11-20T16:00:00",
      timeZone: "Europe/Stockholm",
      isDraft: true,
    });
    expect(await titles(await wall(elin, [hers]))).toEqual([]);
  });

  it("is listed to whoever made it alone, and they alone take it away, at once", async () => {
    await jmap.share(his, elin, "read");
    const token = await wall(elin, [hers, his]);
    const { list } = await elin.call("Display/get", { ids: null });
    expect(list).toMatchObject([{ bookableIds: [], calendarIds: [hers, his], showsPrivate: false }]);
    expect((await nils.call("Display/get", { ids: null })).list).toEqual([]);
    const gone = { destroy: [list[0].id] };
    expect((await nils.call("Display/set", gone)).notDestroyed[list[0].id].type).toBe("notFound");
    expect((await shown(token)).calendars).toHaveLength(2);
    await elin.call("Display/set", gone);
    expect(await displayOf(jmap.app, token)).toBeUndefined();
    const audit = await jmap.app.storage.read((tx) => tx.audit.latest(2));
    expect(audit.map(({ detail }) => detail?.["calendars"])).toEqual([`${hers} ${his}`, `${hers} ${his}`]);
  });

  it.each([
    ["none", [], {}],
    ["one twice", ["hers", "hers"], {}],
    ["more than the limit", Array.from({ length: 13 }, (_, n) => `c${n}`), {}],
    ["bookables as well", ["hers"], { bookableIds: ["x"] }],
    ["a private that is none", ["hers"], { showsPrivate: 1 }],
  ])("is not made of %s", async (_, names, fields) => {
    const calendarIds = names.map((name) => (name === "hers" ? hers : name));
    expect((await make(elin, { calendarIds, ...fields })).notCreated.d.type).toBe("invalidProperties");
  });

  it("is not made of what one may not read, and whether it exists is not told", async () => {
    expect((await make(elin, { calendarIds: [hers, his] })).notCreated.d.type).toBe("notFound");
    await jmap.share(his, elin, "freeBusy");
    expect((await make(elin, { calendarIds: [his] })).notCreated.d.type).toBe("notFound");
    expect((await make(elin, { calendarIds: ["nowhere"] })).notCreated.d.type).toBe("notFound");
  });

  it("has no more links than a limit", async () => {
    for (let n = 0; n < jmap.app.limits.wallsPerPerson; n++) await wall(elin, [hers]);
    expect((await make(elin, { calendarIds: [hers] })).notCreated.d).toMatchObject({
      code: "too-many-links",
    });
    expect((await make(nils, { calendarIds: [his] })).created.d.token).toBeDefined();
  });
});

describe("a passer-by at a wall", () => {
  it("is told only when somebody is busy with what is private, and nothing of what is secret", async () => {
    await both();
    const token = await wall(nils, [his]);
    expect((await titles(token))?.toSorted()).toEqual(["Football", null]);
    expect(await (await request(token)).text()).not.toMatch(/Biopsy|Clinic|Surprise|closed|hidden/);
  });

  it("is told what is private if its owner chose so, but not what is secret", async () => {
    await both();
    expect((await titles(await wall(nils, [his], { showsPrivate: true })))?.toSorted()).toEqual([
      "Biopsy",
      "Football",
    ]);
  });

  it("is not told what is private with somebody else, whatever was chosen", async () => {
    await both();
    await jmap.share(his, elin, "manage");
    const token = await wall(elin, [his], { showsPrivate: true });
    expect((await titles(token))?.toSorted()).toEqual(["Football", null]);
  });

  it("is not told what is private in a group, whatever was chosen", async () => {
    await jmap.app.storage.write((tx) => tx.principals.update(elin.actor.principalId, { isAdmin: true }));
    const group = { name: "Family", members: { [elin.accountId]: {}, [nils.accountId]: {} } };
    const { created } = await elin.call("Group/set", { create: { g: group } });
    const [ours] = (await nils.call("Calendar/get", { accountId: created.g.id, ids: null })).list;
    await put(elin, ours.id, "open", ...AT_FOUR, "SUMMARY:Dinner");
    await put(elin, ours.id, "closed", ...AT_FOUR, "SUMMARY:Debts", "CLASS:PRIVATE");
    const token = await wall(nils, [ours.id], { showsPrivate: true });
    expect((await titles(token))?.toSorted()).toEqual(["Dinner", null]);
  });

  it("is told at each look no more than whoever made it may read then", async () => {
    await both();
    await jmap.share(his, elin, "read");
    const token = await wall(elin, [hers, his]);
    expect((await titles(token, 1))?.toSorted()).toEqual(["Football", null]);
    await jmap.share(his, elin, "freeBusy");
    expect((await titles(token, 1))?.every((title) => title === null)).toBe(true);
    await jmap.app.storage.write((tx) => tx.calendars.removeShare(his as never, elin.accountId as never));
    expect((await shown(token)).calendars.map(({ id }) => id)).toEqual([hers]);
  });

  it("sees nothing while whoever made it has no account", async () => {
    await put(elin, hers, "open", ...AT_FOUR, "SUMMARY:Choir");
    const token = await wall(elin, [hers]);
    const setStatus = (status: "active" | "suspended") =>
      jmap.app.storage.write((tx) => tx.principals.update(elin.accountId as never, { status }));
    await setStatus("suspended");
    expect((await shown(token)).calendars).toEqual([]);
    await setStatus("active");
    expect(await titles(token)).toEqual(["Choir"]);
  });

  it("can do nothing there", async () => {
    const token = await wall(elin, [hers]);
    const act = { kind: "book", start: NOON, end: NOON + HOUR, key: "k" };
    const headers = { "content-type": "application/json" };
    for (const thing of [hers, elin.accountId]) {
      const body = JSON.stringify({ thing, household: "1203", pin: "1357", act });
      const given = await request(token, { method: "POST", headers, body });
      expect([given.status, await given.json()]).toEqual([404, { code: "not-found" }]);
    }
  });

  it("cannot be kept waiting by a series of every second", async () => {
    const every = ["DTSTART:20260101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY", "SUMMARY:Tick"];
    await put(elin, hers, "tick", ...every);
    await put(elin, hers, "open", ...AT_FOUR, "SUMMARY:Choir");
    const [calendar] = (await shown(await wall(elin, [hers]))).calendars;
    expect(calendar?.events).toHaveLength(200);
  });
});
