import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { describe, expect, it } from "vitest";
import { sharedBackends } from "../../../storage/contract/backends.ts";
import { roomMaker } from "../../../testing/booking/make-rooms.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { openTestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { runOffers } from "../../bookables/offer-freed.ts";
import { book, cancelBooking } from "../book.ts";
import { examineBookings } from "../examine-bookings.ts";
import { ownWaits, waitFor } from "./wait-for.ts";

const PEOPLE = 20;
const START = Date.parse("2026-11-26T06:00:00Z");
const TIME = { start: START, end: START + 3 * HOUR };

describe.each(sharedBackends)("twenty people who wait at once on $name", (backend) => {
  it("stand in one line, of whom each offer goes to one, who alone can take the time", async () => {
    const place = await backend.make();
    const storage = await place.open();
    const test = await openTestApp({ storage });
    try {
      const { app, clock } = test;
      const elin = await test.person("elin");
      const make = await roomMaker(app, elin);
      const bookableId = await make("Tvättstuga", { ...LAUNDRY, waitlist: { offerFor: "PT2H" } });
      const people: Actor[] = [];
      for (let n = 0; n < PEOPLE; n++) people.push(await test.person(`person${n}`));
      const wish = { bookableId, ...TIME };
      const tryAll = () =>
        Promise.all(people.map((actor, n) => book(app, actor, { ...wish, key: `${app.now()} ${n}` })));
      const winnersOf = (done: Awaited<ReturnType<typeof tryAll>>) =>
        done.flatMap((one) => (one.ok && one.value.kind === "booked" ? [one.value.booking] : []));

      const first = await book(app, elin, { ...wish, key: "first" });
      if (!first.ok || first.value.kind !== "booked") throw new Error(JSON.stringify(first));
      const joined = await Promise.all([...people, ...people].map((actor) => waitFor(app, actor, wish)));
      expect(joined.filter(({ ok }) => !ok)).toEqual([]);
      const places = (await Promise.all(people.map((actor) => ownWaits(app, actor)))).flat();
      expect(places.map((one) => one.place).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: PEOPLE }, (_, n) => n + 1),
      );

      // Everybody presses in the moment of the cancellation, and again after it.
      const [given, ...tries] = await Promise.all([
        cancelBooking(app, elin, first.value.booking.id),
        tryAll(),
        runOffers(app, { payload: { accountId: bookableId } }),
      ]);
      expect(given.ok).toBe(true);
      const early = winnersOf(tries[0]);
      const late = winnersOf(await tryAll());
      const [winner] = [...early, ...late];
      expect(new Set([...early, ...late].map(({ id }) => id)).size).toBe(1);
      // Who has it is who stood first.
      const head = places.find((one) => one.place === 1)?.wait.partyId;
      expect(winner?.partyId).toBe(head);
      expect((await examineBookings(app, false)).faults).toEqual([]);

      // Nobody answers: each offer ends by itself, and the line moves by one.
      await cancelBooking(
        app,
        people.find(({ principalId }) => principalId === head) ?? elin,
        winner?.id ?? first.value.booking.id,
      );
      for (let round = 0; round < 3; round++) {
        await Promise.all(
          Array.from({ length: 4 }, () => runOffers(app, { payload: { accountId: bookableId } })),
        );
        const all = (await Promise.all(people.map((actor) => ownWaits(app, actor)))).flat();
        const offered = all.filter(({ wait }) => wait.state === "offered");
        expect(offered.map(({ wait }) => wait.partyId)).toEqual([
          places.find((one) => one.place === round + 2)?.wait.partyId,
        ]);
        expect(all).toHaveLength(PEOPLE - 1 - round);
        clock.advance(2 * HOUR);
      }
      clock.advance(7 * DAY);
      await runOffers(app, { payload: { accountId: bookableId } });
      expect((await examineBookings(app, false)).faults).toEqual([]);
    } finally {
      await storage.close();
      await place.drop();
    }
  }, 60_000);
});
