import { beforeEach, describe, expect, it } from "vitest";
import type { CalendarId } from "../../app/types.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { openTestJmap } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let first: string;
beforeEach(async () => {
  first = (await elin.calendars())[0].id;
});

const set = (args: object) => elin.call("Calendar/set", args);
const byId = async (id: string) => (await elin.calendars()).find((calendar) => calendar.id === id);

describe("Calendar/set create", () => {
  it("creates a calendar and answers with the properties that were not sent", async () => {
    const before = await elin.calendars();
    const answer = await set({ create: { k: { name: "Work", color: "#00f" } } });
    const { id, ...rest } = answer.created.k;
    expect(rest).toMatchObject({
      isSubscribed: true,
      isVisible: true,
      isDefault: false,
      myRights: { mayDelete: true },
    });
    expect(rest).not.toHaveProperty("name");
    expect(await byId(id)).toMatchObject({ name: "Work", color: "#00f", description: null });
    expect((await elin.calendars()).filter((calendar) => calendar.id !== id)).toEqual(before);
    expect(Number(answer.newState)).toBeGreaterThan(Number(answer.oldState));
    expect(answer).toMatchObject({
      updated: null,
      destroyed: null,
      notCreated: null,
      notUpdated: null,
      notDestroyed: null,
    });
  });

  it("accepts everything that can be set", async () => {
    const alerts = {
      a1: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT15M" }, action: "display" },
    };
    const given = {
      name: "Städning åäö 🧹",
      description: "Trappan",
      color: "spruce",
      sortOrder: 3,
      isSubscribed: false,
      isVisible: false,
      includeInAvailability: "none",
      timeZone: "Europe/London",
      defaultAlertsWithTime: alerts,
      defaultAlertsWithoutTime: null,
      shareWith: null,
    };
    const { id } = (await set({ create: { k: given } })).created.k;
    expect(await byId(id)).toMatchObject(given);
  });

  it.each([
    ["no name", {}, ["name"]],
    ["an empty name", { name: "" }, ["name"]],
    ["a name of 256 octets", { name: "å".repeat(128) }, ["name"]],
    ["a name with U+0000", { name: "a\0b" }, ["name"]],
    ["a colour that is none", { name: "x", color: "very red" }, ["color"]],
    ["a colour in short hex with alpha", { name: "x", color: "#ff00" }, ["color"]],
    ["a negative order", { name: "x", sortOrder: -1 }, ["sortOrder"]],
    ["an order too large", { name: "x", sortOrder: 2 ** 31 }, ["sortOrder"]],
    ["flags that are none", { name: "x", isVisible: 1, isSubscribed: "yes" }, ["isVisible", "isSubscribed"]],
    ["a zone that is none", { name: "x", timeZone: "Mars/Olympus" }, ["timeZone"]],
    ["an availability that is none", { name: "x", includeInAvailability: "some" }, ["includeInAvailability"]],
    [
      "what the server sets",
      { name: "x", id: "mine", isDefault: true, myRights: {} },
      ["id", "isDefault", "myRights"],
    ],
    ["what no calendar has", { name: "x", constructor: {}, size: 1 }, ["constructor", "size"]],
    [
      "an alert at a fixed time",
      {
        name: "x",
        defaultAlertsWithTime: {
          a: { trigger: { "@type": "AbsoluteTrigger", when: "2026-01-01T00:00:00Z" } },
        },
      },
      ["defaultAlertsWithTime"],
    ],
  ])("refuses %s", async (_what, given, properties) => {
    const before = await elin.call("Calendar/get", { ids: null });
    const answer = await set({ create: { k: given } });
    expect(answer.notCreated.k).toMatchObject({ type: "invalidProperties", properties });
    expect(answer.created).toBeNull();
    expect(await elin.call("Calendar/get", { ids: null })).toEqual(before);
  });

  it("stops at the number of calendars an account may have", async () => {
    const few = await openTestJmap({ limits: { calendarsPerAccount: 2 } });
    const client = await few.client("elin");
    const answer = await client.call("Calendar/set", { create: { a: { name: "One" }, b: { name: "Two" } } });
    expect(Object.keys(answer.created)).toEqual(["a"]);
    expect(answer.notCreated.b).toMatchObject({ type: "overQuota", code: "too-many-calendars", limit: 2 });
    await few.close();
  });

  it("gives its id to later calls by creation id", async () => {
    const { methodResponses, createdIds } = await elin.request(
      [
        ["Calendar/set", { create: { k: { name: "Work" } } }],
        ["Calendar/set", { update: { "#k": { name: "Play" } } }],
        ["Calendar/set", { create: { k2: { name: "Gone" } }, destroy: ["#k2"] }],
      ],
      { createdIds: {} },
    );
    const { id } = methodResponses[0][1].created.k;
    expect(methodResponses[1][1].updated).toEqual({ [id]: null });
    expect(methodResponses[2][1].destroyed).toEqual([createdIds.k2]);
    expect(createdIds.k).toBe(id);
    expect((await byId(id)).name).toBe("Play");
  });
});

