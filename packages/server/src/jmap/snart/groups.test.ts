import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../../app/audit.ts";
import { findPrincipal } from "../../app/accounts/find-principal.ts";
import type { PrincipalId } from "../../app/types.ts";
import { mintActor } from "../../app/actor.ts";
import { calendarsSharedWith } from "../../app/calendars/list-calendars.ts";
import { DavClient, eventText, xmlBody } from "../../testing/dav-client.ts";
import { JmapClient, type Answer } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import { openTestJmap, vevent, type TestJmap } from "../../testing/test-jmap.ts";

let jmap: TestJmap;
let admin: JmapClient;
let elin: JmapClient;
let nils: JmapClient;
beforeEach(async () => {
  jmap = await openTestJmap();
  [admin, elin, nils] = [await jmap.client("admin"), await jmap.client("elin"), await jmap.client("nils")];
  await jmap.app.storage.write((tx) => tx.principals.update(admin.actor.principalId, { isAdmin: true }));
});
afterEach(async () => {
  expect(jmap.reported).toEqual([]);
  await jmap.close();
});

const create = async (members: object = {}): Promise<string> => {
  const made = await admin.call("Group/set", { create: { g: { name: "Styrelsen", members } } });
  return made.created.g.id;
};
const manager = { isManager: true };
const groups = async (client: JmapClient): Promise<Answer[]> =>
  (await client.call("Group/get", { ids: null })).list;
const update = (client: JmapClient, id: string, patch: object): Promise<Answer> =>
  client.call("Group/set", { update: { [id]: patch } });
const calendarsOf = async (client: JmapClient, accountId: string): Promise<Answer[]> =>
  (await client.call("Calendar/get", { accountId, ids: null })).list;

