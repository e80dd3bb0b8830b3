import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { Millis } from "../records/ids.ts";
import type { ObjectQuery, StoredObject } from "../records/objects.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, object } from "./fixtures.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 20, 12);

/** Few distinct hours, so that edges meet; and some far away. */
const instant = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -30, max: 30 }).map((hours) => NOW + hours * HOUR) },
  { weight: 2, arbitrary: fc.integer({ min: NOW - 400 * DAY, max: NOW + 400 * DAY }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Date.UTC(1850, 0, 1),
      Date.UTC(1969, 6, 20),
      Date.UTC(2040, 0, 1),
      Date.UTC(2500, 0, 1),
    ),
  },
);
const bounds = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(instant, fc.integer({ min: 0, max: 3 * DAY })) },
  { weight: 1, arbitrary: fc.tuple(instant, fc.integer({ min: 0, max: 9_000 * DAY })) },
  { weight: 1, arbitrary: fc.tuple(instant, fc.constant(null)) },
);
const range = fc.record(
  { from: fc.option(instant, { nil: null }), to: fc.option(instant, { nil: null }) },
  { requiredKeys: [] },
);

/** An empty range touches nothing. */
const touches = (one: StoredObject, from: Millis | null, to: Millis | null) =>
  (from === null || to === null || from < to) &&
  (from === null || one.end === null || one.end >= from) &&
  (to === null || one.start < to);

describe.each(backends)("time ranges on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  let calendars: Calendar[];
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
    const { owner, home } = await household(storage);
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      return made;
    });
    calendars = [home, other];
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });

  const fill = (spans: readonly (readonly [number, number | null])[]) =>
    change(storage, calendars[0]!.accountId, async (tx, modseq) => {
      const made: StoredObject[] = [];
      for (const [i, [start, length]] of spans.entries()) {
        const fields = { start, end: length === null ? null : start + length };
        made.push(object(calendars[i % 2]!, modseq, { ...fields, component: i % 3 ? "VEVENT" : "VTODO" }));
      }
      for (const one of made) await tx.objects.insert(one);
      return made;
    });

  it("find what brute force finds, with every other condition", async () => {
    const spans = fc.sample(bounds, { numRuns: 600, seed: 20_261_120 });
    const all = await fill(spans);
    const query = fc.record({
      range,
      which: fc.constantFrom([0], [1], [0, 1]),
      component: fc.constantFrom("VEVENT" as const, "VTODO" as const, undefined),
      limit: fc.constantFrom(1, 7, 10_000, undefined),
      after: fc.constantFrom(0, 300, undefined),
    });
    await storage.read((tx) =>
      fc.assert(
        fc.asyncProperty(query, async ({ range: asked, which, component, limit, after }) => {
          const afterId = after === undefined ? undefined : all[after]!.id;
          const asks: ObjectQuery = {
            calendarIds: which.map((i) => calendars[i]!.id),
            ...asked,
            ...(component && { component }),
            ...(limit && { limit }),
            ...(afterId && { afterId }),
          };
          const expected = all
            .filter((one) => asks.calendarIds.includes(one.calendarId))
            .filter((one) => touches(one, asked.from ?? null, asked.to ?? null))
            .filter((one) => component === undefined || one.component === component)
            .filter((one) => afterId === undefined || one.id > afterId)
            .slice(0, limit);
          expect((await tx.objects.heads(asks)).map((head) => head.id)).toEqual(
            expected.map((one) => one.id),
          );
        }),
        { numRuns: 300 },
      ),
    );
  });

  it("follow an object whose times change, and never find a removed one", async () => {
    const [one] = await fill([[NOW + 10_000 * DAY, HOUR]]);
    const ask = (day: number) =>
      storage.read((tx) =>
        tx.objects.heads({
          calendarIds: [calendars[0]!.id],
          from: NOW + day * DAY,
          to: NOW + (day + 1) * DAY,
        }),
      );
    const has = async (day: number) => (await ask(day)).some((head) => head.id === one!.id);
    expect([await has(10_000), await has(12_000)]).toEqual([true, false]);
    await change(storage, one!.accountId, (tx, modseq) => {
      const moved = { ...one!, modseq, etag: "b", start: NOW + 12_000 * DAY, end: NOW + 12_000 * DAY + HOUR };
      return tx.objects.replace(moved, one!.etag, one!.accountId);
    });
    expect([await has(10_000), await has(12_000)]).toEqual([false, true]);
    await change(storage, one!.accountId, (tx, modseq) =>
      tx.objects.remove(one!.id, "b", { modseq, now: 1, actorId: one!.accountId }),
    );
    expect([await has(10_000), await has(12_000)]).toEqual([false, false]);
  });
});
