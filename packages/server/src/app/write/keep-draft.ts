import { DRAFT_PROPERTY, isDraft, withDraft } from "@snart/calendar/access/draft.ts";
import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { prepareAdjusted, type PreparedObject } from "../objects/prepare-object.ts";
import { readStored } from "../objects/read-stored.ts";

/**
 * What is written over a draft stays one, and over anything else is none: only publishing ends a draft, and nothing makes one of what
 * others know (JMAP Calendars, `isDraft`). Apps that leave out what they do not know would publish it without a word.
 */
export function keepDraft(current: StoredObject | undefined, prepared: PreparedObject): PreparedObject {
  if (!current || ![current.icalendar, prepared.text].some((text) => text.includes(DRAFT_PROPERTY)))
    return prepared;
  const draft = isDraft(readStored(current));
  return draft === isDraft(prepared.object) ? prepared : asDraft(prepared, draft);
}

/** The object as a draft, or as none; `now` is when it was changed so. */
export function asDraft({ object }: PreparedObject, draft: boolean, now?: Instant): PreparedObject {
  const calendar = withDraft(object, draft, now);
  const read = readCalendarObject(calendar);
  if (!read.ok) throw new Error(`${object.uid} is no object any more as a draft`);
  return prepareAdjusted(serialiseICalendar(calendar), read.value);
}
