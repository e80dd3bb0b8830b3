import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import { createGroup } from "../groups/change-group.ts";
import type { BookingPage } from "../types.ts";
import { putObject } from "../write/put-object.ts";
import { bookStart } from "./book-start.ts";
import { cancelGuestBooking, moveGuestBooking } from "./change-guest-booking.ts";
import { startsOn } from "./offers.ts";
import { createStarterPage } from "./starter-page.ts";
import { guestToken } from "./tokens.ts";

const NAMES = ["elin", "nils", "sara"] as const;

let test: TestApp;
let hosts: readonly Actor[];
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  const made: Actor[] = [];
  for (const name of NAMES) made.push(await test.person(name));
  hosts = made;
  return () => test.close();
});

/** A page of the three. */
async function pageOf(fields: Partial<EventType>): Promise<BookingPage> {
  const [first] = hosts;
  if (!first) throw new Error("nobody");
  await test.app.storage.write((tx) => tx.principals.update(first.principalId, { isAdmin: true }));
  const members = new Map(hosts.map(({ principalId }) => [principalId, { isManager: true }]));
  const group = await createGroup(test.app, { ...first, isAdmin: true }, "Board", members);
  if (!group.ok) throw new Error(group.problem.code);
  const ids = hosts.map(({ principalId }) => principalId);
  return openPage(test.app, first, eventType(ids, fields), {}, group.value);
}
async function tries(page: BookingPage, start = MONDAY_NINE) {
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  return bookStart(test.app, found, asked, guestForm({ start }), "192.0.2.1");
}
async function books(page: BookingPage, start = MONDAY_NINE) {
  const done = await tries(page, start);
  if (!done.ok) throw new Error(done.problem.kind);
  return { ...done.value, token: (await guestToken(test.app, done.value.booking.id)).token };
}
async function shown(page: BookingPage, day = MONDAY): Promise<readonly number[]> {
  const [asked] = (await pageFor(test.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  return (await startsOn(test.app, asked, { first: day, last: day }, STOCKHOLM)).map(({ start }) => start);
}
async function puts(actor: Actor, uid: string, ...lines: string[]): Promise<void> {
  const place = ownCalendar(actor, await firstCalendarOf(test.app, actor));
  const text = [...vevent(uid, ...lines), ""].join("\r\n");
  expect((await putObject(test.app, actor, place, `${uid}.ics`, text, {})).ok).toBe(true);
}
const nameOf = (id: string | undefined): string =>
  hosts.find(({ principalId }) => principalId === id)?.login ?? "nobody";

describe("the first page of a group", () => {
  it("has its members take turns, on the clocks of who makes it", async () => {
    const [first] = hosts;
    if (!first) throw new Error("nobody");
    const members = new Map([[first.principalId, { isManager: true }]]);
    const preferences = { timeZone: "Asia/Tokyo" };
    await test.app.storage.write((tx) =>
      tx.principals.update(first.principalId, { isAdmin: true, preferences }),
    );
    const group = await createGroup(test.app, { ...first, isAdmin: true }, "Board", members);
    if (!group.ok) throw new Error(group.problem.code);
    const made = await createStarterPage(test.app, first, group.value);
    if (!made.ok) throw new Error(made.problem.code);
    expect(made.value.types[0]?.type).toMatchObject({
      timeZone: "Asia/Tokyo",
      mode: "rotate",
      hosts: [{ id: first.principalId }],
    });
  });
});

describe("hosts who receive a guest together", () => {
  it("are offered only when all of them are free, and are all booked or none", async () => {
    const page = await pageOf({ mode: "collective" });
    expect(await shown(page)).toHaveLength(16);
    const [, nils, sara] = hosts;
    if (!nils || !sara) throw new Error("nobody");
    await puts(nils, "a", "DTSTART:20261123T080000Z", "DURATION:PT30M");
    await puts(sara, "b", "DTSTART:20261123T083000Z", "DURATION:PT30M");
    expect(await shown(page)).toHaveLength(14);
    expect(await tries(page)).toMatchObject({ ok: false, problem: { kind: "gone" } });
    expect(await tries(page, MONDAY_NINE + HALF_HOUR)).toMatchObject({ ok: false });
    const { booking, token } = await books(page, MONDAY_NINE + HOUR);
    expect(booking.hosts.map(nameOf).toSorted()).toEqual([...NAMES]);
    const own = await openPage(test.app, nils, eventType([nils.principalId]));
    expect(await shown(own)).not.toContain(MONDAY_NINE + HOUR);
    expect(await tries(own, MONDAY_NINE + HOUR)).toMatchObject({ ok: false });
    expect((await cancelGuestBooking(test.app, token, "")).ok).toBe(true);
    expect(await shown(own)).toContain(MONDAY_NINE + HOUR);
    expect(await shown(page)).toHaveLength(14);
  });

  it("have a room with it, or none of it", async () => {
    const room = await (await bookableMaker(test.app, await test.person("siv")))();
    const page = await pageOf({ mode: "collective", rooms: { anyOf: [room], required: true } });
    const ofRoom = () =>
      test.app.storage.read(async (tx) => {
        const all = await tx.bookings.inRange(room, { start: 0, end: MONDAY_NINE + 2 * DAY }, ["confirmed"]);
        return all.map(({ startsAt }) => startsAt);
      });
    const { booking, token } = await books(page);
    expect(booking).toMatchObject({ roomId: room, state: "confirmed" });
    expect(booking.hosts).toHaveLength(3);
    expect(await ofRoom()).toEqual([MONDAY_NINE]);
    const wish = { start: MONDAY_NINE + HOUR, length: HALF_HOUR };
    expect((await moveGuestBooking(test.app, token, wish)).ok).toBe(true);
    expect(await ofRoom()).toEqual([MONDAY_NINE + HOUR]);
    expect((await cancelGuestBooking(test.app, token, "")).ok).toBe(true);
    expect(await ofRoom()).toEqual([]);
  });

  it("are not offered at all once one of them can't sign in any more", async () => {
    const page = await pageOf({ mode: "collective" });
    const [, , sara] = hosts;
    if (!sara) throw new Error("nobody");
    await test.app.storage.write((tx) => tx.principals.update(sara.principalId, { status: "suspended" }));
    expect(await shown(page)).toEqual([]);
    expect(await tries(page)).toMatchObject({ ok: false, problem: { kind: "gone" } });
  });
});

describe("hosts who take turns", () => {
  /** Who receives guests at one time of so many days in a row, workdays only. */
  async function turns(page: BookingPage, days: number): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (let n = 0; n < days; n++) {
      const start = MONDAY_NINE + Math.floor(n / 5) * 7 * DAY + (n % 5) * DAY;
      const { booking } = await books(page, start);
      const name = nameOf(booking.hosts[0]);
      counts[name] = (counts[name] ?? 0) + 1;
      test.clock.advance(HOUR);
    }
    return counts;
  }

  it("get the same number of guests", async () => {
    const page = await pageOf({ mode: "rotate", horizon: { within: "P90D" } });
    expect(await turns(page, 15)).toEqual({ elin: 5, nils: 5, sara: 5 });
  });

  it("get guests by their shares", async () => {
    const [elin, nils, sara] = hosts.map(({ principalId }) => principalId);
    if (!elin || !nils || !sara) throw new Error("nobody");
    const weighted = [{ id: elin, weight: 3 }, { id: nils }, { id: sara }];
    const page = await pageOf({ mode: "rotate", horizon: { within: "P90D" }, hosts: weighted });
    expect(await turns(page, 15)).toEqual({ elin: 9, nils: 3, sara: 3 });
  });

  it("count what was booked within thirty days, and nothing older", async () => {
    const page = await pageOf({ mode: "rotate", horizon: { within: "P90D" } });
    const [elin, nils, sara] = hosts;
    if (!elin || !nils || !sara) throw new Error("nobody");
    // The other two are away for three weeks, so that one of them has had six guests.
    for (const each of [nils, sara])
      await puts(each, `away-${each.login}`, "DTSTART;VALUE=DATE:20261123", "DTEND;VALUE=DATE:20261214");
    expect(await turns(page, 6)).toEqual({ elin: 6 });
    const later = MONDAY_NINE + 21 * DAY;
    const now: string[] = [];
    for (let n = 0; n < 4; n++) now.push(nameOf((await books(page, later + n * HOUR)).booking.hosts[0]));
    expect(now.toSorted()).toEqual(["nils", "nils", "sara", "sara"]);
    test.clock.advance(31 * DAY);
    const fresh = MONDAY_NINE + 49 * DAY;
    const then: string[] = [];
    for (let n = 0; n < 3; n++) then.push(nameOf((await books(page, fresh + n * HOUR)).booking.hosts[0]));
    expect(then.toSorted()).toEqual([...NAMES]);
  });
});

describe("guests who share times of one type", () => {
  it("fill each time by itself, and leave one for another when they move", async () => {
    const [elin] = hosts;
    if (!elin) throw new Error("nobody");
    const page = await openPage(test.app, elin, eventType([elin.principalId], { seats: 2 }));
    const [nine, ten] = [MONDAY_NINE, MONDAY_NINE + HOUR];
    const [one, two, three] = [await books(page, nine), await books(page, nine), await books(page, ten)];
    expect(one.booking.timeId).toBe(two.booking.timeId);
    expect(three.booking.timeId).not.toBe(one.booking.timeId);
    expect(await tries(page, nine)).toMatchObject({ ok: false });
    expect(await shown(page)).not.toContain(nine);
    expect(await shown(page)).toContain(ten);
    const moved = await moveGuestBooking(test.app, one.token, { start: ten, length: HALF_HOUR });
    expect(moved).toMatchObject({ ok: true, value: { timeId: three.booking.timeId } });
    expect(await shown(page)).toContain(nine);
    expect(await shown(page)).not.toContain(ten);
    const calendarIds = [await firstCalendarOf(test.app, elin)];
    const events = await test.app.storage.read((tx) =>
      tx.objects.find({ calendarIds, component: "VEVENT", limit: 9 }),
    );
    const guests = events.map(
      ({ icalendar }) => icalendar.replaceAll("\r\n ", "").match(/mailto:guest-/g)?.length,
    );
    expect(guests.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2]);
  });
});
