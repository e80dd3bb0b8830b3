import { DRAFT_PROPERTY, isDraft, withDraft } from "@snart/calendar/access/draft.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { ReadObject } from "../objects/read-stored.ts";

/**
 * An overwritten draft stays a draft, and nothing else becomes one: only publishing ends a draft, and an event that
 * others know can't become one (JMAP Calendars, `isDraft`). Apps that drop unknown properties would otherwise publish
 * it silently.
 */
export function keepDraft(current: ReadObject | undefined, object: CalendarObject): CalendarObject {
  if (!current) return object;
  const wasDraft = current.stored.icalendar.includes(DRAFT_PROPERTY) && isDraft(current.object);
  return wasDraft === isDraft(object) ? object : withDraft(object, wasDraft);
}
