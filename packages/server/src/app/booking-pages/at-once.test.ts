import { describe, expect, it } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, type TestApp } from "../../testing/test-app.ts";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import type { BookingPage } from "../types.ts";
import { bookStart } from "./book-start.ts";
import { moveGuestBooking } from "./change-guest-booking.ts";
import { createBookingLink } from "./booking-links.ts";
import { guestToken } from "./tokens.ts";

const GUESTS = 20;
const LIMITS = { pageRequests: 1_000 };

async function book({ app }: TestApp, page: BookingPage, start: number, token?: string) {
  const found = await pageFor(app, page, token);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  return bookStart(app, found, asked, guestForm({ start }), "192.0.2.1");
}

describe.each(sharedBackends)("twenty guests at once, at two processes on $name", (backend) => {
  it("want one time: one has it, and the others get other times", { timeout: 60_000 }, async () => {
    const place = await backend.make();
    const one = await openTestApp({ storage: await place.open(), limits: LIMITS });
    const two = await openTestApp({ storage: await place.open(), limits: LIMITS });
    // Both count their ids from one.
    const other: TestApp = { ...two, app: { ...two.app, newId: () => `two-${one.app.newSecret(9)}` } };
    try {
      const elin = await one.person("elin");
      const page = await openPage(one.app, elin, eventType([elin.principalId]));
      const all = await Promise.all(
        Array.from({ length: GUESTS }, (_, n) => book(n % 2 === 0 ? one : other, page, MONDAY_NINE)),
      );
      expect(all.filter(({ ok }) => ok)).toHaveLength(1);
      const refused = all.flatMap((done) => (done.ok ? [] : [done.problem]));
      expect(refused).toHaveLength(GUESTS - 1);
      for (const problem of refused) {
        expect(problem.kind).toBe("gone");
        if (problem.kind === "gone") expect(problem.alternatives).toHaveLength(3);
      }
      const calendarIds = [await firstCalendarOf(one.app, elin)];
      const events = () =>
        one.app.storage.read((tx) => tx.objects.find({ calendarIds, component: "VEVENT", limit: 99 }));
      expect(await events()).toHaveLength(1);
      // Two who have other times want the same third one.
      const [first, second] = [
        await book(one, page, MONDAY_NINE + HALF_HOUR),
        await book(other, page, MONDAY_NINE + 2 * HALF_HOUR),
      ];
      const tokenOf = async (done: typeof first): Promise<string> => {
        if (!done.ok) throw new Error(done.problem.kind);
        return (await guestToken(one.app, done.value.booking.id)).token;
      };
      const to = { start: MONDAY_NINE + 5 * HALF_HOUR, length: HALF_HOUR };
      const tokens = [await tokenOf(first), await tokenOf(second)];
      const moved = await Promise.all(
        tokens.map((token, n) => moveGuestBooking(n === 0 ? one.app : other.app, token, to)),
      );
      expect(moved.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await events()).toHaveLength(3);
    } finally {
      await one.close();
      await two.close();
      await place.drop();
    }
  });

  it(
    "want times of several hosts who have one room between them: one has it",
    { timeout: 60_000 },
    async () => {
      const place = await backend.make();
      const one = await openTestApp({ storage: await place.open(), limits: LIMITS });
      const two = await openTestApp({ storage: await place.open(), limits: LIMITS });
      const other: TestApp = { ...two, app: { ...two.app, newId: () => `two-${one.app.newSecret(9)}` } };
      try {
        const board = { ...(await one.person("board")), isAdmin: true };
        const make = await bookableMaker(one.app, board);
        const [first, second] = [await make({ name: "Blue" }), await make({ name: "Red" })];
        const pages: BookingPage[] = [];
        // Both orders of the rooms: nobody waits for somebody who waits for them.
        for (const [name, anyOf] of [
          ["elin", [first, second]],
          ["nils", [second, first]],
          ["sara", [first, second]],
          ["siv", [second, first]],
        ] as const) {
          const host = await one.person(name);
          const type = eventType([host.principalId], { rooms: { anyOf, required: true } });
          pages.push(await openPage(one.app, host, type));
        }
        const all = await Promise.all(
          pages.flatMap((page) => [book(one, page, MONDAY_NINE), book(other, page, MONDAY_NINE)]),
        );
        const booked = all.flatMap((done) => (done.ok ? [done.value.booking] : []));
        expect(booked).toHaveLength(2);
        expect(new Set(booked.map(({ roomId }) => roomId))).toEqual(new Set([first, second]));
        for (const done of all) if (!done.ok) expect(done.problem.kind).toBe("gone");
      } finally {
        await one.close();
        await two.close();
        await place.drop();
      }
    },
  );

  it("have one link for three bookings: three get through", { timeout: 60_000 }, async () => {
    const place = await backend.make();
    const test = await openTestApp({ storage: await place.open(), limits: LIMITS });
    try {
      const elin = await test.person("elin");
      const page = await openPage(test.app, elin, eventType([elin.principalId]), { isPublic: false });
      const fields = { name: "Tre", typeId: null, narrowing: {}, uses: 3, until: null };
      const link = await createBookingLink(test.app, elin, page.id, fields);
      if (!link.ok) throw new Error(link.problem.code);
      const found = await pageFor(test.app, page, link.value.token);
      const [asked] = found.types;
      if (!asked) throw new Error("nothing can be booked there");
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          bookStart(test.app, found, asked, guestForm({ start: MONDAY_NINE + n * HALF_HOUR }), "192.0.2.1"),
        ),
      );
      expect(all.filter(({ ok }) => ok)).toHaveLength(3);
      expect(all.flatMap((done) => (done.ok ? [] : [done.problem.kind]))).toEqual(Array(5).fill("linkOver"));
      await expect(pageFor(test.app, page, link.value.token)).rejects.toThrow("no page");
    } finally {
      await test.close();
      await place.drop();
    }
  });
});
