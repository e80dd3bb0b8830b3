import { ok } from "@snart/calendar/result.ts";
import type { ObjectId } from "../../app/types.ts";
import { changesMethod } from "../standard/changes.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { findEvents } from "./find-events.ts";

/** CalendarEvent/changes (JMAP Calendars). Ids of single occurrences are never among them. */
export const eventChanges = changesMethod(CALENDARS, "CalendarEvent", async (context, account, ids) => {
  const events = await findEvents(context, account, ids as readonly ObjectId[]);
  return events.ok ? ok(new Set(events.value.keys())) : events;
});