describe("Calendar/set update", () => {
  it("changes what the patch names and nothing else", async () => {
    const before = await byId(first);
    expect((await set({ update: { [first]: { color: "moss", isVisible: false } } })).updated).toEqual({
      [first]: null,
    });
    expect(await byId(first)).toEqual({ ...before, color: "moss", isVisible: false });
  });

  it("accepts a whole calendar back unchanged, server-set properties included", async () => {
    const before = await byId(first);
    const answer = await set({ update: { [first]: { ...before, name: "Home" } } });
    expect(answer.updated).toEqual({ [first]: null });
    expect(await byId(first)).toEqual({ ...before, name: "Home" });
  });

  it("changes nothing, and no state, if nothing differs", async () => {
    const answer = await set({ update: { [first]: await byId(first) } });
    expect(answer.updated).toEqual({ [first]: null });
    expect(answer.newState).toBe(answer.oldState);
  });

  it("sets the default when a property is set to null", async () => {
    await set({ update: { [first]: { isVisible: false, sortOrder: 5, description: "x" } } });
    await set({ update: { [first]: { isVisible: null, sortOrder: null, description: null, color: null } } });
    expect(await byId(first)).toMatchObject({
      isVisible: true,
      sortOrder: 0,
      description: null,
      color: null,
    });
  });

  it("patches inside a property", async () => {
    const alert = { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT5M" } };
    await set({ update: { [first]: { defaultAlertsWithTime: { a: alert } } } });
    await set({ update: { [first]: { "defaultAlertsWithTime/b": alert, "defaultAlertsWithTime/a": null } } });
    expect((await byId(first)).defaultAlertsWithTime).toEqual({ b: alert });
  });

  it.each([
    ["a parent that is not there", { "defaultAlertsWithTime/a/trigger": {} }, "invalidPatch"],
    ["overlapping paths", { myRights: {}, "myRights/mayShare": true }, "invalidPatch"],
    ["a path into what every object has", { "__proto__/polluted": true }, "invalidPatch"],
    ["no name", { name: null }, "invalidProperties"],
    ["another id", { id: "other" }, "invalidProperties"],
    ["being the default", { isDefault: false }, "invalidProperties"],
  ])("refuses %s", async (_what, patch, type) => {
    const before = await elin.call("Calendar/get", { ids: null });
    // `__proto__/x` is one name for JSON: only a member that is called `__proto__` itself is refused earlier.
    const answer = await set({ update: { [first]: patch } });
    expect(answer.notUpdated[first].type).toBe(type);
    expect(answer.updated).toBeNull();
    expect(await elin.call("Calendar/get", { ids: null })).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("reports a missing one, and does the rest", async () => {
    const answer = await set({
      update: { none: { name: "x" }, "#nothing": { name: "x" }, [first]: { name: "Home" } },
    });
    expect(answer.notUpdated).toMatchObject({ none: { type: "notFound" }, "#nothing": { type: "notFound" } });
    expect(answer.updated).toEqual({ [first]: null });
  });
});

describe("Calendar/set destroy", () => {
  const event = () => ({
    calendarIds: { [first]: true },
    start: "2026-11-23T12:00:00",
    timeZone: "Europe/Stockholm",
  });

  it("keeps a calendar that has events", async () => {
    const { id } = await elin.createEvent(event());
    await set({ create: { k: { name: "Other" } } });
    const answer = await set({ destroy: [first] });
    expect(answer.notDestroyed[first]).toMatchObject({ type: "calendarHasEvent", count: 1 });
    expect(answer.destroyed).toBeNull();
    expect(await elin.event(id)).toBeDefined();
  });

  it("removes its events when told so, and nobody else's", async () => {
    const other = (await set({ create: { k: { name: "Other" } } })).created.k.id;
    const gone = await elin.createEvent(event());
    const stays = await elin.createEvent({ ...event(), calendarIds: { [other]: true } });
    const answer = await set({ destroy: [first], onDestroyRemoveEvents: true });
    expect(answer.destroyed).toEqual([first]);
    expect((await elin.call("CalendarEvent/get", { ids: [gone.id, stays.id] })).notFound).toEqual([gone.id]);
    expect((await elin.calendars()).map(({ id }) => id)).toEqual([other]);
  });

  it("keeps the last one that takes events, so that invitations have a place", async () => {
    const answer = await set({ destroy: [first], onDestroyRemoveEvents: true });
    expect(answer.notDestroyed[first]).toMatchObject({ type: "forbidden", code: "default-calendar-needed" });
    expect((await elin.calendars()).map(({ id }) => id)).toEqual([first]);
  });

  it("tells other clients which is the default one now, also when an app removes or chooses it by CalDAV", async () => {
    const dav = new DavClient(jmap.app, elin.actor);
    const second = (await set({ create: { k: { name: "Second" } } })).created.k.id;
    const third = (await set({ create: { k: { name: "Third" } } })).created.k.id;
    const told = async (work: () => Promise<unknown>) => {
      const { state } = await elin.call("Calendar/get", { ids: [] });
      await work();
      const changes = await elin.call("Calendar/changes", { sinceState: state });
      const now = (await elin.calendars()).find(({ isDefault }) => isDefault);
      return [now?.id, changes.updated.toSorted(), changes.destroyed];
    };
    const url = "/dav/calendars/elin/third/";
    const choose = () =>
      dav.proppatch(
        "/dav/scheduling/elin/inbox/",
        `<d:set><d:prop><c:schedule-default-calendar-URL><d:href>${url}</d:href></c:schedule-default-calendar-URL></d:prop></d:set>`,
      );
    expect(await told(choose)).toEqual([third, [first, third], []]);
    const preferences = { defaultCalendarId: second };
    const prefer = () => elin.call("Profile/set", { update: { [elin.accountId]: { preferences } } });
    expect(await told(prefer)).toEqual([second, [second, third], []]);
    expect(await told(() => dav.delete("/dav/calendars/elin/second/"))).toEqual([first, [first], [second]]);
    expect(await told(() => dav.delete(url))).toEqual([first, [], [third]]);
  });

  it("does not find what is not there", async () => {
    expect((await set({ destroy: ["none"] })).notDestroyed).toEqual({ none: { type: "notFound" } });
  });
});

describe("Calendar/set as a whole", () => {
  it.each([
    ["create", { create: { k: { name: "Work" } } }],
    ["update", { update: { FIRST: { name: "x" } } }],
    ["destroy", { destroy: ["FIRST"] }],
  ])("changes nothing if another write comes between reading the state and the %s", async (_, args) => {
    const { app } = jmap;
    const { storage } = app;
    const ifInState = (await elin.call("Calendar/get", { ids: null })).state;
    let overtaken = false;
    const write: typeof storage.write = async (work) => {
      if (!overtaken) {
        overtaken = true;
        await updateCalendar({ ...app, storage }, elin.actor, first as CalendarId, { name: "Theirs" });
      }
      return storage.write(work);
    };
    Object.assign(app, { storage: Object.assign(Object.create(storage), { write }) });
    const named = JSON.parse(JSON.stringify(args).replace("FIRST", first)) as object;
    const refused = await elin.failing("Calendar/set", { ifInState, ...named });
    Object.assign(app, { storage });
    expect([overtaken, refused]).toEqual([true, { type: "stateMismatch" }]);
    expect((await elin.calendars()).map(({ id, name }) => [id, name])).toEqual([[first, "Theirs"]]);
  });

  it("does nothing in another state", async () => {
    const before = await elin.call("Calendar/get", { ids: null });
    for (const ifInState of ["0", "nonsense", `${before.state}0`, `0${before.state}`]) {
      expect(await elin.failing("Calendar/set", { ifInState, update: { [first]: { name: "x" } } })).toEqual({
        type: "stateMismatch",
      });
    }
    expect(await elin.call("Calendar/get", { ids: null })).toEqual(before);
  });

  it("proceeds in the same state", async () => {
    const { state } = await elin.call("Calendar/get", { ids: [] });
    expect((await set({ ifInState: state, update: { [first]: { name: "Home" } } })).updated).toEqual({
      [first]: null,
    });
  });

  it("refuses more changes than its limit", async () => {
    const destroy = Array.from({ length: jmap.app.limits.maxObjectsInSet + 1 }, (_, n) => `id${n}`);
    expect(await elin.failing("Calendar/set", { destroy })).toMatchObject({ type: "requestTooLarge" });
  });

  it("makes another calendar the default one", async () => {
    const answer = await set({ create: { k: { name: "Work" } }, onSuccessSetIsDefault: "#k" });
    const { id, isDefault } = answer.created.k;
    expect(isDefault).toBe(true);
    expect(answer.updated).toEqual({ [first]: { isDefault: false } });
    expect(
      (await elin.calendars()).filter((calendar) => calendar.isDefault).map((calendar) => calendar.id),
    ).toEqual([id]);
  });

  it("tells which is the default one after the former was destroyed, in the answer and in changes", async () => {
    const other = (await set({ create: { k: { name: "Work" } } })).created.k.id;
    const { state } = await elin.call("Calendar/get", { ids: [] });
    const answer = await set({ destroy: [first] });
    expect(answer).toMatchObject({ destroyed: [first], updated: { [other]: { isDefault: true } } });
    const changes = await elin.call("Calendar/changes", { sinceState: state });
    expect(changes).toMatchObject({ created: [], updated: [other], destroyed: [first] });
    const third = (await set({ create: { k: { name: "More" } } })).created.k.id;
    expect((await set({ destroy: [third] })).updated).toBeNull();
  });

  it("keeps the default if something was refused, or if there is no such calendar", async () => {
    const other = (await set({ create: { k: { name: "Work" } } })).created.k.id;
    await set({ destroy: ["none"], onSuccessSetIsDefault: other });
    await set({ onSuccessSetIsDefault: "none" });
    expect((await byId(first)).isDefault).toBe(true);
    expect((await byId(other)).isDefault).toBe(false);
  });
});

describe("Calendar/changes", () => {
  it("gives the created, changed and removed ones since a state", async () => {
    const { state } = await elin.call("Calendar/get", { ids: [] });
    const made = (
      await set({
        create: { k: { name: "Work" }, gone: { name: "Gone" } },
        update: { [first]: { name: "Home" } },
      })
    ).created;
    await set({ destroy: [made.gone.id] });
    const changes = await elin.call("Calendar/changes", { sinceState: state });
    expect(changes).toMatchObject({
      oldState: state,
      hasMoreChanges: false,
      created: [made.k.id],
      updated: [first],
    });
    expect(changes.destroyed).not.toContain(made.k.id);
    expect(changes.newState).toBe((await elin.call("Calendar/get", { ids: [] })).state);
  });

  it.each(["nonsense", "-1", "1e3", "99999999", ""])("can't answer since %j", async (sinceState) => {
    expect((await elin.failing("Calendar/changes", { sinceState })).type).toBe("cannotCalculateChanges");
  });

  it.each([0, -1, 1.5, "1"])("refuses %j as the most changes", async (maxChanges) => {
    expect((await elin.failing("Calendar/changes", { sinceState: "0", maxChanges })).type).toBe(
      "invalidArguments",
    );
  });

  it("brings a client up to date in steps", async () => {
    const { state } = await elin.call("Calendar/get", { ids: [] });
    for (const name of ["A", "B", "C"]) await set({ create: { [name]: { name } } });
    const seen: string[] = [];
    let sinceState = state;
    for (let more = true; more;) {
      const step = await elin.call("Calendar/changes", { sinceState, maxChanges: 1 });
      expect(step.created.length + step.updated.length + step.destroyed.length).toBeLessThanOrEqual(1);
      seen.push(...step.created);
      more = step.hasMoreChanges;
      sinceState = step.newState;
    }
    const made = (await elin.calendars()).map((calendar): string => calendar.id).filter((id) => id !== first);
    expect(new Set(seen)).toEqual(new Set(made));
    expect(seen).toHaveLength(made.length);
  });
});
