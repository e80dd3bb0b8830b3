import type { WallCalendar, WallEvent } from "@snart/calendar/jmap/wall.ts";
import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { DayHead } from "./day-head.tsx";
import { EventBox } from "./wall-event.tsx";
import { eventsOn, type WallDay } from "./model.ts";
import styles from "./wall.module.css";

export interface WallDaysProps {
  readonly calendars: readonly WallCalendar[];
  readonly days: readonly WallDay[];
  /** what comes next of everything */
  readonly next: WallEvent | undefined;
}

/** More calendars leave room for one event a day of each. */
const ROOMY = 6;

/** A calendar a row and a day a column, from today on. */
export function WallTable({ calendars, days, next }: WallDaysProps) {
  const t = useMessages();
  const most = calendars.length > ROOMY ? 1 : 2;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td aria-label={t("calendars.title")} />
          {days.map((day) => (
            <th key={day.date} scope="col">
              <DayHead day={day} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calendars.map((calendar) => (
          <tr key={calendar.id} data-colour={nearestCalendarColour(calendar.color, calendar.id)}>
            <th scope="row">
              <span className={styles.line} aria-hidden />
              {isolated(calendar.name)}
            </th>
            {days.map((day) => (
              <td key={day.date}>
                <DayCell calendar={calendar} day={day} next={next} most={most} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps extends Pick<WallDaysProps, "next"> {
  readonly calendar: WallCalendar;
  readonly day: WallDay;
  readonly most: number;
}

function DayCell({ calendar, day, next, most }: DayCellProps) {
  const t = useMessages();
  const now = useNow();
  const events = eventsOn(calendar, day, now);
  if (events.length === 0) return null;
  const isFlat = events.length > 1 || most === 1;
  return (
    <ul className={styles.events}>
      {events.slice(0, most).map((event) => (
        <EventBox
          key={`${event.start} ${event.title}`}
          event={event}
          day={day}
          isNext={event === next}
          isFlat={isFlat}
        />
      ))}
      {events.length > most ? (
        <li className={styles.more}>{t("wall.more", { count: events.length - most })}</li>
      ) : null}
    </ul>
  );
}