describe("a group", () => {
  it("owns a calendar that its members change, and that appears in their homes", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const [calendar] = await calendarsOf(nils, id);
    expect(calendar).toMatchObject({ name: "Styrelsen", myRights: { mayWriteAll: true } });
    await jmap.put(nils.actor, calendar.id, "m.ics", vevent("m", "DTSTART:20261123T120000Z", "SUMMARY:Möte"));
    const found = await elin.call("CalendarEvent/query", { accountId: id, filter: { text: "Möte" } });
    expect(found.ids).toHaveLength(1);
    const home = await calendarsSharedWith(jmap.app, nils.actor);
    expect(home.map(({ ownerLogin }) => ownerLogin)).toEqual(["styrelsen"]);
  });

  it("loses nothing when its members change, and shows nothing to who has left", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const [calendar] = await calendarsOf(nils, id);
    const event = await jmap.put(nils.actor, calendar.id, "m.ics", vevent("m", "DTSTART:20261123T120000Z"));
    expect((await update(nils, id, { [`members/${nils.accountId}`]: null })).updated).toEqual({ [id]: null });
    expect(await groups(nils)).toEqual([]);
    expect(await nils.failing("CalendarEvent/get", { accountId: id, ids: [event] })).toMatchObject({
      type: "accountNotFound",
    });
    expect(await calendarsSharedWith(jmap.app, nils.actor)).toEqual([]);
    expect((await elin.call("CalendarEvent/get", { accountId: id, ids: [event] })).list).toHaveLength(1);
  });

  it("is told of by notice to whoever joins and leaves, for each of its calendars, and to nobody else", async () => {
    const id = await create({ [elin.accountId]: manager });
    await update(elin, id, { [`members/${nils.accountId}`]: {} });
    await update(elin, id, { [`members/${nils.accountId}`]: null });
    await sendOutbox(jmap.app);
    const { list } = await nils.call("ShareNotification/get", { ids: null });
    expect(list).toMatchObject([
      { name: "Styrelsen", newRights: null, changedBy: { name: "elin" } },
      { name: "Styrelsen", oldRights: null, newRights: { mayWriteAll: true } },
    ]);
    expect((await admin.call("ShareNotification/get", { ids: null })).list).toEqual([]);
  });

  it("tells a client of the group's account what a new member sees, and what no more", async () => {
    const id = await create({ [elin.accountId]: manager });
    const [calendar] = await calendarsOf(elin, id);
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({
        calendarId: calendar.id,
        principalId: nils.accountId as PrincipalId,
        level: "read",
      }),
    );
    const { state } = await nils.call("Calendar/get", { accountId: id, ids: [] });
    await update(elin, id, { [`members/${nils.accountId}`]: {} });
    const changes = await nils.call("Calendar/changes", { accountId: id, sinceState: state });
    expect([...changes.created, ...changes.updated]).toContain(calendar.id);
  });

  it("lets its members change events, and its managers alone make, share and delete calendars", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const [calendar] = await calendarsOf(nils, id);
    const event = await jmap.put(nils.actor, calendar.id, "m.ics", vevent("m", "DTSTART:20261123T120000Z"));
    expect(calendar.myRights).toMatchObject({ mayWriteAll: true, mayShare: false, mayDelete: false });
    expect((await calendarsOf(elin, id))[0].myRights).toMatchObject({ mayShare: true, mayDelete: true });
    const capability = "urn:ietf:params:jmap:calendars";
    const mayCreate = async (client: JmapClient): Promise<boolean> =>
      (await client.session()).accounts[id].accountCapabilities[capability].mayCreateCalendar;
    expect([await mayCreate(elin), await mayCreate(nils)]).toEqual([true, false]);

    const share = { [`shareWith/${admin.accountId}`]: { mayReadItems: true } };
    const refused = await nils.call("Calendar/set", {
      accountId: id,
      create: { k: { name: "Egen" } },
      update: { [calendar.id]: share },
      destroy: [calendar.id],
      onDestroyRemoveEvents: true,
    });
    const forbidden = { type: "forbidden", code: "forbidden" };
    expect(refused.notCreated.k).toMatchObject(forbidden);
    expect(refused.notUpdated[calendar.id]).toMatchObject(forbidden);
    expect(refused.notDestroyed[calendar.id]).toMatchObject(forbidden);
    const link = { calendarId: calendar.id, label: "Alla", detail: "full" };
    const linked = await nils.call("PublicLink/set", { accountId: id, create: { l: link } });
    expect(linked.notCreated.l).toMatchObject(forbidden);
    const gone = { id: calendar.id, to: nils.accountId, keep: null };
    expect(await nils.failing("Calendar/handOver", { accountId: id, ...gone })).toMatchObject(forbidden);
    expect((await admin.call("Calendar/get", { ids: null })).list).toHaveLength(1);

    const all = await elin.call("Calendar/set", { accountId: id, update: { [calendar.id]: share } });
    expect(all.updated).toHaveProperty(calendar.id);
    expect((await nils.call("CalendarEvent/get", { accountId: id, ids: [event] })).list).toHaveLength(1);
    await elin.call("Calendar/set", { accountId: id, create: { k: { name: "Other" } } });
    await elin.call("Calendar/set", { accountId: id, destroy: [calendar.id], onDestroyRemoveEvents: true });
    expect((await nils.call("TrashItem/get", { accountId: id, ids: null })).list).toEqual([]);
    const restore = { accountId: id, ids: [calendar.id] };
    expect((await nils.call("TrashItem/restore", restore)).restored).toEqual([]);
    expect((await elin.call("TrashItem/restore", restore)).restored).toEqual([calendar.id]);
    expect((await nils.call("CalendarEvent/get", { accountId: id, ids: [event] })).list).toHaveLength(1);
  });

  it("holds its members to the same by CalDAV", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const [his, hers] = [new DavClient(jmap.app, nils.actor), new DavClient(jmap.app, elin.actor)];
    const home = "/dav/calendars/styrelsen/";
    const path = `${home}calendar/`;
    expect((await his.put(`${path}m.ics`, eventText("m"))).status).toBe(201);
    const asked = await his.propfind(path, "0", "<d:current-user-privilege-set/><d:acl/>");
    expect(asked.body).toContain("write-content");
    expect(asked.body).not.toMatch(/<d:all\/>|write-acl/);
    const [grant, deny] = [
      `<d:ace><d:principal><d:href>/dav/principals/admin/</d:href></d:principal><d:grant><d:privilege><d:read/></d:privilege></d:grant></d:ace>`,
      [403, 403, 403],
    ];
    const acl = { body: xmlBody("d:acl", grant) };
    expect([
      (await his.delete(path)).status,
      (await his.mkcalendar(`${home}egen/`)).status,
      (await his.send("ACL", path, acl)).status,
    ]).toEqual(deny);
    // Name and colour that a member sets are the member's own.
    const renamed = await his.proppatch(
      path,
      "<d:set><d:prop><d:displayname>Min</d:displayname></d:prop></d:set>",
    );
    expect(renamed.status).toBe(207);
    expect([(await calendarsOf(nils, id))[0].name, (await calendarsOf(elin, id))[0].name]).toEqual([
      "Min",
      "Styrelsen",
    ]);
    expect((await hers.get(`${path}m.ics`)).status).toBe(200);
    expect((await hers.send("ACL", path, acl)).status).toBe(200);
    expect((await hers.mkcalendar(`${home}stadgar/`)).status).toBe(201);
    expect((await his.delete(`${path}m.ics`)).status).toBe(204);
    expect((await hers.delete(path)).status).toBe(204);
  });

  it("tells its members when they become managers, and when they are none any more", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const [calendar] = await calendarsOf(nils, id);
    const { state } = await nils.call("Calendar/get", { accountId: id, ids: [] });
    await update(elin, id, { [`members/${nils.accountId}`]: manager });
    const changes = await nils.call("Calendar/changes", { accountId: id, sinceState: state });
    expect(changes).toMatchObject({ created: [], updated: [calendar.id], destroyed: [] });
    expect((await calendarsOf(nils, id))[0].myRights).toMatchObject({ mayShare: true, mayDelete: true });
    await update(elin, id, { [`members/${nils.accountId}`]: {} });
    expect((await calendarsOf(nils, id))[0].myRights).toMatchObject({ mayShare: false, mayDelete: false });
    await sendOutbox(jmap.app);
    const { list } = await nils.call("ShareNotification/get", { ids: null });
    expect(list.map(({ newRights }: Answer) => newRights.mayShare)).toEqual([false, true, false]);
  });

  it("is changed by its managers and administrators alone", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const forbidden = { type: "forbidden", code: "forbidden" };
    for (const patch of [
      { name: "Mitt" },
      { [`members/${nils.accountId}`]: manager },
      { [`members/${elin.accountId}`]: null },
      { [`members/${nils.accountId}`]: null, name: "Mitt" },
    ])
      expect((await update(nils, id, patch)).notUpdated[id]).toMatchObject(forbidden);
    const made = await nils.call("Group/set", { create: { g: { name: "Egen" } }, destroy: [id] });
    expect(made.notCreated.g).toMatchObject(forbidden);
    expect(made.notDestroyed[id]).toMatchObject(forbidden);
    expect((await groups(elin))[0]).toMatchObject({ name: "Styrelsen", mayManage: true, calendars: 1 });
    expect((await groups(nils))[0]).toMatchObject({ mayManage: false });
    expect((await update(elin, id, { name: "Nya styrelsen" })).updated).toEqual({ [id]: null });
    expect((await groups(admin))[0].name).toBe("Nya styrelsen");
  });

  it("does not exist for who is not in it", async () => {
    const id = await create({ [elin.accountId]: manager });
    expect(await groups(nils)).toEqual([]);
    const answer = await nils.call("Group/set", {
      update: { [id]: { [`members/${nils.accountId}`]: {} }, none: { name: "x" } },
      destroy: [id],
    });
    expect(answer.notUpdated[id]).toEqual(answer.notUpdated.none);
    expect(answer.notUpdated[id].type).toBe("notFound");
    expect(answer.notDestroyed[id].type).toBe("notFound");
  });

  it.each([
    ["somebody unknown", (): object => ({ "members/0199aaaa": {} })],
    ["a group in a group", (id: string): object => ({ [`members/${id}`]: {} })],
    ["a member that is none", (): object => ({ "members/x": "y" })],
    ["a property that nobody knows", (): object => ({ email: "x@y" })],
    ["an empty name", (): object => ({ name: " " })],
  ])("refuses %s, and changes nothing", async (_what, patch) => {
    const id = await create({ [elin.accountId]: manager });
    const before = await groups(admin);
    expect((await update(admin, id, patch(id))).notUpdated[id].type).toBe("invalidProperties");
    expect(await groups(admin)).toEqual(before);
  });

  it("has no more members than a group may", async () => {
    await jmap.close();
    jmap = await openTestJmap({ limits: { membersPerGroup: 1 } });
    [admin, elin, nils] = [await jmap.client("admin"), await jmap.client("elin"), await jmap.client("nils")];
    await jmap.app.storage.write((tx) => tx.principals.update(admin.actor.principalId, { isAdmin: true }));
    const id = await create({ [elin.accountId]: {} });
    const full = await update(admin, id, { [`members/${nils.accountId}`]: {} });
    expect(full.notUpdated[id]).toMatchObject({ type: "invalidProperties", properties: ["members"] });
    const swap = { [`members/${nils.accountId}`]: {}, [`members/${elin.accountId}`]: null };
    expect((await update(admin, id, swap)).updated).toEqual({ [id]: null });
  });

  it("shows nothing once it is deleted, and all of it when it is brought back", async () => {
    const id = await create({ [elin.accountId]: manager });
    const [calendar] = await calendarsOf(elin, id);
    await admin.call("Group/set", { destroy: [id] });
    expect(await groups(elin)).toEqual([]);
    expect((await elin.failing("Calendar/get", { accountId: id, ids: null })).type).toBe("accountNotFound");
    expect((await findPrincipal(jmap.app, elin.actor, "styrelsen")).ok).toBe(false);
    expect((await groups(admin))[0]).toMatchObject({ status: "deleted" });
    expect((await update(elin, id, { status: "active" })).notUpdated[id]).toMatchObject({
      type: "forbidden",
    });
    await update(admin, id, { status: "active" });
    expect((await calendarsOf(elin, id)).map((one) => one.id)).toEqual([calendar.id]);
  });

  it("keeps a suspended member, who does nothing meanwhile", async () => {
    const id = await create({ [elin.accountId]: {} });
    await admin.call("Account/set", { update: { [elin.accountId]: { status: "suspended" } } });
    expect((await groups(admin))[0].members[elin.accountId]).toMatchObject({ isSuspended: true });
    const renamed = await update(admin, id, { [`members/${elin.accountId}`]: manager });
    expect(renamed.updated).toEqual({ [id]: null });
  });

  it("writes down who changed it, and how", async () => {
    const id = await create({ [elin.accountId]: manager });
    await update(elin, id, { [`members/${nils.accountId}`]: {} });
    const [changed, created] = await listAudit(jmap.app, 2);
    expect(changed).toMatchObject({ action: "group-changed", detail: { login: "elin", nils: "member" } });
    expect(created).toMatchObject({ action: "group-created", subject: "Styrelsen" });
  });
});

