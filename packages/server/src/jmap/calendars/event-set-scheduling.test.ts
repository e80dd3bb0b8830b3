import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt } = eachWithJmap(["elin", "bengt"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const person = (name: string, fields: object = {}) => ({
  "@type": "Participant",
  calendarAddress: `mailto:${name}@example.com`,
  roles: { attendee: true },
  ...fields,
});
const lunch = () => ({
  "@type": "Event",
  uid: "lunch",
  calendarIds: { [calendarId]: true },
  title: "Lunch",
  start: "2026-11-23T12:00:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  organizerCalendarAddress: "mailto:elin@example.com",
  participants: {
    e: person("elin", { roles: { owner: true, attendee: true }, participationStatus: "accepted" }),
    b: person("bengt", { expectReply: true }),
  },
});

/** A set whose messages are delivered before the test continues. */
async function set(client: JmapClient, args: object, sends = true): Promise<Answer> {
  jmap.clock.advance(1_000);
  const answer = await client.call("CalendarEvent/set", { ...args, sendSchedulingMessages: sends });
  await sendOutbox(jmap.app);
  return answer;
}
const events = async (client: JmapClient): Promise<readonly Answer[]> =>
  (await client.call("CalendarEvent/get", { ids: null })).list;
const answersOf = (event: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.values(event.participants as Record<string, Answer>).map((one) => [
      one.calendarAddress.replace(/mailto:|@.*/g, ""),
      one.participationStatus ?? "-",
    ]),
  );
const invite = async (): Promise<string> => {
  const { created } = await set(elin, { create: { k: lunch() } });
  return created.k.id;
};
describe("CalendarEvent/set that replaces a meeting", () => {
  it("leaves the guest with the new one", async () => {
    const id = await invite();
    await set(elin, { create: { k: { ...lunch(), title: "Dinner" } }, destroy: [id] });
    expect((await events(elin)).map(({ title }) => title)).toEqual(["Dinner"]);
    expect(await events(bengt)).toMatchObject([{ uid: "lunch", title: "Dinner" }]);
    expect((await events(bengt))[0].status ?? "confirmed").toBe("confirmed");
  });
});

/** The patch with which somebody answers. */
const answering = (event: Answer, name: string, status: string): object => {
  const [key] = Object.entries(event.participants as Record<string, Answer>).find(
    ([, one]) => one.calendarAddress === `mailto:${name}@example.com`,
  ) ?? [""];
  return { [event.id]: { [`participants/${key}/participationStatus`]: status } };
};

describe("CalendarEvent/set with sendSchedulingMessages", () => {
  it("invites, processes the answer, moves and cancels", async () => {
    const id = await invite();
    const [invitation] = await events(bengt);
    expect(invitation).toMatchObject({ uid: "lunch", title: "Lunch", start: "2026-11-23T12:00:00" });
    await set(bengt, { update: answering(invitation, "bengt", "accepted") });
    expect(answersOf(await elin.event(id))).toEqual({ elin: "accepted", bengt: "accepted" });

    await set(elin, { update: { [id]: { start: "2026-11-24T12:00:00" } } });
    const [moved] = await events(bengt);
    expect(moved).toMatchObject({ id: invitation.id, start: "2026-11-24T12:00:00" });
    expect(answersOf(moved)).toEqual({ elin: "accepted", bengt: "needs-action" });
    expect(answersOf(await elin.event(id))).toEqual({ elin: "accepted", bengt: "needs-action" });

    await set(elin, { destroy: [id] });
    expect(await events(bengt)).toMatchObject([{ id: invitation.id, status: "cancelled" }]);
    expect(await events(elin)).toEqual([]);
  });

  it("invites again to a cancelled and restored event, if that is requested too", async () => {
    const id = await invite();
    await set(elin, { destroy: [id] });
    expect(await events(bengt)).toMatchObject([{ status: "cancelled" }]);
    jmap.clock.advance(1_000);
    const answer = await elin.call("CalendarEvent/restore", { ids: [id], sendSchedulingMessages: true });
    expect(answer).toMatchObject({ restored: [id], notRestored: {} });
    await sendOutbox(jmap.app);
    const [again] = await events(bengt);
    expect(again).toMatchObject({ uid: "lunch", start: "2026-11-23T12:00:00" });
    expect(again.status ?? "confirmed").toBe("confirmed");
    await set(elin, { destroy: [id] });
    await elin.call("CalendarEvent/restore", { ids: [id] });
    await sendOutbox(jmap.app);
    expect(await events(elin), "back").toHaveLength(1);
    expect(await events(bengt), "untold").toMatchObject([{ status: "cancelled" }]);
  });

  it("reports the server's own changes to the client", async () => {
    const { created, notCreated } = await set(elin, { create: { k: lunch() } });
    expect(notCreated ?? {}).toEqual({});
    const { id } = created.k;
    const { participants } = await elin.event(id);
    const guest: Answer = Object.values(participants as Record<string, Answer>).find(
      (one) => one.calendarAddress === "mailto:bengt@example.com",
    );
    expect(guest.scheduleStatus).toEqual(["1.2"]);
    const { updated } = await set(elin, { update: { [id]: { start: "2026-11-24T12:00:00" } } });
    expect(updated[id]).toMatchObject({ sequence: 1 });
  });

  it("declines by destroying", async () => {
    const id = await invite();
    const [invitation] = await events(bengt);
    await set(bengt, { destroy: [invitation.id] });
    expect(answersOf(await elin.event(id))).toEqual({ elin: "accepted", bengt: "declined" });
  });

  it("cancels and declines single instances", async () => {
    const { created } = await set(elin, {
      create: { k: { ...lunch(), recurrenceRule: { frequency: "daily", count: 4 } } },
    });
    const { id } = created.k;
    await set(elin, {
      update: { [id]: { recurrenceOverrides: { "2026-11-24T12:00:00": { excluded: true } } } },
    });
    const [series] = await events(bengt);
    expect(series.recurrenceOverrides["2026-11-24T12:00:00"]).toMatchObject({ status: "cancelled" });
    await set(bengt, {
      update: { [series.id]: { "recurrenceOverrides/2026-11-25T12:00:00": { excluded: true } } },
    });
    const own = await elin.event(id);
    const [key] = Object.entries(own.participants as Record<string, Answer>).find(
      ([, one]) => one.calendarAddress === "mailto:bengt@example.com",
    ) ?? [""];
    expect(own.recurrenceOverrides["2026-11-25T12:00:00"]).toMatchObject({
      [`participants/${key}/participationStatus`]: "declined",
    });
    expect(answersOf(own), "the series is still unanswered").toMatchObject({ elin: "accepted" });
    expect(answersOf(own)["bengt"]).not.toBe("declined");
  });

  it("refuses changes that are the organizer's, and changes nothing", async () => {
    const id = await invite();
    const [invitation] = await events(bengt);
    const { notUpdated } = await set(bengt, { update: { [invitation.id]: { title: "Party" } } });
    expect(notUpdated[invitation.id]).toMatchObject({
      type: "forbidden",
      code: "attendee-change-not-allowed",
    });
    expect(await events(bengt)).toEqual([invitation]);
    expect((await elin.event(id)).title).toBe("Lunch");
  });

  it("changes an invitation and moves it to another calendar in one step, or not at all", async () => {
    await invite();
    const other = (await bengt.call("Calendar/set", { create: { k: { name: "Other" } } })).created.k.id;
    const [invitation] = await events(bengt);
    const place = { calendarIds: { [other]: true } };
    const refused = await set(bengt, { update: { [invitation.id]: { ...place, title: "Party" } } });
    expect(refused.notUpdated[invitation.id].code).toBe("attendee-change-not-allowed");
    expect((await events(bengt))[0].calendarIds).toEqual(invitation.calendarIds);
    const moved = await set(bengt, { update: { [invitation.id]: place } });
    expect(moved.notUpdated ?? {}).toEqual({});
    expect((await events(bengt))[0].calendarIds).toEqual({ [other]: true });
    await set(elin, { update: { [(await events(elin))[0].id]: { title: "Dinner" } } });
    expect(await events(bengt), "what is sent finds it there").toMatchObject([
      { id: invitation.id, title: "Dinner", calendarIds: { [other]: true } },
    ]);
  });
});

describe("CalendarEvent/set without it", () => {
  it("notifies nobody", async () => {
    const { created } = await set(elin, { create: { k: lunch() } }, false);
    await set(elin, { update: { [created.k.id]: { start: "2026-11-24T12:00:00" } } }, false);
    expect(await events(bengt)).toEqual([]);
    await set(elin, { destroy: [created.k.id] }, false);
    expect(await events(bengt)).toEqual([]);
    expect(await jmap.app.storage.read((tx) => tx.inbox.list(bengt.actor.principalId, 9))).toEqual([]);
  });

  it("keeps an answer private", async () => {
    const id = await invite();
    const [invitation] = await events(bengt);
    await set(bengt, { update: answering(invitation, "bengt", "accepted") }, false);
    expect(answersOf((await events(bengt))[0])).toMatchObject({ bengt: "accepted" });
    expect(answersOf(await elin.event(id))["bengt"]).not.toBe("accepted");
  });
});
