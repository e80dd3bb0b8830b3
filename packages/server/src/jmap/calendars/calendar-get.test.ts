import { beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";

const { jmap, elin } = eachWithJmap(["elin"]);

describe("Calendar/get", () => {
  it("returns the whole calendar", async () => {
    const answer = await elin.call("Calendar/get", { ids: null });
    expect(answer).toMatchObject({
      accountId: elin.accountId,
      state: expect.stringMatching(/^\d+$/),
      notFound: [],
    });
    expect(answer.list).toEqual([
      {
        id: expect.any(String),
        name: "elin",
        description: null,
        color: "lake",
        sortOrder: 0,
        isSubscribed: true,
        isVisible: true,
        isMuted: false,
        ownerAddress: null,
        ownerFormerAddresses: [],
        isDefault: true,
        includeInAvailability: "all",
        defaultAlertsWithTime: null,
        defaultAlertsWithoutTime: null,
        timeZone: "Europe/Stockholm",
        "snart:itemTypes": ["CalendarEvent", "Task"],
        "snart:isOfBookable": false,
        shareWith: null,
        myRights: {
          mayReadFreeBusy: true,
          mayReadItems: true,
          mayWriteAll: true,
          mayWriteOwn: true,
          mayUpdatePrivate: true,
          mayRSVP: true,
          mayShare: true,
          mayDelete: true,
        },
      },
    ]);
  });

  it("returns only the requested properties, and the id", async () => {
    const [calendar] = (await elin.call("Calendar/get", { ids: null, properties: ["name"] })).list;
    expect(Object.keys(calendar).toSorted()).toEqual(["id", "name"]);
  });

  it("refuses a property that calendars do not have", async () => {
    expect(await elin.failing("Calendar/get", { ids: [], properties: ["size"] })).toMatchObject({
      type: "invalidArguments",
    });
  });

  it("answers each id once, found or not", async () => {
    const [{ id }] = await elin.calendars();
    const answer = await elin.call("Calendar/get", { ids: [id, "none", id, "none", "not an id"] });
    expect(answer.list).toHaveLength(1);
    expect(answer.notFound).toEqual(["none", "not an id"]);
  });

  it("gives nothing for an empty list of ids", async () => {
    expect(await elin.call("Calendar/get", { ids: [] })).toMatchObject({ list: [], notFound: [] });
  });

  it("refuses more ids than its limit", async () => {
    const ids = Array.from({ length: jmap.app.limits.maxObjectsInGet + 1 }, (_, n) => `id${n}`);
    expect(await elin.failing("Calendar/get", { ids })).toMatchObject({ type: "requestTooLarge" });
  });

  it("does not find a calendar of another account", async () => {
    const nils = await jmap.client("nils");
    const [{ id }] = await nils.calendars();
    expect(await elin.call("Calendar/get", { ids: [id] })).toMatchObject({ list: [], notFound: [id] });
  });
});

describe("a shared calendar", () => {
  let nils: JmapClient;
  let calendarId: string;
  beforeEach(async () => {
    nils = await jmap.client("nils");
    calendarId = (await nils.calendars())[0].id;
    const share = {
      calendarId: calendarId as never,
      principalId: elin.actor.principalId,
      level: "read" as const,
    };
    await jmap.app.storage.write((tx) => tx.calendars.setShare(share));
  });
  const shared = async () =>
    (await elin.call("Calendar/get", { accountId: nils.accountId, ids: null })).list[0];

  it("has the owner's name and colour, is subscribed to at once, and gives the sharee's own rights", async () => {
    expect(await shared()).toMatchObject({
      name: "nils",
      color: "rust",
      isSubscribed: true,
      isDefault: false,
      includeInAvailability: "none",
      myRights: { mayReadItems: true, mayWriteOwn: false, mayShare: false, mayDelete: false },
    });
  });

  it("can be named, coloured and left by a sharee, and stays unchanged for its owner", async () => {
    const before = await nils.calendars();
    const patch = {
      name: "My brother",
      color: "#ff0000",
      isSubscribed: false,
      sortOrder: 7,
      includeInAvailability: "attending",
    };
    const answer = await elin.call("Calendar/set", {
      accountId: nils.accountId,
      update: { [calendarId]: patch },
    });
    expect(answer.updated).toEqual({ [calendarId]: null });
    expect(await shared()).toMatchObject(patch);
    expect(await nils.calendars()).toEqual(before);
  });

  it.each([
    ["its description", { description: "mine now" }, "forbidden"],
    ["who it is shared with", { shareWith: { x: { mayReadItems: true } } }, "forbidden"],
    ["one's rights", { "myRights/mayShare": true }, "invalidProperties"],
  ])("does not let others change %s", async (_what, patch, type) => {
    const before = await nils.calendars();
    const answer = await elin.call("Calendar/set", {
      accountId: nils.accountId,
      update: { [calendarId]: patch },
    });
    expect(answer.notUpdated[calendarId].type).toBe(type);
    expect(answer.updated).toBeNull();
    expect(await nils.calendars()).toEqual(before);
  });

  it("can't be destroyed by a sharee, who can't create calendars in the account either", async () => {
    const answer = await elin.call("Calendar/set", {
      accountId: nils.accountId,
      create: { k: { name: "Intruder" } },
      destroy: [calendarId],
      onDestroyRemoveEvents: true,
    });
    expect(answer.notDestroyed[calendarId].type).toBe("forbidden");
    expect(answer.notCreated.k.type).toBe("forbidden");
    expect(await nils.calendars()).toHaveLength(1);
  });
});
