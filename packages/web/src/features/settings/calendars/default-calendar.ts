import type { CalendarOwner, ManagedCalendar } from "../../../api/calendars/calendars-api.ts";

/** Whether events can be put into a calendar. */
export const takesEvents = ({ myRights }: ManagedCalendar): boolean =>
  myRights.mayWriteAll || myRights.mayWriteOwn;

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
