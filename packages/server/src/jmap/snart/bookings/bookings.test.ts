import { beforeEach, describe, expect, it, vi } from "vitest";
import { refusalsCounted } from "../../../app/bookings/count-refusals.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";
import { sendOutbox } from "../../../testing/send-outbox.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let bookableId: string;
let managersId: string;
beforeEach(async () => {
  const { principalId } = elin.actor;
  await jmap.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const members = { [principalId]: { isManager: true } };
  managersId = (await elin.call("Group/set", { create: { g: { name: "Board", members } } })).created.g.id;
  bookableId = (await make({})).created.b.id;
});

const make = (fields: object): Promise<Answer> =>
  elin.call("Bookable/set", {
    create: {
      b: { name: "Tvättstuga", type: "ROOM", managersId, labels: ["wash"], rules: LAUNDRY, ...fields },
    },
  });

/** The first pass of Monday 23 November 2026; the clock stands at Friday 13:00 in Stockholm. */
const MONDAY = { start: "2026-11-23T06:00:00Z", end: "2026-11-23T09:00:00Z" };
const wish = (fields: object = {}) => ({ bookableId, ...MONDAY, ...fields });
const create = (client: typeof nils, fields: object = {}): Promise<Answer> =>
  client.call("Booking/set", { create: { k: wish(fields) } });
const board = async (client: typeof nils, fields: object = {}): Promise<readonly Answer[]> =>
  (await client.call("Bookable/board", { ids: [bookableId], first: "2026-11-23", days: 1, ...fields }))
    .list[0].slots;

