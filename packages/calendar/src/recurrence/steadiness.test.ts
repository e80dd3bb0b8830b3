import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CompFilter } from "../filter/caldav-filter.ts";
import { isKnownToMatch } from "../filter/decided-by-head.ts";
import { matchesFilter } from "../filter/matches-filter.ts";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { DAY, HOUR } from "../time/instant.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { beginsWithin, steadinessOf } from "./steadiness.ts";
import { timeBounds } from "./time-bounds.ts";

const NOON = Date.UTC(2026, 2, 24, 12);

function objectOf(...events: readonly (readonly string[])[]): CalendarObject {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", "UID:u", ...event, "END:VEVENT"]);
  const parsed = parseICalendar(
    ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"),
  );
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) throw new Error(JSON.stringify(object.problem));
  return object.value;
}
const digits = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");

describe("steadinessOf", () => {
  const start = `DTSTART:${digits(NOON)}Z`;
  const week = { from: NOON + 700 * DAY, to: NOON + 707 * DAY };

  it("knows that a plain rule goes on for ever, whatever is special about single days", () => {
    const daily = objectOf([start, "RRULE:FREQ=DAILY", `EXDATE:${digits(NOON + 9 * DAY)}Z`]);
    const found = steadinessOf(daily);
    expect(found).toBeDefined();
    if (!found) return;
    expect(found.from).toBe(NOON);
    expect(beginsWithin(found, week)).toBe(true);
    expect(beginsWithin(found, { ...week, to: week.from + DAY })).toBe(false);
    expect(beginsWithin(found, { from: NOON - 9 * DAY, to: NOON })).toBe(false);
  });

  it("counts a gap that EXDATEs make", () => {
    const taken = Array.from({ length: 20 }, (_, n) => `EXDATE:${digits(NOON + (700 + n) * DAY)}Z`);
    const found = steadinessOf(objectOf([start, "RRULE:FREQ=DAILY", ...taken]));
    expect(found && beginsWithin(found, week)).toBe(false);
    expect(found && beginsWithin(found, { ...week, to: week.from + 22 * DAY })).toBe(true);
  });

  it("knows nothing of instances without a series, and only what is looked at of other rules", () => {
    expect(steadinessOf(objectOf([start, `RECURRENCE-ID:${digits(NOON)}Z`]))).toBeUndefined();
    const last = steadinessOf(objectOf([start, "RRULE:FREQ=DAILY;COUNT=5"]));
    expect(last).toEqual({ from: NOON, until: NOON + 4 * DAY, pause: DAY });
    const monthly = steadinessOf(objectOf([start, "RRULE:FREQ=MONTHLY;BYMONTHDAY=31"]));
    expect(monthly?.pause).toBeGreaterThan(60 * DAY);
  });
});

const rules = fc.constantFrom(
  "FREQ=DAILY",
  "FREQ=DAILY;INTERVAL=2",
  "FREQ=DAILY;COUNT=25",
  "FREQ=WEEKLY",
  "FREQ=WEEKLY;BYDAY=MO,TH",
  "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU;WKST=SU",
  "FREQ=WEEKLY;UNTIL=20260601T000000Z",
  "FREQ=MONTHLY;BYMONTHDAY=31",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
  "FREQ=DAILY;BYDAY=MO",
);
const forms = fc.constantFrom(
  { zone: "", suffix: "Z", length: 15, lasts: "PT1H" },
  { zone: "", suffix: "", length: 15, lasts: "PT1H" },
  { zone: ";TZID=Europe/Stockholm", suffix: "", length: 15, lasts: "PT0S" },
  { zone: ";TZID=Pacific/Apia", suffix: "", length: 15, lasts: "PT2H" },
  { zone: ";VALUE=DATE", suffix: "", length: 8, lasts: "P1D" },
);
const viewers = fc.constantFrom(
  ...["Europe/Stockholm", "Pacific/Kiritimati", "Pacific/Pago_Pago"].map((id) => ianaZone(id) ?? UTC),
);

it("lets nothing be known to match that the filter, given the text, leaves out", () => {
  let known = 0;
  fc.assert(
    fc.property(
      fc.record({
        rule: rules,
        form: forms,
        taken: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }),
        moved: fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -90, max: 90 })), {
          maxLength: 6,
        }),
        isMovedOn: fc.boolean(),
        shift: fc.integer({ min: -80, max: 20_000 }),
        reach: fc.integer({ min: 1, max: 40 * 24 }),
        viewer: viewers,
      }),
      ({ rule, form, taken, moved, isMovedOn, shift, reach, viewer }) => {
        const at = (hours: number): string =>
          `${form.zone}:${digits(NOON + hours * HOUR).slice(0, form.length)}${form.suffix}`;
        const main = [
          `DTSTART${at(0)}`,
          `DURATION:${form.lasts}`,
          `RRULE:${rule}`,
          ...taken.map((day) => `EXDATE${at(day * 24)}`),
        ];
        const overrides = [...new Map(moved)].map(([day, by], index) => [
          `RECURRENCE-ID${isMovedOn && index === 0 ? ";RANGE=THISANDFUTURE" : ""}${at(day * 24)}`,
          `DTSTART${at(day * 24 + by)}`,
          `DURATION:${form.lasts}`,
        ]);
        const object = objectOf(main, ...overrides);
        const steadiness = steadinessOf(object);
        const range = { from: NOON + shift * HOUR, to: NOON + (shift + reach) * HOUR };
        const filter = asking(range);
        const indexed = {
          component: "VEVENT",
          isRecurring: true,
          icalendar: "",
          ...timeBounds(object),
        } as const;
        if (!isKnownToMatch(indexed, filter, steadiness)) return;
        known++;
        expect(matchesFilter(object, filter, viewer)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
  expect(known).toBeGreaterThan(50);
});

function asking(timeRange: { readonly from: number; readonly to: number }): CompFilter {
  const none = { isNotDefined: false, propFilters: [], compFilters: [] };
  return { ...none, name: "VCALENDAR", compFilters: [{ ...none, name: "VEVENT", timeRange }] };
}
