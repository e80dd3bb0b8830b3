import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import { createGroup } from "../groups/change-group.ts";
import type { ShareLevel } from "../types.ts";

// A series that has guests on one of its dates alone, and of which nobody says who organizes it.

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

const calendarOf = async (accountId: string): Promise<string> =>
  (await nils.call("Calendar/get", { accountId, ids: null })).list[0].id;
const shared = async (level: ShareLevel): Promise<string> => {
  const [{ id }] = await elin.calendars();
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: id, principalId: nils.actor.principalId, level }),
  );
  return elin.accountId;
};
const grouped = async (): Promise<string> => {
  const { principalId } = nils.actor;
  await jmap.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const made = await createGroup(
    jmap.app,
    nils.actor,
    "Board",
    new Map([[principalId, { isManager: true }]]),
  );
  if (!made.ok) throw new Error(made.problem.code);
  return made.value;
};

/** Where Nils writes; who is then the organizer, and who is said to have sent it. */
const PLACES = {
  "his own calendar": [async () => nils.accountId, () => "mailto:nils@example.com", undefined],
  "a group's": [grouped, (accountId: string) => `urn:uuid:${accountId}`, "nils@example.com"],
  "another's, where he writes all": [
    () => shared("edit"),
    () => "mailto:elin@example.com",
    "nils@example.com",
  ],
  "another's, where he writes his own": [() => shared("write"), () => "mailto:nils@example.com", undefined],
} as const;

const DATE = "2026-11-25T12:00:00";
const participants = {
  b: {
    "@type": "Participant",
    calendarAddress: "mailto:bengt@example.com",
    roles: { attendee: true },
    expectReply: true,
  },
};

let accountId: string;
const set = async (client: JmapClient, args: object): Promise<Answer> => {
  jmap.clock.advance(1_000);
  const answer = await client.call("CalendarEvent/set", { ...args, sendSchedulingMessages: true });
  expect([answer.notCreated, answer.notUpdated]).toEqual([null, null]);
  await sendOutbox(jmap.app);
  return answer;
};
const create = async (fields: object = {}): Promise<string> => {
  const series = {
    "@type": "Event",
    uid: "lunch",
    calendarIds: { [await calendarOf(accountId)]: true },
    title: "Lunch",
    start: "2026-11-23T12:00:00",
    timeZone: "Europe/Stockholm",
    recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily", count: 4 },
    ...fields,
  };
  return (await set(nils, { accountId, create: { k: series } })).created.k.id;
};
const update = (id: string, patch: object): Promise<Answer> =>
  set(nils, { accountId, update: { [id]: patch } });

/** By which request the date gets its guest. */
const WAYS = {
  "when the series is made": () => create({ recurrenceOverrides: { [DATE]: { participants } } }),
  "by the id of the occurrence": async () =>
    update(`${await create()}_20261125T120000`, { participants, title: "Lunch" }),
  "by the overrides": async () =>
    update(await create(), { recurrenceOverrides: { [DATE]: { participants } } }),
  "by one override": async () =>
    update(await create({ recurrenceOverrides: { "2026-11-24T12:00:00": { title: "Lunch out" } } }), {
      [`recurrenceOverrides/${DATE}`]: { participants },
    }),
  "by a path in an override": async () =>
    update(await create({ recurrenceOverrides: { [DATE]: { title: "Lunch out" } } }), {
      [`recurrenceOverrides/${DATE}/participants`]: participants,
    }),
} as const;

const only = async (client: JmapClient, account = client.accountId): Promise<Answer> => {
  const { list } = await client.call("CalendarEvent/get", { accountId: account, ids: null });
  expect(list).toHaveLength(1);
  return list[0];
};
const guestsOf = async (id: string): Promise<object> =>
  (await nils.call("CalendarEvent/get", { accountId, ids: [`${id}_20261125T120000`] })).list[0].participants;
const bengtIn = (people: object = {}): readonly [string, Answer] =>
  Object.entries(people as Record<string, Answer>).find(
    ([, { calendarAddress }]) => calendarAddress === "mailto:bengt@example.com",
  ) ?? ["", undefined];

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])("guests on one date, in %s", (place) => {
  const [open, organizer, sentBy] = PLACES[place];
  beforeEach(async () => {
    accountId = await open();
  });

  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])("are invited and answer: %s", async (way) => {
    await WAYS[way]();
    const made = await only(nils, accountId);
    expect(made.organizerCalendarAddress).toBe(organizer(accountId));
    expect(bengtIn(made.participants)).toEqual(["", undefined]);
    expect(bengtIn(await guestsOf(made.id))[1].scheduleStatus).toEqual(["1.2"]);

    const invitation = await only(bengt);
    expect(invitation).toMatchObject({ recurrenceId: DATE, organizerCalendarAddress: organizer(accountId) });
    expect(invitation.sentBy).toBe(sentBy);
    const [key] = bengtIn(invitation.participants);
    await set(bengt, {
      update: { [invitation.id]: { [`participants/${key}/participationStatus`]: "accepted" } },
    });
    expect(bengtIn(await guestsOf(made.id))[1].participationStatus).toBe("accepted");
  });
});

describe("a date that gets a guest", () => {
  beforeEach(() => {
    accountId = nils.accountId;
  });

  it("leaves a series whose organizer is somebody else as it is", async () => {
    await create({ organizerCalendarAddress: "mailto:chair@elsewhere.example" });
    const { id } = await only(nils);
    await update(`${id}_20261125T120000`, { participants });
    const made = await only(nils);
    expect([made.organizerCalendarAddress, made.sentBy]).toEqual([
      "mailto:chair@elsewhere.example",
      undefined,
    ]);
  });

  it("leaves a series without an organizer where the date only loses one", async () => {
    const id = await create();
    await update(`${id}_20261125T120000`, { title: "Lunch out", participants: {} });
    expect((await only(nils)).organizerCalendarAddress).toBeUndefined();
  });
});
