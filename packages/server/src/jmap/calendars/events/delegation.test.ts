import { changeOne, removeOne } from "@snart/calendar/jscalendar/series/edit-series.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../../testing/jmap-client.ts";
import { sendOutbox } from "../../../testing/send-outbox.ts";

// A guest delegates an invitation to somebody else (RFC 5546 §3.2.2.3).

const { jmap, elin, jonas, nils } = eachWithJmap(["elin", "jonas", "nils"]);
const eventOf = async (client: JmapClient): Promise<Answer> =>
  (await client.call("CalendarEvent/get", { ids: null })).list[0];
const keyOf = (event: Answer, name: string): string => {
  const people = Object.entries(event.participants as Record<string, Answer>);
  return people.find(([, it]) => it.calendarAddress === `mailto:${name}@example.com`)?.[0] ?? "";
};
const lineOf = async (client: JmapClient, name: string): Promise<Answer> => {
  const event = await eventOf(client);
  return event.participants[keyOf(event, name)];
};
async function update(client: JmapClient, patch: object): Promise<Answer> {
  const { id } = await eventOf(client);
  jmap.clock.advance(1_000);
  const answer = await client.call("CalendarEvent/set", {
    update: { [id]: patch },
    sendSchedulingMessages: true,
  });
  await sendOutbox(jmap.app);
  jmap.clock.advance(10_000);
  await sendOutbox(jmap.app);
  return answer;
}
/**
 * What the web app sends.
 * @param recurrenceId the date that is delegated; null: the whole event
 */
async function delegation(to = "nils", recurrenceId: string | null = null): Promise<PatchObject> {
  const event = await eventOf(jonas);
  const key = keyOf(event, "jonas");
  const patch = {
    [`participants/${key}/participationStatus`]: "delegated",
    [`participants/${key}/delegatedTo`]: { [`mailto:${to}@example.com`]: true },
    [`participants/new-${to}`]: {
      "@type": "Participant",
      calendarAddress: `mailto:${to}@example.com`,
      roles: { attendee: true },
      participationStatus: "needs-action",
      expectReply: true,
      delegatedFrom: { "mailto:jonas@example.com": true },
    },
  };
  return recurrenceId === null ? patch : changeOne(event, recurrenceId, patch);
}
async function invite(fields: object = {}): Promise<void> {
  const [{ id }] = await elin.calendars();
  const event = {
    "@type": "Event",
    uid: "council",
    calendarIds: { [id]: true },
    title: "Council",
    start: "2026-11-24T12:00:00",
    timeZone: "Europe/Stockholm",
    participants: {
      j: { "@type": "Participant", calendarAddress: "mailto:jonas@example.com", roles: { attendee: true } },
    },
    ...fields,
  };
  await elin.call("CalendarEvent/set", { create: { k: event }, sendSchedulingMessages: true });
  await sendOutbox(jmap.app);
}

describe("a delegated invitation", () => {
  beforeEach(() => invite());

  it("is known to the organizer, the guest and the delegate, who answers", async () => {
    expect((await update(jonas, await delegation())).notUpdated).toBeNull();
    for (const one of [elin, jonas, nils]) {
      expect(await lineOf(one, "jonas")).toMatchObject({
        participationStatus: "delegated",
        delegatedTo: { "mailto:nils@example.com": true },
      });
      expect(await lineOf(one, "nils")).toMatchObject({
        participationStatus: "needs-action",
        delegatedFrom: { "mailto:jonas@example.com": true },
      });
    }
    const key = keyOf(await eventOf(nils), "nils");
    await update(nils, { [`participants/${key}/participationStatus`]: "accepted" });
    expect((await lineOf(elin, "nils")).participationStatus).toBe("accepted");
    expect((await lineOf(jonas, "nils")).participationStatus).toBe("accepted");
  });

  it("can't bring in somebody who is nobody's delegate, or another's", async () => {
    const { participants, ...rest } = (await delegation()) as Record<string, Answer>;
    void participants;
    const alone = {
      ...rest,
      "participants/new-nils": { ...rest["participants/new-nils"], delegatedFrom: undefined },
    };
    const others = {
      ...rest,
      "participants/new-nils": {
        ...rest["participants/new-nils"],
        delegatedFrom: { "mailto:elin@example.com": true },
      },
    };
    for (const patch of [alone, others]) expect((await update(jonas, patch)).notUpdated).not.toBeNull();
    expect(await eventOf(nils)).toBeUndefined();
    expect(keyOf(await eventOf(elin), "nils")).toBe("");
  });
});

