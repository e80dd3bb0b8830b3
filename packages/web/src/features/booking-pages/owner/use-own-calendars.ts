import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { useEffect, useState } from "react";
import { fetchCalendars, type RemoteCalendar } from "../../../api/items/calendar-api.ts";
import type { PageOwner } from "./use-page-owners.ts";

/** The calendars of whose pages they are that take events; undefined: not known yet. */
export function useOwnCalendars(accountId: string): readonly RemoteCalendar[] | undefined {
  const [calendars, setCalendars] = useState<readonly RemoteCalendar[]>();
  useEffect(() => {
    let isHere = true;
    void fetchCalendars(accountId).then((given) => {
      if (isHere && given.ok)
        setCalendars(given.value.list.filter(({ mayWrite, holdsEvents = true }) => mayWrite && holdsEvents));
    });
    return () => void (isHere = false);
  }, [accountId]);
  return calendars;
}

/** Whether whose page it is receives guests: into their calendar alone bookings can be written by choice. */
export const receivesItself = ({ id }: Pick<PageOwner, "id">, { hosts }: Pick<EventType, "hosts">): boolean =>
  hosts.every((host) => host.id === id);

/** The name of the calendar that stands in for one that was chosen and is gone; undefined: none has to. */
export function standInFor(
  calendars: readonly RemoteCalendar[] | undefined,
  { calendarId }: Pick<EventType, "calendarId">,
): string | undefined {
  const isGone = calendarId !== undefined && calendars?.every(({ id }) => id !== calendarId);
  return isGone ? calendars?.find(({ isDefault }) => isDefault)?.name : undefined;
}
