import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import type { JSEvent } from "../jscalendar/types.ts";
import { timeBounds } from "../recurrence/time-bounds.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import type { CompFilter } from "./caldav-filter.ts";
import { indexHints, isKnownToMatch, takesPlaceInside, type IndexedObject } from "./decided-by-head.ts";
import { matchesCondition } from "./event-filter-condition.ts";
import { matchesFilter } from "./matches-filter.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const HOUR = 3_600_000;
const ONCE: IndexedObject = {
  component: "VEVENT",
  isRecurring: false,
  start: NOON,
  end: NOON + HOUR,
  icalendar: "DTSTART:20261124T120000Z\r\n",
};
const AROUND = { from: NOON - HOUR, to: NOON + 2 * HOUR };

const comp = (name: string, more: Partial<CompFilter> = {}): CompFilter => ({
  name,
  isNotDefined: false,
  propFilters: [],
  compFilters: [],
  ...more,
});
const asking = (...compFilters: readonly CompFilter[]): CompFilter => comp("VCALENDAR", { compFilters });
const RULE = { name: "RRULE", isNotDefined: false, paramFilters: [] };

describe("takesPlaceInside", () => {
  it("knows an event that lies in the range, whose ends may be open", () => {
    expect(takesPlaceInside(ONCE, AROUND)).toBe(true);
    expect(takesPlaceInside(ONCE, { from: null, to: AROUND.to })).toBe(true);
    expect(takesPlaceInside(ONCE, { from: AROUND.from, to: null })).toBe(true);
  });

  it.each<[string, Partial<IndexedObject>]>([
    ["begins with the range", { start: AROUND.from }],
    ["ends with the range", { end: AROUND.to }],
    ["goes on for ever", { end: null }],
    ["repeats", { isRecurring: true }],
    ["is a task", { component: "VTODO" }],
    ["is a journal", { component: "VJOURNAL" }],
    ["has its only day taken away", { icalendar: "EXDATE:20261124T120000Z\r\n" }],
    ["has it taken away in lower case", { icalendar: "exdate:20261124T120000Z\r\n" }],
    ["has it taken away by a folded line", { icalendar: "EX\r\n DA\n\tTE:20261124T120000Z\r\n" }],
  ])("leaves to the text what %s", (_, change) => {
    expect(takesPlaceInside({ ...ONCE, ...change }, AROUND)).toBe(false);
  });
});

describe("isKnownToMatch", () => {
  it("knows what is asked for by its component alone, whatever it is", () => {
    expect(isKnownToMatch(ONCE, asking())).toBe(true);
    expect(isKnownToMatch(ONCE, asking(comp("VEVENT")))).toBe(true);
    expect(isKnownToMatch({ ...ONCE, isRecurring: true, end: null }, asking(comp("VEVENT")))).toBe(true);
    expect(isKnownToMatch({ ...ONCE, component: "VTODO" }, asking(comp("VTODO")))).toBe(true);
  });

  it("knows an event in the range that is asked for, and leaves the others to the text", () => {
    const inRange = asking(comp("VEVENT", { timeRange: AROUND }));
    expect(isKnownToMatch(ONCE, inRange)).toBe(true);
    expect(isKnownToMatch({ ...ONCE, isRecurring: true }, inRange)).toBe(false);
  });

  it.each<[string, CompFilter]>([
    ["another component", asking(comp("VTODO"))],
    ["the absence of a component", asking(comp("VEVENT", { isNotDefined: true }))],
    ["a property", asking(comp("VEVENT", { propFilters: [RULE] }))],
    ["an alarm", asking(comp("VEVENT", { compFilters: [comp("VALARM")] }))],
    ["two components", asking(comp("VEVENT"), comp("VTODO"))],
    ["a property of the calendar", comp("VCALENDAR", { propFilters: [RULE] })],
    ["a time of the calendar", comp("VCALENDAR", { timeRange: AROUND })],
    ["no calendar", comp("VCALENDAR", { isNotDefined: true })],
  ])("leaves to the text a filter for %s", (_, filter) => {
    expect(isKnownToMatch(ONCE, filter)).toBe(false);
  });
});

describe("indexHints", () => {
  it("narrows to a component and its time", () => {
    expect(indexHints(asking(comp("VTODO")))).toEqual({ component: "VTODO" });
    expect(indexHints(asking(comp("VEVENT", { timeRange: AROUND, propFilters: [RULE] })))).toEqual({
      component: "VEVENT",
      ...AROUND,
    });
  });

  it.each([
    ["nothing that is asked for", asking()],
    ["several components", asking(comp("VEVENT"), comp("VTODO"))],
    ["what is not there", asking(comp("VEVENT", { isNotDefined: true }))],
    ["a component that is not stored", asking(comp("VTIMEZONE"))],
  ])("does not narrow to %s", (_, filter) => {
    expect(indexHints(filter)).toEqual({});
  });
});

const utc = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll("-", "").replaceAll(":", "")}Z`;

it("knows nothing to match that the filter, given the text, leaves out", () => {
  const zones = ["Europe/Stockholm", "Pacific/Kiritimati", "Pacific/Pago_Pago"].map(
    (id) => ianaZone(id) ?? UTC,
  );
  const hours = fc.integer({ min: -96, max: 48 });
  let known = 0;
  fc.assert(
    fc.property(
      hours,
      fc.integer({ min: 0, max: 48 }),
      hours,
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom("Z", "", ";VALUE=DATE"),
      fc.constantFrom(...zones),
      fc.boolean(),
      (shift, length, first, reach, form, zone, isTakenAway) => {
        const start = NOON + shift * HOUR;
        const range = { from: NOON + first * HOUR, to: NOON + (first + reach) * HOUR };
        const value = utc(start).slice(0, form === ";VALUE=DATE" ? 8 : 15);
        const [begins, lasts] =
          form === ";VALUE=DATE"
            ? [`${form}:${value}`, `P${1 + (length % 3)}D`]
            : [`:${value}${form}`, `PT${length}H`];
        const icalendar = [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "BEGIN:VEVENT",
          "UID:u",
          `DTSTART${begins}`,
          `DURATION:${lasts}`,
          ...(isTakenAway ? [`EXDATE${begins}`] : []),
          "END:VEVENT",
          "END:VCALENDAR",
          "",
        ].join("\r\n");
        const parsed = parseICalendar(icalendar);
        const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
        if (!object.ok) return expect.fail(JSON.stringify(object.problem));
        const indexed = { ...ONCE, ...timeBounds(object.value), icalendar };
        const filter = asking(comp("VEVENT", { timeRange: range }));
        if (!isKnownToMatch(indexed, filter)) return undefined;
        known += 1;
        expect(matchesFilter(object.value, filter, zone)).toBe(true);
        return undefined;
      },
    ),
    { numRuns: 2_000 },
  );
  expect(known).toBeGreaterThan(100);
});

it("spares a JMAP condition the expansion, and nothing else", () => {
  const later = { title: "Bakdag", start: "2027-01-01T00:00:00" } as unknown as JSEvent;
  const condition = { after: "2026-11-24T11:00:00", before: "2026-11-24T14:00:00" } as const;
  expect(matchesCondition(later, condition, UTC)).toBe(false);
  expect(matchesCondition(later, condition, UTC, ONCE)).toBe(true);
  expect(matchesCondition(later, { ...condition, title: "lunch" }, UTC, ONCE)).toBe(false);
  expect(matchesCondition(later, condition, UTC, { ...ONCE, isRecurring: true })).toBe(false);
});
