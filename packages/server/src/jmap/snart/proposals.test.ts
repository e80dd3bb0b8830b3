import { describe, expect, it } from "vitest";
import { createGroup } from "../../app/groups/change-group.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

// Counter-proposals between people of the server (RFC 5546 §3.2.7, §3.2.8).

const { jmap, elin, jonas, nils } = eachWithJmap(["elin", "jonas", "nils"]);

const person = (name: string) => ({
  "@type": "Participant",
  calendarAddress: `mailto:${name}@example.com`,
  roles: { attendee: true },
  expectReply: true,
});
interface Meeting {
  readonly by?: JmapClient;
  readonly accountId?: string;
  readonly calendarId?: string;
  readonly fields?: object;
}
/** Elin, or another, invites Jonas and Nils to a council on Tuesday at noon. */
async function invite({ by = elin, accountId = by.accountId, calendarId, fields }: Meeting = {}) {
  const id = calendarId ?? (await by.calendars())[0].id;
  const event = {
    "@type": "Event",
    uid: "council",
    calendarIds: { [id]: true },
    title: "Council",
    start: "2026-11-24T12:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    participants: { j: person("jonas"), n: person("nils") },
    ...fields,
  };
  const args = { accountId, create: { k: event }, sendSchedulingMessages: true };
  expect((await by.call("CalendarEvent/set", args)).notCreated).toBeNull();
  await sendOutbox(jmap.app);
}
const eventOf = async (client: JmapClient, accountId = client.accountId): Promise<Answer> =>
  (await client.call("CalendarEvent/get", { accountId, ids: null })).list[0];
const TIME = { utcStart: "2026-11-24T14:00:00Z", utcEnd: "2026-11-24T15:00:00Z" };
async function propose(client: JmapClient, args: object = {}): Promise<Answer> {
  const { id } = await eventOf(client);
  jmap.clock.advance(1_000);
  const [said] = await client.calls(["Proposal/send", { eventId: id, ...TIME, ...args }]);
  await sendOutbox(jmap.app);
  return said;
}
const proposalsOf = async (client: JmapClient, accountId = client.accountId): Promise<readonly Answer[]> =>
  (await client.call("Proposal/get", { accountId, ids: null })).list;
const answer = async (client: JmapClient, isAccepted: boolean, accountId = client.accountId) => {
  const [{ id: proposalId }] = await proposalsOf(client, accountId);
  await client.call("Proposal/answer", { accountId, proposalId, isAccepted });
  await sendOutbox(jmap.app);
};
const news = async (client: JmapClient, accountId = client.accountId): Promise<readonly string[]> => {
  const { list } = await client.call("CalendarEventNotification/get", { accountId, ids: null });
  return list.map((one: Answer) => `${one.changedBy.name} ${one["snart:news"] ?? one.type}`).toSorted();
};

