import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { beforeEach, describe, expect, it } from "vitest";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../../testing/booking/open-page.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import { ANY_TIME } from "../../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { book } from "../../bookings/book.ts";
import { removeBookable } from "../../bookings/remove-bookable.ts";
import type { BookingPage, PrincipalId } from "../../types.ts";
import { bookStart } from "../book-start.ts";
import { cancelGuestBooking, confirmGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { answerPageRequest } from "../host-answers.ts";
import { startsOn } from "../offers.ts";
import { guestToken } from "../tokens.ts";

let test: TestApp;
let elin: Actor;
let nils: Actor;
let board: Actor;
let make: Awaited<ReturnType<typeof bookableMaker>>;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  elin = await test.person("elin");
  nils = await test.person("nils");
  board = { ...(await test.person("board")), isAdmin: true };
  make = await bookableMaker(test.app, board);
  return () => test.close();
});

const pageOf = (host: Actor, rooms: readonly PrincipalId[], fields: Partial<EventType> = {}) =>
  openPage(
    test.app,
    host,
    eventType([host.principalId], { rooms: { anyOf: rooms, required: true }, ...fields }),
  );
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
async function shown(page: BookingPage): Promise<readonly number[]> {
  const [asked] = (await pageFor(test.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  return (await startsOn(test.app, asked, { first: MONDAY, last: MONDAY }, STOCKHOLM)).map(
    ({ start }) => start,
  );
}
/** What a room has on Monday, as its board shows it. */
const ofRoom = (room: PrincipalId) =>
  test.app.storage.read(async (tx) => {
    const day = { start: MONDAY_NINE - 9 * HOUR, end: MONDAY_NINE + 15 * HOUR };
    const all = await tx.bookings.inRange(room, day, ["hold", "requested", "confirmed"]);
    return all.map(({ state, startsAt }) => [state, (startsAt - MONDAY_NINE) / HALF_HOUR] as const);
  });

describe("a page that needs a room", () => {
  it("gives the one room to one of two guests, of two hosts too, and takes the second room where there is one", async () => {
    const [blue, red] = [await make({ name: "Blue" }), await make({ name: "Red" })];
    const [first, second] = [await pageOf(elin, [blue]), await pageOf(nils, [blue])];
    const { booking } = await books(first);
    expect(booking).toMatchObject({ roomId: blue, state: "confirmed", place: "Blue" });
    expect(await ofRoom(blue)).toEqual([["confirmed", 0]]);
    expect(await shown(second)).not.toContain(MONDAY_NINE);
    expect(await tries(second)).toMatchObject({ ok: false, problem: { kind: "gone" } });
    const third = await pageOf(nils, [blue, red]);
    expect((await books(third)).booking.roomId).toBe(red);
    expect(await ofRoom(red)).toEqual([["confirmed", 0]]);
  });

  it("gives it to one of two who want it at once", async () => {
    const blue = await make();
    const pages = [await pageOf(elin, [blue]), await pageOf(nils, [blue])];
    const done = await Promise.all(pages.map((page) => tries(page)));
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await ofRoom(blue)).toEqual([["confirmed", 0]]);
  });

  it("holds to the rules of the room, and offers nothing of one that is not known", async () => {
    const long = await make({ name: "Long", rules: { ...ANY_TIME, lengths: { min: "PT1H", max: "PT3H" } } });
    expect(await shown(await pageOf(elin, [long]))).toEqual([]);
    const hours = await pageOf(elin, [long], { lengths: ["PT1H"] });
    expect(await shown(hours)).toHaveLength(15);
    await test.app.storage.write((tx) => tx.bookables.update(long, { answerMode: "decline-always" }));
    expect(await shown(hours)).toEqual([]);
    expect(await tries(hours)).toMatchObject({ ok: false });
    await test.app.storage.write((tx) => tx.bookables.update(long, { answerMode: "automatic" }));
    expect(await shown(hours)).toHaveLength(15);
    expect((await removeBookable(test.app, board, long)).ok).toBe(true);
    expect(await shown(hours)).toEqual([]);
    expect(await tries(hours)).toMatchObject({ ok: false });
    const optional = await pageOf(elin, [long], { rooms: { anyOf: [long], required: false } });
    expect((await books(optional)).booking).toMatchObject({ roomId: null, place: "" });
    for (const anyOf of [["nobody"], [elin.principalId], [long, "nobody"]])
      await expect(pageOf(elin, anyOf as PrincipalId[])).rejects.toThrow("rooms");
  });

  it("asks the managers of a room that does not answer by itself", async () => {
    const hand = await make({ name: "By hand" });
    const page = await pageOf(elin, [hand]);
    await test.app.storage.write((tx) => tx.bookables.update(hand, { answerMode: "none" }));
    expect(await shown(page)).toContain(MONDAY_NINE);
    expect((await books(page)).booking).toMatchObject({ state: "requested", roomId: hand });
    expect(await ofRoom(hand)).toEqual([["requested", 0]]);
    // Only a rule that is broken makes it ask, and a page breaks none.
    const broken = await make({ name: "Lenient", rules: { ...ANY_TIME, approval: "whenRuleBroken" } });
    const lenient = await pageOf(elin, [broken]);
    expect((await books(lenient, MONDAY_NINE + HALF_HOUR)).booking).toMatchObject({ state: "confirmed" });
  });

  it("does not offer what somebody has booked of the room itself, and keeps it from them while a guest has it", async () => {
    const blue = await make();
    const page = await pageOf(elin, [blue]);
    const wish = (n: number) => ({
      bookableId: blue,
      start: MONDAY_NINE + n * HALF_HOUR,
      end: MONDAY_NINE + (n + 1) * HALF_HOUR,
      key: `key-${n}`,
    });
    expect(await book(test.app, nils, wish(0))).toMatchObject({ ok: true, value: { kind: "booked" } });
    expect(await shown(page)).not.toContain(MONDAY_NINE);
    expect(await tries(page)).toMatchObject({ ok: false, problem: { kind: "gone" } });
    await books(page, MONDAY_NINE + HALF_HOUR);
    expect(await book(test.app, nils, wish(1))).toMatchObject({ ok: true, value: { kind: "refused" } });
    const asking = await pageOf(elin, [blue], { approval: true });
    await books(asking, MONDAY_NINE + 2 * HALF_HOUR);
    expect(await book(test.app, nils, wish(2))).toMatchObject({ ok: true, value: { kind: "refused" } });
  });

  it("holds it until the mail is read, and gives it away when that is not", async () => {
    const blue = await make();
    const [page, other] = [await pageOf(elin, [blue]), await pageOf(nils, [blue])];
    const { app } = test;
    test = { ...test, app: { ...app, outside: { reaches: () => true, domain: "example.com" } } };
    const one = await books(page);
    expect(one.booking).toMatchObject({ state: "held", roomId: blue });
    expect(await ofRoom(blue)).toEqual([["hold", 0]]);
    expect(await tries(other)).toMatchObject({ ok: false });
    test.clock.advance(15 * MINUTE);
    expect(await shown(other)).toContain(MONDAY_NINE);
    const two = await books(other);
    expect(await confirmGuestBooking(test.app, one.token)).toMatchObject({ problem: { kind: "gone" } });
    expect(await confirmGuestBooking(test.app, two.token)).toMatchObject({ ok: true });
    expect((await ofRoom(blue)).filter(([state]) => state === "confirmed")).toEqual([["confirmed", 0]]);
    const three = await books(page, MONDAY_NINE + HALF_HOUR);
    test.clock.advance(15 * MINUTE);
    // Nobody took it meanwhile.
    expect(await confirmGuestBooking(test.app, three.token)).toMatchObject({ ok: true });
    expect((await cancelGuestBooking(test.app, three.token, "")).ok).toBe(true);
    expect((await ofRoom(blue)).filter(([state]) => state === "confirmed")).toEqual([["confirmed", 0]]);
  });

  it("invites the room, and the guest by the page's own mail alone", async () => {
    const blue = await make({ name: "Blue" });
    const { booking } = await books(await pageOf(elin, [blue]));
    const stored = await test.app.storage.read((tx) => tx.objects.byId(booking.objectId ?? ("" as never)));
    const lines = (stored?.icalendar ?? "").replaceAll(/\r\n[ \t]/g, "").split("\r\n");
    const guest = lines.find((line) => line.startsWith("ATTENDEE") && line.includes("guest-"));
    expect(guest).toContain("SCHEDULE-AGENT=NONE");
    const room = lines.find((line) => line.startsWith("ATTENDEE") && line.includes("CUTYPE=ROOM"));
    expect(room).toContain("PARTSTAT=ACCEPTED");
    expect(lines.some((line) => line.startsWith("LOCATION"))).toBe(false);
  });

  it("books it once for guests who share a time", async () => {
    const blue = await make();
    const shared = await pageOf(elin, [blue], { seats: 2 });
    const [one, two] = [await books(shared), await books(shared)];
    expect(two.booking).toMatchObject({ roomId: blue, timeId: one.booking.timeId });
    expect(await ofRoom(blue)).toEqual([["confirmed", 0]]);
    expect((await cancelGuestBooking(test.app, one.token, "")).ok).toBe(true);
    expect(await ofRoom(blue)).toEqual([["confirmed", 0]]);
    expect((await cancelGuestBooking(test.app, two.token, "")).ok).toBe(true);
    expect(await ofRoom(blue)).toEqual([]);
  });

  it("frees it when the guest moves and when they cancel", async () => {
    const [blue, red] = [await make({ name: "Blue" }), await make({ name: "Red" })];
    const page = await pageOf(elin, [blue, red]);
    const other = await pageOf(nils, [blue]);
    const { token } = await books(page);
    await books(other, MONDAY_NINE + 2 * HALF_HOUR);
    const wish = { start: MONDAY_NINE + HALF_HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(test.app, token, wish)).toMatchObject({
      ok: true,
      value: { roomId: blue },
    });
    expect(await ofRoom(blue)).toEqual([
      ["confirmed", 1],
      ["confirmed", 2],
    ]);
    // Where the room is taken then, the guest gets the other one.
    const later = { start: MONDAY_NINE + 2 * HALF_HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(test.app, token, later)).toMatchObject({
      ok: true,
      value: { roomId: red, place: "Red" },
    });
    expect(await ofRoom(blue)).toEqual([["confirmed", 2]]);
    expect(await ofRoom(red)).toEqual([["confirmed", 2]]);
    expect((await cancelGuestBooking(test.app, token, "")).ok).toBe(true);
    expect(await ofRoom(red)).toEqual([]);
  });

  it("keeps it for a request, and frees it where the host says no", async () => {
    const blue = await make();
    const page = await pageOf(elin, [blue], { approval: true });
    const other = await pageOf(nils, [blue]);
    const { booking } = await books(page);
    expect(booking.state).toBe("requested");
    expect(await ofRoom(blue)).toEqual([["hold", 0]]);
    expect(await tries(other)).toMatchObject({ ok: false });
    expect((await answerPageRequest(test.app, elin, booking.id, false, "")).ok).toBe(true);
    expect(await ofRoom(blue)).toEqual([]);
    const second = await books(page);
    expect((await answerPageRequest(test.app, elin, second.booking.id, true, "")).ok).toBe(true);
    expect(await ofRoom(blue)).toEqual([["confirmed", 0]]);
    expect(await tries(other)).toMatchObject({ ok: false });
  });
});
