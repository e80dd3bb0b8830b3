import { expect, test } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { formatTimeValue } from "../icalendar/time-property.ts";
import { HOUR } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { readComponentTimes } from "./component-times.ts";
import { expand } from "./expand.ts";
import { zonesOf } from "./resolve-zone.ts";
import { seriesOfObject } from "./series.ts";
import { timeBounds } from "./time-bounds.ts";

function object(type: string, lines: string): CalendarObject {
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\nBEGIN:${type}\nUID:1\n${lines}\nEND:${type}\nEND:VCALENDAR\n`,
  );
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

function endOf(type: string, lines: string): string {
  const { main, type: kind, ...rest } = object(type, lines);
  const times = main && readComponentTimes(main, kind, zonesOf(rest));
  if (!times?.ok || !times.value) throw new Error(JSON.stringify(times));
  return formatTimeValue(times.value.end);
}

const DAY = "DTSTART;VALUE=DATE:20261025";

test.each([
  ["no end", DAY, "20261026"],
  ["DTEND on the day it starts", `${DAY}\nDTEND;VALUE=DATE:20261025`, "20261026"],
  ["DTEND before", `${DAY}\nDTEND;VALUE=DATE:20261020`, "20261026"],
  ["DTEND a day later", `${DAY}\nDTEND;VALUE=DATE:20261026`, "20261026"],
  ["DTEND two days later", `${DAY}\nDTEND;VALUE=DATE:20261027`, "20261027"],
  ["DURATION:P0D", `${DAY}\nDURATION:P0D`, "20261026"],
  ["DURATION:PT24H", `${DAY}\nDURATION:PT24H`, "20261026"],
  ["DURATION:PT49H", `${DAY}\nDURATION:PT49H`, "20261027"],
  ["DURATION:P3D", `${DAY}\nDURATION:P3D`, "20261028"],
])("an all-day event with %s", (_, lines, end) => expect(endOf("VEVENT", lines)).toBe(end));

test("all-day events only: a timed event may have no length, and a task is due at its DUE", () => {
  expect(endOf("VEVENT", "DTSTART:20261025T100000\nDTEND:20261025T100000")).toBe("20261025T100000");
  expect(endOf("VTODO", `${DAY}\nDUE;VALUE=DATE:20261025`)).toBe("20261025");
  expect(endOf("VJOURNAL", DAY)).toBe("20261026");
});

test("each occurrence of such a series lasts its day, also with an override, and the bounds contain it", () => {
  const stockholm = ianaZone("Europe/Stockholm");
  const weekly = object("VEVENT", `${DAY}\nDTEND;VALUE=DATE:20261025\nRRULE:FREQ=WEEKLY;COUNT=3`);
  const series = seriesOfObject(weekly);
  if (!series.ok || !stockholm) throw new Error("no series");
  const found = expand(series.value, { from: 0, to: Date.UTC(2027, 0) }, stockholm);
  const lengths = found.ok ? found.value.map((each) => (each.endInstant - each.startInstant) / HOUR) : [];
  expect(lengths).toEqual([25, 24, 24]);
  expect(timeBounds(weekly).end).toBeGreaterThan(Date.UTC(2026, 10, 9));

  const moved = object(
    "VEVENT",
    `${DAY}\nRRULE:FREQ=WEEKLY;COUNT=2\nEND:VEVENT\nBEGIN:VEVENT\nUID:1\nRECURRENCE-ID;VALUE=DATE:20261101\n` +
      "DTSTART;VALUE=DATE:20261103\nDTEND;VALUE=DATE:20261103",
  );
  const changed = seriesOfObject(moved);
  if (!changed.ok) throw new Error("no series");
  const afternoon = { from: Date.UTC(2026, 10, 3, 14), to: Date.UTC(2026, 10, 3, 15) };
  const hit = expand(changed.value, afternoon, stockholm);
  expect(hit.ok && hit.value.map(({ isOverride }) => isOverride)).toEqual([true]);
});
