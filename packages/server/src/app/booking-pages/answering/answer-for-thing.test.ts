import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedBackends, type TestPlace } from "../../../storage/contract/backends.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../../testing/booking/open-page.ts";
import { ANY_TIME } from "../../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { book } from "../../bookings/book.ts";
import { ownBookings } from "../../bookings/own-bookings.ts";
import { waitingRequests } from "../../bookings/requests.ts";
import type { BookingPage, PageBookingId, PrincipalId } from "../../types.ts";
import { bookStart } from "../book-start.ts";
import { cancelGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { guestBooking } from "../seen/guest-booking.ts";
import { answerPageRequest } from "../host-answers.ts";
import { roomHoldId } from "../rooms/room-facts.ts";
import { guestToken } from "../tokens.ts";
import { answerForThing } from "./answer-for-thing.ts";

const ASKING = { ...ANY_TIME, approval: "always" } as const;
const LIMITS = { pageRequests: 1_000, pageBookingsPerGuest: 100 };
const YES = { isGranted: true, comment: "" };
const NO = { isGranted: false, comment: "Painters" };

let places: TestPlace[] = [];
let open: TestApp[] = [];
afterEach(async () => {
  for (const each of open) await each.close();
  for (const each of places) await each.drop();
  [places, open] = [[], []];
});

describe.each(sharedBackends)("a room whose managers answer each request, at a page on $name", (backend) => {
  let test: TestApp;
  let elin: Actor;
  let board: Actor;
  let blue: PrincipalId;
  let make: Awaited<ReturnType<typeof bookableMaker>>;
  beforeEach(async () => {
    const place = await backend.make();
    places.push(place);
    test = await openTestApp({ storage: await place.open(), limits: LIMITS });
    open.push(test);
    elin = await test.person("elin");
    board = { ...(await test.person("board")), isAdmin: true };
    make = await bookableMaker(test.app, board);
    blue = await make({ name: "Blue", rules: ASKING });
  });

  const pageOf = (rooms: readonly PrincipalId[], fields: Partial<EventType> = {}) =>
    openPage(
      test.app,
      elin,
      eventType([elin.principalId], { rooms: { anyOf: rooms, required: true }, ...fields }),
    );
  async function tries(page: BookingPage, start = MONDAY_NINE) {
    const found = await pageFor(test.app, page);
    const [asked] = found.types;
    if (!asked) throw new Error("nothing can be booked there");
    return bookStart(test.app, found, asked, guestForm({ start }), "192.0.2.1");
  }
  async function asks(page: BookingPage, start = MONDAY_NINE) {
    const done = await tries(page, start);
    if (!done.ok) throw new Error(done.problem.kind);
    const { booking } = done.value;
    return {
      id: booking.id,
      requestId: roomHoldId(booking.timeId),
      token: (await guestToken(test.app, booking.id)).token,
    };
  }
  const seen = async (id: PageBookingId) => {
    const found = await guestBooking(test.app, (await guestToken(test.app, id)).token);
    return found && { standing: found.standing, room: found.awaitedRoom?.displayName };
  };
  const waiting = async () =>
    (await waitingRequests(test.app, board)).map(({ booking, partyName }) => [booking.id, partyName]);
  const heard = () =>
    test.app.storage.read(async (tx) => {
      const of = {
        accountId: blue,
        recipientId: board.principalId,
        type: "CalendarEventNotification",
      } as const;
      return (await tx.notifications.list(of, 9)).map(({ payload }) => payload);
    });
  const freeForNils = async (): Promise<boolean> => {
    const nils = await test.person(`nils-${String(Math.random()).slice(2)}`);
    const wish = { bookableId: blue, start: MONDAY_NINE, end: MONDAY_NINE + HALF_HOUR, key: "k" };
    const done = await book(test.app, nils, wish);
    return done.ok && done.value.kind === "booked";
  };

  it("is kept and asked for, and given by a yes", async () => {
    const page = await pageOf([blue]);
    const { id, requestId } = await asks(page);
    expect(await seen(id)).toEqual({ standing: "requested", room: "Blue" });
    expect(await waiting()).toEqual([[requestId, "elin"]]);
    expect(await heard()).toMatchObject([{ news: "roomAsked", changedBy: { name: "elin" } }]);
    expect(await tries(page)).toMatchObject({ ok: false, problem: { kind: "gone" } });
    // It stands with the page, not among what the host has booked.
    expect(await ownBookings(test.app, elin)).toEqual([]);
    expect(await answerForThing(test.app, elin, requestId, YES)).toMatchObject({ ok: false });
    expect(await answerForThing(test.app, board, requestId, YES)).toEqual({ ok: true, value: "confirmed" });
    expect(await seen(id)).toEqual({ standing: "confirmed", room: undefined });
    expect(await waiting()).toEqual([]);
    const booked = await test.app.storage.read((tx) =>
      tx.bookings.inRange(blue, { start: MONDAY_NINE, end: MONDAY_NINE + 1 }, ["confirmed"]),
    );
    expect(booked).toHaveLength(1);
    expect(booked[0]?.objectId).not.toBeNull();
    expect(await tries(page)).toMatchObject({ ok: false });
    expect(await answerForThing(test.app, board, requestId, NO)).toMatchObject({ ok: false });
  });

  it("is free again by a no, and with it the host's time", async () => {
    const page = await pageOf([blue]);
    const { id, requestId } = await asks(page);
    expect(await answerForThing(test.app, board, requestId, NO)).toEqual({ ok: true, value: "refused" });
    expect(await seen(id)).toMatchObject({ standing: "cancelled" });
    expect((await asks(page)).requestId).not.toBe(requestId);
  });

  it("is answered before the host answers, where both do", async () => {
    const { id, requestId } = await asks(await pageOf([blue], { approval: true }));
    const early = await answerPageRequest(test.app, elin, id, true, "");
    expect(early).toMatchObject({ ok: false, problem: { code: "room-asks-first", room: "Blue" } });
    expect((await answerForThing(test.app, board, requestId, YES)).ok).toBe(true);
    expect(await seen(id)).toEqual({ standing: "requested", room: undefined });
    expect(await freeForNils()).toBe(false);
    expect((await answerPageRequest(test.app, elin, id, true, "")).ok).toBe(true);
    expect(await seen(id)).toMatchObject({ standing: "confirmed" });
    expect(await freeForNils()).toBe(false);
  });

  it("gets one of two answers that come at once, from two processes", async () => {
    const [place] = places;
    if (!place) throw new Error("no place");
    const two = await openTestApp({ storage: await place.open(), limits: LIMITS });
    open.push(two);
    const other = { ...two.app, newId: () => `two-${test.app.newSecret(9)}` };
    const { id, requestId } = await asks(await pageOf([blue]));
    const both = await Promise.all([
      answerForThing(test.app, board, requestId, YES),
      answerForThing(other, board, requestId, NO),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const won = both[0]?.ok === true;
    expect(await seen(id)).toMatchObject({ standing: won ? "confirmed" : "cancelled" });
    expect(await freeForNils()).toBe(false);
  });

  it("is asked for no more once the guest gives it up, or nobody answers in time", async () => {
    const page = await pageOf([blue]);
    const first = await asks(page);
    expect((await cancelGuestBooking(test.app, first.token, "")).ok).toBe(true);
    expect(await waiting()).toEqual([]);
    expect(await answerForThing(test.app, board, first.requestId, YES)).toMatchObject({ ok: false });
    const second = await asks(page);
    test.clock.advance(2 * DAY);
    expect(await waiting()).toEqual([]);
    expect(await answerForThing(test.app, board, second.requestId, YES)).toMatchObject({ ok: false });
    expect(await seen(second.id)).toMatchObject({ standing: "lapsed" });
    expect((await tries(page)).ok).toBe(true);
  });

  it("is asked for anew at another time, and is the guest's at once where another room says yes by itself", async () => {
    const red = await make({ name: "Red" });
    const page = await pageOf([blue, red]);
    const { id, requestId, token } = await asks(page);
    const later = { start: MONDAY_NINE + HALF_HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(test.app, token, later)).toMatchObject({ value: { state: "requested" } });
    expect(await waiting()).toEqual([[requestId, "elin"]]);
    expect(await heard()).toHaveLength(2);
    const wish = { bookableId: blue, start: MONDAY_NINE + 2 * HALF_HOUR, end: MONDAY_NINE + 3 * HALF_HOUR };
    expect((await book(test.app, await test.person("nils"), { ...wish, key: "k" })).ok).toBe(true);
    const last = { start: MONDAY_NINE + 2 * HALF_HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(test.app, token, last)).toMatchObject({
      ok: true,
      value: { state: "confirmed", roomId: red },
    });
    expect(await waiting()).toHaveLength(1);
    expect(await seen(id)).toMatchObject({ standing: "confirmed" });
  });

  it("does not take the time of a guest who has one: another is asked for as a new one", async () => {
    const { id, requestId, token } = await asks(await pageOf([blue]));
    await answerForThing(test.app, board, requestId, YES);
    const found = await guestBooking(test.app, token);
    expect(found).toMatchObject({ asksAnew: true, standing: "confirmed" });
    const later = { start: MONDAY_NINE + HALF_HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(test.app, token, later)).toMatchObject({ problem: { kind: "tooLate" } });
    expect(await seen(id)).toMatchObject({ standing: "confirmed" });
  });

  it("is asked for once for guests who share a time, and all of them have it by a yes", async () => {
    const page = await pageOf([blue], { seats: 2 });
    const [one, two] = [await asks(page), await asks(page)];
    expect(two.requestId).toBe(one.requestId);
    expect(await heard()).toHaveLength(1);
    expect((await answerForThing(test.app, board, one.requestId, YES)).ok).toBe(true);
    for (const { id } of [one, two]) expect(await seen(id)).toMatchObject({ standing: "confirmed" });
  });
});