describe("a time that a guest proposes", () => {
  it("reaches the organizer with its note, and moves nothing", async () => {
    await invite();
    expect(await propose(jonas, { note: "  I teach until two  " })).toMatchObject({
      eventId: (await eventOf(jonas)).id,
    });
    expect(await proposalsOf(elin)).toEqual([
      expect.objectContaining({
        eventId: (await eventOf(elin)).id,
        proposerAddress: "mailto:jonas@example.com",
        recurrenceId: null,
        isAllDay: false,
        note: "I teach until two",
        ...TIME,
      }),
    ]);
    expect(await news(elin)).toContain("jonas proposed");
    for (const one of [elin, jonas, nils]) expect((await eventOf(one)).start).toBe("2026-11-24T12:00:00");
    expect(await proposalsOf(jonas), "only who may answer it sees it").toEqual([]);
    expect(await proposalsOf(nils)).toEqual([]);
  });

  it("when accepted moves the event for everybody, who are told", async () => {
    await invite();
    await propose(jonas);
    await answer(elin, true);
    for (const one of [elin, jonas, nils]) expect((await eventOf(one)).start).toBe("2026-11-24T15:00:00");
    expect(await proposalsOf(elin)).toEqual([]);
    expect(await news(elin)).toEqual([]);
    expect(await news(jonas)).toEqual(["elin change", "elin invitation"]);
    expect(await news(nils)).toEqual(["elin change", "elin invitation"]);
  });

  it("when declined changes nothing, and only the guest is told", async () => {
    await invite();
    await propose(jonas);
    await answer(elin, false);
    for (const one of [elin, jonas, nils]) expect((await eventOf(one)).start).toBe("2026-11-24T12:00:00");
    expect(await news(jonas)).toEqual(["elin invitation", "elin proposalDeclined"]);
    expect(await news(nils)).toEqual(["elin invitation"]);
    expect(await proposalsOf(elin)).toEqual([]);
  });

  it("replaces the guest's former one for the same part, and nobody else's", async () => {
    await invite({ fields: { recurrenceRule: { frequency: "weekly", count: 3 } } });
    const { id } = await eventOf(jonas);
    await propose(jonas);
    await propose(nils);
    const onDate = { utcStart: "2026-12-01T15:00:00Z", utcEnd: "2026-12-01T16:00:00Z" };
    await propose(jonas, { eventId: `${id}_20261201T120000`, ...onDate });
    await propose(jonas, {
      utcStart: "2026-11-24T16:00:00Z",
      utcEnd: "2026-11-24T17:00:00Z",
      note: "or four",
    });
    const waiting = await proposalsOf(elin);
    expect(
      waiting.map((one) => `${one.proposerAddress} ${one.utcStart} ${one.movesSeries}`).toSorted(),
    ).toEqual([
      "mailto:jonas@example.com 2026-11-24T16:00:00Z true",
      "mailto:jonas@example.com 2026-12-01T15:00:00Z false",
      "mailto:nils@example.com 2026-11-24T14:00:00Z true",
    ]);
    expect(await news(elin)).toEqual(["jonas proposed", "jonas proposed", "nils proposed"]);
  });

  it("of one date moves that date alone", async () => {
    await invite({ fields: { recurrenceRule: { frequency: "weekly", count: 3 } } });
    const { id } = await eventOf(jonas);
    const onDate = { utcStart: "2026-12-01T15:00:00Z", utcEnd: "2026-12-01T16:00:00Z" };
    await propose(jonas, { eventId: `${id}_20261201T120000`, ...onDate });
    await answer(elin, true);
    for (const one of [elin, jonas]) {
      const event = await eventOf(one);
      expect(event.start).toBe("2026-11-24T12:00:00");
      expect(event.recurrenceOverrides).toMatchObject({
        "2026-12-01T12:00:00": { start: "2026-12-01T16:00:00" },
      });
    }
  });

  it("that crosses with the organizer's own move is for a time that is no more", async () => {
    await invite();
    const { id } = await eventOf(elin);
    const { id: guestsId } = await eventOf(jonas);
    await elin.call("CalendarEvent/set", {
      update: { [id]: { start: "2026-11-25T09:00:00" } },
      sendSchedulingMessages: true,
    });
    await jonas.call("Proposal/send", { eventId: guestsId, ...TIME });
    await sendOutbox(jmap.app);
    expect(await proposalsOf(elin)).toEqual([]);
    expect((await eventOf(jonas)).start).toBe("2026-11-25T09:00:00");
    await propose(jonas);
    expect(await proposalsOf(elin)).toHaveLength(1);
  });

  it.each([
    ["a time that is past", { utcStart: "2026-11-01T14:00:00Z", utcEnd: "2026-11-01T15:00:00Z" }],
    ["an end before the start", { utcEnd: "2026-11-24T13:00:00Z" }],
    ["the present time", { utcStart: "2026-11-24T11:00:00Z", utcEnd: "2026-11-24T12:00:00Z" }],
    ["days that are not whole", { isAllDay: true }],
    ["a time beyond every calendar", { utcStart: "9999-12-31T22:00:00Z", utcEnd: "9999-12-31T23:00:00Z" }],
    ["what is no time", { utcStart: "tomorrow" }],
    ["a note with U+0000", { note: "a\0b" }],
    ["an unknown event", { eventId: "nothing" }],
    ["an id that nothing has", { eventId: "../../etc" }],
    ["an argument nobody knows", { participants: {} }],
  ])("is refused for %s", async (_, args) => {
    await invite();
    expect((await propose(jonas, args)).type).toBeDefined();
    expect(await proposalsOf(elin)).toEqual([]);
  });

  it("is refused for a date that the series has not, or that is taken out", async () => {
    await invite({
      fields: {
        recurrenceRule: { frequency: "weekly", count: 3 },
        recurrenceOverrides: { "2026-12-01T12:00:00": { excluded: true } },
      },
    });
    const { id } = await eventOf(jonas);
    for (const date of ["20261201T120000", "20261125T120000", "20261124T130000"])
      expect((await propose(jonas, { eventId: `${id}_${date}` })).type, date).toBe("invalidArguments");
    expect(await proposalsOf(elin)).toEqual([]);
  });

  it("is refused to the organizer, for a cancelled event, and for one without guests", async () => {
    await invite();
    expect((await propose(elin)).type).toBe("invalidArguments");
    const { id } = await eventOf(elin);
    await elin.call("CalendarEvent/set", {
      update: { [id]: { status: "cancelled" } },
      sendSchedulingMessages: true,
    });
    await sendOutbox(jmap.app);
    expect((await propose(jonas)).type).toBe("invalidArguments");
    const [{ id: calendarId }] = await nils.calendars();
    const own = {
      "@type": "Event",
      uid: "own",
      calendarIds: { [calendarId]: true },
      start: "2026-11-24T12:00:00",
    };
    const made = await nils.call("CalendarEvent/set", { create: { k: own } });
    expect((await propose(nils, { eventId: made.created.k.id })).type).toBe("invalidArguments");
  });

  it("is refused in the name of somebody whose calendar one only reads", async () => {
    await invite();
    const { id } = await eventOf(jonas);
    const args = { accountId: jonas.accountId, eventId: id, ...TIME };
    expect((await nils.failing("Proposal/send", args)).type).toBe("accountNotFound");
    const [{ id: calendarId }] = await jonas.calendars();
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: nils.actor.principalId, level: "read" }),
    );
    expect((await nils.failing("Proposal/send", args)).type).toBe("forbidden");
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: nils.actor.principalId, level: "edit" }),
    );
    await nils.call("Proposal/send", args);
    await sendOutbox(jmap.app);
    expect(await proposalsOf(elin)).toEqual([
      expect.objectContaining({ proposerAddress: "mailto:jonas@example.com" }),
    ]);
    expect(await news(elin)).toContain("nils proposed");
  });
});

