import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { objectWarnings } from "../recurrence/value-warnings.ts";
import type { ReadOtherwise } from "./types.ts";

/**
 * What of an object a person or a JMAP client is told that it is read otherwise than it is written, once each. An empty value says
 * nothing, so it is not read otherwise.
 */
export function readOtherwise(object: CalendarObject): readonly ReadOtherwise[] {
  const told = new Map<string, ReadOtherwise>();
  for (const { code, detail } of objectWarnings(object)) {
    if (code === "unknown-zone")
      told.set(`TZID ${detail}`, { property: "TZID", value: detail.slice(0, LONG) });
    else if (code === "unreadable-value") told.set(detail, { property: detail });
  }
  return [...told.values()].slice(0, MOST);
}
/** A name of a zone is short; whoever writes thousands of odd values is not told of each. */
const LONG = 100;
const MOST = 20;
