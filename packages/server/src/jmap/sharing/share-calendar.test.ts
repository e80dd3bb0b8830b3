import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../../app/audit.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});
afterEach(async () => {
  expect(jmap.reported).toEqual([]);
});

const FREE_BUSY = { mayReadFreeBusy: true };
const READ = { ...FREE_BUSY, mayReadItems: true, mayUpdatePrivate: true };
const EDIT = { ...READ, mayWriteOwn: true, mayRSVP: true, mayWriteAll: true };
const update = (patch: object, client = elin): Promise<Answer> =>
  client.call("Calendar/set", { accountId: elin.accountId, update: { [calendarId]: patch } });
const shareWith = (rights: object | null, who = nils): Promise<Answer> =>
  update({ [`shareWith/${who.accountId}`]: rights });
const put = (uid: string, ...lines: string[]) =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, "DTSTART:20261123T120000Z", ...lines));
const seenBy = async (client: JmapClient): Promise<Answer[]> => {
  const { accounts } = await client.session();
  if (!(elin.accountId in accounts)) return [];
  return (await client.call("Calendar/get", { accountId: elin.accountId, ids: null })).list;
};
const notices = async (client: JmapClient): Promise<Answer[]> =>
  (await client.call("ShareNotification/get", { ids: null })).list;

