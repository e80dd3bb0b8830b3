import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { UTC } from "../time/zone.ts";
import { expandAsFar } from "./expand-as-far.ts";
import { expand } from "./expand.ts";
import { seriesOfObject } from "./series.ts";

const seriesWith = (...lines: string[]) => {
  const event = ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20260105T090000Z", ...lines];
  const text = ["BEGIN:VCALENDAR", ...event, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) throw new Error(object.problem.code);
  const series = seriesOfObject(object.value);
  if (!series.ok) throw new Error(series.problem.code);
  return series.value;
};
const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const starts = (series: ReturnType<typeof seriesWith>) => {
  const found = expandAsFar(series, YEAR, UTC);
  return found.occurrences.map((it) => new Date(it.startInstant).toISOString().slice(0, 10));
};

describe("expanding a series as far as possible", () => {
  it("gives the start and explicit dates of a series whose rule uses another calendar", () => {
    const hebrew = seriesWith("RRULE:RSCALE=HEBREW;FREQ=YEARLY", "RDATE:20260701T090000Z");
    expect(expand(hebrew, YEAR, UTC).ok).toBe(false);
    expect(starts(hebrew)).toEqual(["2026-01-05", "2026-07-01"]);
  });

  it("gives all occurrences of a series that can be expanded", () => {
    expect(starts(seriesWith("RRULE:FREQ=MONTHLY;COUNT=3"))).toEqual([
      "2026-01-05",
      "2026-02-05",
      "2026-03-05",
    ]);
  });

  it.each([
    ["FREQ=SECONDLY", 1_000],
    ["FREQ=MINUTELY", 60_000],
  ])("gives the first of too many occurrences, and says that they are not all: %s", (rule, step) => {
    const window = { from: Date.UTC(2026, 1, 1), to: Date.UTC(2026, 2, 1) };
    const { occurrences, problem } = expandAsFar(seriesWith(`RRULE:${rule}`), window, UTC);
    expect(problem?.code).toBe("too-many-occurrences");
    expect(occurrences).toHaveLength(10_000);
    expect(occurrences.map(({ startInstant }) => startInstant)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => window.from + n * step),
    );
  });

  it("gives the explicit times of a series whose rule never comes to an instance", () => {
    const series = seriesWith(
      "RRULE:FREQ=MINUTELY;INTERVAL=12;BYMINUTE=10,11;COUNT=2",
      "RDATE:20300701T090000Z",
    );
    const window = { from: Date.UTC(2030, 0, 1), to: Date.UTC(2031, 0, 1) };
    const { occurrences, problem } = expandAsFar(series, window, UTC);
    expect(problem?.code).toBe("too-many-occurrences");
    expect(occurrences.map(({ startInstant }) => startInstant)).toEqual([Date.UTC(2030, 6, 1, 9)]);
  });

  it("looks for nothing behind the start where COUNT is 1", () => {
    const once = seriesWith("RRULE:FREQ=MINUTELY;INTERVAL=12;BYMINUTE=10,11;COUNT=1");
    expect(expand(once, YEAR, UTC)).toMatchObject({
      ok: true,
      value: [{ startInstant: Date.UTC(2026, 0, 5, 9) }],
    });
    expect(starts(seriesWith("RRULE:FREQ=DAILY;COUNT=1"))).toEqual(["2026-01-05"]);
    expect(starts(seriesWith("RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=1"))).toEqual(["2026-01-05"]);
  });
});
