import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { isStanding } from "@snart/calendar/booking/facts.ts";
import { describe, expect, it } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import { roomMaker } from "../../testing/booking/make-rooms.ts";
import { LAUNDRY } from "../../testing/booking/rules.ts";
import { openTestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { book } from "./book.ts";
import { examineBookings } from "./examine-bookings.ts";
import { removeBookable } from "./remove-bookable.ts";

/** 07:00 on Monday 23 November 2026 in Stockholm. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const PEOPLE = 8;
const ROUNDS = 5;

describe.each(sharedBackends)("a thing taken out of use while people book it on $name", (backend) => {
  it("keeps no booking, whoever came first", async () => {
    const place = await backend.make();
    const storage = await place.open();
    const test = await openTestApp({ storage });
    try {
      const { app } = test;
      const elin = await test.person("elin");
      const make = await roomMaker(app, elin);
      const people: Actor[] = [];
      for (let n = 0; n < PEOPLE; n++) people.push(await test.person(`person${n}`));
      for (let round = 0; round < ROUNDS; round++) {
        const bookableId = await make(`Tvättstuga ${round}`, { ...LAUNDRY, limits: [] });
        const wish = (n: number) => ({
          bookableId,
          start: MONDAY + (n + 1) * DAY,
          end: MONDAY + (n + 1) * DAY + 3 * HOUR,
          key: `${round} ${n}`,
        });
        const tries = people.map((person, n) => book(app, person, wish(n)));
        const [removed, ...done] = await Promise.all([removeBookable(app, elin, bookableId), ...tries]);
        expect(removed).toMatchObject({ ok: true });
        const answers = done.map((one) => (one.ok ? one.value.kind : one.problem.code));
        expect(answers.filter((answer) => answer !== "booked" && answer !== "not-found")).toEqual([]);
        const all = { start: 0, end: Number.MAX_SAFE_INTEGER };
        const left = await storage.read((tx) => tx.bookings.inRange(bookableId, all));
        expect(left.filter(({ state }) => isStanding(state))).toEqual([]);
      }
      expect((await examineBookings(app, false)).faults).toEqual([]);
    } finally {
      await storage.close();
      await place.drop();
    }
  }, 60_000);
});