describe("sharing a calendar", () => {
  it("lets the other see it, with exactly the given rights", async () => {
    expect(Object.keys((await shareWith(READ)).updated)).toEqual([calendarId]);
    const [seen] = await seenBy(nils);
    expect(seen.myRights).toMatchObject({ mayReadItems: true, mayWriteOwn: false, mayShare: false });
    expect(seen.shareWith).toBeNull();
  });

  it("is fully visible to people who may share", async () => {
    await shareWith(READ);
    const [own] = await elin.calendars();
    expect(Object.keys(own.shareWith)).toEqual([nils.accountId]);
    expect(own.shareWith[nils.accountId]).toMatchObject({ ...READ, mayWriteAll: false, mayDelete: false });
  });

  it("shows only busy times at that level", async () => {
    const id = await put("secret-talk", "DURATION:PT1H", "SUMMARY:Secret talk");
    await shareWith(FREE_BUSY);
    expect(await seenBy(nils)).toMatchObject([{ id: calendarId, myRights: { mayReadItems: false } }]);
    const { list } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [id] });
    expect(list).toMatchObject([{ id, start: "2026-11-23T12:00:00" }]);
    expect(JSON.stringify(list)).not.toMatch(/secret/i);
    const busy = await nils.call("Principal/getAvailability", {
      id: elin.accountId,
      utcStart: "2026-11-23T00:00:00Z",
      utcEnd: "2026-11-24T00:00:00Z",
      showDetails: true,
    });
    expect(busy.list).toMatchObject([{ utcStart: "2026-11-23T12:00:00Z", event: null }]);
    expect(JSON.stringify(busy)).not.toContain("Secret");
  });

  it("reports the stored level if the rights are not exactly one", async () => {
    const answer = await shareWith({ ...EDIT, mayShare: true });
    expect(answer.updated[calendarId].shareWith[nils.accountId]).toMatchObject({
      mayWriteAll: true,
      mayShare: true,
      mayDelete: true,
    });
  });

  it.each([
    "mayReadItems",
    "mayUpdatePrivate",
    "mayWriteOwn",
    "mayRSVP",
    "mayWriteAll",
    "mayShare",
    "mayDelete",
  ])("never gives less than %s alone, and tells what it gives", async (right) => {
    await put("talk", "SUMMARY:Talk");
    const answer = await shareWith({ [right]: true });
    const told = answer.updated[calendarId].shareWith[nils.accountId];
    expect(told).toMatchObject({ [right]: true, mayReadItems: true, mayReadFreeBusy: true });
    const [seen] = await seenBy(nils);
    expect(seen.myRights).toEqual(told);
    const events = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: null });
    expect(events.list).toMatchObject([{ title: "Talk" }]);
  });

  it("refuses to take away a right that the level for the others includes", async () => {
    await shareWith({ ...EDIT, mayShare: true, mayDelete: true });
    const one = await update({ [`shareWith/${nils.accountId}/mayDelete`]: false });
    const whole = await shareWith({ ...EDIT, mayDelete: true });
    for (const { notUpdated } of [one, whole])
      expect(notUpdated[calendarId]).toMatchObject({ type: "invalidProperties", properties: ["shareWith"] });
    expect((await seenBy(nils))[0].myRights).toMatchObject({ mayShare: true, mayDelete: true });
    await shareWith({ mayReadItems: true });
    expect((await seenBy(nils))[0].myRights).toMatchObject(READ);
    expect((await seenBy(nils))[0].myRights).toMatchObject({ mayWriteOwn: false, mayShare: false });
  });

  it("is no share without any right", async () => {
    await shareWith({ mayReadItems: false });
    expect(await seenBy(nils)).toEqual([]);
    expect((await elin.calendars())[0].shareWith).toBeNull();
  });

  it("can be withdrawn, and then nothing is visible any more", async () => {
    await shareWith(READ);
    const { state } = await nils.call("Calendar/get", { accountId: elin.accountId, ids: [] });
    expect(state).toBeTruthy();
    await shareWith(null);
    expect(await seenBy(nils)).toEqual([]);
    expect((await elin.calendars())[0].shareWith).toBeNull();
    expect(await nils.failing("Calendar/get", { accountId: elin.accountId, ids: null })).toMatchObject({
      type: "accountNotFound",
    });
  });

  it.each([
    ["somebody unknown", "0199aaaa-0000-7000-8000-999999999999"],
    ["the owner", "owner"],
  ])("is refused for %s, and nothing is written", async (_who, id) => {
    const principalId = id === "owner" ? elin.accountId : id;
    const answer = await update({ [`shareWith/${principalId}`]: READ, name: "Other" });
    expect(answer.notUpdated[calendarId]).toMatchObject({
      type: "invalidProperties",
      properties: ["shareWith"],
    });
    expect((await elin.calendars())[0]).toMatchObject({ name: "elin", shareWith: null });
  });

  it("is refused for unknown rights", async () => {
    const answer = await shareWith({ mayEverything: true });
    expect(answer.notUpdated[calendarId]).toMatchObject({
      type: "invalidProperties",
      properties: ["shareWith"],
    });
  });

  it("is refused to a person who may only write", async () => {
    await shareWith(EDIT);
    const anna = await jmap.client("anna");
    const answer = await update({ [`shareWith/${anna.accountId}`]: READ }, nils);
    expect(answer.notUpdated[calendarId].type).toBe("forbidden");
    expect(await seenBy(anna)).toEqual([]);
  });

  it("succeeds together with a new calendar, or not at all", async () => {
    const create = (id: string) => ({ create: { k: { name: "Ours", shareWith: { [id]: READ } } } });
    const made = await elin.call("Calendar/set", create(nils.accountId));
    expect(made.created.k.shareWith[nils.accountId]).toMatchObject(READ);
    expect((await seenBy(nils)).map(({ name }) => name)).toEqual(["Ours"]);
    const refused = await elin.call("Calendar/set", create("nobody"));
    expect(refused.created).toBeNull();
    expect(refused.notCreated.k).toMatchObject({ type: "invalidProperties", properties: ["shareWith"] });
    expect(await elin.calendars()).toHaveLength(2);
  });

  it("is recorded, each step with its former value", async () => {
    const before = (await listAudit(jmap.app, 99)).length;
    await shareWith(READ);
    await shareWith(EDIT);
    await shareWith(EDIT);
    await shareWith(null);
    const entries = (await listAudit(jmap.app, 99)).slice(0, -before).toReversed();
    expect(
      entries.map(({ action, detail }) => [action, detail["before"], detail["after"], detail["with"]]),
    ).toEqual([
      ["share-changed", "none", "read", "nils"],
      ["share-changed", "read", "edit", "nils"],
      ["share-changed", "edit", "none", "nils"],
    ]);
    expect(entries[0]).toMatchObject({ actorId: elin.accountId, subject: calendarId });
  });
});

