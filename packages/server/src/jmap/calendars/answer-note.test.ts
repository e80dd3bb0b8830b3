import { beforeEach, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt, nils } = eachWithJmap(["elin", "bengt", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const guest = (name: string, fields: object = {}) => ({
  "@type": "Participant",
  calendarAddress: `mailto:${name}@example.com`,
  roles: { attendee: true },
  ...fields,
});
async function set(client: JmapClient, args: object): Promise<Answer> {
  jmap.clock.advance(1_000);
  const answer = await client.call("CalendarEvent/set", { ...args, sendSchedulingMessages: true });
  await sendOutbox(jmap.app);
  return answer;
}
const only = async (client: JmapClient, accountId = client.accountId): Promise<Answer> =>
  (await client.call("CalendarEvent/get", { accountId, ids: null })).list[0];
const lineOf = (event: Answer, name: string): readonly [string, Answer] =>
  Object.entries(event.participants as Record<string, Answer>).find(
    ([, one]) => one.calendarAddress === `mailto:${name}@example.com`,
  ) ?? ["", undefined];
const invite = () =>
  set(elin, {
    create: {
      k: {
        "@type": "Event",
        uid: "lunch",
        calendarIds: { [calendarId]: true },
        title: "Lunch",
        start: "2026-11-23T12:00:00",
        timeZone: "Europe/Stockholm",
        participants: { b: guest("bengt"), n: guest("nils") },
      },
    },
  });

it("a note with an answer reaches the organizer, is changed and taken back, and no other guest reads it", async () => {
  await invite();
  const { id, ...event } = await only(bengt);
  const [me] = lineOf(event, "bengt");
  const say = (participationComment: string | null, more: object = {}) =>
    set(bengt, {
      update: { [id]: { [`participants/${me}/participationComment`]: participationComment, ...more } },
    });
  const done = await say("Ten minutes, late", { [`participants/${me}/participationStatus`]: "accepted" });
  expect(done.notUpdated).toBeNull();
  const said = async () => lineOf(await only(elin), "bengt")[1];
  expect(await said()).toMatchObject({
    participationStatus: "accepted",
    participationComment: "Ten minutes, late",
  });
  const { list } = await elin.call("CalendarEventNotification/get", { ids: null });
  expect(list).toMatchObject([{ comment: "Ten minutes, late" }]);
  await say("Twenty");
  expect(await said()).toMatchObject({ participationStatus: "accepted", participationComment: "Twenty" });
  await say(null);
  expect(await said()).not.toHaveProperty("participationComment");
  await say("Thirty");
  await set(elin, { update: { [(await only(elin)).id]: { title: "Dinner" } } });
  expect(JSON.stringify(await only(nils))).not.toContain("Thirty");
  expect(lineOf(await only(bengt), "bengt")[1]).toMatchObject({ participationComment: "Thirty" });
  expect(await said()).toMatchObject({ participationComment: "Thirty" });
});

it("an answer in a calendar that somebody shares is its owner's, and says who gave it", async () => {
  const [{ id: calendar }] = await bengt.calendars();
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: calendar, principalId: nils.actor.principalId, level: "edit" }),
  );
  await invite();
  const event = await only(nils, bengt.accountId);
  const [key] = lineOf(event, "bengt");
  const done = await set(nils, {
    accountId: bengt.accountId,
    update: { [event.id]: { [`participants/${key}/participationStatus`]: "declined" } },
  });
  expect(done.notUpdated).toBeNull();
  expect(lineOf(await only(elin), "bengt")[1]).toMatchObject({ participationStatus: "declined" });
  expect(lineOf(await only(elin), "nils")[1].participationStatus ?? "needs-action").toBe("needs-action");
  const { list } = await elin.call("CalendarEventNotification/get", { ids: null });
  expect(list).toMatchObject([{ changedBy: { name: "nils" } }]);
});
