import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { describe, expect, it } from "vitest";
import { sharedBackends } from "../../../storage/contract/backends.ts";
import type { BookingId, HandoverId } from "../../../storage/records/ids.ts";
import { roomMaker } from "../../../testing/booking/make-rooms.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { openTestApp } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { book } from "../book.ts";
import { examineBookings } from "../examine-bookings.ts";
import { ownBookings } from "../own-bookings.ts";
import { waitFor } from "../waiting/wait-for.ts";
import { acceptHandover } from "./answer-handover.ts";
import { askHandover } from "./ask-handover.ts";

/** 07:00 on Monday 23 November 2026 in Stockholm. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const OTHERS = 6;

describe.each(sharedBackends)("questions about one booking, answered at once on $name", (backend) => {
  it("are accepted by exactly one, whoever swaps with whom, and nobody in line has a time meanwhile", async () => {
    const place = await backend.make();
    const storage = await place.open();
    const test = await openTestApp({ storage });
    try {
      const { app } = test;
      const elin = await test.person("elin");
      const make = await roomMaker(app, elin);
      const rules = { ...LAUNDRY, waitlist: { offerFor: "PT2H" } };
      const rooms = [await make("Tvättstuga", rules), await make("Torkrum", rules)];
      const timeOf = (n: number) => {
        const start = MONDAY + n * DAY;
        return { bookableId: rooms[n % 2] ?? elin.principalId, start, end: start + 3 * HOUR };
      };
      const people: Actor[] = [];
      for (let n = 0; n <= OTHERS; n++) people.push(await test.person(`person${n}`));
      const [first = elin] = people;
      const given: BookingId[] = [];
      for (const [n, person] of people.entries()) {
        const done = await book(app, person, { ...timeOf(n), key: "mine" });
        if (!done.ok || done.value.kind !== "booked") throw new Error(JSON.stringify(done));
        given.push(done.value.booking.id);
      }
      const waiting = await test.person("waiting");
      for (const n of people.keys()) await waitFor(app, waiting, timeOf(n));

      // The first person's booking is to be swapped with everybody's, some by their asking and some by the first one's.
      const questions: { readonly id: HandoverId; readonly by: Actor }[] = [];
      for (let n = 1; n <= OTHERS; n++) {
        const isFirst = n % 2 === 1;
        const asker = isFirst ? first : (people[n] ?? elin);
        const bookingId = given[isFirst ? 0 : n] ?? ("" as BookingId);
        const done = await askHandover(app, asker, { bookingId, inReturn: timeOf(isFirst ? n : 0) });
        if (!done.ok || done.value.kind !== "asked") throw new Error(JSON.stringify(done));
        questions.push({ id: done.value.handover.id, by: isFirst ? (people[n] ?? elin) : first });
      }
      const tryWaiting = () =>
        Promise.all(
          [...people.keys()].map((n) => book(app, waiting, { ...timeOf(n), key: `try ${n} ${app.newId()}` })),
        );
      const [answers, ...tries] = await Promise.all([
        Promise.all(questions.map(({ id, by }) => acceptHandover(app, by, id, null))),
        tryWaiting(),
        tryWaiting(),
      ]);
      expect(answers.filter((one) => one.ok && one.value.kind === "accepted")).toHaveLength(1);
      expect(answers.filter((one) => !one.ok).map((one) => !one.ok && one.problem.code)).toEqual(
        Array.from({ length: OTHERS - 1 }, () => "not-found"),
      );
      for (const done of tries.flat()) expect(done).toMatchObject({ ok: true, value: { kind: "refused" } });

      // Everybody has one, two have each other's, and nobody else's has moved.
      const starts: number[] = [];
      for (const person of people) {
        const own = await ownBookings(app, person);
        expect(own.map(({ booking }) => booking.state)).toEqual(["confirmed"]);
        starts.push(((own[0]?.booking.startsAt ?? 0) - MONDAY) / DAY);
      }
      const moved = [...starts.entries()].filter(([n, day]) => n !== day);
      expect(moved).toHaveLength(2);
      expect(new Set(moved.map(([n]) => n))).toEqual(new Set(moved.map(([, day]) => day)));
      expect((await examineBookings(app, false)).faults).toEqual([]);
    } finally {
      await storage.close();
      await place.drop();
    }
  }, 60_000);
});
