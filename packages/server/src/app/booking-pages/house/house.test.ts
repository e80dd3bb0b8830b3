import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import {
  eventType,
  guestForm,
  MONDAY,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../../testing/booking/open-page.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import { ANY_TIME, LAUNDRY } from "../../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { book } from "../../bookings/book.ts";
import type { BookingPage, PrincipalId } from "../../types.ts";
import { bookStart } from "../book-start.ts";
import { cancelGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { guestBooking } from "../seen/guest-booking.ts";
import { answerPageRequest, comingPageBookings } from "../host-answers.ts";
import { startsOn } from "../offers.ts";
import { guestToken } from "../tokens.ts";
import { createThingPage } from "../thing-page.ts";

const SEVEN = MONDAY_NINE - 2 * HOUR;

let test: TestApp;
let board: Actor;
let make: Awaited<ReturnType<typeof bookableMaker>>;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  board = { ...(await test.person("board")), isAdmin: true };
  make = await bookableMaker(test.app, board);
  return () => test.close();
});

const managersOf = (thing: PrincipalId): Promise<PrincipalId> =>
  test.app.storage.read(async (tx) => {
    const known = await tx.bookables.byId(thing);
    if (!known) throw new Error("no thing");
    return known.managersId;
  });
async function pageOf(thing: PrincipalId): Promise<BookingPage> {
  const made = await createThingPage(test.app, board, await managersOf(thing), thing);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value;
}
async function tries(page: BookingPage, start: number, length: number) {
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const answers = (asked.type.questions ?? []).map(() => true);
  return bookStart(test.app, found, asked, guestForm({ start, length, answers }), "192.0.2.1");
}
async function books(page: BookingPage, start: number, length: number) {
  const done = await tries(page, start, length);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return { ...done.value.booking, token: (await guestToken(test.app, done.value.booking.id)).token };
}
/** The hours of Monday at which a page offers something. */
async function shown(page: BookingPage): Promise<readonly number[]> {
  const [asked] = (await pageFor(test.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  const starts = await startsOn(test.app, asked, { first: MONDAY, last: MONDAY }, STOCKHOLM);
  return starts.map(({ start }) => 9 + (start - MONDAY_NINE) / HOUR);
}
const ofThing = (thing: PrincipalId) =>
  test.app.storage.read(async (tx) => {
    const day = { start: MONDAY_NINE - 9 * HOUR, end: MONDAY_NINE + 15 * HOUR };
    const all = await tx.bookings.inRange(thing, day, ["hold", "requested", "confirmed"]);
    return all.map(
      ({ state, startsAt, unit }) => [state, 9 + (startsAt - MONDAY_NINE) / HOUR, unit] as const,
    );
  });

describe("a thing that a group lends to guests", () => {
  it("has its own passes, one for each guest, whatever a household may have at most", async () => {
    // Two at most for one party, of all that washes.
    const room = await make({ name: "Sauna", rules: LAUNDRY, labels: ["wash"] });
    const page = await pageOf(room);
    expect(page).toMatchObject({ slug: "sauna", accountId: await managersOf(room) });
    expect(await shown(page)).toEqual([7, 10, 13]);
    for (const start of [SEVEN, SEVEN + 3 * HOUR, SEVEN + 6 * HOUR]) await books(page, start, 3 * HOUR);
    expect((await ofThing(room)).map(([state, at]) => [state, at])).toEqual([
      ["confirmed", 7],
      ["confirmed", 10],
      ["confirmed", 13],
    ]);
    expect(await shown(page)).toEqual([]);
    expect(await tries(page, SEVEN, 3 * HOUR)).toMatchObject({
      problem: { kind: "gone", alternatives: [{}, {}, {}] },
    });
  });

  it("is in the calendar of the group with the guest in it, and its managers hear of it", async () => {
    const room = await make({ name: "Sauna", rules: LAUNDRY });
    const page = await pageOf(room);
    const { objectId, token, place } = await books(page, SEVEN, 3 * HOUR);
    expect(place).toBe("Sauna");
    const stored = await test.app.storage.read((tx) => tx.objects.byId(objectId as never));
    expect(stored?.accountId).toBe(page.accountId);
    expect(stored?.icalendar.replaceAll(/\r\n[ \t]/g, "")).toMatch(
      /ATTENDEE.*CUTYPE=ROOM[^\n]*PARTSTAT=ACCEPTED/,
    );
    const seen = await guestBooking(test.app, token);
    expect(seen?.receivers.map(({ login }) => login)).toEqual(["board"]);
    const coming = await comingPageBookings(test.app, board, page.accountId);
    expect(coming).toMatchObject({ ok: true, value: [{ standing: "confirmed" }] });
  });

  it("is not offered where somebody of the house has it, and is kept from them where a guest has it", async () => {
    const nils = await test.person("nils");
    const room = await make({ name: "Sauna", rules: LAUNDRY });
    const page = await pageOf(room);
    const wish = (start: number, key: string) => ({ bookableId: room, start, end: start + 3 * HOUR, key });
    expect(await book(test.app, nils, wish(SEVEN, "a"))).toMatchObject({ value: { kind: "booked" } });
    expect(await shown(page)).toEqual([10, 13]);
    await books(page, SEVEN + 3 * HOUR, 3 * HOUR);
    expect(await book(test.app, nils, wish(SEVEN + 3 * HOUR, "b"))).toMatchObject({
      value: { kind: "refused" },
    });
  });

  it("goes to one of twenty who want it at once", { timeout: 60_000 }, async () => {
    const page = await pageOf(await make({ name: "Sauna", rules: LAUNDRY }));
    const all = await Promise.all(Array.from({ length: 20 }, () => tries(page, SEVEN, 3 * HOUR)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("goes to as many at one time as there are of it", async () => {
    const canoes = await make({ name: "Canoe", rules: { ...ANY_TIME, units: 2 } });
    const page = await pageOf(canoes);
    await books(page, MONDAY_NINE, HOUR);
    await books(page, MONDAY_NINE, HOUR);
    expect(await tries(page, MONDAY_NINE, HOUR)).toMatchObject({ problem: { kind: "gone" } });
    expect((await ofThing(canoes)).map(([, , unit]) => unit).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it.each([
    ["by its rules", { rules: { ...LAUNDRY, approval: "always" } }],
    ["as it answers nothing by itself", { rules: LAUNDRY, answerMode: "none" as const }],
  ])("keeps a request until its managers answer, %s", async (_, given) => {
    const { answerMode, ...fields } = { answerMode: undefined, ...given };
    const room = await make({ name: "Sauna", ...fields });
    if (answerMode) await test.app.storage.write((tx) => tx.bookables.update(room, { answerMode }));
    const page = await pageOf(room);
    const asked = await books(page, SEVEN, 3 * HOUR);
    expect(asked.state).toBe("requested");
    expect(await ofThing(room)).toEqual([["hold", 7, 0]]);
    expect(await shown(page)).toEqual([10, 13]);
    expect((await answerPageRequest(test.app, board, asked.id, true, "")).ok).toBe(true);
    expect(await ofThing(room)).toEqual([["confirmed", 7, 0]]);
    const other = await books(page, SEVEN + 3 * HOUR, 3 * HOUR);
    expect((await answerPageRequest(test.app, board, other.id, false, "")).ok).toBe(true);
    expect(await shown(page)).toEqual([10, 13]);
  });

  it("moves with its guest, and is free when they cancel", async () => {
    const room = await make({ name: "Sauna", rules: LAUNDRY });
    const page = await pageOf(room);
    const { token } = await books(page, SEVEN, 3 * HOUR);
    const wish = { start: SEVEN + 6 * HOUR, length: 3 * HOUR };
    expect((await moveGuestBooking(test.app, token, wish)).ok).toBe(true);
    expect(await ofThing(room)).toEqual([["confirmed", 13, 0]]);
    expect((await cancelGuestBooking(test.app, token, "")).ok).toBe(true);
    expect(await ofThing(room)).toEqual([]);
    expect(await shown(page)).toEqual([7, 10, 13]);
  });

  it("has its house rules on the page, ticked by who has to accept them", async () => {
    const houseRules = { text: { en: "No shoes.", sv: "Inga skor." }, version: 2, mustAccept: true };
    const room = await make({
      name: "Sauna",
      rules: { ...LAUNDRY, houseRules, mayBook: [board.principalId] },
    });
    const page = await pageOf(room);
    expect(page.types[0]).toMatchObject({
      description: { en: "No shoes." },
      type: { questions: [{ kind: "tick", required: true }] },
    });
    expect(await shown(page)).toEqual([7, 10, 13]);
  });
});

describe("what a group cannot lend", () => {
  const lent = (managersId: PrincipalId, fields: Partial<EventType>) =>
    openPage(test.app, board, { ...eventType([managersId], fields), mode: "one" }, {}, managersId);
  const rooms = (...anyOf: readonly PrincipalId[]) => ({ anyOf, required: true });

  it("is nothing, a thing of others, one by the night, or one for several guests at once", async () => {
    const room = await make({ name: "Sauna", rules: LAUNDRY });
    const managersId = await managersOf(room);
    const other = await (await bookableMaker(test.app, board))({ name: "Loft" });
    const flat = await make({
      name: "Flat",
      rules: {
        ...ANY_TIME,
        cellMinutes: 60,
        mode: "nights",
        nights: { checkIn: "15:00", checkOut: "11:00" },
      },
    });
    await expect(lent(managersId, {})).rejects.toThrow("types/0/type/rooms");
    await expect(lent(managersId, { rooms: rooms(other) })).rejects.toThrow("types/0/type/rooms");
    await expect(lent(managersId, { rooms: rooms(room, flat) })).rejects.toThrow("types/0/type/rooms");
    await expect(lent(managersId, { rooms: rooms(room), seats: 2 })).rejects.toThrow("types/0/type/seats");
    await expect(lent(managersId, { rooms: rooms(room) })).resolves.toMatchObject({ accountId: managersId });
    const foreign = await createThingPage(test.app, board, managersId, other);
    expect(foreign).toMatchObject({ ok: false, problem: { code: "not-found" } });
  });
});
