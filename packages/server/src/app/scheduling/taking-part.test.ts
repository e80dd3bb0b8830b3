import { beforeEach, describe, expect, it } from "vitest";
import { createGroup } from "../groups/change-group.ts";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import { vevent } from "../../testing/test-jmap.ts";

// Who invites as whom: from a group's calendar and from one shared by somebody else, by both protocols.

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let groupId: string;
beforeEach(async () => {
  const { principalId } = elin.actor;
  await jmap.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const members = new Map([elin, nils].map((one) => [one.actor.principalId, { isManager: true }]));
  const made = await createGroup(jmap.app, elin.actor, "Board", members);
  if (!made.ok) throw new Error(made.problem.code);
  groupId = made.value;
});

const share = async (level: "write" | "edit") => {
  const [{ id }] = await elin.calendars();
  await jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: id, principalId: nils.actor.principalId, level }),
  );
  return id as string;
};

const guest = {
  "@type": "Participant",
  calendarAddress: "mailto:bengt@example.com",
  roles: { attendee: true },
};
const lunch = (calendarId: string, fields: object) => ({
  "@type": "Event",
  uid: "lunch",
  calendarIds: { [calendarId]: true },
  title: "Lunch",
  start: "2026-11-23T12:00:00",
  timeZone: "Europe/Stockholm",
  participants: { b: guest },
  ...fields,
});
const calendarOf = async (accountId: string): Promise<string> =>
  (await nils.call("Calendar/get", { accountId, ids: null })).list[0].id;
const eventsIn = async (client: JmapClient, accountId = client.accountId): Promise<readonly Answer[]> =>
  (await client.call("CalendarEvent/get", { accountId, ids: null })).list;
const only = async (client: JmapClient, accountId?: string): Promise<Answer> => {
  const list = await eventsIn(client, accountId);
  expect(list).toHaveLength(1);
  return list[0];
};
const bengtIn = (event: Answer): Answer =>
  Object.values(event.participants as Record<string, Answer>).find(
    ({ calendarAddress }) => calendarAddress === "mailto:bengt@example.com",
  );
/** Nils creates the lunch in an account's calendar. */
async function create(accountId: string, fields: object = {}): Promise<Answer> {
  const event = lunch(await calendarOf(accountId), fields);
  const answer = await nils.call("CalendarEvent/set", {
    accountId,
    create: { k: event },
    sendSchedulingMessages: true,
  });
  await sendOutbox(jmap.app);
  return answer;
}
async function put(path: string, organizer: string, ...lines: readonly string[]) {
  const text = vevent(
    "lunch",
    "DTSTART:20261123T120000Z",
    "DURATION:PT1H",
    "SUMMARY:Lunch",
    `ORGANIZER:${organizer}`,
    "ATTENDEE:mailto:bengt@example.com",
    ...lines,
  );
  const answer = await new DavClient(jmap.app, nils.actor).put(path, [...text, ""].join("\r\n"));
  await sendOutbox(jmap.app);
  return answer;
}
/** Bengt says yes, and it is delivered. */
async function accept(): Promise<Answer> {
  const event = await only(bengt);
  const [key] = Object.entries(event.participants as Record<string, Answer>).find(
    ([, { calendarAddress }]) => calendarAddress === "mailto:bengt@example.com",
  ) ?? [""];
  jmap.clock.advance(1_000);
  const answer = await bengt.call("CalendarEvent/set", {
    update: { [event.id]: { [`participants/${key}/participationStatus`]: "accepted" } },
    sendSchedulingMessages: true,
  });
  expect(answer.notUpdated).toBeNull();
  await sendOutbox(jmap.app);
  return event;
}

const GROUP = { own: () => `urn:uuid:${groupId}`, member: () => "mailto:nils@example.com" };
const login = async () => (await jmap.app.storage.read((tx) => tx.principals.byId(groupId as never)))?.login;

