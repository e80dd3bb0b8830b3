import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { DAY, HOUR } from "../time/instant.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { expand } from "./expand.ts";
import { seriesOfObject } from "./series.ts";
import { textAround } from "./text-around.ts";

const START = Date.UTC(2026, 0, 1, 9);
const digits = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
const event = (...lines: readonly string[]): string[] => [
  "BEGIN:VEVENT",
  "UID:u",
  "DTSTAMP:20260101T000000Z",
  ...lines,
  "END:VEVENT",
];
const calendar = (...events: readonly (readonly string[])[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...events.flat(), "END:VCALENDAR", ""].join(
    "\r\n",
  );

function read(text: string): CalendarObject {
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) throw new Error(JSON.stringify(object.problem));
  return object.value;
}
/** What takes place in a window, with the title of each. */
function within(text: string, window: { readonly from: number; readonly to: number }, zone = UTC): unknown {
  const series = seriesOfObject(read(text));
  const found = series.ok ? expand(series.value, window, zone) : series;
  if (!found.ok) return found.problem;
  return found.value.map(({ startInstant, endInstant, source }) => [
    startInstant,
    endInstant,
    source.properties.find(({ name }) => name === "SUMMARY")?.value,
  ]);
}
const overridesIn = (text: string): number => text.match(/^RECURRENCE-ID/gm)?.length ?? 0;

describe("textAround", () => {
  const main = event(`DTSTART:${digits(START)}Z`, "DURATION:PT1H", "RRULE:FREQ=DAILY", "SUMMARY:main");
  const one = (day: number, ...lines: readonly string[]): string[] =>
    event(`RECURRENCE-ID:${digits(START + day * DAY)}Z`, ...lines, `SUMMARY:${day}`);
  const plain = (day: number): string[] => one(day, `DTSTART:${digits(START + day * DAY)}Z`);
  const week = { from: START + 100 * DAY, to: START + 107 * DAY };

  it("keeps the days around a window, with everything else", () => {
    const text = calendar(main, ...Array.from({ length: 1_000 }, (_, day) => plain(day)));
    const around = textAround(text, week);
    expect(overridesIn(around)).toBeLessThan(20);
    expect(within(around, week)).toEqual(within(text, week));
    expect(textAround(around, week)).toBe(around);
  });

  it("keeps what has come from elsewhere, has gone elsewhere, or lasts until the window", () => {
    const text = calendar(
      main,
      one(101, `DTSTART:${digits(START + 900 * DAY)}Z`),
      one(500, `DTSTART:${digits(START + 102 * DAY)}Z`),
      one(10, `DTSTART:${digits(START + 10 * DAY)}Z`, `DTEND:${digits(START + 103 * DAY)}Z`),
      one(11, `DTSTART:${digits(START + 11 * DAY)}Z`, "DURATION:P14W"),
      plain(12),
    );
    const around = textAround(text, week);
    expect(overridesIn(around)).toBe(4);
    expect(within(around, week)).toEqual(within(text, week));
  });

  it.each([
    [
      "an occurrence that speaks for all that follow",
      calendar(
        main,
        event(`RECURRENCE-ID;RANGE=THISANDFUTURE:${digits(START)}Z`, `DTSTART:${digits(START + HOUR)}Z`),
        plain(3),
      ),
    ],
    [
      "periods",
      calendar(event(`DTSTART:${digits(START)}Z`, `RDATE;VALUE=PERIOD:${digits(START)}Z/P90D`), plain(3)),
    ],
    ["occurrences without a series", calendar(plain(3), plain(4))],
    ["another spelling", calendar(main, plain(3)).replaceAll("VEVENT", "vevent")],
    ["no event", calendar(["BEGIN:VTODO", "UID:u", "END:VTODO"])],
    ["half a text", calendar(main, plain(3)).slice(0, -40)],
  ])("leaves a text as it is with %s", (_, text) => expect(textAround(text, week)).toBe(text));

  it("keeps an occurrence that it does not understand", () => {
    for (const lines of [
      [`DTSTART;X-LONG=${"x".repeat(60)}\r\n :${digits(START)}Z`],
      [`DTSTART:${digits(START)}Z`, "DURATION:PT1H30X"],
      [`DTSTART:${digits(START)}Z`, "BEGIN:VALARM", "DURATION:PT1M", "END:VALARM"],
      [`dtstart:${digits(START)}Z`],
    ]) {
      const text = calendar(main, one(0, ...lines), plain(1));
      expect(overridesIn(textAround(text, week)), lines.join()).toBe(1);
    }
  });

  it("changes nothing that takes place within the window, whatever the series", () => {
    const times = fc.record({
      day: fc.nat(200),
      moved: fc.oneof(fc.constant(0), fc.integer({ min: -150, max: 150 })),
      end: fc.constantFrom("", "DTEND", "DURATION"),
      long: fc.oneof(fc.nat(48), fc.nat(3_000)),
    });
    const forms = fc.constantFrom("utc", "zone", "date", "floating");
    const property = fc.property(
      fc.uniqueArray(times, { selector: ({ day }) => day, maxLength: 25 }),
      forms,
      fc.constantFrom(
        "FREQ=DAILY",
        "FREQ=DAILY;COUNT=120",
        "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=DAILY;INTERVAL=3",
      ),
      fc.nat(200),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom("UTC", "Pacific/Kiritimati", "America/Los_Angeles"),
      (own, form, rule, from, hours, zoneName) => {
        const at = (name: string, instant: number): string =>
          form === "date"
            ? `${name};VALUE=DATE:${digits(instant).slice(0, 8)}`
            : `${name}${form === "zone" ? ";TZID=Europe/Stockholm" : ""}:${digits(instant)}${form === "utc" ? "Z" : ""}`;
        const text = calendar(
          event(
            at("DTSTART", START),
            at("DTEND", START + (form === "date" ? DAY : 30 * HOUR)),
            `RRULE:${rule}`,
            "SUMMARY:main",
          ),
          ...own.map(({ day, moved, end, long }) => {
            const start = START + (day + moved) * DAY;
            const length = form === "date" ? Math.ceil((long + 1) / 24) * DAY : long * HOUR;
            return event(
              at("RECURRENCE-ID", START + day * DAY),
              at("DTSTART", start),
              ...(end === "DTEND" ? [at("DTEND", start + length)] : []),
              ...(end === "DURATION"
                ? [`DURATION:P${length / DAY >= 1 ? `${Math.floor(length / DAY)}D` : "T1H"}`]
                : []),
              `SUMMARY:${day}`,
            );
          }),
        );
        const window = { from: START + from * DAY, to: START + from * DAY + hours * HOUR };
        const zone = ianaZone(zoneName) ?? UTC;
        expect(within(textAround(text, window), window, zone)).toEqual(within(text, window, zone));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
