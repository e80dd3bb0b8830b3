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
  return found.ok ? found.value.map((it) => new Date(it.startInstant).toISOString().slice(0, 10)) : found;
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

  it("still reports too many occurrences", () => {
    const found = expandAsFar(seriesWith("RRULE:FREQ=SECONDLY"), YEAR, UTC);
    expect(found.ok ? "" : found.problem.code).toBe("too-many-occurrences");
  });
});
