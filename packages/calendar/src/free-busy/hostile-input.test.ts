import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextAlarm, ringsBetween } from "../alarms/next-alarm.ts";
import { matchesFilter } from "../filter/matches-filter.ts";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { ianaZone } from "../time/zone.ts";
import { readAvailability, unavailablePeriods } from "./availability.ts";
import { busyPeriodsOfComponent } from "./free-busy-component.ts";

// Any text gives an answer or a problem, never an exception, and never an invalid period.

const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no such zone");
const window = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) };

const value = fc.oneof(
  fc.constantFrom(
    "20261123T100000Z",
    "20261123T100000",
    "20261123",
    "00010101T000000Z",
    "99991231T235959Z",
    "20260229T250000",
    "PT1H",
    "-P1W",
    "P999999999D",
    "-P999999999W",
    "PT999999999H",
    "P",
    "20261123T100000Z/PT1H",
    "20261123T100000Z/20261122T100000Z",
    "20261123T100000Z/P999999999D",
    "FREQ=DAILY",
    "FREQ=SECONDLY",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=WEEKLY;UNTIL=99991231T000000Z",
    "9",
    "-1",
    "1e9",
    "999999999999999999999",
    "BUSY",
    "",
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, "")),
);
const parameters = fc.constantFrom(
  "",
  ";VALUE=DATE",
  ";VALUE=DATE-TIME",
  ";TZID=Europe/Stockholm",
  ";TZID=Nowhere/At-All",
  ";RELATED=END",
  ";FBTYPE=FREE",
  ";FBTYPE=__proto__",
  ";RANGE=THISANDFUTURE",
);
const name = fc.constantFrom(
  ..."DTSTART DTEND DUE DURATION RRULE RDATE EXDATE RECURRENCE-ID PRIORITY BUSYTYPE UID TRIGGER REPEAT ACKNOWLEDGED FREEBUSY".split(
    " ",
  ),
);
const line = fc.tuple(name, parameters, value).map((parts) => `${parts[0]}${parts[1]}:${parts[2]}`);
/** Often puts something readable in front, so that the code behind it is reached. */
const lines = (most: number, ...readable: readonly string[]) =>
  fc
    .tuple(fc.subarray([...readable]), fc.array(line, { maxLength: most }))
    .map(([first, others]) => [...first, ...others]);
const START = "DTSTART:20261110T100000Z";
const within = (component: string, inner: readonly string[]): string[] => [
  `BEGIN:${component}`,
  "UID:u",
  ...inner,
  `END:${component}`,
];
function parse(...components: readonly string[][]) {
  const parsed = parseICalendar(["BEGIN:VCALENDAR", ...components.flat(), "END:VCALENDAR", ""].join("\r\n"));
  return parsed.ok ? parsed.value.calendar : undefined;
}

describe("hostile input", () => {
  it("as availability", () => {
    fc.assert(
      fc.property(
        lines(4),
        lines(5, START),
        lines(5, START, "DURATION:PT1H", "RRULE:FREQ=DAILY"),
        (outer, one, other) => {
          const parts = [...within("AVAILABLE", one), ...within("AVAILABLE", other)];
          const calendar = parse(within("VAVAILABILITY", [...outer, ...parts]));
          const read = calendar && readAvailability(calendar);
          if (!read?.ok) return;
          const found = unavailablePeriods(read.value, window, stockholm);
          for (const { from, to } of found.ok ? found.value : []) {
            expect(from).toBeGreaterThanOrEqual(window.from);
            expect(to).toBeLessThanOrEqual(window.to);
            expect(from).toBeLessThan(to);
          }
        },
      ),
      { numRuns: 1_500 },
    );
  });
  it("as free and busy times", () => {
    fc.assert(
      fc.property(lines(6), (inner) => {
        const component = parse(within("VFREEBUSY", inner))?.components[0];
        for (const { from, to } of component ? busyPeriodsOfComponent(component, window) : []) {
          expect(from).toBeGreaterThanOrEqual(window.from);
          expect(to).toBeLessThanOrEqual(window.to);
          expect(from).toBeLessThan(to);
        }
      }),
      { numRuns: 500 },
    );
  });
  it("as alarms", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("VEVENT", "VTODO"),
        lines(5),
        lines(4),
        lines(4),
        (type, outer, one, other) => {
          const alarms = [...within("VALARM", one), ...within("VALARM", other)];
          const calendar = parse(within(type, [...outer, ...alarms]));
          const object = calendar && readCalendarObject(calendar);
          if (!object?.ok) return;
          const ring = nextAlarm(object.value, window.from, stockholm);
          if (ring) expect(ring.at).toBeGreaterThan(window.from);
          const rings = ringsBetween(object.value, window, stockholm);
          for (const { at } of rings.ok ? rings.value : []) {
            expect(at).toBeGreaterThanOrEqual(window.from);
            expect(at).toBeLessThan(window.to);
          }
        },
      ),
      { numRuns: 1_500 },
    );
  });
  it("as what a filter looks at", () => {
    const bare = { isNotDefined: false, propFilters: [], compFilters: [] };
    const timeRange = window;
    const alarm = { ...bare, name: "VALARM", timeRange };
    const moment = { isNotDefined: false, paramFilters: [], timeRange, name: "RECURRENCE-ID" };
    fc.assert(
      fc.property(
        fc.constantFrom("VEVENT", "VTODO", "VJOURNAL"),
        lines(5, START, "RRULE:FREQ=DAILY"),
        lines(4, "TRIGGER:-PT15M"),
        lines(4, "RECURRENCE-ID:20261112T100000Z"),
        (type, main, ring, override) => {
          const parts = [within(type, [...main, ...within("VALARM", ring)]), within(type, override)];
          const calendar = parse(...parts, within("VFREEBUSY", ring));
          const object = calendar && readCalendarObject(calendar);
          if (!object?.ok) return;
          for (const inner of [
            { ...bare, name: type, timeRange },
            { ...bare, name: type, compFilters: [alarm] },
            { ...bare, name: type, propFilters: [moment] },
            { ...bare, name: "VFREEBUSY", timeRange },
          ]) {
            const filter = { ...bare, name: "VCALENDAR", compFilters: [inner] };
            expect(matchesFilter(object.value, filter, stockholm)).toBeTypeOf("boolean");
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
