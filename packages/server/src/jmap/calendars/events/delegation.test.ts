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
/** What the web app sends. */
async function delegation(to = "nils"): Promise<object> {
  const key = keyOf(await eventOf(jonas), "jonas");
  return {
    [`participants/${key}/participationStatus`]: "delegated",
    [`participants/${key}/delegatedTo`]: { [`mailto:${to}@example.com`]: true },
    "participants/new": {
      "@type": "Participant",
      calendarAddress: `mailto:${to}@example.com`,
      roles: { attendee: true },
      participationStatus: "needs-action",
      expectReply: true,
      delegatedFrom: { "mailto:jonas@example.com": true },
    },
  };
}
beforeEach(async () => {
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
  };
  await elin.call("CalendarEvent/set", { create: { k: event }, sendSchedulingMessages: true });
  await sendOutbox(jmap.app);
});

describe("a delegated invitation", () => {
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
    const alone = { ...rest, "participants/new": { ...rest["participants/new"], delegatedFrom: undefined } };
    const others = {
      ...rest,
      "participants/new": { ...rest["participants/new"], delegatedFrom: { "mailto:elin@example.com": true } },
    };
    for (const patch of [alone, others]) expect((await update(jonas, patch)).notUpdated).not.toBeNull();
    expect(await eventOf(nils)).toBeUndefined();
    expect(keyOf(await eventOf(elin), "nils")).toBe("");
  });
});