describe("a meeting in a group's calendar", () => {
  it.each([
    ["without an organizer, by JMAP", async () => create(groupId), "own", "nils@example.com"],
    [
      "as the group, by JMAP",
      async () => create(groupId, { organizerCalendarAddress: GROUP.own() }),
      "own",
      "nils@example.com",
    ],
    [
      "as a member, by JMAP",
      async () => create(groupId, { organizerCalendarAddress: GROUP.member() }),
      "member",
      undefined,
    ],
    [
      "as the group, by CalDAV",
      async () => put(`/dav/calendars/${await login()}/calendar/m.ics`, GROUP.own()),
      "own",
      "nils@example.com",
    ],
    [
      "as a member, by CalDAV",
      async () => put(`/dav/calendars/${await login()}/calendar/m.ics`, GROUP.member()),
      "member",
      undefined,
    ],
  ] as const)("reaches its guest and is answered: %s", async (_, write, whose, sentBy) => {
    await write();
    expect(bengtIn(await only(nils, groupId)).scheduleStatus).toEqual(["1.2"]);
    const invitation = await accept();
    expect(invitation).toMatchObject({ title: "Lunch", organizerCalendarAddress: GROUP[whose]() });
    expect(invitation.sentBy).toBe(sentBy);
    expect(bengtIn(await only(elin, groupId))).toMatchObject({ participationStatus: "accepted" });
    expect((await only(elin, groupId)).isOrigin).toBe(true);
    expect(await eventsIn(nils), "it is in the group's calendar alone").toEqual([]);
    const told = await nils.call("CalendarEventNotification/get", { accountId: groupId, ids: null });
    expect(told.list.map((one: Answer) => one["snart:news"] ?? one.type)).toContain("accepted");
  });

  it("is changed by another member, and removed: the guest hears of both", async () => {
    await create(groupId, { organizerCalendarAddress: GROUP.member() });
    const { id } = await only(elin, groupId);
    const set = (args: object) =>
      elin.call("CalendarEvent/set", { accountId: groupId, ...args, sendSchedulingMessages: true });
    expect((await set({ update: { [id]: { title: "Dinner" } } })).notUpdated).toBeNull();
    await sendOutbox(jmap.app);
    expect(await only(bengt)).toMatchObject({
      title: "Dinner",
      organizerCalendarAddress: GROUP.member(),
      sentBy: "elin@example.com",
    });
    await set({ destroy: [id] });
    await sendOutbox(jmap.app);
    expect(await only(bengt)).toMatchObject({ status: "cancelled" });
  });

  it("is nobody's to organize in the name of another member", async () => {
    const path = `/dav/calendars/${await login()}/calendar/m.ics`;
    expect((await put(path, "mailto:elin@example.com")).status).toBe(201);
    expect(await eventsIn(bengt)).toEqual([]);
  });

  it("is not organized twice: a copy of one's own meeting invites nobody", async () => {
    await put("/dav/calendars/nils/calendar/m.ics", GROUP.member());
    const { id } = await only(bengt);
    await put(
      `/dav/calendars/${await login()}/calendar/m.ics`,
      GROUP.member(),
      "ATTENDEE:mailto:elin@example.com",
    );
    expect(await only(bengt)).toMatchObject({ id });
    expect(await eventsIn(elin)).toEqual([]);
    await accept();
    expect(bengtIn(await only(nils))).toMatchObject({ participationStatus: "accepted" });
    expect(bengtIn(await only(nils, groupId)).participationStatus).not.toBe("accepted");
  });
});