describe("a time proposed for an event that is secret to whoever proposes it", () => {
  it("is refused as if there were no such event, whether or not one is invited to it", async () => {
    const [{ id: calendarId }] = await jonas.calendars();
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: nils.actor.principalId, level: "edit" }),
    );
    const secret = {
      "@type": "Event",
      calendarIds: { [calendarId]: true },
      start: "2026-11-24T12:00:00",
      privacy: "secret",
    };
    const made = await jonas.call("CalendarEvent/set", { create: { k: secret } });
    const ask = (eventId: string): Promise<Answer> =>
      nils.failing("Proposal/send", { accountId: jonas.accountId, eventId, ...TIME });
    expect(await ask(made.created.k.id)).toEqual(await ask("0199aaaa-0000-7000-8000-999999999999"));
    expect((await ask(made.created.k.id)).type).toBe("notFound");
  });
});

describe("a time proposed for a meeting that a sharee organizes in another's calendar", () => {
  /** Nils organizes in Elin's calendar, as himself. */
  async function inElins(level: "write" | "edit") {
    const [{ id: calendarId }] = await elin.calendars();
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: nils.actor.principalId, level }),
    );
    const { accountId } = elin;
    const fields = {
      organizerCalendarAddress: "mailto:nils@example.com",
      participants: { j: person("jonas") },
    };
    await invite({ by: nils, accountId, calendarId, fields });
    await propose(jonas, { note: "later?" });
    return accountId;
  }

  it.each(["write", "edit"] as const)(
    "waits where the event is, for its organizer who may %s",
    async (level) => {
      const accountId = await inElins(level);
      expect(await proposalsOf(nils)).toEqual([]);
      expect(await proposalsOf(nils, accountId)).toEqual([
        expect.objectContaining({ note: "later?", ...TIME }),
      ]);
      expect(await news(nils, accountId)).toContain("jonas proposed");
      await answer(nils, true, accountId);
      expect((await eventOf(jonas)).start).toBe("2026-11-24T15:00:00");
      expect((await eventOf(elin)).start).toBe("2026-11-24T15:00:00");
      expect(await news(nils, accountId)).not.toContain("jonas proposed");
      expect(await news(jonas)).toContain("nils change");
    },
  );

  it("is declined in the organizer's name, also by the calendar's owner", async () => {
    await inElins("edit");
    await answer(elin, false);
    expect((await eventOf(jonas)).start).toBe("2026-11-24T12:00:00");
    expect(await news(jonas)).toContain("elin proposalDeclined");
    expect(await proposalsOf(nils, elin.accountId)).toEqual([]);
  });

  it("is not seen by whoever only reads the calendar", async () => {
    const accountId = await inElins("write");
    const [{ id: calendarId }] = await elin.calendars();
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: jonas.actor.principalId, level: "read" }),
    );
    const [waiting] = await proposalsOf(elin);
    expect(await proposalsOf(jonas, accountId)).toEqual([]);
    const args = { accountId, proposalId: waiting.id, isAccepted: true };
    expect((await jonas.failing("Proposal/answer", args)).type).toBeDefined();
    expect((await eventOf(elin)).start).toBe("2026-11-24T12:00:00");
  });
});

