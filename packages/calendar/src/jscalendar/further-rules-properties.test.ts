import fc from "fast-check";
import { expect, test } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { propertiesNamed, type Component } from "../icalendar/component.ts";
import { expand } from "../recurrence/expand.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { DAY, HOUR } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { changeAll, changeOne, removeFollowing, removeOne, splitAt } from "./series/edit-series.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { shiftText } from "./series/shift-text.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

// The five operations on series that have an EXRULE or a second RRULE, through iCalendar text.

const context = { uid: "v", now: Date.UTC(2026, 10, 20), prodId: "p" };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

const objectOf = (text: string): CalendarObject =>
  value(readCalendarObject(value(parseICalendar(text)).calendar));
const reread = (calendar: Component): CalendarObject => objectOf(serialiseICalendar(calendar));
const edited = (object: CalendarObject, patch: PatchObject): CalendarObject =>
  reread(value(patchObject(object, patch, context)));

function startsOf(object: CalendarObject): number[] {
  const window = { from: Date.UTC(2025, 11, 1), to: Date.UTC(2026, 8, 1) };
  return value(expand(value(seriesOfObject(object)), window, UTC)).map(({ startInstant }) => startInstant);
}

const objects = fc
  .tuple(
    fc.constantFrom("DTSTART:20260105T090000Z", "DTSTART;TZID=Europe/Stockholm:20260105T090000"),
    fc.constantFrom(
      "DAILY",
      "DAILY;COUNT=60",
      "DAILY;INTERVAL=3;UNTIL=20260630T220000Z",
      "WEEKLY;BYDAY=MO,WE,FR",
    ),
    fc.constantFrom(
      "EXRULE:FREQ=WEEKLY;BYDAY=WE",
      "EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=9",
      "EXRULE:FREQ=MONTHLY;BYMONTHDAY=1,19",
      "RRULE:FREQ=WEEKLY;BYDAY=SA",
      "RRULE:FREQ=MONTHLY;BYMONTHDAY=13,14",
    ),
  )
  .map(([start, rule, further]) =>
    objectOf(
      `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\nBEGIN:VEVENT\nUID:u\n${start}\nDURATION:PT1H\nRRULE:FREQ=${rule}\n${further}\nEND:VEVENT\nEND:VCALENDAR\n`,
    ),
  );

/** Checks an operation at one of the occurrences, by its key and its instant. */
function atOccurrence(
  check: (object: CalendarObject, event: JSEvent, key: string, at: number) => void,
): void {
  fc.assert(
    fc.property(objects, fc.nat(200), (object, n) => {
      const event = value(eventFromObject(object));
      const starts = startsOf(object);
      const at = starts[n % starts.length] ?? 0;
      const offset =
        event.timeZone === "Europe/Stockholm" ? (at < Date.UTC(2026, 2, 29, 1) ? 1 : 2) * HOUR : 0;
      check(object, event, new Date(at + offset).toISOString().slice(0, 19), at);
    }),
    { numRuns: 25 },
  );
}

test("one occurrence is changed or removed, and no other", () => {
  atOccurrence((object, event, key, at) => {
    const before = startsOf(object);
    const moved = edited(object, changeOne(event, key, { start: shiftText(key, HOUR) }));
    expect(startsOf(moved)).toEqual(before.map((start) => (start === at ? start + HOUR : start)));
    const removed = edited(object, removeOne(event, key));
    expect(startsOf(removed)).toEqual(before.filter((start) => start !== at));
  });
});

test("a split gives two series that together equal the original, and the following occurrences are removed without the earlier ones", () => {
  atOccurrence((object, event, key, at) => {
    const before = startsOf(object);
    const ended = value(removeFollowing(event, key));
    if (ended) expect(startsOf(edited(object, ended))).toEqual(before.filter((start) => start < at));
    const split = splitAt(event, key, "v");
    if (!split.ok) return;
    const first = startsOf(edited(object, split.value.before));
    const then = startsOf(reread(value(objectFromEvent(split.value.after, context))));
    expect(first).toEqual(before.filter((start) => start < at));
    expect(then).toEqual(before.filter((start) => start >= at));
  });
});

test("all occurrences move as far as the moved one", () => {
  atOccurrence((object, event, key) => {
    const hasExclusions = propertiesNamed(object.main!, "EXRULE").length > 0;
    // Days of the month stay as they are: it is unknown which of them was meant.
    const isRigid =
      !serialiseICalendar(object.calendar).includes("BYMONTHDAY") && event.timeZone === "Etc/UTC";
    for (const by of isRigid ? [HOUR, DAY, -2 * DAY] : [HOUR]) {
      const moved = edited(object, changeAll(event, { start: shiftText(key, by) }, key));
      const inside = (start: number) => start < Date.UTC(2026, 7, 25);
      expect(startsOf(moved).filter((start) => inside(start - by))).toEqual(
        startsOf(object)
          .filter(inside)
          .map((start) => start + by),
      );
      // Dates that EXRULE excludes are not repeated as EXDATEs.
      if (hasExclusions) expect(propertiesNamed(moved.main!, "EXDATE")).toEqual([]);
    }
  });
});
