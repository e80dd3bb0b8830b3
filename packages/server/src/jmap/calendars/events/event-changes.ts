import { eventChanges as changesOfEvents } from "../../../app/objects/seen-changes.ts";
import { changesMethod } from "../../standard/changes.ts";
import { CALENDARS } from "../../wire/capabilities.ts";

/** CalendarEvent/changes (JMAP Calendars). Ids of single occurrences are never among them. */
export const eventChanges = changesMethod(CALENDARS, ({ app, actor }, account, since, limit, within) =>
  changesOfEvents(app, actor, account.id, since, limit, "CalendarEvent", within),
);
