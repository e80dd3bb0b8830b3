import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import { book } from "./book.ts";
import { createBookable } from "./bookables.ts";
import { examineBookings } from "./examine-bookings.ts";

let test: TestApp;
let elin: Actor;
let boat: PrincipalId;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const group = await createGroup(test.app, elin, "Board", new Map());
  if (!group.ok) throw new Error(group.problem.code);
  const fields = { name: "Boat", type: "RESOURCE", description: "", place: "", capacity: null } as const;
  const made = await createBookable(test.app, elin, {
    ...fields,
    managersId: group.value,
    labels: [],
    rules: ANY_TIME,
  });
  if (!made.ok) throw new Error(made.problem.code);
  boat = made.value;
  return () => test.close();
});

/** Books two hours of the boat, so many hours from now. */
async function booked(hours: number) {
  const start = Math.ceil(test.app.now() / HOUR) * HOUR + hours * HOUR;
  const key = `k${hours}`;
  const done = await book(test.app, elin, { bookableId: boat, start, end: start + 2 * HOUR, key });
  if (!done.ok || done.value.kind !== "booked") throw new Error(JSON.stringify(done));
  return done.value.booking;
}
const faults = async (mend = false) =>
  (await examineBookings(test.app, mend)).faults.map(({ bookable, what }) => `${bookable}: ${what}`);

describe("what is derived from bookings", () => {
  it("is in order after bookings as they are made", async () => {
    await booked(2);
    await booked(4);
    expect(await examineBookings(test.app, false)).toEqual({ bookings: 2, faults: [] });
  });

  it("is made anew: cells that are missing, and cells of nobody", async () => {
    const { id, startsAt } = await booked(2);
    const cell = startsAt / (HOUR / 4);
    await test.app.storage.write(async (tx) => {
      await tx.claims.release(id, { from: cell, until: cell + 3 });
      const stray = { accountId: boat, unit: 0, cell: cell + 100, bookingId: id, expiresAt: null };
      await tx.claims.take([stray], test.app.now());
    });
    const both = ["boat: 1 cells are claimed without a booking", "boat: 3 cells of bookings are not claimed"];
    expect(await faults()).toEqual(both);
    expect(await faults(true)).toEqual(both);
    expect(await faults()).toEqual([]);
    const claims = await test.app.storage.read((tx) => tx.claims.ofBooking(id));
    expect(claims.map((claim) => claim.cell)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => cell + n));
  });

  it("names two bookings of one time, and deletes neither", async () => {
    const one = await booked(2);
    const two = { ...one, id: `${one.id}b` as typeof one.id, key: null };
    await test.app.storage.write((tx) => tx.bookings.insert(two));
    expect(await faults(true)).toEqual([`boat: bookings ${one.id} and ${two.id} have the same time`]);
    expect((await examineBookings(test.app, false)).bookings).toBe(2);
  });

  it("names a booking whose event is gone", async () => {
    const { id, objectId } = await booked(2);
    await test.app.storage.write(async (tx) => {
      const modseq = await tx.lockAccount(boat);
      const stored = objectId && (await tx.objects.byId(objectId));
      const removal = { modseq, now: test.app.now(), actorId: boat };
      if (stored) await tx.objects.remove(stored.id, stored.etag, removal);
    });
    expect(await faults()).toEqual([`boat: booking ${id} has no event`]);
  });
});
