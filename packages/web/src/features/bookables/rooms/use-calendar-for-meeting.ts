import { useEffect, useState } from "react";
import { fetchCalendars, type RemoteCalendar } from "../../../api/items/calendar-api.ts";
import { useAccount } from "../../../store/session.ts";

const takesMeetings = ({
  mayWrite,
  holdsEvents = true,
  isOfBookable,
  ownerAddress,
}: RemoteCalendar): boolean => mayWrite && holdsEvents && isOfBookable !== true && !ownerAddress;

/** The reader's own calendars, and the one for a new meeting: the chosen one, else where new events go; undefined: not known yet. */
export function useCalendarForMeeting(accountId: string) {
  const account = useAccount();
  const [calendars, setCalendars] = useState<readonly RemoteCalendar[]>([]);
  const [chosenId, setChosenId] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void fetchCalendars(accountId).then((given) => {
      if (isHere && given.ok) setCalendars(given.value.list.filter(takesMeetings));
    });
    return () => void (isHere = false);
  }, [accountId]);
  const wantedId = chosenId ?? account?.preferences.defaultCalendarId;
  const calendar =
    calendars.find(({ id }) => id === wantedId) ??
    calendars.find(({ isDefault }) => isDefault) ??
    calendars[0];
  return { calendars, calendarId: calendar?.id, choose: setChosenId };
}