describe("a meeting in a calendar that somebody else shares", () => {
  it.each([
    ["for the owner, by default", "edit", {}, "elin", "nils@example.com"],
    [
      "for the owner",
      "edit",
      { organizerCalendarAddress: "mailto:elin@example.com" },
      "elin",
      "nils@example.com",
    ],
    ["as oneself", "edit", { organizerCalendarAddress: "mailto:nils@example.com" }, "nils", undefined],
    [
      "as oneself, as the participant with the role of the owner",
      "edit",
      {
        participants: {
          b: guest,
          n: { ...guest, calendarAddress: "mailto:nils@example.com", roles: { owner: true, attendee: true } },
        },
      },
      "nils",
      undefined,
    ],
    ["as oneself, where one writes only one's own", "write", {}, "nils", undefined],
  ] as const)("is sent %s", async (_, level, fields, whose, sentBy) => {
    await share(level);
    const { notCreated } = await create(elin.accountId, fields);
    expect(notCreated).toBeNull();
    const invitation = await accept();
    expect(invitation.organizerCalendarAddress).toBe(`mailto:${whose}@example.com`);
    expect(invitation.sentBy).toBe(sentBy);
    expect(bengtIn(await only(elin))).toMatchObject({
      participationStatus: "accepted",
      scheduleStatus: ["2.0"],
    });
    const hears = whose === "elin" ? elin : nils;
    const told = await hears.call("CalendarEventNotification/get", { accountId: elin.accountId, ids: null });
    expect(told.list.map((one: Answer) => one["snart:news"] ?? one.type)).toContain("accepted");
  });

  it("is delivered when a calendar app writes its own user as organizer, and cancelled with it", async () => {
    await share("write");
    const path = "/dav/calendars/nils/elin~calendar/m.ics";
    expect((await put(path, "mailto:nils@example.com")).status).toBe(201);
    const got = await new DavClient(jmap.app, nils.actor).get(path);
    expect(got.body.replace(/\r\n /g, "")).toContain("ATTENDEE;SCHEDULE-STATUS=1.2:mailto:bengt@example.com");
    expect(got.headers.get("schedule-tag")).not.toBeNull();
    await accept();
    expect(bengtIn(await only(elin))).toMatchObject({ participationStatus: "accepted" });
    await new DavClient(jmap.app, nils.actor).delete(path);
    await sendOutbox(jmap.app);
    expect(await only(bengt)).toMatchObject({ status: "cancelled" });
  });

  /** Elin deletes the meeting that Nils organizes in her calendar; her page restores it. */
  async function deletedAndRestored(meanwhile?: () => Promise<void>): Promise<Answer> {
    const { id } = await only(elin);
    await elin.call("CalendarEvent/set", { destroy: [id], sendSchedulingMessages: true });
    await sendOutbox(jmap.app);
    expect(await only(bengt)).toMatchObject({ status: "cancelled" });
    await meanwhile?.();
    jmap.clock.advance(1_000);
    const answer = await elin.call("CalendarEvent/restore", { ids: [id], sendSchedulingMessages: true });
    await sendOutbox(jmap.app);
    return answer;
  }

  it("is its organizer's again when the calendar's owner restores it", async () => {
    await share("write");
    await create(elin.accountId);
    await accept();
    expect(await deletedAndRestored()).toMatchObject({ notScheduled: [], notRestored: {} });
    const again = await only(bengt);
    expect(again).toMatchObject({ organizerCalendarAddress: "mailto:nils@example.com" });
    expect(again.status ?? "confirmed").toBe("confirmed");
    expect((await only(elin)).sentBy, "only the message says who sent it").toBeUndefined();
    await accept();
    expect(bengtIn(await only(elin))).toMatchObject({ participationStatus: "accepted" });
    const told = await nils.call("CalendarEventNotification/get", { accountId: elin.accountId, ids: null });
    expect(told.list.map((one: Answer) => one["snart:news"])).toContain("accepted");
  });

  it("is nobody's when its organizer may no longer write there: nobody is invited in their name", async () => {
    const calendarId = await share("write");
    await create(elin.accountId);
    const answer = await deletedAndRestored(() =>
      jmap.app.storage.write((tx) => tx.calendars.removeShare(calendarId as never, nils.actor.principalId)),
    );
    const { id } = await only(elin);
    expect(answer).toMatchObject({ restored: [id], notScheduled: [id], notRestored: {} });
    expect(await only(bengt)).toMatchObject({ status: "cancelled" });
    expect(bengtIn(await only(elin))).toBeDefined();
  });

  it("is named when its calendar comes back and its organizer's account is closed", async () => {
    const calendarId = await share("write");
    await elin.call("Calendar/set", { create: { o: { name: "Other" } } });
    await create(elin.accountId);
    const { id } = await only(elin);
    await elin.call("Calendar/set", { destroy: [calendarId], onDestroyRemoveEvents: true });
    await jmap.app.storage.write((tx) =>
      tx.principals.update(nils.actor.principalId, { status: "suspended" }),
    );
    const answer = await elin.call("TrashItem/restore", { ids: [calendarId] });
    expect(answer).toMatchObject({ restored: [calendarId], notScheduled: [id], notRestored: {} });
  });

  it("can be answered by the calendar's owner on the spot", async () => {
    await share("edit");
    await create(elin.accountId, {
      organizerCalendarAddress: "mailto:nils@example.com",
      participants: { b: guest, e: { ...guest, calendarAddress: "mailto:elin@example.com" } },
    });
    const event = await only(elin);
    const { notUpdated } = await elin.call("CalendarEvent/set", {
      update: { [event.id]: { "participants/e/participationStatus": "accepted" } },
      sendSchedulingMessages: true,
    });
    expect(notUpdated).toBeNull();
    await sendOutbox(jmap.app);
    expect((await only(elin)).participants.e).toMatchObject({ participationStatus: "accepted" });
    expect(bengtIn(await only(bengt)), "he has not answered").not.toHaveProperty(
      "participationStatus",
      "accepted",
    );
  });
});