describe("Bookable", () => {
  it("is seen with its rules by everybody who may book it", async () => {
    const { list } = await nils.call("Bookable/get", { ids: null });
    expect(list).toEqual([
      {
        id: bookableId,
        answerMode: "automatic",
        name: "Tvättstuga",
        type: "ROOM",
        email: null,
        description: "",
        place: "",
        capacity: null,
        equipment: [],
        labels: ["wash"],
        managersId,
        mayManage: false,
        rules: LAUNDRY,
        rulesVersion: 1,
        acceptances: {},
      },
    ]);
  });

  it("has a mail address, which administrators type", async () => {
    const give = (client: typeof nils, email: string | null) =>
      client.call("Bookable/set", { update: { [bookableId]: { email } } });
    expect((await give(elin, "Tvatt@our.example")).updated).toHaveProperty(bookableId);
    const { list } = await nils.call("Bookable/get", { ids: null, properties: ["email"] });
    expect(list).toEqual([{ id: bookableId, email: "tvatt@our.example" }]);
    expect((await give(elin, "nils@example.com")).notUpdated[bookableId]).toMatchObject({
      type: "invalidProperties",
      code: "duplicate-email",
      properties: ["email"],
    });
    expect((await give(nils, null)).notUpdated[bookableId]).toMatchObject({ type: "forbidden" });
    // Whoever types it into a mail or calendar app that asks the server finds the room.
    const found = await nils.call("Principal/query", {
      filter: { calendarAddress: "mailto:tvatt@our.example" },
    });
    expect(found.ids).toEqual([bookableId]);
    await give(elin, null);
    const after = await nils.call("Principal/query", {
      filter: { calendarAddress: "mailto:tvatt@our.example" },
    });
    expect(after.ids).toEqual([bookableId]);
  });

  it("says every fault of its rules, with its place", async () => {
    const rules = { ...LAUNDRY, units: 0, timeZone: "Europe/Snart", slotPlans: "always" };
    const { notCreated } = await make({ name: "Sauna", rules });
    expect(notCreated.b).toMatchObject({ type: "invalidProperties", code: "booking-rules-wrong" });
    const paths = (notCreated.b.problems as Answer[]).map(({ path }) => path as string).toSorted();
    expect(paths).toEqual(["slotPlans", "timeZone", "units"]);
  });

  it("gets new rules as a new version, from its managers alone", async () => {
    const rules = { ...LAUNDRY, limits: [] };
    const change = { update: { [bookableId]: { rules, place: "House 3" } } };
    expect((await nils.call("Bookable/set", change)).notUpdated[bookableId].type).toBe("forbidden");
    await elin.call("Bookable/set", change);
    const [now] = (await elin.call("Bookable/get", { ids: [bookableId] })).list;
    expect(now).toMatchObject({ rules, rulesVersion: 2, place: "House 3", mayManage: true });
    const wider = { update: { [bookableId]: { rules: { ...rules, cellMinutes: 60 } } } };
    const { notUpdated } = await elin.call("Bookable/set", wider);
    expect(notUpdated[bookableId].problems).toEqual([{ code: "fixed", path: "cellMinutes" }]);
  });

  it("says what it has in words of its own, which its managers alone change", async () => {
    const { created } = await make({ name: "Loft", equipment: ["  Screen ", "hörslinga"] });
    expect(created.b).toMatchObject({ equipment: ["Screen", "hörslinga"] });
    const id = created.b.id as string;
    const toldTo = async (client: typeof nils): Promise<unknown> =>
      (await client.call("Bookable/get", { ids: [id], properties: ["equipment"] })).list[0].equipment;
    expect(await toldTo(nils)).toEqual(["Screen", "hörslinga"]);
    const change = (equipment: unknown) => ({ update: { [id]: { equipment } } });
    expect((await nils.call("Bookable/set", change([]))).notUpdated[id].type).toBe("forbidden");
    const most = Array.from({ length: 12 }, (_, at) => `${"x".repeat(38)}${at + 10}`);
    expect((await elin.call("Bookable/set", change(most))).updated).toHaveProperty(id);
    expect(await toldTo(elin)).toEqual(most);
    // Another property leaves it as it is.
    await elin.call("Bookable/set", { update: { [id]: { place: "Floor 3" } } });
    expect(await toldTo(nils)).toEqual(most);
    await elin.call("Bookable/set", change([]));
    expect(await toldTo(nils)).toEqual([]);
  });

  it.each([
    ["one word", "screen"],
    ["null", null],
    ["numbers", [1]],
    ["lists", [["screen"]]],
    ["thirteen words", Array.from({ length: 13 }, (_, at) => `${at}`)],
    ["fifty thousand words", Array.from({ length: 50_000 }, (_, at) => `${at}`)],
    ["forty-one characters", ["x".repeat(41)]],
    ["an empty word", ["screen", "  "]],
    ["a word twice", ["Kamera", " kAMERA "]],
    ["a word twice, composed and not", ["h\u00f6rslinga", "ho\u0308rslinga"]],
    ["a comma", ["screen, camera"]],
    ["a line break", ["screen\ncamera"]],
    ["a turned direction", ["\u202escreen"]],
  ])("keeps what it has as it was where the change says %s", async (_, equipment) => {
    const { created } = await make({ name: "Loft", equipment: ["screen"] });
    const id = created.b.id as string;
    const { notUpdated, updated } = await elin.call("Bookable/set", {
      update: { [id]: { equipment, name: "Attic" } },
    });
    expect(notUpdated[id]).toMatchObject({
      type: "invalidProperties",
      properties: [expect.stringMatching(/^equipment(\.\d+)?$/)],
    });
    expect(updated ?? {}).toEqual({});
    const [now] = (await elin.call("Bookable/get", { ids: [id] })).list;
    expect(now).toMatchObject({ name: "Loft", equipment: ["screen"] });
    expect((await make({ name: "Cellar", equipment })).notCreated.b.type).toBe("invalidProperties");
  });

  it("says which coming bookings other rules would not allow, and changes nothing", async () => {
    const { created } = await create(nils);
    await create(bengt, { start: "2026-11-23T09:00:00Z", end: "2026-11-23T12:00:00Z" });
    const [plan] = LAUNDRY.slotPlans;
    const slotPlans = [{ ...plan, passes: plan?.passes.slice(1) }];
    const tried = await elin.call("Bookable/tryRules", { bookableId, rules: { ...LAUNDRY, slotPlans } });
    expect(tried.misfits).toEqual([
      { bookingId: created.k.id, ...MONDAY, partyId: nils.accountId, partyName: "nils" },
    ]);
    expect((await elin.call("Bookable/get", { ids: [bookableId] })).list[0].rulesVersion).toBe(1);
    const refused = await nils.request([["Bookable/tryRules", { bookableId, rules: LAUNDRY }]]);
    expect(refused.methodResponses[0][1].type).toBe("forbidden");
  });

  it("shows each pass of its days, with whose it is as far as the rules tell", async () => {
    await create(nils);
    const [first, second] = await board(bengt);
    expect(first).toMatchObject({ ...MONDAY, state: "taken", who: null, reasons: [{ kind: "taken" }] });
    expect(second).toMatchObject({ state: "free", reasons: [] });
    expect((await board(nils))[0]).toMatchObject({ state: "yours", bookingId: expect.any(String) });
    expect((await board(elin))[0]).toMatchObject({ state: "taken", who: "nils" });
    await elin.call("Bookable/set", { update: { [bookableId]: { rules: { ...LAUNDRY, sees: "names" } } } });
    expect((await board(bengt))[0]).toMatchObject({ who: "nils" });
  });

  it("shows the boards of several things, from today by their clocks, and names what one may not book", async () => {
    const { created } = await make({ name: "Sauna", rules: { ...LAUNDRY, timeZone: "Pacific/Auckland" } });
    const ids = [bookableId, created.b.id as string, "nothing"];
    const { list, notFound } = await nils.call("Bookable/board", { ids, days: 2 });
    const firsts = Object.fromEntries(
      (list as Answer[]).map(({ bookableId: id, slots }) => [id, slots[0].start as string]),
    );
    // It is Friday noon in Stockholm, and Saturday already in Auckland.
    expect(firsts).toEqual({ [bookableId]: "2026-11-20T06:00:00Z", [ids[1] ?? ""]: "2026-11-20T18:00:00Z" });
    expect(notFound).toEqual(["nothing"]);
  });

  it("shows no more days of all things than can be answered at once", async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `thing${String(n)}`);
    const ask = async (days: number) =>
      (await nils.request([["Bookable/board", { ids, days }]])).methodResponses[0];
    expect((await ask(20))[1].notFound).toHaveLength(200);
    expect((await ask(21))[1]).toMatchObject({ type: "requestTooLarge" });
  });

  it.each([
    ["no date", { first: "2026-02-31" }],
    ["a year of days", { days: 366 }],
    ["another's view", { partyId: "somebody" }],
  ])("shows nothing for %s", async (_, fields) => {
    const asked = { ids: [bookableId], first: "2026-11-23", days: 1, ...fields };
    const { methodResponses } = await nils.request([["Bookable/board", asked]]);
    expect(methodResponses[0][0]).toBe("error");
  });

  describe("tried for an event that is being written", () => {
    const EVENT = {
      "@type": "Event",
      uid: "planned",
      start: "2026-11-23T07:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT3H",
    };
    const ROOM = { "@type": "Participant", kind: "location", roles: { attendee: true } };
    const WEEKLY = { recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", count: 3 } };
    const tried = async (client: typeof nils, event: object = {}): Promise<Answer> =>
      (
        await client.call("Bookable/tryEvent", {
          event: { ...EVENT, ...event },
          bookableIds: [bookableId, "nothing"],
        })
      ).list;

    it("says whether it could be had, and changes nothing", async () => {
      expect(await tried(nils)).toEqual([{ bookableId, dates: 1, later: 0, clashes: [] }]);
      await create(bengt);
      const [{ clashes }] = await tried(nils);
      expect(clashes).toMatchObject([
        { recurrenceId: null, start: MONDAY.start, reasons: [{ kind: "taken" }] },
      ]);
      // The times near it that could be had, and none that would cost an own booking.
      expect(clashes[0].others[0]).toEqual({ start: "2026-11-23T09:00:00Z", end: "2026-11-23T12:00:00Z" });
      for (const start of ["2026-11-24T06:00:00Z", "2026-11-25T06:00:00Z"])
        await create(nils, { start, end: start.replace("T06", "T09") });
      expect((await tried(nils))[0].clashes[0].others).toEqual([]);
    });

    it("names the dates of a series that clash, in the event's own clocks", async () => {
      await elin.call("Bookable/set", {
        update: { [bookableId]: { rules: { ...LAUNDRY, limits: [], recurring: "skipTaken" } } },
      });
      await create(bengt, { start: "2026-11-30T06:00:00Z", end: "2026-11-30T09:00:00Z" });
      const [{ dates, clashes }] = await tried(nils, WEEKLY);
      expect(dates).toBe(3);
      expect(clashes.map(({ recurrenceId }: Answer) => recurrenceId as string)).toEqual([
        "2026-11-30T07:00:00",
      ]);
      // Each with the times near it that it could have instead.
      expect(clashes[0].others[0]).toEqual({ start: "2026-11-30T09:00:00Z", end: "2026-11-30T12:00:00Z" });
      // And none at which another of its dates is: the next morning is its own.
      await create(bengt, { start: "2026-11-30T09:00:00Z", end: "2026-11-30T12:00:00Z" });
      await create(bengt, { start: "2026-11-30T12:00:00Z", end: "2026-11-30T15:00:00Z" });
      const daily = { recurrenceRule: { ...WEEKLY.recurrenceRule, frequency: "daily", count: 9 } };
      const [own] = (await tried(nils, daily))[0].clashes;
      expect(own.others.map(({ start }: Answer) => start as string)).toEqual([
        "2026-11-29T12:00:00Z",
        "2026-11-29T09:00:00Z",
      ]);
    });

    it("is not in the way of its own booking", async () => {
      const participants = {
        room: { ...ROOM, calendarAddress: `urn:uuid:${bookableId}` },
      };
      const calendarIds = { [(await nils.calendars())[0]?.id ?? ""]: true };
      const made = await nils.call("CalendarEvent/set", {
        create: { m: { ...EVENT, participants, calendarIds } },
        sendSchedulingMessages: true,
      });
      expect(made.notCreated).toBeNull();
      expect(await tried(nils)).toEqual([{ bookableId, dates: 1, later: 0, clashes: [] }]);
      for (const uid of ["other", EVENT.uid])
        expect((await tried(bengt, { uid }))[0].clashes).toHaveLength(1);
    });

    it("is had with the event, or neither is, where the writer says so", async () => {
      const participants = {
        room: { ...ROOM, calendarAddress: `urn:uuid:${bookableId}` },
        bengt: {
          "@type": "Participant",
          calendarAddress: "mailto:bengt@example.com",
          roles: { attendee: true },
        },
      };
      const calendarIds = { [(await nils.calendars())[0]?.id ?? ""]: true };
      const meet = (more: object, how: object = { booksOrNothing: true }): Promise<Answer> =>
        nils.call("CalendarEvent/set", {
          create: { m: { ...EVENT, participants, calendarIds, ...more } },
          sendSchedulingMessages: true,
          ...how,
        });
      const eventsOf = async (client: typeof nils): Promise<number> =>
        (await client.call("CalendarEvent/query", { filter: {} })).ids.length;
      await create(bengt);
      const before = await eventsOf(bengt);
      const refused = await meet({});
      await sendOutbox(jmap.app);
      expect(refused.created).toBeNull();
      expect(refused.notCreated.m).toMatchObject({
        type: "bookingRefused",
        code: "booking-refused",
        bookableId,
        reasons: [{ kind: "taken" }],
      });
      expect([await eventsOf(nils), await eventsOf(bengt)]).toEqual([0, before]);
      // Of a series each date has to be free.
      const week = await meet({ uid: "week", start: "2026-11-16T07:00:00", ...WEEKLY });
      expect(week.notCreated.m.type).toBe("bookingRefused");
      const made = await meet({ uid: "later", start: "2026-11-23T10:00:00" });
      expect(made.notCreated).toBeNull();
      await sendOutbox(jmap.app);
      expect([await eventsOf(nils), await eventsOf(bengt)]).toEqual([1, before + 1]);
      // A move to a taken time leaves it where it was, with its room.
      const eventId = made.created.m.id as string;
      const moved = await nils.call("CalendarEvent/set", {
        update: { [eventId]: { start: "2026-11-23T07:00:00" } },
        booksOrNothing: true,
      });
      expect(moved.notUpdated[eventId].type).toBe("bookingRefused");
      const [mine] = (await nils.call("Booking/get", { ids: null })).list;
      expect(mine).toMatchObject({ start: "2026-11-23T09:00:00Z", state: "confirmed" });
      // Else the room declines, as calendar apps have it.
      const declined = await meet({ uid: "as-ever" }, {});
      expect(declined.notCreated).toBeNull();
    });

    it("is asked also by a write that tells nobody, and freed by a removal that tells nobody", async () => {
      const participants = { room: { ...ROOM, calendarAddress: `urn:uuid:${bookableId}` } };
      const calendarIds = { [(await nils.calendars())[0]?.id ?? ""]: true };
      const made = await nils.call("CalendarEvent/set", {
        create: { m: { ...EVENT, participants, calendarIds } },
      });
      const eventId = made.created.m.id as string;
      const isFree = async (start: string) =>
        (await tried(bengt, { uid: "other", start }))[0].clashes.length === 0;
      expect(await isFree("2026-11-23T07:00:00")).toBe(false);
      await nils.call("CalendarEvent/set", { update: { [eventId]: { start: "2026-11-23T10:00:00" } } });
      expect(await isFree("2026-11-23T07:00:00")).toBe(true);
      expect(await isFree("2026-11-23T10:00:00")).toBe(false);
      await nils.call("CalendarEvent/set", { destroy: [eventId] });
      expect(await isFree("2026-11-23T10:00:00")).toBe(true);
    });

    it("has its time again when the event that was deleted is restored, unless somebody has it meanwhile", async () => {
      const participants = { room: { ...ROOM, calendarAddress: `urn:uuid:${bookableId}` } };
      const calendarIds = { [(await nils.calendars())[0]?.id ?? ""]: true };
      const made = await nils.call("CalendarEvent/set", {
        create: { m: { ...EVENT, participants, calendarIds } },
      });
      const eventId = made.created.m.id as string;
      const answer = async (): Promise<string> => {
        const [event] = (await nils.call("CalendarEvent/get", { ids: [eventId] })).list;
        const rooms = Object.values(event.participants as Record<string, Answer>);
        return rooms.find(({ kind }) => kind === "location")?.participationStatus as string;
      };
      for (const expected of ["accepted", "declined"]) {
        await nils.call("CalendarEvent/set", { destroy: [eventId] });
        if (expected === "declined") expect((await create(bengt)).created?.k).toBeDefined();
        await nils.call("CalendarEvent/restore", { ids: [eventId] });
        expect(await answer()).toBe(expected);
      }
    });

    it.each([
      ["no start", { start: undefined }],
      ["a wrong start", { start: "yesterday" }],
      ["a wrong rule", { recurrenceRule: { frequency: "sometimes" } }],
    ])("refuses an event with %s", async (_, event) => {
      await expect(tried(nils, event)).rejects.toThrow(/invalidArguments/);
    });
  });
});

