import { startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Span } from "../../../store/items/span.ts";
import type { EventDraft } from "./draft.ts";

/** Returns the fields of a new event. By default whole days are free and hours are busy. */
export function newDraft(span: Span, calendarKey: string, viewer: Zone, title = ""): EventDraft {
  const start = viewer.toLocal(span.start);
  return {
    title,
    allDay: span.allDay,
    start: span.allDay ? startOfDay(start) : start,
    end: span.allDay ? startOfDay(viewer.toLocal(span.end - 1)) : viewer.toLocal(span.end),
    timeZone: viewer.id,
    repeat: { repeat: { kind: "none" }, at: start, isChosen: false },
    calendarKey,
    place: "",
    description: "",
    reminders: [],
    remindsAsCalendar: true,
    isPrivate: false,
    isFree: span.allDay,
  };
}

/** Returns a new event's free/busy status after a turn to whole days or back: it follows until the person chooses it. */
export const shownAsTurned = (draft: EventDraft, allDay: boolean): Partial<EventDraft> =>
  draft.isFreeChosen ? {} : { isFree: allDay };
