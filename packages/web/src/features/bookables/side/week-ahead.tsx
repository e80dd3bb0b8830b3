import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { Link } from "wouter";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { boardOf, boardPath, freeOn, shownState, type SeenSlot } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import styles from "./week-ahead.module.css";

interface WeekAheadProps {
  readonly bookable: BookableRecord;
  readonly slots: readonly SeenSlot[];
  /** of the week after the one that is shown */
  readonly monday: Local;
}

/** The next week small: a bar for each slot, and how many of a day are free; it leads there. */
export function WeekAhead({ bookable, slots, monday }: WeekAheadProps) {
  const t = useMessages();
  const { day: wordsOf, dayNumber, shortWeekday } = useFormats("UTC");
  const { days, cells } = boardOf(slots, zoneOf(bookable), monday);
  if (!cells.some((ofDay) => ofDay.some(Boolean))) return null;
  return (
    <section className={styles.ahead} aria-label={t("bookables.side.weekAhead")}>
      <h3>
        <b>{isoWeek(monday).week}</b> {t("bookables.side.weekAhead")}
      </h3>
      <ul>
        {days.map((day, at) => {
          const ofDay = (cells[at] ?? []).filter((cell) => cell !== undefined);
          const free = freeOn(ofDay);
          return (
            <li key={day}>
              <Link
                href={boardPath(bookable.id, day)}
                aria-label={t("bookables.day", { day: wordsOf(day), free })}
              >
                <span className={styles.bars}>
                  {ofDay.map(({ start, slot }) => (
                    <i key={start} data-state={shownState(slot)} />
                  ))}
                </span>
                <span>
                  <b>
                    {dayNumber(day)} {shortWeekday(day)}
                  </b>{" "}
                  {t("bookables.side.free", { free })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
