import { changesMethod } from "../standard/changes.ts";
import { CALENDARS } from "../wire/capabilities.ts";

/** Calendar/changes (JMAP Calendars). */
export const calendarChanges = changesMethod(CALENDARS, "Calendar");