describe("one delegated date of a series", () => {
  beforeEach(() => invite({ recurrenceRule: { frequency: "weekly", count: 4 } }));
  const [FIRST, SECOND, THIRD] = ["2026-11-24T12:00:00", "2026-12-01T12:00:00", "2026-12-08T12:00:00"];
  const occurrenceOf = async (client: JmapClient, date: string): Promise<Answer> => {
    const filter = { after: `${date.slice(0, 10)}T00:00:00`, before: `${date.slice(0, 10)}T23:00:00` };
    const { ids } = await client.call("CalendarEvent/query", { filter, expandRecurrences: true });
    return (await client.call("CalendarEvent/get", { ids })).list[0];
  };
  const answersOn = async (client: JmapClient, date: string): Promise<readonly string[]> => {
    const { participants = {} } = (await occurrenceOf(client, date)) ?? {};
    return Object.values(participants as Record<string, Answer>)
      .map(
        (one) =>
          `${/mailto:(\w+)@/.exec(one.calendarAddress)?.[1]} ${one.participationStatus ?? "needs-action"}`,
      )
      .filter((line) => !line.startsWith("elin"))
      .toSorted();
  };

  it("is known to the organizer, the guest and the delegate, who is invited to it alone", async () => {
    expect((await update(jonas, await delegation("nils", SECOND))).notUpdated).toBeNull();
    for (const one of [elin, jonas, nils])
      expect(await answersOn(one, SECOND)).toEqual(["jonas delegated", "nils needs-action"]);
    for (const one of [elin, jonas])
      for (const date of [FIRST, THIRD]) expect(await answersOn(one, date)).toEqual(["jonas needs-action"]);
    for (const date of [FIRST, THIRD]) expect(await occurrenceOf(nils, date)).toBeUndefined();
    const told = await occurrenceOf(nils, SECOND);
    expect(told).toMatchObject({ title: "Council", start: SECOND });
    const key = keyOf(told, "nils");
    const patch = { [`participants/${key}/participationStatus`]: "accepted" };
    await nils.call("CalendarEvent/set", { update: { [told.id]: patch }, sendSchedulingMessages: true });
    await sendOutbox(jmap.app);
    jmap.clock.advance(10_000);
    await sendOutbox(jmap.app);
    for (const one of [elin, jonas])
      expect(await answersOn(one, SECOND)).toEqual(["jonas delegated", "nils accepted"]);
  });

  it("may be followed by another date, to the same delegate or another", async () => {
    await update(jonas, await delegation("nils", SECOND));
    await update(jonas, await delegation("nils", THIRD));
    for (const one of [elin, jonas, nils])
      for (const date of [SECOND, THIRD])
        expect(await answersOn(one, date)).toEqual(["jonas delegated", "nils needs-action"]);
    expect(await occurrenceOf(nils, FIRST)).toBeUndefined();
    const { list } = await nils.call("CalendarEventNotification/get", { ids: null });
    expect(list.map((one: Answer) => one["snart:news"]).toSorted()).toEqual(["change", "invitation"]);
  });

  it("leaves the rest of the series to the guest, who answers it", async () => {
    await update(jonas, await delegation("nils", SECOND));
    const key = keyOf(await eventOf(jonas), "jonas");
    await update(jonas, { [`participants/${key}/participationStatus`]: "accepted" });
    expect(await answersOn(elin, FIRST)).toEqual(["jonas accepted"]);
    for (const one of [elin, jonas, nils])
      expect(await answersOn(one, SECOND)).toEqual(["jonas delegated", "nils needs-action"]);
  });

  it("is told to the delegate when the organizer moves or cancels it", async () => {
    await update(jonas, await delegation("nils", SECOND));
    await update(elin, changeOne(await eventOf(elin), SECOND, { start: "2026-12-01T15:00:00" }));
    for (const one of [elin, jonas, nils])
      expect((await occurrenceOf(one, SECOND)).start).toBe("2026-12-01T15:00:00");
    await update(elin, removeOne(await eventOf(elin), SECOND));
    expect((await occurrenceOf(nils, SECOND)).status).toBe("cancelled");
  });

  it("can't bring in somebody who is nobody's delegate, nor for a date that the series has not", async () => {
    const patch = JSON.stringify(await delegation("nils", SECOND));
    const alone = patch.replace(/,"delegatedFrom":\{[^}]*\}/, "");
    expect(alone).not.toBe(patch);
    expect((await update(jonas, JSON.parse(alone) as object)).notUpdated).not.toBeNull();
    await update(jonas, await delegation("nils", "2026-12-02T12:00:00"));
    expect(await eventOf(nils)).toBeUndefined();
    expect(keyOf(await eventOf(elin), "nils")).toBe("");
  });
});
