import { useNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { DayHead } from "./day-head.tsx";
import { eventsOn } from "./model.ts";
import { EventBox } from "./wall-event.tsx";
import type { WallDaysProps } from "./wall-table.tsx";
import styles from "./wall.module.css";

/** The days under each other, where there is no room for columns. */
export function WallList({ calendars, days, next }: WallDaysProps) {
  const t = useMessages();
  const now = useNow();
  return (
    <ol className={styles.list}>
      {days.map((day) => {
        const shown = calendars
          .map((calendar) => ({ calendar, events: eventsOn(calendar, day, now) }))
          .filter(({ events }) => events.length > 0);
        return (
          <li key={day.date}>
            <DayHead day={day} />
            {shown.length === 0 ? <p className={styles.empty}>{t("wall.free")}</p> : null}
            {shown.map(({ calendar, events }) => (
              <section
                key={calendar.id}
                aria-label={calendar.name}
                data-colour={nearestCalendarColour(calendar.color, calendar.id)}
              >
                <p className={styles.name}>{isolated(calendar.name)}</p>
                <ul className={styles.events}>
                  {events.map((event) => (
                    <EventBox
                      key={`${event.start} ${event.title}`}
                      event={event}
                      day={day}
                      isNext={event === next}
                      isFlat
                    />
                  ))}
                </ul>
              </section>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
