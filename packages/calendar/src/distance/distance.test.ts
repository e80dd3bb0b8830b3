import fc from "fast-check";
import { enGB } from "date-fns/locale/en-GB";
import { sv } from "date-fns/locale/sv";
import { formatDistance } from "date-fns";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "../time/instant.ts";
import { localFromFields } from "../time/local.ts";
import { ianaZone, UTC, type Zone } from "../time/zone.ts";
import { distance, durationInWords } from "./distance.ts";
import { distanceOfOccurrence, distanceOfPeriod } from "./distance-of-occurrence.ts";
import { nextChange } from "./next-change.ts";

const zoneNamed = (id: string): Zone => ianaZone(id) ?? expect.fail(`no zone ${id}`);
const stockholm = zoneNamed("Europe/Stockholm");
/** Monday 23 November 2026, 10:20: the moment that the designs show. */
const now = at("2026-11-23T10:20:00");

function at(local: string, zone: Zone = stockholm): number {
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = local.split(/[-T:]/).map(Number);
  return zone.toInstant(localFromFields(y, mo, d, h, mi, s));
}
const both = (to: number, from = now, zone = stockholm) => [
  distance({ kind: "instant", at: to }, from, zone, "en-GB"),
  distance({ kind: "instant", at: to }, from, zone, "sv"),
];

describe("the table of docs/design.md §2.1", () => {
  it.each([
    ["under 30 s", 29 * SECOND, "in less than a minute", "om mindre än en minut"],
    ["25 min", 25 * MINUTE, "in 25 minutes", "om 25 minuter"],
    ["44 min 30 s", 44.5 * MINUTE, "in about 1 hour", "om ungefär en timme"],
    ["89 min 29 s", 89.5 * MINUTE - SECOND, "in about 1 hour", "om ungefär en timme"],
    ["2 h 40 min", 160 * MINUTE, "in about 3 hours", "om ungefär tre timmar"],
    ["22 h 10 min", 22 * HOUR + 10 * MINUTE, "in about 22 hours", "om ungefär 22 timmar"],
    ["24 h, one midnight", 24 * HOUR, "in 1 day", "om en dag"],
    ["3 days", 3 * DAY, "in 3 days", "om tre dagar"],
    ["16 days", 16 * DAY, "in 16 days", "om 16 dagar"],
    ["31 days", 31 * DAY, "in about 1 month", "om ungefär en månad"],
    ["59 days", 59 * DAY, "in about 2 months", "om ungefär två månader"],
    ["84 days", 84 * DAY, "in about 3 months", "om ungefär tre månader"],
    ["past, minutes", -20 * MINUTE, "20 minutes ago", "20 minuter sedan"],
    ["past, hours", -60 * MINUTE, "about 1 hour ago", "ungefär en timme sedan"],
  ])("%s", (_, gap, en, swedish) => {
    expect(both(now + gap)).toEqual([en, swedish]);
  });
});

describe("days are midnights in the viewer's zone", () => {
  it.each([
    ["2026-11-23T23:00:00", "2026-11-25T08:00:00", "in 2 days", "om två dagar"],
    ["2026-11-23T00:10:00", "2026-11-24T23:50:00", "in 1 day", "om en dag"],
    ["2026-11-23T08:00:00", "2026-11-24T20:00:00", "in 1 day", "om en dag"],
    ["2026-11-23T08:00:00", "2026-12-20T08:00:00", "in 27 days", "om 27 dagar"],
    ["2026-11-25T08:00:00", "2026-11-23T23:00:00", "2 days ago", "två dagar sedan"],
    // under 24 hours elapsed time counts, even past midnight
    ["2026-11-23T23:00:00", "2026-11-24T08:00:00", "in about 9 hours", "om ungefär nio timmar"],
  ])("%s → %s", (from, to, en, swedish) => {
    expect(both(at(to), at(from))).toEqual([en, swedish]);
  });

  it("depends on the viewer's midnights", () => {
    const from = Date.UTC(2026, 10, 23, 22, 30);
    expect(both(from + 25 * HOUR, from, UTC)[0]).toBe("in 1 day");
    expect(both(from + 25 * HOUR, from, stockholm)[0]).toBe("in 2 days");
    expect(both(from + 23 * HOUR, from, stockholm)[0]).toBe("in about 23 hours");
  });
});