describe("ParticipantIdentity/get", () => {
  const addresses = async (client: JmapClient, accountId: string) =>
    (await client.call("ParticipantIdentity/get", { accountId, ids: null })).list.map((one: Answer) => [
      one.calendarAddress,
      one.isDefault,
    ]);

  it("gives what one may organize as: in one's own account, in a group's, in shared ones by level", async () => {
    expect(await addresses(nils, nils.accountId)).toEqual([["mailto:nils@example.com", true]]);
    expect(await addresses(nils, groupId)).toEqual([
      [`urn:uuid:${groupId}`, true],
      ["mailto:nils@example.com", false],
    ]);
    await share("write");
    expect(await addresses(nils, elin.accountId)).toEqual([["mailto:nils@example.com", true]]);
    await share("edit");
    expect(await addresses(nils, elin.accountId)).toEqual([
      ["mailto:elin@example.com", true],
      ["mailto:nils@example.com", false],
    ]);
    const { notUpdated } = await nils.call("ParticipantIdentity/set", {
      accountId: elin.accountId,
      update: { [elin.accountId]: { name: "Not Elin" } },
    });
    expect(notUpdated[elin.accountId].type).toBe("forbidden");
  });
});

describe("guests at addresses of no use", () => {
  it.each(["tel:+46701234567", "urn:uuid:nobody", "not a uri"])(
    "refuse an invitation by JMAP: %s",
    async (address) => {
      const participants = { b: guest, x: { ...guest, calendarAddress: address } };
      const { notCreated } = await create(nils.accountId, { participants });
      expect(notCreated.k).toMatchObject({
        type: "noSupportedScheduleMethods",
        properties: ["participants"],
      });
      expect([await eventsIn(nils), await eventsIn(bengt)]).toEqual([[], []]);
      const silent = await nils.call("CalendarEvent/set", {
        create: { k: lunch(await calendarOf(nils.accountId), { participants }) },
      });
      expect(silent.notCreated, "nothing is sent").toBeNull();
    },
  );

  it("have a delivery status when mail is not set up", async () => {
    const participants = { x: { ...guest, calendarAddress: "mailto:anna@elsewhere.example" } };
    await create(nils.accountId, { participants });
    const [{ participants: stored }] = await eventsIn(nils);
    const anna = Object.values(stored as Record<string, Answer>).find(
      ({ calendarAddress }) => calendarAddress === "mailto:anna@elsewhere.example",
    );
    expect(anna.scheduleStatus).toEqual(["5.2"]);
  });
});
