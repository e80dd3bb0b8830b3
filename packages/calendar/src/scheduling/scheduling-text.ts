import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";

// The scheduling tests read and write their calendars with these functions.

/** A VEVENT of the meeting; by default a lunch on 23 November 2026. */
export const event = (...lines: readonly string[]): readonly string[] => {
  const has = (name: string): boolean => lines.some((line) => line.startsWith(name));
  return [
    "BEGIN:VEVENT",
    "UID:meeting",
    ...(has("DTSTAMP") ? [] : ["DTSTAMP:20261101T120000Z"]),
    ...(has("DTSTART") ? [] : ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z"]),
    ...(has("SUMMARY") ? [] : ["SUMMARY:Lunch"]),
    ...(has("ORGANIZER") ? [] : ["ORGANIZER:mailto:elin@example.com"]),
    ...lines,
    "END:VEVENT",
  ];
};

/** The calendar object of these components. */
export function objectOf(...components: readonly (readonly string[])[]): CalendarObject {
  return readText(
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...components.flat(), "END:VCALENDAR", ""].join(
      "\r\n",
    ),
  );
}

/** An iTIP message of these components. */
export function messageOf(method: string, ...components: readonly (readonly string[])[]): CalendarObject {
  const { calendar } = objectOf(...components);
  return readText(serialiseICalendar(calendar).replace("VERSION:2.0", `VERSION:2.0\r\nMETHOD:${method}`));
}

export function readText(text: string): CalendarObject {
  const parsed = parseICalendar(text);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

/** The calendar after writing and reading it: as another server or a later request sees it. */
export const reread = (calendar: Component): CalendarObject => readText(serialiseICalendar(calendar));

/** The lines of each component, unfolded, without BEGIN and END. */
export const linesOf = (object: CalendarObject): readonly (readonly string[])[] =>
  [...(object.main ? [object.main] : []), ...object.overrides].map((component) =>
    serialiseICalendar(component).replace(/\r\n /g, "").split("\r\n").slice(1, -2),
  );

/** `ADDRESS STATE` of every attendee in each component, as `elin` for `mailto:elin@example.com`. */
export const answersOf = (object: CalendarObject): readonly string[] =>
  linesOf(object).map((lines) =>
    lines
      .filter((line) => line.startsWith("ATTENDEE"))
      .map((line) => {
        const name = /mailto:([^@]*)@example\.com$/i.exec(line)?.[1] ?? line;
        return `${name} ${/PARTSTAT=([A-Z-]+)/.exec(line)?.[1] ?? "NEEDS-ACTION"}`;
      })
      .join(", "),
  );