describe("a time proposed for a meeting that a member organizes in a group's calendar", () => {
  /** Elin and Nils are the board; Nils organizes in its calendar, as himself. */
  async function inBoards(): Promise<string> {
    const { principalId } = elin.actor;
    await jmap.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
    const members = new Map([elin, nils].map((one) => [one.actor.principalId, { isManager: true }]));
    const made = await createGroup(jmap.app, elin.actor, "Board", members);
    if (!made.ok) throw new Error(made.problem.code);
    const accountId = made.value;
    const { list } = await nils.call("Calendar/get", { accountId, ids: null });
    const fields = {
      organizerCalendarAddress: "mailto:nils@example.com",
      participants: { j: person("jonas") },
    };
    await invite({ by: nils, accountId, calendarId: list[0].id, fields });
    await propose(jonas, { note: "later?" });
    return accountId;
  }

  it.each([
    ["its organizer", () => nils],
    ["another member", () => elin],
  ])("waits in the group's account, and is accepted by %s", async (_, of) => {
    const accountId = await inBoards();
    for (const one of [nils, elin])
      expect(await proposalsOf(one, accountId)).toEqual([
        expect.objectContaining({ note: "later?", ...TIME }),
      ]);
    expect(await news(nils, accountId)).toContain("jonas proposed");
    await answer(of(), true, accountId);
    expect((await eventOf(jonas)).start).toBe("2026-11-24T15:00:00");
    expect((await eventOf(nils, accountId)).start).toBe("2026-11-24T15:00:00");
    expect(await news(jonas)).toContain(`${of().actor.login} change`);
    expect(await proposalsOf(nils, accountId)).toEqual([]);
  });

  it("is declined in the organizer's name", async () => {
    const accountId = await inBoards();
    await answer(nils, false, accountId);
    expect((await eventOf(jonas)).start).toBe("2026-11-24T12:00:00");
    expect(await news(jonas)).toContain("nils proposalDeclined");
  });
});
