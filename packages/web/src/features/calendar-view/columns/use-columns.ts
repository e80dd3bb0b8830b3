import { asLocal, addDays } from "@snart/calendar/time/local.ts";
import { useMemo, useState } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { FreeBusy } from "../../../api/calendars/availability-api.ts";
import type { DayColumns } from "../../../grid/day-columns.ts";
import { useFreeBusy } from "../../event/model.ts";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { calendarColumns, columnsWindow, personColumns } from "./columns-of-day.ts";

/** Returns the columns of a day that there is room for, how to scroll them, and what is known of the people's hours. */
export function useColumns(page: CalendarPageState, kind: DayColumns, room: number) {
  const zone = useViewerZone();
  const { days, shown, calendars, account } = page;
  const day = days[0] ?? asLocal(0);
  const { displayName: name, email: address } = account;
  const [scrolled, setScrolled] = useState({ kind, at: 0 });
  const at = scrolled.kind === kind ? scrolled.at : 0;
  const all = useMemo(
    () =>
      kind === "one"
        ? []
        : kind === "calendar"
          ? calendarColumns(shown.occurrences, calendars, room)
          : personColumns(shown.occurrences, calendars, { name, address }),
    [kind, shown.occurrences, calendars, name, address, room],
  );
  const window = useMemo(
    () => columnsWindow(all, { room, at, keepsFirst: kind === "person" }),
    [all, room, at, kind],
  );
  const owners = new Set(calendars.map(({ accountId }) => accountId));
  const ids = all.map(({ id }) => (id === "" ? account.id : id)).filter((id) => owners.has(id));
  // One request for all of them, those out of sight as well.
  const { known, isCurrent } = useFreeBusy({
    accountId: account.id,
    ids: kind === "person" ? ids : [],
    from: zone.toInstant(day),
    to: zone.toInstant(addDays(day, 1)),
    exceptUid: null,
  });
  return {
    all,
    window,
    day,
    /** undefined: hidden, or not known yet */
    hoursOf: (id: string): FreeBusy | undefined =>
      isCurrent ? known?.get(id === "" ? account.id : id) : undefined,
    scrollTo: (to: number) => setScrolled({ kind, at: to }),
  };
}

export type Columns = ReturnType<typeof useColumns>;
