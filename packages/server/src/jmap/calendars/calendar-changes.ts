import { ok } from "@snart/calendar/result.ts";
import { changesMethod } from "../standard/changes.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { visibleCalendars } from "./visible-calendars.ts";

/** Calendar/changes (JMAP Calendars). */
export const calendarChanges = changesMethod(CALENDARS, "Calendar", async (context, account) => {
  const calendars = await visibleCalendars(context, account);
  return calendars.ok ? ok(new Set(calendars.value.map(({ record }) => record.id))) : calendars;
});