describe("days of 23 and 25 hours are ordinary days", () => {
  it.each([
    ["spring, same time tomorrow (23 h)", "2026-03-28T12:00:00", "2026-03-29T12:00:00", "in 1 day"],
    ["spring, a minute less on the wall", "2026-03-28T12:00:00", "2026-03-29T11:58:00", "in about 23 hours"],
    ["spring, two days", "2026-03-28T12:00:00", "2026-03-30T12:00:00", "in 2 days"],
    ["autumn, same time tomorrow (25 h)", "2026-10-24T12:00:00", "2026-10-25T12:00:00", "in 1 day"],
    ["autumn, 24 h on the stopwatch", "2026-10-24T12:00:00", "2026-10-25T11:00:00", "in 1 day"],
    ["autumn, within one day of 25 h", "2026-10-25T00:00:00", "2026-10-25T23:30:00", "in about 24 hours"],
    ["past, over the spring change", "2026-03-29T12:00:00", "2026-03-28T12:00:00", "1 day ago"],
  ])("%s", (_, from, to, words) => {
    expect(both(at(to), at(from))[0]).toBe(words);
  });
});

describe("months and years are calendar months and years", () => {
  it.each([
    ["2026-11-23", "2026-12-22", "in 29 days", "om 29 dagar"],
    ["2026-11-23", "2026-12-23", "in 1 month", "om en månad"],
    ["2026-12-23", "2027-01-22", "in 30 days", "om 30 dagar"],
    ["2027-02-01", "2027-03-01", "in 1 month", "om en månad"],
    ["2027-01-31", "2027-02-28", "in 28 days", "om 28 dagar"],
    ["2026-11-23", "2027-09-20", "in about 10 months", "om ungefär tio månader"],
    ["2026-11-23", "2027-02-23", "in 3 months", "om tre månader"],
    ["2026-11-23", "2027-03-08", "in about 3 months", "om ungefär tre månader"],
    ["2026-11-23", "2027-11-20", "in about 12 months", "om ungefär tolv månader"],
    ["2026-11-23", "2027-11-23", "in 1 year", "om ett år"],
    ["2026-11-23", "2027-12-24", "in about 1 year", "om ungefär ett år"],
    ["2026-11-23", "2028-06-01", "in over 1 year", "om över ett år"],
    ["2026-11-23", "2028-10-01", "in almost 2 years", "om nästan två år"],
    ["2028-02-29", "2029-02-28", "in about 12 months", "om ungefär tolv månader"],
    ["2026-11-23", "2024-11-23", "2 years ago", "två år sedan"],
    ["2026-11-23", "2026-10-22", "about 1 month ago", "ungefär en månad sedan"],
  ])("%s → %s", (from, to, en, swedish) => {
    expect(both(at(to), at(from))).toEqual([en, swedish]);
  });
});

