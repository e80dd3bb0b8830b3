import { calendarListChanges } from "../../app/objects/seen-changes.ts";
import { changesMethod } from "../standard/changes.ts";
import { CALENDARS } from "../wire/capabilities.ts";

/** Calendar/changes (JMAP Calendars). */
export const calendarChanges = changesMethod(CALENDARS, ({ app, actor }, account, since, limit) =>
  calendarListChanges(app, actor, account.id, since, limit),
);