describe("/changes after sharing", () => {
  it("name a newly shared calendar, and one that is no longer shared", async () => {
    const second = (await elin.call("Calendar/set", { create: { k: { name: "Second" } } })).created.k.id;
    await shareWith(READ);
    const { state } = await nils.call("Calendar/get", { accountId: elin.accountId, ids: [] });
    await elin.call("Calendar/set", { update: { [second]: { [`shareWith/${nils.accountId}`]: READ } } });
    const args = { accountId: elin.accountId, sinceState: state };
    expect(await nils.call("Calendar/changes", args)).toMatchObject({ created: [second], destroyed: [] });
    await shareWith(null);
    expect(await nils.call("Calendar/changes", args)).toMatchObject({
      created: [second],
      updated: [],
      destroyed: [calendarId],
    });
  });

  it("name a shared calendar that is deleted", async () => {
    const second = (await elin.call("Calendar/set", { create: { k: { name: "Second" } } })).created.k.id;
    await elin.call("Calendar/set", { update: { [second]: { [`shareWith/${nils.accountId}`]: READ } } });
    await shareWith(READ);
    const { state } = await nils.call("Calendar/get", { accountId: elin.accountId, ids: [] });
    await elin.call("Calendar/set", { destroy: [second] });
    const args = { accountId: elin.accountId, sinceState: state };
    expect(await nils.call("Calendar/changes", args)).toMatchObject({ created: [], destroyed: [second] });
  });

  it("do not claim to know which events were there before", async () => {
    const second = (await elin.call("Calendar/set", { create: { k: { name: "Second" } } })).created.k.id;
    await shareWith(READ);
    const { state } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] });
    await elin.call("Calendar/set", { update: { [second]: { [`shareWith/${nils.accountId}`]: READ } } });
    const args = { accountId: elin.accountId, sinceState: state };
    expect(await nils.failing("CalendarEvent/changes", args)).toMatchObject({
      type: "cannotCalculateChanges",
    });
  });
});

