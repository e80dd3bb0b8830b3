import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry, EventEntry } from "../items/entries.ts";
import { occurrencesIn } from "../items/occurrences.ts";
import { eventsNear } from "./events-near.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? UTC;
const calendar: CalendarEntry = {
  key: "A/c",
  accountId: "A",
  id: "c",
  name: "Calendar",
  colour: "fjord",
  isVisible: true,
  isDefault: false,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
};
const entryOf = (uid: string, fields: Partial<JSEvent>): EventEntry => ({
  key: `A/${uid}`,
  accountId: "A",
  id: uid,
  event: { "@type": "Event", uid, start: "2026-11-23T12:00:00", timeZone: "Etc/UTC", ...fields },
  calendarKey: "A/c",
  savingSince: null,
  problem: null,
});
const mapOf = (...entries: EventEntry[]): ReadonlyMap<string, EventEntry> =>
  new Map(entries.map((entry) => [entry.key, entry]));
const at = (text: string): number => Date.parse(`${text}Z`);
const week = { from: at("2026-11-23T00:00"), to: at("2026-11-30T00:00") };
const near = (events: ReadonlyMap<string, EventEntry>, window = week): readonly string[] =>
  [...eventsNear(events, window, UTC)].map(({ id }) => id);

describe("the events near a window", () => {
  it("are those of its weeks, every series, and long events", () => {
    const events = mapOf(
      entryOf("then", {}),
      entryOf("a year later", { start: "2027-11-23T12:00:00" }),
      entryOf("before the epoch", { start: "1956-11-23T12:00:00" }),
      entryOf("series", { start: "2006-01-01T12:00:00", recurrenceRule: { frequency: "yearly" } }),
      entryOf("half a year", { start: "2026-08-01T00:00:00", duration: "P180D" }),
      entryOf("never", { start: "no time" }),
    );
    expect(near(events)).toEqual(["series", "half a year", "then"]);
    const then = { from: at("1956-11-19T00:00"), to: at("1956-11-26T00:00") };
    expect(near(events, then)).toEqual(["series", "half a year", "before the epoch"]);
  });

  it("are each there once, also where they lie in several of its weeks", () => {
    expect(near(mapOf(entryOf("fortnight", { duration: "P14D" })))).toEqual(["fortnight"]);
  });

  it("are those of another map, and of another zone, once it is another", () => {
    const first = mapOf(entryOf("then", {}));
    expect(near(first)).toEqual(["then"]);
    expect(near(mapOf(...first.values(), entryOf("new", {})))).toEqual(["then", "new"]);
    const edge = mapOf(entryOf("floating", { start: "2026-11-26T00:30:00", timeZone: null }));
    // The weeks change on Thursdays, because the epoch was one.
    const before = { from: week.from, to: at("2026-11-25T23:45") };
    expect(near(edge, before)).toEqual([]);
    expect([...eventsNear(edge, before, stockholm)].map(({ id }) => id)).toEqual(["floating"]);
    expect(near(edge, before)).toEqual([]);
  });
});

it("finds in every window what asking each event finds", () => {
  const entries = Array.from({ length: 400 }, (_, n) =>
    entryOf(`${n}`, {
      start: new Date(at("2026-06-01T00:00") + n * 1.37 * DAY).toISOString().slice(0, 19),
      duration: `P${n % 80}DT${n % 24}H`,
      timeZone: n % 3 === 0 ? null : "Europe/Stockholm",
      ...(n % 50 === 0 && { recurrenceRule: { frequency: "weekly" } as const }),
    }),
  );
  const events = mapOf(...entries);
  for (let from = at("2026-05-01T00:00"); from < at("2028-06-01T00:00"); from += 9 * DAY) {
    const window = { from, to: from + (1 + (from % 40)) * DAY };
    const keys = (of: Iterable<EventEntry>) =>
      occurrencesIn(of, [calendar], window, stockholm).map(({ key }) => key);
    expect(keys(eventsNear(events, window, stockholm))).toEqual(keys(entries));
  }
});
