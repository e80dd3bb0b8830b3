import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { guestForm, pageFor, STOCKHOLM } from "../../../testing/booking/open-page.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import { ANY_TIME } from "../../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { book } from "../../bookings/book.ts";
import type { BookingPage, PrincipalId } from "../../types.ts";
import { bookStart } from "../book-start.ts";
import { updateBookingPage } from "../booking-pages.ts";
import { cancelGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { startsOn } from "../offers.ts";
import { createThingPage } from "../thing-page.ts";
import { guestToken } from "../tokens.ts";
import { whyNot } from "../why-not.ts";

const NIGHTS = { mode: "nights", cellMinutes: 60, nights: { checkIn: "15:00", checkOut: "11:00" } };

let test: TestApp;
let board: Actor;
let flat: PrincipalId;
let page: BookingPage;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  board = { ...(await test.person("board")), isAdmin: true };
  const make = await bookableMaker(test.app, board);
  flat = await make({ name: "Guest flat", rules: { ...ANY_TIME, ...NIGHTS, lengths: { maxNights: 3 } } });
  const managersId = await test.app.storage.read(async (tx) => (await tx.bookables.byId(flat))?.managersId);
  const made = managersId && (await createThingPage(test.app, board, managersId, flat));
  if (!made?.ok) throw new Error("no page");
  page = made.value;
  return () => test.close();
});

const arrival = (date: string) => STOCKHOLM.toInstant(Date.parse(`${date}T15:00Z`) as never);
const departure = (date: string) => STOCKHOLM.toInstant(Date.parse(`${date}T11:00Z`) as never);
const stay = (from: string, to: string) => ({ start: arrival(from), length: departure(to) - arrival(from) });

async function tries(from: string, to: string) {
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  return bookStart(test.app, found, asked, guestForm(stay(from, to)), "192.0.2.1");
}
async function books(from: string, to: string) {
  const done = await tries(from, to);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return { ...done.value.booking, token: (await guestToken(test.app, done.value.booking.id)).token };
}
/** Arrivals from 7 to 11 December, each with the nights that are free from there. */
async function shown(): Promise<Readonly<Record<string, readonly number[]>>> {
  const [asked] = (await pageFor(test.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  const first = Date.parse("2026-12-07Z") / DAY;
  const starts = await startsOn(test.app, asked, { first, last: first + 4 }, STOCKHOLM);
  return Object.fromEntries(
    starts.map(({ start, lengths }) => [
      new Date(start).toISOString().slice(8, 10),
      lengths.map((length) => Math.ceil(length / DAY)),
    ]),
  );
}
const FREE = [1, 2, 3];

describe("a thing that guests book by the night", () => {
  it("is offered from each arrival for as many nights as are free, and each guest has their own", async () => {
    expect(page.types[0]).toMatchObject({
      id: "nights",
      type: { lengths: [], nights: { least: 1, most: 3 } },
    });
    expect(await shown()).toEqual({ "07": FREE, "08": FREE, "09": FREE, "10": FREE, "11": FREE });
    const { startsAt, endsAt, roomId } = await books("2026-12-09", "2026-12-11");
    expect([startsAt, endsAt, roomId]).toEqual([arrival("2026-12-09"), departure("2026-12-11"), flat]);
    expect(await shown()).toEqual({ "07": [1, 2], "08": [1], "11": FREE });
    expect(await tries("2026-12-08", "2026-12-10")).toMatchObject({ problem: { kind: "gone" } });
    // Departure and arrival share a day.
    await books("2026-12-11", "2026-12-12");
    await books("2026-12-08", "2026-12-09");
    expect(await shown()).toEqual({ "07": [1] });
  });

  it.each([
    ["2026-12-09", "2026-12-13"],
    ["2026-12-09", "2026-12-09"],
  ])("is not booked from %s to %s, as its rules have no such stay", async (from, to) => {
    expect((await tries(from, to)).ok).toBe(false);
  });

  it("has as many nights over the change of the clocks, an hour shorter and longer", async () => {
    test.clock.advance(Date.parse("2027-03-20") - test.clock.now());
    const { startsAt, endsAt } = await books("2027-03-27", "2027-03-28");
    expect((endsAt - startsAt) / HOUR).toBe(19);
    test.clock.advance(Date.parse("2027-10-20") - test.clock.now());
    const other = await books("2027-10-30", "2027-10-31");
    expect((other.endsAt - other.startsAt) / HOUR).toBe(21);
  });

  it("is kept from the house while a guest has it, moves with them also to nights that overlap, and is free when they cancel", async () => {
    const nils = await test.person("nils");
    const { token } = await books("2026-12-08", "2026-12-10");
    const wish = (from: string, to: string, key: string) => ({
      bookableId: flat,
      start: arrival(from),
      end: departure(to),
      key,
    });
    expect(await book(test.app, nils, wish("2026-12-09", "2026-12-10", "a"))).toMatchObject({
      value: { kind: "refused" },
    });
    expect((await moveGuestBooking(test.app, token, stay("2026-12-09", "2026-12-12"))).ok).toBe(true);
    expect(await shown()).toEqual({ "07": [1, 2], "08": [1] });
    expect(await book(test.app, nils, wish("2026-12-08", "2026-12-09", "b"))).toMatchObject({
      value: { kind: "booked" },
    });
    expect((await moveGuestBooking(test.app, token, stay("2026-12-08", "2026-12-09"))).ok).toBe(false);
    expect((await cancelGuestBooking(test.app, token, "")).ok).toBe(true);
    expect(await shown()).toEqual({ "07": [1], "09": FREE, "10": FREE, "11": FREE });
  });

  it("goes to one of ten who want it at once", { timeout: 60_000 }, async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => tries("2026-12-09", "2026-12-11")));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("says to its managers why a stay is not offered", async () => {
    await books("2026-12-09", "2026-12-11");
    const asks = (from: string, to: string) =>
      whyNot(test.app, board, page.id, { typeId: "nights", ...stay(from, to) });
    expect(await asks("2026-12-08", "2026-12-10")).toMatchObject({
      value: { reasons: [{ kind: "noRoom" }], things: [{ mode: "nights", reasons: [{ kind: "taken" }] }] },
    });
    expect(await asks("2026-12-11", "2026-12-12")).toMatchObject({ value: { isOffered: true } });
    expect(await asks("2026-12-11", "2026-12-15")).toMatchObject({
      value: { reasons: [{ kind: "notALength" }] },
    });
  });

  it("keeps the times of arrival and departure that the thing has, and no others", async () => {
    const types = page.types.map((each) => ({
      ...each,
      type: { ...each.type, nights: { checkIn: "14:00", checkOut: "11:00", least: 1, most: 3 } },
    }));
    const done = await updateBookingPage(test.app, board, page.id, { types });
    expect(done).toMatchObject({ problem: { field: "types/0/type/nights" } });
  });
});
