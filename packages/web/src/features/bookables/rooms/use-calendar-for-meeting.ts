import { useState } from "react";
import { calendarForNew, takesEvents } from "../../../store/items/calendar-for-new.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { useAccount } from "../../../store/session.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";

const takesMeetings = (calendar: CalendarEntry): boolean =>
  takesEvents(calendar) && calendar.isOfBookable !== true && !calendar.ownerAddress;

/** The reader's own calendars, and the one for a new meeting: the chosen one, else where new events go; undefined: not known yet. */
export function useCalendarForMeeting(accountId: string) {
  const account = useAccount();
  const [chosenId, choose] = useState<string>();
  const calendars = useCalendarSnapshot().calendars.filter(
    (it) => it.accountId === accountId && takesMeetings(it),
  );
  const calendar = calendarForNew(calendars, chosenId ?? account?.preferences.defaultCalendarId);
  return { calendars, calendarId: calendar?.id, choose };
}
