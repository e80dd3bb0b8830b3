import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt, cilla } = eachWithJmap(["elin", "bengt", "cilla"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

async function set(client: JmapClient, args: object): Promise<Answer> {
  jmap.clock.advance(1_000);
  const answer = await client.call("CalendarEvent/set", { ...args, sendSchedulingMessages: true });
  expect([answer.notCreated, answer.notUpdated]).toEqual([null, null]);
  await sendOutbox(jmap.app);
  return answer;
}
const events = async (client: JmapClient, accountId = client.accountId): Promise<readonly Answer[]> =>
  (await client.call("CalendarEvent/get", { accountId, ids: null })).list;

const person = (name: string, fields: object = {}) => ({
  "@type": "Participant",
  calendarAddress: `mailto:${name}@example.com`,
  roles: { attendee: true },
  ...fields,
});
const invite = async (fields: object = {}): Promise<string> => {
  const event = {
    "@type": "Event",
    uid: "lunch",
    calendarIds: { [calendarId]: true },
    title: "Lunch",
    start: "2026-11-23T12:00:00",
    timeZone: "Europe/Stockholm",
    organizerCalendarAddress: "mailto:elin@example.com",
    participants: { e: person("elin", { roles: { owner: true } }), b: person("bengt") },
    ...fields,
  };
  return (await set(elin, { create: { k: event } })).created.k.id;
};

describe("a guest's copy", () => {
  const OWN = {
    privacy: "private",
    keywords: { work: true },
    color: "#102030",
    freeBusyStatus: "free",
    priority: 1,
    description: "Bring cake",
    useDefaultAlerts: true,
    links: { a: { "@type": "Link", href: "https://example.com/mine" } },
    "example.com:note": "mine",
  };

  it("keeps all that is the guest's at the organizer's updates, and stays private to sharees", async () => {
    const id = await invite();
    const [copy] = await events(bengt);
    await set(bengt, { update: { [copy.id]: OWN } });
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({
        calendarId: Object.keys(copy.calendarIds)[0] as never,
        principalId: cilla.actor.principalId,
        level: "read",
      }),
    );
    const seen = async () => (await events(cilla, bengt.accountId)).map(({ title }) => title);
    expect(await seen()).toEqual([undefined]);
    await set(elin, { update: { [id]: { title: "Dinner" } } });
    await set(elin, { update: { [id]: { title: "Supper", start: "2026-11-24T12:00:00" } } });
    expect(await events(bengt)).toMatchObject([{ title: "Supper", start: "2026-11-24T12:00:00", ...OWN }]);
    expect(await seen()).toEqual([undefined]);
    expect(JSON.stringify(await events(cilla, bengt.accountId))).not.toContain("Supper");
  });

  it("has nothing of what is the organizer's own", async () => {
    await invite(OWN);
    const [copy] = await events(bengt);
    expect(copy).toMatchObject({ title: "Lunch", description: "Bring cake", priority: 1 });
    for (const name of ["privacy", "keywords", "color", "example.com:note"])
      expect(copy[name]).toBeUndefined();
    expect(copy.useDefaultAlerts ?? false).toBe(false);
  });
});
