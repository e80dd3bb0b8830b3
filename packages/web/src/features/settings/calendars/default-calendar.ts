import type { CalendarOwner, ManagedCalendar } from "../../../api/calendars/calendars-api.ts";

/** Whether events can be put into a calendar: the person may write it, and it is not for tasks alone. */
export const takesEvents = ({ myRights, "snart:itemTypes": types }: ManagedCalendar): boolean =>
  (myRights.mayWriteAll || myRights.mayWriteOwn) && types.includes("CalendarEvent");

/** The id of the one calendar that new events go to: the chosen one, else the person's own default. */
export function defaultCalendarOf(
  owners: readonly CalendarOwner[],
  chosen: string | null | undefined,
): string | undefined {
  const all = owners.flatMap(({ calendars }) => calendars);
  const own = owners.filter(({ isPersonal }) => isPersonal).flatMap(({ calendars }) => calendars);
  return (
    all.find((it) => it.id === chosen && takesEvents(it)) ??
    own.find((it) => it.isDefault) ??
    own.find(takesEvents)
  )?.id;
}
