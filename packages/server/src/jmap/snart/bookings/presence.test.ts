import type { ClockSpan } from "@snart/calendar/jmap/profile.ts";
import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { examineBookings } from "../../../app/bookings/examine-bookings.ts";
import { releaseMissed } from "../../../app/bookings/release-missed.ts";
import { NOTICE, type Notice } from "../../../app/notices/notice.ts";
import { updateProfile } from "../../../app/accounts/profile.ts";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { makeHousehold } from "../../../testing/booking/make-household.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import { sendOutbox } from "../../../testing/send-outbox.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

const CHECK_IN = {
  from: "PT15M",
  within: "PT30M",
  by: ["app"],
  noShows: { max: 2, days: 90, pause: "P30D" },
};
/** The first pass of Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const SEVEN = Date.parse("2026-11-23T06:00:00Z");
const TEN = SEVEN + 3 * HOUR;

let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
  await rule({ checkIn: CHECK_IN, limits: [] });
  for (const { actor } of [elin, nils, bengt])
    await updateProfile(jmap.app, actor, { preferences: { timeZone: "Europe/Stockholm" } });
});

const rule = (rules: object): Promise<Answer> =>
  elin.call("Bookable/set", { update: { [bookableId]: { rules: { ...LAUNDRY, ...rules } } } });
const utc = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const until = (at: number): void => jmap.clock.advance(at - jmap.app.now());
const make = async (client: typeof nils, start = SEVEN, end = start + 3 * HOUR): Promise<Answer> => {
  const wish = { bookableId, start: utc(start), end: utc(end) };
  return client.call("Booking/set", { create: { k: wish } });
};
const book = async (client: typeof nils, start = SEVEN): Promise<string> =>
  (await make(client, start)).created.k.id as string;
const say = async (client: typeof nils, method: string, bookingId: string, more: object = {}) => {
  const { methodResponses } = await client.request([[`Booking/${method}`, { bookingId, ...more }]]);
  return methodResponses[0]?.[1] as Answer;
};
const own = async (client: typeof nils): Promise<readonly Answer[]> =>
  (await client.call("Booking/get", { ids: null })).list;
const claims = () =>
  jmap.app.storage.read((tx) => tx.claims.inRange(bookableId as never, { from: 0, until: 1e12 }, 0));
const events = async (client: typeof nils): Promise<readonly Answer[]> =>
  (await client.call("CalendarEvent/get", { ids: null, properties: ["start", "duration", "participants"] }))
    .list;
const copies = (): Promise<readonly Answer[]> =>
  elin
    .call("CalendarEvent/get", { accountId: bookableId, ids: null, properties: ["start", "duration"] })
    .then(({ list }) => list);
const notices = async (): Promise<readonly Notice[]> =>
  (await jmap.app.storage.read((tx) => tx.queues.unsent([NOTICE], 50))).map(
    ({ payload }) => payload as Notice,
  );
const quarters = (from: number, to: number) =>
  Array.from({ length: (to - from) / (15 * MINUTE) }, (_, at) => from / (15 * MINUTE) + at);

describe("I am here", () => {
  it("is said from a quarter before the start until the rest is released, and once is enough", async () => {
    const id = await book(nils);
    const [known] = await own(nils);
    expect(known?.checkIn).toEqual({
      from: utc(SEVEN - 15 * MINUTE),
      until: utc(SEVEN + 30 * MINUTE),
      isNeeded: true,
      isByApp: true,
      isByCode: false,
    });
    until(SEVEN - 16 * MINUTE);
    expect(await say(nils, "checkIn", id)).toMatchObject({ type: "forbidden", code: "booking-not-now" });
    until(SEVEN - 15 * MINUTE);
    expect(await say(nils, "checkIn", id)).toMatchObject({ state: "inUse" });
    until(SEVEN + 45 * MINUTE);
    expect(await say(nils, "checkIn", id)).toMatchObject({ state: "inUse" });
    expect(await releaseMissed(jmap.app)).toBe(0);
    expect((await own(nils))[0]).toMatchObject({ state: "inUse", checkIn: null });
  });

  it("is too late when the time is released", async () => {
    const id = await book(nils);
    until(SEVEN + 30 * MINUTE);
    expect(await say(nils, "checkIn", id)).toMatchObject({ code: "booking-not-now" });
  });

  it("is said by its household and its managers, and by nobody else", async () => {
    const id = await book(nils);
    until(SEVEN);
    expect(await say(bengt, "checkIn", id)).toMatchObject({ type: "notFound" });
    expect(await say(bengt, "finish", id)).toMatchObject({ type: "notFound" });
    const later = { start: utc(SEVEN + HOUR) };
    expect(await say(bengt, "comeLater", id, later)).toMatchObject({ type: "notFound" });
    expect(await say(elin, "checkIn", id)).toMatchObject({ state: "inUse" });
  });

  it("is said at the door where the rules want that, except by managers", async () => {
    await rule({ checkIn: { ...CHECK_IN, by: ["display"] } });
    const id = await book(nils);
    until(SEVEN);
    expect((await own(nils))[0]?.checkIn).toMatchObject({ isByApp: false });
    expect(await say(nils, "checkIn", id)).toMatchObject({ code: "check-in-elsewhere" });
    expect(await say(elin, "checkIn", id)).toMatchObject({ state: "inUse" });
  });
});

describe("finishing early", () => {
  it("frees the cells that follow and ends its events, and others book the rest", async () => {
    const id = await book(nils);
    until(SEVEN);
    await say(nils, "checkIn", id);
    until(SEVEN + 50 * MINUTE + 20_000);
    expect(await make(bengt, SEVEN + HOUR, TEN)).toMatchObject({ created: null });
    const end = SEVEN + 50 * MINUTE;
    expect(await say(nils, "finish", id)).toMatchObject({ state: "done", end: utc(end) });
    expect((await claims()).map(({ cell }) => cell)).toEqual(quarters(SEVEN, SEVEN + 45 * MINUTE));
    expect(await events(nils)).toMatchObject([{ duration: "PT50M", start: "2026-11-23T07:00:00" }]);
    expect(await copies()).toMatchObject([{ duration: "PT50M", start: "2026-11-23T07:00:00" }]);
    const made = await make(bengt, SEVEN + 45 * MINUTE, TEN);
    expect(made.created?.k).toMatchObject({ state: "confirmed" });
    expect((await examineBookings(jmap.app, false)).faults).toEqual([]);
    expect(await say(nils, "finish", id)).toMatchObject({ type: "notFound" });
  });

  it("is not for what has not begun", async () => {
    const id = await book(nils);
    until(SEVEN - MINUTE);
    await say(nils, "checkIn", id);
    expect(await say(nils, "finish", id)).toMatchObject({ code: "booking-not-now" });
    expect(await events(nils)).toMatchObject([{ duration: "PT3H" }]);
  });
});

describe("coming later", () => {
  it("releases the time until then, keeps the rest, and is awaited from then on", async () => {
    const id = await book(nils);
    until(SEVEN - HOUR);
    const start = SEVEN + HOUR;
    expect(await say(nils, "comeLater", id, { start: utc(start) })).toMatchObject({
      state: "confirmed",
      start: utc(start),
      end: utc(TEN),
    });
    expect((await claims()).map(({ cell }) => cell)).toEqual(quarters(start, TEN));
    expect(await events(nils)).toMatchObject([{ start: "2026-11-23T08:00:00", duration: "PT2H" }]);
    expect(await copies()).toMatchObject([{ start: "2026-11-23T08:00:00", duration: "PT2H" }]);
    until(SEVEN + 31 * MINUTE);
    expect(await releaseMissed(jmap.app)).toBe(0);
    const before = await make(bengt, SEVEN + 30 * MINUTE, start);
    expect(before.created?.k).toMatchObject({ state: "confirmed" });
    expect((await own(nils))[0]?.checkIn).toMatchObject({ until: utc(start + 30 * MINUTE) });
  });

  it.each([
    ["before the start", SEVEN - HOUR],
    ["at the end", TEN],
    ["within a minute", SEVEN + HOUR + 1_000],
  ])("is not possible %s", async (_, start) => {
    const id = await book(nils);
    expect(await say(nils, "comeLater", id, { start: utc(start) })).toMatchObject({
      code: "booking-not-now",
    });
    expect(await events(nils)).toMatchObject([{ duration: "PT3H" }]);
    expect((await claims()).length).toBe(12);
  });
});

describe("a time to which nobody comes", () => {
  it("is reminded of once, then released: the rest is free, and its booker is told once", async () => {
    const id = await book(nils);
    until(SEVEN + 19 * MINUTE);
    expect(await releaseMissed(jmap.app)).toBe(0);
    until(SEVEN + 20 * MINUTE);
    for (let look = 0; look < 3; look++) await releaseMissed(jmap.app);
    expect(await notices()).toMatchObject([
      { news: "releasing", recipientId: nils.accountId, until: SEVEN + 30 * MINUTE, path: "/bookables" },
    ]);
    expect((await own(nils))[0]).toMatchObject({ state: "confirmed" });
    until(SEVEN + 30 * MINUTE);
    for (let look = 0; look < 3; look++) await releaseMissed(jmap.app);
    expect(await claims()).toEqual([]);
    expect((await own(nils))[0]).toMatchObject({ id, state: "released" });
    expect((await notices()).map(({ news, by }) => [news, by])).toEqual([
      ["releasing", "Tvättstuga"],
      ["released", "Tvättstuga"],
    ]);
    const [event] = await events(nils);
    const room = Object.values(event?.participants as object).find(
      ({ kind }) => kind === "location",
    ) as Answer;
    expect(room.participationStatus).toBe("declined");
    const told = await nils.call("CalendarEventNotification/get", { ids: null });
    expect(told.list.map((one: Answer) => one["snart:news"] as string)).toEqual(["released"]);
    expect((await make(bengt, SEVEN + 30 * MINUTE, TEN)).created?.k).toMatchObject({ state: "confirmed" });
    expect(await say(nils, "checkIn", id)).toMatchObject({ type: "notFound" });
  });

  it("is told to every member of the household in whose calendar it stands", async () => {
    const household = await makeHousehold(jmap.app, elin.actor, "lgh 1203", ["nils", "bengt"]);
    const wish = { bookableId, start: utc(SEVEN), end: utc(TEN), partyId: household };
    expect((await elin.call("Booking/set", { create: { k: wish } })).created?.k).toBeDefined();
    until(SEVEN + 30 * MINUTE);
    await releaseMissed(jmap.app);
    const told = (await notices()).filter(({ news }) => news === "released");
    const members = [nils.accountId, bengt.accountId].toSorted();
    expect(told.map(({ recipientId }) => recipientId as string).toSorted()).toEqual(members);
  });

  it("pauses whose it was when it happens too often, and the verdict says until when", async () => {
    for (const [at, start] of [SEVEN, TEN].entries()) {
      if (at > 0) expect((await make(nils, start)).created?.k).toBeDefined();
      else await book(nils, start);
    }
    for (const start of [SEVEN, TEN]) {
      until(start + 30 * MINUTE);
      await releaseMissed(jmap.app);
    }
    const { notCreated } = await make(nils, SEVEN + 24 * HOUR);
    const pausedUntil = Date.parse("2026-12-23T09:30:00Z");
    expect(notCreated.k.reasons).toEqual([{ kind: "paused", until: pausedUntil }]);
    expect((await make(bengt, SEVEN + 24 * HOUR)).created?.k).toBeDefined();
    until(pausedUntil);
    expect((await make(nils, Date.parse("2026-12-28T06:00:00Z"))).created?.k).toBeDefined();
  });

  it("counts as used unless the rules say otherwise", async () => {
    const limit = { max: 1, of: "bookings", per: "week", over: "this" };
    await rule({ checkIn: { ...CHECK_IN, noShows: undefined }, limits: [limit] });
    await book(nils);
    until(SEVEN + 30 * MINUTE);
    await releaseMissed(jmap.app);
    const { notCreated } = await make(nils, SEVEN + 24 * HOUR);
    expect(notCreated.k.reasons).toMatchObject([{ kind: "quota" }]);
    await rule({ checkIn: { ...CHECK_IN, noShows: undefined }, limits: [{ ...limit, countsNoShow: false }] });
    expect((await make(nils, SEVEN + 24 * HOUR)).created?.k).toBeDefined();
  });

  it("disturbs nobody at night, nor in quiet hours of their own", async () => {
    const night = [{ days: ["mo"], passes: [{ from: "05:00", to: "08:00" }] }];
    await rule({ checkIn: CHECK_IN, limits: [], slotPlans: night });
    const five = SEVEN - 2 * HOUR;
    await book(nils, five);
    until(five + 20 * MINUTE);
    await releaseMissed(jmap.app);
    expect(await notices()).toEqual([]);
    until(five + 30 * MINUTE);
    await releaseMissed(jmap.app);
    const [released] = await jmap.app.storage.read((tx) => tx.queues.unsent([NOTICE], 9));
    expect(released?.availableAt).toBe(SEVEN);
  });

  it("waits for the end of somebody's own quiet hours", async () => {
    const quietHours: ClockSpan = { from: "06:00", to: "09:00" };
    await updateProfile(jmap.app, nils.actor, {
      preferences: { timeZone: "Europe/Stockholm", quietHours },
    });
    await book(nils);
    for (const at of [20, 30]) {
      until(SEVEN + at * MINUTE);
      await releaseMissed(jmap.app);
    }
    const waiting = await jmap.app.storage.read((tx) => tx.queues.unsent([NOTICE], 9));
    expect(waiting.map(({ availableAt }) => availableAt)).toEqual([SEVEN + 2 * HOUR]);
  });

  it("is not held against anybody by rules that came when it had begun, nor when the server was away", async () => {
    await rule({ limits: [] });
    await book(nils);
    await make(bengt, TEN);
    until(SEVEN + 25 * MINUTE);
    await rule({ checkIn: CHECK_IN, limits: [] });
    until(SEVEN + 35 * MINUTE);
    expect(await releaseMissed(jmap.app)).toBe(0);
    until(TEN + 41 * MINUTE);
    expect(await releaseMissed(jmap.app)).toBe(0);
    expect((await own(bengt))[0]).toMatchObject({ state: "confirmed" });
  });

  it("is awaited as long when somebody books it while it runs", async () => {
    until(SEVEN + 2 * HOUR);
    await make(nils, SEVEN + 2 * HOUR, TEN);
    until(SEVEN + 2 * HOUR + 29 * MINUTE);
    await releaseMissed(jmap.app);
    expect((await own(nils))[0]).toMatchObject({ state: "confirmed" });
    until(SEVEN + 2 * HOUR + 30 * MINUTE);
    await releaseMissed(jmap.app);
    expect((await own(nils))[0]).toMatchObject({ state: "released" });
  });

  it("is never what managers enter for themselves", async () => {
    await elin.call("CalendarEvent/set", { accountId: bookableId, create: { e: await managersEvent() } });
    until(SEVEN + 30 * MINUTE);
    expect(await releaseMissed(jmap.app)).toBe(0);
    expect((await claims()).length).toBe(12);
  });
});

describe("a meeting that books a room", () => {
  const ROOM = { mode: "free", recurring: "skipTaken", slotPlans: undefined, limits: [] };
  const meet = async (more: object): Promise<void> => {
    await rule(ROOM);
    const [calendar] = await nils.calendars();
    const room = { calendarAddress: `urn:uuid:${bookableId}`, kind: "location", roles: { attendee: true } };
    const guest = { calendarAddress: `urn:uuid:${bengt.accountId}`, roles: { attendee: true } };
    const me = { calendarAddress: `urn:uuid:${nils.accountId}`, roles: { owner: true, attendee: true } };
    const event = {
      "@type": "Event",
      calendarIds: { [calendar.id]: true },
      title: "Board",
      start: "2026-11-23T07:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT3H",
      organizerCalendarAddress: me.calendarAddress,
      participants: { me, room, guest },
      ...more,
    };
    const { notCreated } = await nils.call("CalendarEvent/set", { create: { e: event } });
    expect(notCreated).toBeNull();
  };

  it("ends for everybody when who organizes it is done", async () => {
    await meet({});
    const [booking] = await own(nils);
    until(SEVEN + HOUR);
    expect(await say(nils, "finish", booking?.id)).toMatchObject({ state: "done" });
    await sendOutbox(jmap.app);
    for (const held of [await events(nils), await events(bengt), await copies()])
      expect(held).toMatchObject([{ duration: "PT1H", start: "2026-11-23T07:00:00" }]);
    expect((await claims()).map(({ cell }) => cell)).toEqual(quarters(SEVEN, SEVEN + HOUR));
  });

  it("ends and begins on one date of a series alone", async () => {
    await meet({ recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily", count: 3 } });
    const day = 24 * HOUR;
    const [first, second] = await own(nils);
    until(SEVEN + HOUR);
    expect(await say(nils, "finish", first?.id)).toMatchObject({ state: "done" });
    const start = SEVEN + day + HOUR;
    expect(await say(nils, "comeLater", second?.id, { start: utc(start) })).toMatchObject({
      state: "confirmed",
      start: utc(start),
    });
    expect((await claims()).map(({ cell }) => cell)).toEqual([
      ...quarters(SEVEN, SEVEN + HOUR),
      ...quarters(start, TEN + day),
      ...quarters(SEVEN + 2 * day, TEN + 2 * day),
    ]);
    expect((await own(nils)).map((one) => one.state as string)).toEqual(["confirmed", "confirmed"]);
  });
});

async function managersEvent(): Promise<object> {
  const { list } = await elin.call("Calendar/get", { accountId: bookableId, ids: null });
  return {
    "@type": "Event",
    calendarIds: { [list[0].id]: true },
    title: "Service",
    start: "2026-11-23T07:00:00",
    timeZone: "Europe/Stockholm",
    duration: "PT3H",
  };
}
