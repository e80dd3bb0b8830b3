import { expect, it } from "vitest";
import { bookStart } from "../../app/booking-pages/book-start.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../testing/booking/open-page.ts";
import { openMailWorld } from "../../testing/mail-world.ts";

const GUESTS = 80;
const TIMES = 8;

// The long form is bench/bookings/crowd.ts.
it(
  "gives each of eight times to one of eighty guests at once, and a kind answer to the others",
  {
    timeout: 60_000,
  },
  async () => {
    const world = await openMailWorld();
    try {
      const { app } = world;
      const elin = await world.person("elin");
      const page = await openPage(app, elin, eventType([elin.principalId]));
      const found = await pageFor(app, page);
      const [asked] = found.types;
      if (!asked) throw new Error("nothing can be booked there");
      const all = await Promise.all(
        Array.from({ length: GUESTS }, (_, n) => {
          const form = guestForm({
            start: MONDAY_NINE + (n % TIMES) * HALF_HOUR,
            mail: `crowd-${n}@example.org`,
          });
          return bookStart(app, found, asked, form, `192.0.2.${n}`);
        }),
      );
      const booked = all.flatMap((done) => (done.ok ? [done.value.booking] : []));
      expect(booked.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: TIMES }, (_, n) => MONDAY_NINE + n * HALF_HOUR),
      );
      for (const done of all)
        if (!done.ok) {
          expect(done.problem.kind).toBe("gone");
          if (done.problem.kind === "gone") expect(done.problem.alternatives.length).toBeGreaterThan(0);
        }
      expect(await world.send()).toEqual([]);
      expect(await world.send()).toEqual([]);
      const told = world.sink.mails.map(({ to }) => to[0] ?? "").toSorted();
      expect(told).toEqual(booked.map(({ mail }) => mail).toSorted());
    } finally {
      await world.close();
    }
  },
);

it("gives a guest who presses twice in a crowd one booking, and tells nobody else's", async () => {
  const world = await openMailWorld();
  try {
    const { app } = world;
    const elin = await world.person("elin");
    const page = await openPage(app, elin, eventType([elin.principalId]));
    const found = await pageFor(app, page);
    const [asked] = found.types;
    if (!asked) throw new Error("nothing can be booked there");
    const forms = Array.from({ length: 5 }, (_, n) => guestForm({ mail: `twice-${n}@example.org` }));
    const all = await Promise.all(
      [...forms, ...forms, ...forms].map((form, n) => bookStart(app, found, asked, form, `192.0.2.${n}`)),
    );
    const got = all.flatMap((done) => (done.ok ? [done.value.booking] : []));
    expect(got).toHaveLength(3);
    expect(new Set(got.map(({ id }) => id)).size).toBe(1);
    for (const done of all)
      if (!done.ok) {
        expect(done.problem).toMatchObject({ kind: "gone" });
        if (done.problem.kind === "gone")
          expect(done.problem.alternatives.map(({ start }) => start)).toEqual(
            [1, 2, 3].map((n) => MONDAY_NINE + n * HALF_HOUR),
          );
      }
  } finally {
    await world.close();
  }
});
