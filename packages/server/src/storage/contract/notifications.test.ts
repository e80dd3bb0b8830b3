import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Notification } from "../records/notifications.ts";
import { backends, type TestPlace } from "./backends.ts";
import { change, household, newId } from "./fixtures.ts";

describe.each(backends)("the changes of notifications on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });

  /** Makes or removes several notifications at a time, recording which were there at every modseq. */
  async function live(steps: readonly number[]) {
    const { owner } = await household(storage);
    const of = { accountId: owner.id, recipientId: owner.id, type: "CalendarEventNotification" } as const;
    const there: string[] = [];
    const states: (readonly [number, readonly string[]])[] = [];
    const remember = async () =>
      states.push([await storage.read((tx) => tx.principals.modseq(owner.id)), [...there]]);
    await remember();
    for (const count of steps) {
      await change(storage, owner.id, async (tx, modseq) => {
        const made = Array.from({ length: Math.max(0, count) }, (): Notification => ({
          ...of,
          id: newId("notification"),
          aboutId: "x",
          modseq,
          createdAt: 1,
          payload: {},
        }));
        await tx.notifications.insertAll(made);
        there.push(...made.map(({ id }) => id));
        for (const id of there.splice(0, Math.max(0, -count))) await tx.notifications.remove(of, id, modseq);
      });
      await remember();
    }
    return { of, states, there };
  }

  it("are found by what they are about, whoever got them, as long as they are there", async () => {
    const aboutId = newId("object");
    const made: Notification[] = [];
    for (const _ of [1, 2]) {
      const { owner } = await household(storage);
      const of = { accountId: owner.id, recipientId: owner.id, type: "Reminder" } as const;
      await change(storage, owner.id, async (tx, modseq) => {
        const some = [aboutId, aboutId, newId("object")].map((each): Notification => ({
          ...of,
          id: newId("notification"),
          aboutId: each,
          modseq,
          createdAt: 1,
          payload: { title: "x" },
        }));
        await tx.notifications.insertAll(some);
        const [gone, left] = some;
        if (!gone || !left) throw new Error("nothing");
        await tx.notifications.remove(of, gone.id, modseq);
        made.push(left);
      });
    }
    const found = await storage.read((tx) => tx.notifications.about([aboutId]));
    expect(found).toEqual(made.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  });

  it("bring a client from any past state to the present one, in pages of any size", async () => {
    const some = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom(1, 2, 5, 100), async (steps, limit) => {
        const { of, states, there } = await live(steps);
        for (const [since, before] of states) {
          const known = new Set(before);
          let within: string | undefined;
          for (let state = since, more = true; more;) {
            const page = await storage.read((tx) => tx.notifications.changes(of, state, limit, within));
            if (page === "too-old") throw new Error("too old");
            expect(page.created.length + page.destroyed.length).toBeLessThanOrEqual(limit);
            for (const id of page.created) expect(known.has(id)).toBe(false);
            // A later page may name what came and went before it: the client never had it, and loses nothing.
            if (state === since && within === undefined)
              for (const id of page.destroyed) expect(known.has(id)).toBe(true);
            for (const id of page.created) known.add(id);
            for (const id of page.destroyed) known.delete(id);
            const isFurther = page.newModseq > state || (page.newWithin ?? "") > (within ?? "");
            if (page.hasMore) expect(isFurther).toBe(true);
            [state, within, more] = [page.newModseq, page.newWithin, page.hasMore];
          }
          expect([...known].toSorted()).toEqual(there.toSorted());
        }
      }),
      { numRuns: backend.name === "PostgreSQL" ? 5 : 15 },
    );
  });
});