describe("ShareNotification", () => {
  it("tells everybody with whom a destroyed calendar was shared, and nobody else", async () => {
    const { created } = await elin.call("Calendar/set", {
      create: {
        k: { name: "Cabin", shareWith: { [nils.accountId]: READ } },
        l: { name: "Mine" },
      },
    });
    await sendOutbox(jmap.app);
    const before = (await notices(nils)).length;
    const { destroyed } = await elin.call("Calendar/set", { destroy: [created.k.id, created.l.id] });
    expect(destroyed).toHaveLength(2);
    await sendOutbox(jmap.app);
    const told = (await notices(nils)).filter(({ newRights }) => newRights === null);
    expect(told).toMatchObject([
      { name: "Cabin", objectId: created.k.id, oldRights: { mayReadItems: true }, newRights: null },
    ]);
    expect(await notices(nils)).toHaveLength(before + 1);
    expect(await notices(elin)).toEqual([]);
  });

  it("tells the recipient who gave what, and nobody else", async () => {
    await shareWith(READ);
    await sendOutbox(jmap.app);
    expect(await notices(nils)).toEqual([
      {
        id: expect.any(String),
        created: expect.stringMatching(/Z$/),
        changedBy: { name: "elin", email: "elin@example.com", principalId: elin.accountId },
        objectType: "Calendar",
        objectAccountId: elin.accountId,
        objectId: calendarId,
        name: "elin",
        oldRights: null,
        newRights: expect.objectContaining({ mayReadItems: true, mayWriteAll: false }),
      },
    ]);
    expect(await notices(elin)).toEqual([]);
  });

  it("is sent once", async () => {
    await shareWith(READ);
    await sendOutbox(jmap.app);
    await sendOutbox(jmap.app);
    expect(await notices(nils)).toHaveLength(1);
  });

  it("is dismissed by its reader, and then /changes reports it as gone", async () => {
    await shareWith(READ);
    await sendOutbox(jmap.app);
    const { list, state } = await nils.call("ShareNotification/get", { ids: null });
    const answer = await nils.call("ShareNotification/set", {
      destroy: [list[0].id, "none"],
      ifInState: state,
    });
    expect(answer).toMatchObject({ destroyed: [list[0].id], notDestroyed: { none: { type: "notFound" } } });
    expect(await notices(nils)).toEqual([]);
    expect(await nils.call("ShareNotification/changes", { sinceState: state })).toMatchObject({
      created: [],
      destroyed: [list[0].id],
    });
  });

  it("is listed and told of in pages, also where one write made more than a page", async () => {
    const { state } = await nils.call("ShareNotification/get", { ids: [] });
    for (const rights of [READ, EDIT, READ]) {
      await shareWith(rights);
      await sendOutbox(jmap.app);
      jmap.clock.advance(60_000);
    }
    const made: string[] = [];
    const follow = async (kind: "created" | "destroyed", from: string): Promise<string> => {
      for (let since = from; ;) {
        const page = await nils.call("ShareNotification/changes", { sinceState: since, maxChanges: 1 });
        expect(page.created.length + page.destroyed.length).toBeLessThanOrEqual(1);
        made.push(...page[kind]);
        if (!page.hasMoreChanges) return page.newState;
        since = page.newState;
      }
    };
    const present = await follow("created", state);
    const all = (await nils.call("ShareNotification/query", {})).ids;
    expect(made.toSorted()).toEqual(all.toSorted());
    const window = await nils.call("ShareNotification/query", {
      position: 1,
      limit: 1,
      calculateTotal: true,
    });
    expect(window).toMatchObject({ position: 1, ids: [all[1]], total: 3 });
    expect((await nils.call("ShareNotification/query", { position: -1 })).ids).toEqual([all[2]]);
    await nils.call("ShareNotification/set", { destroy: all });
    made.length = 0;
    await follow("destroyed", present);
    expect(made.toSorted()).toEqual(all.toSorted());
  });

  it("is created and changed by the server only", async () => {
    await shareWith(READ);
    await sendOutbox(jmap.app);
    const [{ id }] = await notices(nils);
    const answer = await nils.call("ShareNotification/set", {
      create: { k: { name: "x" } },
      update: { [id]: { name: "x" } },
    });
    expect(answer.notCreated.k.type).toBe("forbidden");
    expect(answer.notUpdated[id].type).toBe("forbidden");
    expect((await notices(nils))[0].name).toBe("elin");
  });

  it("is found by time and subject, newest first by default", async () => {
    await shareWith(READ);
    await sendOutbox(jmap.app);
    jmap.clock.advance(60_000);
    await shareWith(EDIT);
    await sendOutbox(jmap.app);
    const query = async (args: object) => (await nils.call("ShareNotification/query", args)).ids;
    const all = await query({ sort: [{ property: "created", isAscending: true }] });
    expect(all).toHaveLength(2);
    expect(await query({})).toEqual(all.toReversed());
    const created = (await notices(nils))[0].created;
    expect(await query({ filter: { after: created } })).toEqual([all[1]]);
    expect(await query({ filter: { before: created } })).toEqual([all[0]]);
    expect(await query({ filter: { objectType: "Mailbox" } })).toEqual([]);
    expect(await nils.failing("ShareNotification/query", { filter: { colour: "red" } })).toMatchObject({
      type: "unsupportedFilter",
    });
    expect(await nils.failing("ShareNotification/query", { sort: [{ property: "name" }] })).toMatchObject({
      type: "unsupportedSort",
    });
  });

  it("is pushed to its reader", async () => {
    const reader = await nils.listen("?types=ShareNotification&closeafter=no&ping=0");
    await shareWith(READ);
    await sendOutbox(jmap.app);
    await jmap.pass(2_000);
    const event = await reader.next();
    expect(Object.keys(event?.data.changed[nils.accountId])).toEqual(["ShareNotification"]);
    reader.close();
  });
});

