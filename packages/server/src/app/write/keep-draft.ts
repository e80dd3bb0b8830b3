import { DRAFT_PROPERTY, isDraft, withDraft } from "@snart/calendar/access/draft.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { ReadObject } from "../objects/read-stored.ts";

/**
 * What is written over a draft stays one, and over anything else is none: only publishing ends a draft, and nothing makes one of what
 * others know (JMAP Calendars, `isDraft`). Apps that leave out what they do not know would publish it without a word.
 */
export function keepDraft(current: ReadObject | undefined, object: CalendarObject): CalendarObject {
  if (!current) return object;
  const wasDraft = current.stored.icalendar.includes(DRAFT_PROPERTY) && isDraft(current.object);
  return wasDraft === isDraft(object) ? object : withDraft(object, wasDraft);
}
