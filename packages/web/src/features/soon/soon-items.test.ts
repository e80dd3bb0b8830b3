import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { soonItems } from "./soon-items.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (day: number, hour: number, minute = 0): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const now = at(23, 10, 20);
const one = (key: string, start: number, end: number, more: object = {}) =>
  ({ key, start, end, allDay: false, entry: { key }, event: {}, ...more }) as unknown as ShownOccurrence;
const items = (
  occurrences: readonly ShownOccurrence[],
  withGaps = true,
  distanceOf = (it: ShownOccurrence) => it.key,
) => soonItems(occurrences, { now, zone, address: "", withGaps, distanceOf });
const words = (found: ReturnType<typeof items>) =>
  found.map((item) =>
    item.kind === "group" ? `# ${item.group}` : item.kind === "event" ? item.key : item.kind,
  );

it("goes from running events through today, tomorrow and the weeks to later ones, without empty groups", () => {
  const found = items([
    one("visit", at(21, 0), at(26, 0), { allDay: true }),
    one("past", at(23, 8), at(23, 9)),
    one("review", at(23, 10), at(23, 11, 30)),
    one("board", at(23, 19), at(23, 20)),
    one("school", at(24, 8), at(24, 9)),
    one("friday", at(27, 8), at(27, 9)),
    one("sunday", at(29, 8), at(29, 9)),
    one("far", at(47, 8), at(47, 9)),
  ]);
  expect(words(found)).toEqual(
    "# now|review|# today|visit|gap|board|gap|# tomorrow|school|# thisWeek|day|friday|day|sunday|# later|day|far".split(
      "|",
    ),
  );
});

it("shows free time from 30 minutes today, an hour tomorrow, two later in the week, and none after that", () => {
  const pair = (day: number, minutes: number) => [
    one(`${day} a`, at(day, 9), at(day, 12)),
    one(`${day} b`, at(day, 12, minutes), at(day, 22)),
  ];
  const gaps = (...of: readonly ShownOccurrence[]) => items(of).filter((it) => it.kind === "gap").length;
  expect([gaps(...pair(23, 29)), gaps(...pair(23, 30))]).toEqual([0, 1]);
  expect([gaps(...pair(24, 59)), gaps(...pair(24, 60))]).toEqual([0, 1]);
  expect([gaps(...pair(27, 119)), gaps(...pair(27, 120))]).toEqual([0, 1]);
  expect(gaps(...pair(30, 240))).toBe(0);
});

it("shows no free time where an event may be hidden, and lets events that take no time stand within it", () => {
  const two = [one("a", at(23, 10), at(23, 11)), one("b", at(23, 21), at(23, 22))];
  const free = one("free", at(23, 12), at(23, 13), { event: { freeBusyStatus: "free" } });
  expect(words(items(two, false))).not.toContain("gap");
  expect(words(items([...two, free]))).toEqual(["# now", "a", "# today", "gap", "free", "b"]);
});

it("shows on an empty day only the free time after the running event", () => {
  expect(words(items([one("tomorrow", at(24, 8), at(24, 9))]))).toEqual(["# tomorrow", "tomorrow"]);
  expect(words(items([one("a", at(23, 10), at(23, 11))]))).toEqual(["# now", "a", "# today", "gap"]);
  expect(items([])).toEqual([]);
});

it("begins a day with its name in the almanac, and shows one distance for the name and the day's events", () => {
  const local = (day: number) => localFromFields(2026, 11, day);
  const named = [
    { day: local(23), name: "a feast", distance: "today", isRed: true },
    { day: local(29), name: "Advent", distance: "in 6 days", isRed: true },
  ];
  const of = (occurrences: readonly ShownOccurrence[]) =>
    soonItems(occurrences, { now, zone, address: "", withGaps: true, named, distanceOf: () => "in 6 days" });
  const told = of([one("run", at(29, 8), at(29, 9))]);
  expect(words(told)).toEqual(["# today", "named", "# thisWeek", "day", "named", "run"]);
  expect(told.flatMap((it) => ("isRepeat" in it ? [it.isRepeat] : []))).toEqual([false, false, true]);
  // A day with only a name is not free time that anybody asked for.
  expect(words(of([]))).toEqual(["# today", "named", "# thisWeek", "day", "named"]);
});

it("shows a distance once for events that share it", () => {
  const found = items(
    [one("a", at(23, 12), at(23, 13)), one("b", at(23, 13), at(23, 14))],
    true,
    () => "soon",
  );
  expect(found.flatMap((it) => (it.kind === "event" ? [it.isRepeat] : []))).toEqual([false, true]);
});

it("shows each series once from next week on, but whole today and tomorrow, also on a Sunday", () => {
  const daily = Array.from({ length: 30 }, (_, index) =>
    one(`daily ${23 + index}`, at(23 + index, 12), at(23 + index, 13), {
      recurrenceId: String(index),
      entry: { key: "daily", event: {} },
    }),
  );
  const shown = (from: number) =>
    soonItems(daily, { now: from, zone, address: "", withGaps: false, distanceOf: () => "" }).flatMap((it) =>
      it.kind === "event" ? [`${it.key}${it.isFolded ? " folded" : ""}`] : [],
    );
  expect(shown(now)).toEqual([
    ...[23, 24, 25, 26, 27, 28, 29].map((day) => `daily ${day}`),
    "daily 30 folded",
  ]);
  expect(shown(at(29, 10))).toEqual(["daily 29", "daily 30", "daily 31 folded"]);
});

it("says a shared distance again at each day, and after twelve rows", () => {
  const of = (day: number, count: number) =>
    Array.from({ length: count }, (_, index) => one(`${day} ${index}`, at(day, 8, index), at(day, 9)));
  const found = items([...of(47, 14), ...of(48, 2)], false, () => "in about 1 month");
  const said = found.flatMap((it) => (it.kind === "event" && !it.isRepeat ? [it.key] : []));
  expect(said).toEqual(["47 0", "47 12", "48 0"]);
});

it("counts a declined invitation as free time", () => {
  const declined = {
    participants: { me: { calendarAddress: "mailto:elin@example.com", participationStatus: "declined" } },
  };
  const of = [one("a", at(23, 10), at(23, 11)), one("b", at(23, 11), at(23, 22), { event: declined })];
  const options = { now, zone, address: "elin@example.com", withGaps: true, distanceOf: () => "" };
  expect(words(soonItems(of, options))).toEqual(["# now", "a", "# today", "gap", "b"]);
});

it("shows what is hours away before the whole days of tomorrow, and whole days first on any other day", () => {
  const bins = (day: number) => one(`bins ${day}`, at(day, 0), at(day + 1, 0), { allDay: true });
  const of = [23, 24, 25].flatMap((day) => [
    bins(day),
    one(`late ${day}`, at(day, 19), at(day, 20)),
    one(`early ${day}`, at(day, 7, 50), at(day, 8)),
  ]);
  const named = [{ day: localFromFields(2026, 11, 24), name: "Advent", distance: "in 1 day", isRed: true }];
  const night = { now: at(23, 22, 30), zone, address: "", withGaps: false, named, distanceOf: () => "" };
  expect(words(soonItems(of, night))).toEqual(
    "# today|bins 23|# tomorrow|early 24|late 24|named|bins 24|# thisWeek|day|bins 25|early 25|late 25".split(
      "|",
    ),
  );
  // In the morning the evening of tomorrow is a day away as well.
  expect(words(soonItems(of, { ...night, now: at(23, 10, 20) })).slice(3, 8)).toEqual(
    "# tomorrow|early 24|named|bins 24|late 24".split("|"),
  );
});