describe("below a day the wording is that of date-fns", () => {
  it("for any gap, in both languages", () => {
    // Far from any change of clocks: date-fns corrects by the process's time zone, Snart never looks at it.
    const base = Date.UTC(2026, 5, 10, 12);
    fc.assert(
      fc.property(fc.integer({ min: -(DAY - MINUTE), max: DAY - MINUTE }), (gap) => {
        const reference = (locale: typeof enGB) =>
          formatDistance(base + gap, base, { addSuffix: true, locale });
        // date-fns calls equal moments "ago", as does Snart
        expect(both(base + gap, base, UTC)).toEqual([reference(enGB), reference(sv)]);
      }),
      { numRuns: 2000 },
    );
  });

  it("never shrinks as the gap grows", () => {
    const order = ["lessThan", "minute", "hour", "day", "month", "year"];
    const rank = (text: string) => Math.max(...order.map((word, i) => (text.includes(word) ? i : -1)));
    let before = -1;
    for (let gap = MINUTE; gap < 800 * DAY; gap += gap < DAY ? 7 * MINUTE : 5 * HOUR) {
      const step = rank(both(now + gap)[0] ?? "");
      expect(step).toBeGreaterThanOrEqual(before);
      before = step;
    }
  });
});

describe("whole days", () => {
  const day = (date: string, from = now) =>
    (["en-GB", "sv"] as const).map((locale) =>
      distance({ kind: "date", date: stockholm.toLocal(at(date)) }, from, stockholm, locale),
    );
  it("tomorrow is always in 1 day, today is today", () => {
    expect(day("2026-11-24", at("2026-11-23T23:59:59"))).toEqual(["in 1 day", "om en dag"]);
    expect(day("2026-11-24T18:00:00", at("2026-11-23T00:00:00"))).toEqual(["in 1 day", "om en dag"]);
    expect(day("2026-11-23")).toEqual(["today", "i dag"]);
    expect(day("2026-11-22")).toEqual(["1 day ago", "en dag sedan"]);
    expect(day("2026-12-14")).toEqual(["in 21 days", "om 21 dagar"]);
  });
});

describe("occurrences", () => {
  const word = (start: string, end: string, allDay = false, from = now) => {
    const span = { start: at(start), end: at(end), allDay };
    const en = distanceOfOccurrence(span, from, stockholm, "en-GB");
    const swedish = distanceOfOccurrence(span, from, stockholm, "sv");
    expect(swedish.warmth).toBe(en.warmth);
    return [en.text, swedish.text, en.warmth, en.running];
  };
  it("timed: start ahead, end while running, end when past", () => {
    expect(word("2026-11-23T12:00:00", "2026-11-23T12:45:00")).toEqual([
      "in about 2 hours",
      "om ungefär två timmar",
      2,
      false,
    ]);
    expect(word("2026-11-23T11:20:00", "2026-11-23T12:45:00")[2]).toBe(1);
    expect(word("2026-11-23T10:00:00", "2026-11-23T11:30:00")).toEqual([
      "ends in about 1 hour",
      "slutar om ungefär en timme",
      1,
      true,
    ]);
    expect(word("2026-11-23T09:00:00", "2026-11-23T10:00:00")).toEqual([
      "20 minutes ago",
      "20 minuter sedan",
      "past",
      false,
    ]);
    expect(word("2026-11-23T09:00:00", "2026-11-23T10:20:00")).toEqual([
      "less than a minute ago",
      "mindre än en minut sedan",
      "past",
      false,
    ]);
    expect(word("2026-11-24T10:20:00", "2026-11-24T11:00:00").slice(2)).toEqual([3, false]);
    expect(word("2026-11-30T10:20:00", "2026-11-30T11:00:00")[2]).toBe(3);
    expect(word("2026-11-30T10:21:00", "2026-11-30T11:00:00")[2]).toBe(4);
  });
  it("all-day: by the last day, inclusive", () => {
    expect(word("2026-11-23", "2026-11-24", true)).toEqual(["today", "i dag", 1, true]);
    expect(word("2026-11-23", "2026-11-26", true)).toEqual([
      "now · ends in 2 days",
      "pågår · slutar om två dagar",
      1,
      true,
    ]);
    expect(word("2026-11-22", "2026-11-24", true)).toEqual([
      "now · ends today",
      "pågår · slutar i dag",
      1,
      true,
    ]);
    expect(word("2026-11-24", "2026-11-25", true, at("2026-11-23T23:30:00"))).toEqual([
      "in 1 day",
      "om en dag",
      3,
      false,
    ]);
    expect(word("2026-11-20", "2026-11-23", true)).toEqual(["1 day ago", "en dag sedan", "past", false]);
    expect(word("2026-12-05", "2026-12-06", true)[2]).toBe(4);
  });
  it("an event of no length is past as soon as it has begun", () => {
    expect(word("2026-11-23T10:20:00", "2026-11-23T10:20:00")[2]).toBe("past");
  });
});

