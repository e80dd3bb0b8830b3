import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { daysOfAbsence, spanOfDays } from "./absence-days.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const HOUR = 3_600_000;

it.each([
  ["one day", localFromFields(2026, 12, 24), localFromFields(2026, 12, 24), 24],
  ["over the clocks going forward", localFromFields(2027, 3, 27), localFromFields(2027, 3, 28), 47],
  ["over the clocks going back", localFromFields(2026, 10, 25), localFromFields(2026, 10, 26), 49],
])("%s lasts from midnight to midnight, and comes back as its days", (_, first, last, hours) => {
  const span = spanOfDays({ first, last }, zone);
  expect((span.to - span.from) / HOUR).toBe(hours);
  expect(daysOfAbsence(span, zone)).toEqual({ first, last });
});

it("counts the days that an absence of hours touches", () => {
  const from = Date.UTC(2026, 11, 24, 22, 30);
  const days = daysOfAbsence({ from, to: from + 2 * HOUR }, zone);
  expect(days).toEqual({ first: localFromFields(2026, 12, 24), last: localFromFields(2026, 12, 25) });
});
