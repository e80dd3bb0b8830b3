import { HOUR } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import { listItems } from "./list-items.ts";
import type { PublicOccurrence } from "./read-feed.ts";

const zone = ianaZone("Europe/Stockholm");
if (!zone) throw new Error("no such zone");
/** Monday 23 November 2026 */
const at = (day: number, hour: number) => zone.toInstant(localFromFields(2026, 11, day, hour, 0, 0));
const now = at(23, 10);

function event(title: string, start: number, more: Partial<PublicOccurrence> = {}): PublicOccurrence {
  return {
    key: `${title} ${start}`,
    title,
    isBusyOnly: false,
    place: "",
    notes: "",
    link: "",
    allDay: false,
    isCancelled: false,
    series: null,
    rule: "",
    start,
    end: start + HOUR,
    ...more,
  };
}

const options = { now, zone, named: [], distanceOf: ({ start }: PublicOccurrence) => `${start - now}` };

/** The lines in short: heads by what they head, events by their titles. */
const lines = (...given: Parameters<typeof listItems>) =>
  listItems(...given).map((it) =>
    it.kind === "group"
      ? it.group
      : it.kind === "day"
        ? new Date(it.day).toISOString().slice(5, 10)
        : it.kind === "named"
          ? it.name
          : it.occurrence.title,
  );

describe("the list of a published calendar", () => {
  it("divides what is ahead as the page of coming events does", () => {
    const found = [event("Möte", at(23, 19)), event("Kör", at(24, 18)), event("Besiktning", at(26, 9))];
    const later = [
      event("Glögg", at(34 - 4, 18)),
      event("Stämma", zone.toInstant(localFromFields(2027, 2, 16, 19, 0, 0))),
    ];
    expect(lines([...found, ...later], options)).toEqual(
      ["today", "Möte", "tomorrow", "Kör", "thisWeek", "11-26", "Besiktning"].concat([
        "nextWeek",
        "11-30",
        "Glögg",
        "later",
        "02-16",
        "Stämma",
      ]),
    );
  });

  it("leaves out the days before today and dims what has ended today", () => {
    const items = listItems(
      [event("I går", at(22, 9)), event("I morse", at(23, 8)), event("Nu", now - HOUR / 2)],
      options,
    );
    const events = items.filter((it) => it.kind === "event");
    expect(events.map(({ occurrence, isPast, isNow }) => [occurrence.title, isPast, isNow])).toEqual([
      ["I morse", true, false],
      ["Nu", false, true],
    ]);
  });

  it("shows what began earlier and lasts under today, before what has hours", () => {
    const lasts = event("Läger", at(21, 0), { allDay: true, end: at(25, 0) });
    expect(lines([lasts, event("Möte", at(23, 8))], options)).toEqual(["today", "Läger", "Möte"]);
  });

  it("shows a series from next week on once, and a changed time of it for itself", () => {
    const weeks = [24, 31, 38].map((day) => event("Kör", at(day, 18), { series: 4 }));
    const moved = event("Kör, flyttad", at(40, 18));
    const items = listItems([...weeks, moved], options).filter((it) => it.kind === "event");
    expect(items.map(({ occurrence, isFolded }) => [occurrence.title, isFolded])).toEqual([
      ["Kör", false],
      ["Kör", true],
      ["Kör, flyttad", false],
    ]);
  });

  it("names the almanac's days among the others, and says a distance once", () => {
    const named = [
      {
        day: localFromFields(2026, 11, 29, 0, 0, 0),
        name: "Första advent",
        isRed: true,
        distance: "om 6 dagar",
      },
    ];
    const items = listItems([event("Konsert", at(29, 16))], {
      ...options,
      named,
      distanceOf: () => "om 6 dagar",
    });
    expect(
      items.map((it) => (it.kind === "named" || it.kind === "event" ? [it.kind, it.isRepeat] : it.kind)),
    ).toEqual(["group", "day", ["named", false], ["event", true]]);
  });
});