describe("Booking", () => {
  it("is refused without a write, and all who are refused are counted with one", async () => {
    await create(nils);
    const write = vi.spyOn(jmap.app.storage, "write");
    for (const who of [bengt, elin])
      expect((await create(who)).notCreated.k).toMatchObject({ type: "bookingRefused" });
    expect(write).not.toHaveBeenCalled();
    await refusalsCounted(jmap.app);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
    const counted = await jmap.app.storage.read((tx) => tx.bookingRefusals.sumOfMonth("2026-11"));
    expect(counted).toEqual([{ reason: "taken", times: 2 }]);
  });

  it("is made as often as the limit lets one in one request, and what is left of it is refused without a write", async () => {
    await create(bengt);
    const days = ["23", "24", "25", "26", "27"];
    const on = (day: string) => ({ start: `2026-11-${day}T06:00:00Z`, end: `2026-11-${day}T09:00:00Z` });
    const write = vi.spyOn(jmap.app.storage, "write");
    const wishes = Object.fromEntries(days.map((day) => [`d${day}`, wish(on(day))]));
    const { created, notCreated } = await nils.call("Booking/set", { create: wishes });
    expect(Object.keys(created)).toEqual(["d24", "d25"]);
    expect(write).toHaveBeenCalledTimes(2);
    write.mockRestore();
    const reasons = Object.entries(notCreated as Answer).map(([day, { reasons: why }]: Answer) => [
      day,
      (why as Answer[]).map(({ kind }) => kind as string),
    ]);
    expect(reasons).toEqual([
      ["d23", ["taken"]],
      ["d26", ["quota"]],
      ["d27", ["quota"]],
    ]);
  });

  it("takes what another wish of the same request leaves", async () => {
    const { created } = await create(nils);
    const later = { start: "2026-11-23T09:00:00Z", end: "2026-11-23T12:00:00Z", instead: created.k.id };
    const both = await nils.call("Booking/set", { create: { a: wish(later), b: wish() } });
    expect(Object.keys(both.created)).toEqual(["a", "b"]);
  });

  it("is made, listed with the time to cancel it, and cancelled", async () => {
    const { created } = await create(nils);
    const { list } = await nils.call("Booking/get", { ids: null });
    expect(list).toEqual([
      {
        id: created.k.id,
        bookableId,
        ...MONDAY,
        state: "confirmed",
        partyId: nils.accountId,
        bookedById: nils.accountId,
        unit: 0,
        rulesVersion: 1,
        createdAt: "2026-11-20T12:00:00Z",
        confirmUntil: null,
        checkIn: {
          from: "2026-11-23T05:45:00Z",
          until: "2026-11-23T09:00:00Z",
          isNeeded: false,
          isByApp: true,
          isByCode: false,
        },
        cancelUntil: "2026-11-22T18:00:00Z",
      },
    ]);
    expect((await bengt.call("Booking/get", { ids: null })).list).toEqual([]);
    expect((await bengt.call("Booking/set", { destroy: [created.k.id] })).notDestroyed).toBeTruthy();
    expect((await nils.call("Booking/set", { destroy: [created.k.id] })).destroyed).toEqual([created.k.id]);
    expect(await nils.call("Booking/get", { ids: null })).toMatchObject({ list: [] });
    expect((await board(bengt))[0]).toMatchObject({ state: "free" });
  });

  it("is refused with every reason, when it opens, and other times", async () => {
    await create(nils);
    const { notCreated } = await create(bengt, { end: "2026-11-23T08:00:00Z" });
    expect(notCreated.k.type).toBe("bookingRefused");
    expect((notCreated.k.reasons as Answer[]).map(({ kind }) => kind as string)).toEqual([
      "offGrid",
      "taken",
    ]);
    const tried = await bengt.call("Booking/judge", wish());
    expect(tried).toMatchObject({ isGranted: false, reasons: [{ kind: "taken" }] });
    const [way] = tried.alternatives as Answer[];
    expect(way).toMatchObject({ start: Date.parse(MONDAY.end) });
  });

  it("is moved by a new one in its stead, or stays as it was", async () => {
    const { created } = await create(nils);
    const later = { start: "2026-11-23T09:00:00Z", end: "2026-11-23T12:00:00Z", instead: created.k.id };
    await create(bengt, { start: later.start, end: later.end });
    expect((await create(nils, later)).notCreated.k.type).toBe("bookingRefused");
    expect((await board(nils))[0]).toMatchObject({ state: "yours" });
    const last = { start: "2026-11-23T12:00:00Z", end: "2026-11-23T15:00:00Z", instead: created.k.id };
    await create(nils, last);
    expect((await board(nils)).map(({ state }) => state as string)).toEqual(["free", "taken", "yours"]);
    // Somebody else's booking is nobody's to exchange.
    const [mine] = (await nils.call("Booking/get", { ids: null })).list;
    const stolen = await create(bengt, { ...MONDAY, instead: mine.id });
    expect(stolen.notCreated.k.type).toBe("notFound");
    const tried = await bengt.request([["Booking/judge", wish({ ...last, instead: mine.id })]]);
    expect(tried.methodResponses[0][0]).toBe("error");
    expect((await board(nils))[0]).toMatchObject({ state: "free" });
  });

  it("is one, when a request that got no answer is made again", async () => {
    const [first, second] = [await create(nils, { key: "a" }), await create(nils, { key: "a" })];
    expect(second.created.k.id).toBe(first.created.k.id);
  });

  it.each([
    ["no bookable", { bookableId: "nothing" }, "notFound"],
    ["no time", { start: "soon" }, "invalidProperties"],
    ["an end before its start", { end: "2026-11-23T05:00:00Z" }, "bookingRefused"],
    ["half a year", { end: "2027-05-23T05:00:00Z" }, "bookingRefused"],
    ["somebody else", { partyId: "elin" }, "forbidden"],
    ["outside the rules", { isOutsideRules: true }, "bookingRefused"],
    ["an unknown property", { colour: "red" }, "invalidProperties"],
  ])("is refused for %s", async (_, fields, type) => {
    expect((await create(nils, fields)).notCreated.k.type).toBe(type);
    expect((await nils.call("Booking/get", { ids: null })).list).toEqual([]);
  });
});