describe("a period on screen", () => {
  const period = (first: string, last: string, unit: "week" | "month", locale: "en-GB" | "sv") =>
    distanceOfPeriod(
      { first: stockholm.toLocal(at(first)), last: stockholm.toLocal(at(last)), unit },
      now,
      stockholm,
      locale,
    );
  it("is this one, ahead or past", () => {
    expect(period("2026-11-23", "2026-11-29", "week", "en-GB")).toBe("this week");
    expect(period("2026-11-23", "2026-11-29", "week", "sv")).toBe("den här veckan");
    expect(period("2026-11-01", "2026-11-30", "month", "en-GB")).toBe("this month");
    expect(period("2026-11-01", "2026-11-30", "month", "sv")).toBe("den här månaden");
    expect(period("2026-12-14", "2026-12-20", "week", "en-GB")).toBe("in 21 days");
    expect(period("2026-11-09", "2026-11-15", "week", "en-GB")).toBe("7 days ago");
    expect(period("2026-11-16", "2026-11-22", "week", "sv")).toBe("ungefär tio timmar sedan");
  });
});

describe("lengths", () => {
  it.each([
    [0, "less than a minute", "mindre än en minut"],
    [-5, "less than a minute", "mindre än en minut"],
    [45 * MINUTE, "about 1 hour", "ungefär en timme"],
    [2 * HOUR, "about 2 hours", "ungefär två timmar"],
    [36 * HOUR, "2 days", "två dagar"],
    [40 * DAY, "about 1 month", "ungefär en månad"],
    [400 * DAY, "about 1 year", "ungefär ett år"],
  ])("%i ms", (ms, en, swedish) => {
    expect([durationInWords(ms, "en-GB"), durationInWords(ms, "sv")]).toEqual([en, swedish]);
  });
});

describe("when the wording may change next", () => {
  const instant = (gap: number, from = now) =>
    nextChange({ kind: "instant", at: from + gap }, from, stockholm) - from;
  it("is the minute below a day and the hour from a day up", () => {
    expect(instant(HOUR)).toBe(MINUTE);
    expect(instant(HOUR, now + 20 * SECOND)).toBe(40 * SECOND);
    expect(instant(3 * DAY)).toBe(40 * MINUTE);
    expect(instant(-3 * DAY)).toBe(40 * MINUTE);
    expect(instant(DAY + 10 * MINUTE)).toBe(10 * MINUTE);
  });
  it("is midnight for whole days", () => {
    expect(nextChange({ kind: "date", date: stockholm.toLocal(now) }, now, stockholm)).toBe(at("2026-11-24"));
  });
  it("is always ahead, also while clocks go back", () => {
    const start = at("2026-10-25T00:00:00");
    for (let t = start; t < start + DAY; t += 7 * MINUTE) {
      for (const gap of [HOUR, 2 * DAY])
        expect(nextChange({ kind: "instant", at: t + gap }, t, stockholm)).toBeGreaterThan(t);
    }
  });
  it("never misses a change of the text", () => {
    for (const gap of [90 * MINUTE, 26 * HOUR, 3 * DAY]) {
      const target = { kind: "instant", at: now + gap } as const;
      const next = nextChange(target, now, stockholm);
      const text = distance(target, now, stockholm, "sv");
      for (let t = now; t < next && gap >= DAY; t += MINUTE)
        expect(distance(target, t, stockholm, "sv")).toBe(text);
    }
  });
});
