import type { EventType, PageLimit } from "@snart/calendar/booking-page/event-type.ts";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { eventType, guestForm, MONDAY_NINE, openPage, pageFor } from "../../testing/booking/open-page.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import type { BookingPage } from "../types.ts";
import { bookStart } from "./book-start.ts";

let test: TestApp;
let elin: Actor;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000 } });
  elin = await test.person("elin");
  return () => test.close();
});

async function books(page: BookingPage, typeId: string, start: number): Promise<string> {
  const found = await pageFor(test.app, page);
  const asked = found.types.find(({ eventType: { id } }) => id === typeId);
  if (!asked) throw new Error("nothing can be booked there");
  const done = await bookStart(test.app, found, asked, guestForm({ start }), "192.0.2.1");
  return done.ok ? "ok" : done.problem.kind;
}

/** When a second booking falls into the same period, and when into the next one. 23 November 2026 is a Monday. */
const WHEN = {
  day: { same: MONDAY_NINE + 5 * HOUR, next: MONDAY_NINE + DAY },
  week: { same: MONDAY_NINE + 4 * DAY, next: MONDAY_NINE + 7 * DAY },
  month: { same: MONDAY_NINE + 7 * DAY, next: MONDAY_NINE + 8 * DAY },
} as const;

describe.each(["day", "week", "month"] as const)("one time in a %s", (per) => {
  it.each([
    ["type", ["gone", "ok", "ok"]],
    ["page", ["gone", "gone", "ok"]],
    ["host", ["gone", "gone", "gone"]],
  ] as const)(
    "of a %s binds the type, another one of the page, and the host at a group's page",
    async (of, expected) => {
      const limits: readonly PageLimit[] = [{ of, per, max: 1 }];
      const type = (fields: Partial<EventType> = {}): EventType =>
        eventType([elin.principalId], { limits, ...fields });
      const title = { en: "One" };
      const types = ["talk", "walk"].map((id) => ({ id, title, description: {}, type: type() }));
      const own = await openPage(test.app, elin, type(), { types });
      await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
      const members = new Map([[elin.principalId, { isManager: true }]]);
      const group = await createGroup(test.app, { ...elin, isAdmin: true }, "Board", members);
      if (!group.ok) throw new Error(group.problem.code);
      const other = await openPage(test.app, elin, type({ mode: "rotate" }), {}, group.value);
      const { same, next } = WHEN[per];
      expect(await books(own, "talk", MONDAY_NINE)).toBe("ok");
      expect([
        await books(own, "talk", same),
        await books(own, "walk", same),
        await books(other, "talk", same + HOUR),
      ]).toEqual(expected);
      expect(await books(own, "talk", next)).toBe("ok");
    },
  );
});