describe("an app password", () => {
  it("administers nothing, also of an administrator", async () => {
    const id = await create({ [elin.accountId]: manager });
    const byDevice = (client: JmapClient): JmapClient =>
      new JmapClient(jmap.handlers, mintActor({ ...client.actor, via: "app-password" }));
    for (const device of [byDevice(admin), byDevice(elin)]) {
      const answer = await update(device, id, { name: "x" });
      expect(answer.notUpdated[id].type).toMatch(/forbidden|notFound/);
    }
    expect((await byDevice(admin).failing("Account/get", { ids: null })).type).toBe("forbidden");
    expect((await groups(admin))[0].name).toBe("Styrelsen");
  });
});

describe("a calendar", () => {
  const share = (calendarId: string, who: JmapClient, level: "read" | "manage") =>
    jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: calendarId as never, principalId: who.actor.principalId, level }),
    );

  /** Makes another calendar for events, and returns its id. */
  const another = async (): Promise<string> =>
    (await elin.call("Calendar/set", { create: { k: { name: "Other" } } })).created.k.id;

  it("is kept where it is the last one that takes events, so that invitations have a place", async () => {
    const [calendar] = await elin.calendars();
    await elin.call("TaskList/set", { create: { k: { name: "Tasks" } } });
    const asked = { id: calendar.id, to: nils.accountId, keep: null };
    expect(await elin.failing("Calendar/handOver", asked)).toMatchObject({
      type: "forbidden",
      code: "default-calendar-needed",
    });
    expect((await elin.calendars()).map(({ id }) => id)).toContain(calendar.id);
    expect((await nils.calendars()).map(({ id }) => id)).not.toContain(calendar.id);
  });

  it("is handed over whole, the former owner keeping what was agreed, and the new one is told", async () => {
    const [calendar] = await elin.calendars();
    const event = await jmap.put(elin.actor, calendar.id, "m.ics", vevent("m", "DTSTART:20261123T120000Z"));
    await share(calendar.id, admin, "read");
    const state = (await elin.call("CalendarEvent/get", { ids: [] })).state;
    const keep = { mayReadItems: true, mayWriteAll: true, mayWriteOwn: true, mayRSVP: true };
    const other = await another();
    const calendars = (await elin.call("Calendar/get", { ids: null })).state;
    const given = await elin.call("Calendar/handOver", { id: calendar.id, to: nils.accountId, keep });
    expect(given).toMatchObject({ toAccountId: nils.accountId, id: calendar.id });
    const changes = await elin.call("CalendarEvent/changes", { sinceState: state });
    expect(changes).toMatchObject({ created: [], updated: [], destroyed: [event] });
    expect(await elin.calendars()).toMatchObject([{ id: other, isDefault: true }]);
    // The other one is the default now, and clients learn it.
    expect(await elin.call("Calendar/changes", { sinceState: calendars })).toMatchObject({
      created: [],
      updated: [other],
      destroyed: [calendar.id],
    });
    const owned = (await nils.calendars()).find((one) => one.id === calendar.id);
    expect(Object.keys(owned.shareWith).toSorted()).toEqual([admin.accountId, elin.accountId].toSorted());
    expect((await nils.call("CalendarEvent/get", { ids: [event] })).list).toHaveLength(1);
    const seen = await calendarsOf(elin, nils.accountId);
    expect(seen).toMatchObject([{ id: calendar.id, myRights: { mayWriteAll: true, mayShare: false } }]);
    expect(await calendarsOf(admin, nils.accountId)).toMatchObject([{ id: calendar.id }]);
    await sendOutbox(jmap.app);
    const { list } = await nils.call("ShareNotification/get", { ids: null });
    expect(list).toMatchObject([{ objectId: calendar.id, newRights: { mayShare: true } }]);
    const [audit] = await listAudit(jmap.app, 1);
    expect(audit).toMatchObject({ action: "calendar-handed-over", detail: { from: "elin", to: "nils" } });
  });

  it("goes on changing, being deleted and brought back in its new account, and does not go back behind the day it came", async () => {
    const [calendar] = await elin.calendars();
    const event = await jmap.put(elin.actor, calendar.id, "m.ics", vevent("m", "DTSTART:20261123T120000Z"));
    const before = (await nils.call("CalendarEvent/get", { ids: [] })).state;
    await another();
    await elin.call("Calendar/handOver", { id: calendar.id, to: nils.accountId });
    await nils.call("CalendarEvent/set", { update: { [event]: { title: "Nytt" } } });
    await nils.call("CalendarEvent/set", { destroy: [event] });
    const { list } = await nils.call("TrashItem/get", { ids: null });
    expect(list).toMatchObject([{ id: event, title: "Nytt" }]);
    await nils.call("TrashItem/restore", { ids: [event] });
    expect(await nils.event(event)).toMatchObject({ title: "Nytt" });
    const versions = await nils.call("Version/query", { filter: { objectId: event } });
    expect(versions.ids.length).toBeGreaterThan(1);
    const behind = await nils.failing("Calendar/rewind", { calendarId: calendar.id, state: before });
    expect(behind.type).toBe("cannotCalculateChanges");
    expect(await nils.event(event)).toMatchObject({ title: "Nytt" });
  });

  it("becomes a group's, whose managers alone hand it on", async () => {
    const id = await create({ [elin.accountId]: manager, [nils.accountId]: {} });
    const [calendar] = await elin.calendars();
    await another();
    await elin.call("Calendar/handOver", {
      id: calendar.id,
      to: id,
      keep: { mayReadItems: true, mayReadFreeBusy: true },
    });
    const names = (await calendarsOf(elin, id)).map((one) => [one.name, one.shareWith]);
    expect(Object.fromEntries(names)).toEqual({ Styrelsen: null, elin: null });
    const taking = { accountId: id, id: calendar.id, to: nils.accountId };
    expect((await nils.failing("Calendar/handOver", taking)).type).toBe("forbidden");
    expect((await elin.call("Calendar/handOver", { ...taking, to: elin.accountId })).id).toBe(calendar.id);
  });

  it.each(["read", "manage"] as const)(
    "is handed over by nobody with whom it is shared (%s)",
    async (level) => {
      const [calendar] = await elin.calendars();
      await share(calendar.id, nils, level);
      const asked = { accountId: elin.accountId, id: calendar.id, to: nils.accountId };
      expect((await nils.failing("Calendar/handOver", asked)).type).toBe("forbidden");
      expect((await elin.calendars())[0].id).toBe(calendar.id);
    },
  );

  it.each([
    ["to nobody", { to: "0199aaaa" }, "invalidArguments"],
    ["to oneself", { to: "self" }, "invalidArguments"],
    ["of somebody else", { id: "nils" }, "notFound"],
    ["with a right that is none", { keep: { mayReadItems: "yes" } }, "invalidArguments"],
  ])("is not handed over %s", async (_what, args: object, type) => {
    const [calendar] = await elin.calendars();
    const [theirs] = await nils.calendars();
    const real = JSON.parse(
      JSON.stringify({ id: calendar.id, to: nils.accountId, ...args })
        .replace('"self"', `"${elin.accountId}"`)
        .replace('"id":"nils"', `"id":"${theirs.id}"`),
    );
    expect((await elin.failing("Calendar/handOver", real)).type).toBe(type);
    expect(await elin.calendars()).toHaveLength(1);
    expect(await nils.calendars()).toHaveLength(1);
  });
});
