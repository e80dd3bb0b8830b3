import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { soonRows } from "./model.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (day: number, hour: number, minute = 0): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const now = at(23, 10, 20);
const one = (key: string, start: number, end: number, allDay = false) =>
  ({ key, start, end, allDay }) as unknown as ShownOccurrence;
const rows = (occurrences: readonly ShownOccurrence[], distanceOf = (it: ShownOccurrence) => it.key) =>
  soonRows(occurrences, {
    now,
    zone,
    days: 14,
    leastGap: 3_600_000,
    isShown: (it) => it.key !== "declined",
    distanceOf,
  });

it("begins with what runs, then goes on by start, under a head for each later day", () => {
  const found = rows([
    one("visit", at(21, 0), at(26, 0), true),
    one("past", at(23, 8), at(23, 9)),
    one("declined", at(23, 13), at(23, 14)),
    one("review", at(23, 10), at(23, 11, 30)),
    one("tomorrow", at(24, 8), at(24, 9)),
    one("friday", at(27, 8), at(27, 9)),
    one("too far", at(40, 8), at(40, 9)),
  ]);
  expect(
    found.map((row) =>
      row.kind === "event" ? row.key : row.kind === "day" ? `${row.kind} ${row.isTomorrow}` : row.kind,
    ),
  ).toEqual(["review", "visit", "day true", "tomorrow", "day false", "friday"]);
});

it("shows gaps of an hour or more today, and no others", () => {
  const found = rows([
    one("a", at(23, 10), at(23, 11, 30)),
    one("b", at(23, 12), at(23, 13)),
    one("c", at(23, 14, 30), at(23, 15)),
    one("d", at(24, 9), at(24, 10)),
    one("e", at(24, 15), at(24, 16)),
  ]);
  expect(found.filter((row) => row.kind === "gap").map((row) => [row.from, row.to])).toEqual([
    [at(23, 13), at(23, 14, 30)],
  ]);
});

it("says a distance once for those that share it", () => {
  const found = rows(
    [one("a", at(23, 12), at(23, 13)), one("b", at(23, 12, 5), at(23, 13))],
    () => "in about 2 hours",
  );
  expect(found.filter((row) => row.kind === "event").map((row) => row.isRepeat)).toEqual([false, true]);
});

it("shows what is hours away before the whole days of tomorrow, also when a day has 23 hours", () => {
  const order = (from: number, of: readonly ShownOccurrence[]) =>
    soonRows(of, {
      now: from,
      zone,
      days: 14,
      leastGap: Infinity,
      isShown: () => true,
      distanceOf: () => "",
    }).map((row) => (row.kind === "event" ? row.key : row.kind));
  const bins = one("bins", at(24, 0), at(25, 0), true);
  const of = [bins, one("early", at(24, 8), at(24, 9)), one("late", at(24, 19), at(24, 20))];
  expect(order(at(23, 22, 30), of)).toEqual(["day", "early", "late", "bins"]);
  expect(order(now, of)).toEqual(["day", "early", "bins", "late"]);
  const march = (day: number, hour: number, minute = 0) =>
    zone.toInstant(localFromFields(2027, 3, day, hour, minute));
  const short = [
    one("short day", march(28, 0), march(29, 0), true),
    one("after midnight", march(29, 0, 10), march(29, 1)),
  ];
  expect(order(march(27, 23, 30), short)).toEqual(["day", "short day", "day", "after midnight"]);
});
