"use no memo"; // Rendered again only when it has changed: remembering its parts costs more than it saves.
import { dayOf, fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import type { CSSProperties } from "react";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useAtNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { part } from "../../../ui/part.tsx";
import { textScale } from "../../../ui/text-scale.ts";
import styles from "./day-header.module.css";

export const { Soon: NameDay } = part(() => import("./name-day.tsx").then((it) => it.NameDay));

/** What the number and the short weekday take of a column at the usual size of text, px. */
const DATE = 84;
/** The same with the name of a month, which begins on that day. */
const WITH_MONTH = 112;

interface DayHeaderProps {
  readonly id: string;
  readonly day: Local;
  readonly isRed: boolean;
  /** of its column, px */
  readonly width: number;
  /** all that stand side by side */
  readonly days: readonly Local[];
  readonly onOpen: () => void;
  /** a single day, whose weekday is spelt out; in a week it is short and stands beside the number */
  readonly isAlone: boolean;
  /** over how many days its distance stands; 0 if it stands over an earlier day */
  readonly distanceColumns: number;
}

/** Shows the date over a column: number, weekday, and how far off it is. A click opens the day. */
export function DayHeader({ id, day, isRed, width, days, onOpen, isAlone, distanceColumns }: DayHeaderProps) {
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const isMonthNamed = !isAlone && fieldsOfLocal(day).day === 1 && width / textScale() >= WITH_MONTH;
  const isToday = useAtNow((now) => dayOf(zone.toLocal(now)) === dayOf(day));
  return (
    <div
      className={styles.header}
      data-red={isRed || undefined}
      data-today={isToday || undefined}
      data-alone={isAlone || undefined}
    >
      <button
        type="button"
        id={id}
        className={styles.date}
        onClick={onOpen}
        aria-current={isToday ? "date" : undefined}
      >
        <span className={styles.number}>{formats.dayNumber(day)}</span>
        {isMonthNamed ? (
          <span className={`${styles.weekday} ${styles.month}`} aria-hidden>
            {formats.shortMonth(day)}
          </span>
        ) : null}
        <span className={styles.weekday} aria-hidden>
          {isAlone ? formats.weekday(day) : formats.shortWeekday(day)}
        </span>
        <span className="visually-hidden">{formats.day(day)}</span>
      </button>
      {distanceColumns === 0 ? null : (
        <span className={styles.howSoon} style={{ "--over": distanceColumns } as CSSProperties}>
          <HowSoon
            target={{ kind: "date", date: day }}
            size={13}
            className={styles.distance ?? ""}
            title={formats.dayAndYear(day)}
          />
        </span>
      )}
      <NameDay
        day={day}
        {...(isAlone ? {} : { room: width / textScale() - (isMonthNamed ? WITH_MONTH : DATE), among: days })}
      />
    </div>
  );
}
