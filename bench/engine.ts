// The engine beside foreign ones, in one process, in turns (QUALITY §4). Run by main.ts.
import ICAL from "ical.js";
import { parseICalendar } from "../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../packages/calendar/src/icalendar/serialise.ts";
import { measure } from "./measure.ts";
import type { Section } from "./measure.ts";
import { measureRecurrence } from "./recurrence.ts";
import { sampleCalendar } from "./sample-calendar.ts";

/** Reading a character makes a string of many parts one flat string, as sending it would. */
const flat = (text: string): number => text.charCodeAt(text.length >> 1);

function textSection(): Section {
  const events = 2000;
  const text = sampleCalendar(events);
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const { calendar } = parsed.value;
  const jcal: unknown = ICAL.parse(text);
  return {
    title: `iCalendar text, ${String(events)} events, ${(text.length / 1e6).toFixed(1)} MB (µs an event)`,
    rows: [
      measure({
        name: "parse",
        against: "ical.js to jCal",
        ours: () => parseICalendar(text),
        theirs: () => ICAL.parse(text),
        units: events,
        roundTime: 200,
        target: 3,
      }),
      measure({
        name: "serialise, to one flat string",
        against: "ical.js from jCal",
        ours: () => flat(serialiseICalendar(calendar)),
        theirs: () => flat(ICAL.stringify(jcal as never)),
        units: events,
        roundTime: 200,
        target: 4,
      }),
    ],
  };
}

/** Measures everything about the engine; takes a minute and a half. */
export const measureEngine = (): readonly Section[] => [textSection(), ...measureRecurrence()];
