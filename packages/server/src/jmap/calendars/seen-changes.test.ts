import { beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "../../app/types.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const share = (level: ShareLevel, id = calendarId) => jmap.share(id, nils, level);
const put = (uid: string, ...lines: string[]) =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, "DTSTART:20261123T120000Z", ...lines));
const task = (uid: string) =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//Client//EN",
    "BEGIN:VTODO",
    `UID:${uid}`,
    "DTSTAMP:20261101T120000Z",
    "END:VTODO",
    "END:VCALENDAR",
  ]);
const stateFor = async (client: JmapClient): Promise<string> =>
  (await client.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] })).state;
const changesFor = (client: JmapClient, sinceState: string) =>
  client.call("CalendarEvent/changes", { accountId: elin.accountId, sinceState });
const destroy = (id: string) => elin.call("CalendarEvent/set", { destroy: [id] });
const NOTHING = { created: [], updated: [], destroyed: [] };

describe("CalendarEvent/changes of one's own account", () => {
  it("names no tasks, made, changed or deleted", async () => {
    const state = await stateFor(elin);
    const id = await task("todo");
    expect(await changesFor(elin, state)).toMatchObject(NOTHING);
    const later = await stateFor(elin);
    await destroy(id);
    expect(await changesFor(elin, later)).toMatchObject(NOTHING);
  });

  it("names what came and went as gone, for who made it or read it meanwhile, also to a sharee", async () => {
    await share("read");
    const state = await stateFor(elin);
    const { id } = await elin.createEvent({
      calendarIds: { [calendarId]: true },
      title: "Brief",
      start: "2026-12-01T09:00:00",
    });
    await destroy(id);
    for (const client of [elin, nils])
      expect(await changesFor(client, state)).toMatchObject({ ...NOTHING, destroyed: [id] });
  });

  it("names no secret event that came and went to a sharee", async () => {
    await share("read");
    const state = await stateFor(elin);
    const { id } = await elin.createEvent({
      calendarIds: { [calendarId]: true },
      title: "Brief",
      start: "2026-12-01T09:00:00",
      privacy: "secret",
    });
    await destroy(id);
    expect(await changesFor(elin, state)).toMatchObject({ ...NOTHING, destroyed: [id] });
    expect(await changesFor(nils, state)).toMatchObject(NOTHING);
  });
});

describe("CalendarEvent/changes in pages smaller than what one request did", () => {
  it.each([1, 4, 9])("of %i bring every event once, and every removal once", async (maxChanges) => {
    await share("read");
    const follow = async (client: JmapClient, since: string) => {
      const told = { created: [] as string[], updated: [] as string[], destroyed: [] as string[] };
      for (let sinceState = since, more = true; more;) {
        const answer = await client.call("CalendarEvent/changes", {
          accountId: elin.accountId,
          sinceState,
          maxChanges,
        });
        const { created, updated, destroyed } = answer;
        expect(created.length + updated.length + destroyed.length).toBeLessThanOrEqual(maxChanges);
        told.created.push(...created);
        told.updated.push(...updated);
        told.destroyed.push(...destroyed);
        [sinceState, more] = [answer.newState, answer.hasMoreChanges];
        expect(answer.oldState).not.toBe(answer.hasMoreChanges ? answer.newState : undefined);
      }
      return { ...told, created: told.created.toSorted(), destroyed: told.destroyed.toSorted() };
    };
    const start = await stateFor(elin);
    const event = { calendarIds: { [calendarId]: true }, start: "2026-11-23T12:00:00" };
    const create = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`e${i}`, event]));
    const made = (await elin.call("CalendarEvent/set", { create })).created;
    const ids = Object.values<{ id: string }>(made)
      .map(({ id }) => id)
      .toSorted();
    for (const client of [elin, nils])
      expect(await follow(client, start)).toEqual({ created: ids, updated: [], destroyed: [] });
    const later = await stateFor(elin);
    await elin.call("CalendarEvent/set", { destroy: ids });
    for (const client of [elin, nils])
      expect(await follow(client, later)).toEqual({ created: [], updated: [], destroyed: ids });
  });

  it("take no state that was made up", async () => {
    for (const sinceState of ["1:", "1:ä", ":x", "999999:x", "-1:x"])
      expect(
        await elin.failing("CalendarEvent/changes", { accountId: elin.accountId, sinceState }),
      ).toMatchObject({ type: "cannotCalculateChanges" });
  });
});