describe("CalendarEventNotification", () => {
  const told = async (client: JmapClient): Promise<Answer[]> =>
    (await client.call("CalendarEventNotification/get", { accountId: elin.accountId, ids: null })).list;
  const leave = () => update({ isSubscribed: false }, nils);

  it("gives the owner another's changes, before and after", async () => {
    const id = await put("talk", "SUMMARY:Talk");
    await shareWith(EDIT);
    await nils.call("CalendarEvent/set", { accountId: elin.accountId, update: { [id]: { title: "Walk" } } });
    expect(await told(elin)).toMatchObject([
      {
        type: "updated",
        calendarEventId: id,
        changedBy: { name: "nils", principalId: nils.accountId },
        event: { title: "Talk" },
        eventPatch: { title: "Walk" },
        isDraft: false,
      },
    ]);
    expect(await told(nils)).toEqual([]);
  });

  it("gives sharees the owner's changes, made in any way", async () => {
    await shareWith(READ);
    const id = await put("talk", "SUMMARY:Talk");
    await elin.call("CalendarEvent/set", { destroy: [id] });
    expect((await told(nils)).toReversed().map(({ type, event }) => [type, event.title])).toEqual([
      ["created", "Talk"],
      ["destroyed", "Talk"],
    ]);
    expect(await told(elin)).toEqual([]);
  });

  it("notifies nobody who has left it, nor people who only see busy times", async () => {
    const anna = await jmap.client("anna");
    await shareWith(READ);
    await leave();
    await shareWith(FREE_BUSY, anna);
    await put("talk", "SUMMARY:Talk");
    expect(await told(nils)).toEqual([]);
    expect(await told(anna)).toEqual([]);
  });

  it("notifies nobody of a private event, nor of one that becomes private", async () => {
    await shareWith(READ);
    await put("biopsy", "SUMMARY:Biopsy", "CLASS:PRIVATE");
    const id = await put("talk", "SUMMARY:Talk");
    await elin.call("CalendarEvent/set", { update: { [id]: { privacy: "private", title: "Doctor" } } });
    expect(JSON.stringify(await told(nils))).not.toMatch(/Biopsy|Doctor/);
    expect(await told(nils)).toHaveLength(1);
  });

  it("is found by type and by event", async () => {
    await shareWith(EDIT);
    const id = await put("talk", "SUMMARY:Talk");
    const set = (args: object) => nils.call("CalendarEvent/set", { accountId: elin.accountId, ...args });
    await set({ update: { [id]: { title: "Walk" } } });
    await set({ destroy: [id] });
    const query = async (filter: object) =>
      (await elin.call("CalendarEventNotification/query", { filter })).ids.length;
    expect(await query({})).toBe(2);
    expect(await query({ type: "destroyed" })).toBe(1);
    expect(await query({ calendarEventIds: [id] })).toBe(2);
    expect(await query({ calendarEventIds: [] })).toBe(0);
  });
});

