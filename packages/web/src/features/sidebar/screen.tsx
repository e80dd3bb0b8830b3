"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import type { Local } from "@snart/calendar/time/local.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { CalendarList } from "./calendar-list.tsx";
import { MiniMonth } from "../../grid/day-field/mini-month.tsx";
import { StatusRow } from "./status-row.tsx";
import styles from "./sidebar.module.css";

interface SidebarProps {
  readonly selected: Local;
  readonly marksWeek: boolean;
  readonly busyDays: ReadonlySet<number>;
  readonly isRed: (day: Local) => boolean;
  readonly onPick: (day: Local) => void;
  readonly onShowDays: (fromDay: number, toDay: number) => void;
  /** what is being fetched, for the status row */
  readonly fetching: string;
}

/** Month, calendars and how fresh all of it is. */
export function Sidebar(props: SidebarProps) {
  const { calendars } = useCalendarSnapshot();
  return (
    <div className={styles.sidebar}>
      <div className={styles.scroll}>
        <MiniMonth
          selected={props.selected}
          marksWeek={props.marksWeek}
          busyDays={props.busyDays}
          isRed={props.isRed}
          onPick={props.onPick}
          onShow={props.onShowDays}
        />
        <CalendarList calendars={calendars} />
      </div>
      <StatusRow fetching={props.fetching} />
    </div>
  );
}

export { CalendarList } from "./calendar-list.tsx";