describe("CalendarEvent/changes of what others share", () => {
  beforeEach(() => share("read"));

  it("names no secret event when it is changed", async () => {
    const id = await put("hidden", "CLASS:CONFIDENTIAL", "SUMMARY:One");
    const state = await stateFor(nils);
    await elin.call("CalendarEvent/set", { update: { [id]: { title: "Two" } } });
    expect(await changesFor(nils, state)).toMatchObject(NOTHING);
    expect((await changesFor(elin, state)).updated).toEqual([id]);
  });

  it("names no secret event when it is deleted", async () => {
    const id = await put("hidden", "CLASS:CONFIDENTIAL");
    const state = await stateFor(nils);
    await destroy(id);
    expect(await changesFor(nils, state)).toMatchObject(NOTHING);
    expect((await changesFor(elin, state)).destroyed).toEqual([id]);
  });

  it("names nothing that is deleted in a calendar that is not shared", async () => {
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Mine" } } })).created.k.id;
    const id = await jmap.put(elin.actor, other, "x.ics", vevent("x", "DTSTART:20261123T120000Z"));
    const state = await stateFor(nils);
    await destroy(id);
    expect(await changesFor(nils, state)).toMatchObject(NOTHING);
  });

  it("tells that an event came into sight, and not that it was changed", async () => {
    const hidden = await put("hidden", "CLASS:CONFIDENTIAL");
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Mine" } } })).created.k.id;
    const apart = await jmap.put(elin.actor, other, "x.ics", vevent("x", "DTSTART:20261123T120000Z"));
    const open = await put("open");
    const state = await stateFor(nils);
    await elin.call("CalendarEvent/set", {
      update: {
        [hidden]: { privacy: "public" },
        [apart]: { calendarIds: { [calendarId]: true } },
        [open]: { title: "Two" },
      },
    });
    const { created, updated, destroyed } = await changesFor(nils, state);
    expect(created.toSorted()).toEqual([hidden, apart].toSorted());
    expect({ updated, destroyed }).toEqual({ updated: [open], destroyed: [] });
    expect((await changesFor(elin, state)).updated.toSorted()).toEqual([hidden, apart, open].toSorted());
  });

  it("names no task", async () => {
    const id = await task("todo");
    const state = await stateFor(nils);
    await destroy(id);
    expect(await changesFor(nils, state)).toMatchObject(NOTHING);
  });

  it("reports that a public event is gone", async () => {
    const id = await put("open");
    const state = await stateFor(nils);
    await destroy(id);
    expect(await changesFor(nils, state)).toMatchObject({ ...NOTHING, destroyed: [id] });
  });

  it("reports an event that was moved out of sight as gone, and only that", async () => {
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Mine" } } })).created.k.id;
    const id = await put("open");
    const hidden = await put("hidden", "CLASS:CONFIDENTIAL");
    const state = await stateFor(nils);
    const calendarIds = { [other]: true };
    await elin.call("CalendarEvent/set", { update: { [id]: { calendarIds }, [hidden]: { calendarIds } } });
    expect(await changesFor(nils, state)).toMatchObject({ ...NOTHING, destroyed: [id] });
  });
});

describe("Calendar/changes of what others share", () => {
  it("names no calendar that was never seen when it is changed or deleted", async () => {
    await share("read");
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Mine" } } })).created.k.id;
    const state = await stateFor(nils);
    const changes = () => nils.call("Calendar/changes", { accountId: elin.accountId, sinceState: state });
    await elin.call("Calendar/set", { update: { [other]: { name: "Still mine" } } });
    expect(await changes()).toMatchObject(NOTHING);
    await elin.call("Calendar/set", { destroy: [other] });
    expect(await changes()).toMatchObject(NOTHING);
  });
});

describe("a UID that a secret event has", () => {
  it("is refused to a sharee without naming where the event is", async () => {
    await put("secret-name", "CLASS:CONFIDENTIAL");
    await share("edit");
    const answer = await nils.call("CalendarEvent/set", {
      accountId: elin.accountId,
      create: {
        k: {
          calendarIds: { [calendarId]: true },
          uid: "secret-name",
          title: "x",
          start: "2026-11-23T12:00:00",
        },
      },
    });
    expect(answer.notCreated.k).toMatchObject({ type: "invalidProperties", properties: ["uid"] });
    expect(JSON.stringify(answer)).not.toContain("secret-name.ics");
  });

  it("is refused with the path of an event that may be read", async () => {
    await put("open-name");
    await share("edit");
    const answer = await nils.call("CalendarEvent/set", {
      accountId: elin.accountId,
      create: {
        k: {
          calendarIds: { [calendarId]: true },
          uid: "open-name",
          title: "x",
          start: "2026-11-23T12:00:00",
        },
      },
    });
    expect(answer.notCreated.k).toMatchObject({ code: "uid-taken", uri: "open-name.ics" });
  });
});