describe("ParticipantIdentity", () => {
  it("is the account's own address", async () => {
    expect((await elin.call("ParticipantIdentity/get", { ids: null })).list).toEqual([
      { id: elin.accountId, name: "elin", calendarAddress: "mailto:elin@example.com", isDefault: true },
    ]);
  });

  it("accepts another name, but no other address, and there is only one", async () => {
    const before = await elin.call("ParticipantIdentity/get", { ids: null });
    const answer = await elin.call("ParticipantIdentity/set", {
      create: { k: { name: "x", calendarAddress: "mailto:king@example.com" } },
      update: { [elin.accountId]: { name: "Elin Ström" } },
      destroy: ["none"],
    });
    expect(answer).toMatchObject({
      updated: { [elin.accountId]: null },
      notCreated: { k: { type: "forbidden" } },
      notDestroyed: { none: { type: "notFound" } },
    });
    const stolen = await elin.call("ParticipantIdentity/set", {
      update: { [elin.accountId]: { calendarAddress: "mailto:king@example.com" } },
    });
    expect(stolen.notUpdated[elin.accountId].type).toBe("invalidProperties");
    expect((await elin.call("ParticipantIdentity/get", { ids: null })).list).toMatchObject([
      { name: "Elin Ström", calendarAddress: "mailto:elin@example.com" },
    ]);
    expect(await elin.failing("ParticipantIdentity/changes", { sinceState: before.state })).toMatchObject({
      type: "cannotCalculateChanges",
    });
  });

  it("is one's own in another's account that one may read, and there is none in one that one may not see", async () => {
    const ask = { accountId: elin.accountId, ids: null };
    expect(await nils.failing("ParticipantIdentity/get", ask)).toMatchObject({ type: "accountNotFound" });
    await shareWith(READ);
    expect((await nils.call("ParticipantIdentity/get", ask)).list).toMatchObject([
      { id: nils.accountId, calendarAddress: "mailto:nils@example.com", isDefault: true },
    ]);
  });
});

describe("Principal/query and the rest", () => {
  it("finds people by name, address and kind", async () => {
    const query = async (filter: object) => (await elin.call("Principal/query", { filter })).ids;
    expect(await query({ email: "nils@" })).toEqual([nils.accountId]);
    expect(await query({ name: "NIL" })).toEqual([nils.accountId]);
    expect(await query({ text: "example.com" })).toHaveLength(2);
    expect(await query({ type: "group" })).toEqual([]);
    expect(await query({ accountIds: [nils.accountId] })).toEqual([]);
    expect(await query({ calendarAddress: "MAILTO:%6eils@example.com" })).toEqual([nils.accountId]);
    expect(await query({ calendarAddress: "mailto:nils" })).toEqual([]);
    expect(await elin.failing("Principal/query", { filter: { shoeSize: 44 } })).toMatchObject({
      type: "unsupportedFilter",
    });
  });

  it("finds people by filters with operators", async () => {
    const query = async (filter: object) => (await elin.call("Principal/query", { filter })).ids;
    const both = [{ name: "nils" }, { email: "elin@" }];
    expect(await query({ operator: "OR", conditions: both })).toHaveLength(2);
    expect(await query({ operator: "AND", conditions: both })).toEqual([]);
    expect(await query({ operator: "NOT", conditions: [{ name: "elin" }] })).toEqual([nils.accountId]);
    for (const filter of [
      { operator: "XOR", conditions: both },
      { operator: "OR" },
      { operator: "OR", conditions: [5] },
      { operator: "OR", conditions: both, name: "x" },
      { operator: "OR", conditions: Array.from({ length: 201 }, () => ({})) },
    ])
      expect(await elin.failing("Principal/query", { filter })).toMatchObject({ type: "invalidArguments" });
  });

  it("has changes only as long as there are none", async () => {
    const { state } = await elin.call("Principal/get", { ids: [] });
    expect(await elin.call("Principal/changes", { sinceState: state })).toMatchObject({
      created: [],
      updated: [],
    });
    await jmap.client("anna");
    expect(await elin.failing("Principal/changes", { sinceState: state })).toMatchObject({
      type: "cannotCalculateChanges",
    });
  });

  it("changes the person's own name, and nobody else's", async () => {
    const answer = await elin.call("Principal/set", {
      update: { [elin.accountId]: { name: "Elin S" }, [nils.accountId]: { name: "Nobody" } },
    });
    expect(answer.notUpdated[nils.accountId].type).toBe("forbidden");
    const { list } = await elin.call("Principal/get", { ids: [elin.accountId, nils.accountId] });
    expect(list.map(({ name }: Answer) => name)).toEqual(["Elin S", "nils"]);
  });
});
