import { distance } from "@snart/calendar/distance/distance.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { isRedDay, namedDays } from "../../grid/almanac/red-days.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { columnsOfTexts } from "../../layout/said-once.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { isOver } from "./list-items.ts";
import { localOfDay, type Days } from "./period.ts";
import { publicTitle, usePublicName, useShownTime } from "./public-words.ts";
import type { PublicOccurrence } from "./read-feed.ts";
import styles from "./day-columns.module.css";

interface DayColumnsProps {
  readonly occurrences: readonly PublicOccurrence[];
  readonly view: "week" | "month";
  readonly days: Days;
  /** counted from 1970-01-01 */
  readonly today: number;
  readonly colour: string;
  readonly onOpen: (occurrence: PublicOccurrence, from: Element) => void;
}

/** Weeks from Monday to Sunday, day beside day; on a narrow screen day under day. */
export function DayColumns({ occurrences, days, today, colour, view, onOpen }: DayColumnsProps) {
  const format = useFormats("UTC");
  const zone = useViewerZone();
  const isSaid = useIsSaid(days);
  const weeks = Array.from({ length: (days.to - days.from) / 7 }, (_, n) => days.from + 7 * n);
  return (
    <div className={styles.weeks} data-view={view}>
      {weeks.map((monday) => (
        <section
          key={monday}
          className={styles.week}
          aria-label={format.week(isoWeek(localOfDay(monday)).week)}
        >
          <span className={styles.weekNumber} aria-hidden>
            {isoWeek(localOfDay(monday)).week}
          </span>
          <ol className={styles.days} data-colour={colour}>
            {Array.from({ length: 7 }, (_, n) => monday + n).map((day) => {
              const onDay = occurrences.filter(({ start, end }) => {
                const first = dayOf(zone.toLocal(start));
                // What ends at midnight takes nothing of the day that begins then.
                return first <= day && day <= Math.max(first, dayOf(zone.toLocal(end - 1)));
              });
              const isOutside = view === "month" && monthOf(day) !== monthOf(days.from + 10);
              return (
                <DayCell
                  key={day}
                  {...{ day, isOutside, today, onOpen }}
                  isSaid={view === "week" && isSaid(day)}
                  occurrences={onDay}
                />
              );
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Returns whether a day says how soon it is: of neighbours who would say the same, the first does. */
function useIsSaid({ from, to }: Days): (day: number) => boolean {
  const zone = useViewerZone();
  const language = useLanguage();
  const now = useNow();
  const all = Array.from({ length: to - from }, (_, n) => localOfDay(from + n));
  const columns = columnsOfTexts(all.map((date) => distance({ kind: "date", date }, now, zone, language)));
  return (day) => columns[day - from] !== 0;
}

/** The tenth day of what a month shows is always its own. */
const monthOf = (day: number): number => new Date(localOfDay(day)).getUTCMonth();

interface DayCellProps extends Pick<DayColumnsProps, "occurrences" | "today" | "onOpen"> {
  readonly day: number;
  /** whether it says how soon it is */
  readonly isSaid: boolean;
  /** of the month before or after */
  readonly isOutside: boolean;
}

function DayCell({ day, isSaid, today, isOutside, occurrences, onOpen }: DayCellProps) {
  const format = useFormats("UTC");
  const language = useLanguage();
  const almanac = useAlmanac();
  const at = localOfDay(day);
  const [named] = namedDays([at], almanac);
  const name = named?.named.names[language === "sv" ? "sv" : "en"];
  return (
    <li
      className={styles.day}
      data-outside={isOutside || undefined}
      data-empty={(occurrences.length === 0 && !name) || undefined}
      data-red={isRedDay(at, almanac) || undefined}
    >
      <h3 className={styles.cellHead}>
        <span className="visually-hidden">{format.day(at)}</span>
        <span aria-hidden className={styles.number} data-today={day === today || undefined}>
          {format.dayNumber(at)}
        </span>
        <span aria-hidden className={styles.weekday}>
          {format.shortWeekday(at)}
        </span>
        {isSaid ? <HowSoon target={{ kind: "date", date: at }} className={styles.soon ?? ""} /> : null}
      </h3>
      {name ? <p className={styles.name}>{name}</p> : null}
      <ul className={styles.blocks}>
        {occurrences.map((it) => (
          <Block key={it.key} occurrence={it} onOpen={onOpen} />
        ))}
      </ul>
    </li>
  );
}

interface BlockProps extends Pick<DayColumnsProps, "onOpen"> {
  readonly occurrence: PublicOccurrence;
}

function Block({ occurrence, onOpen }: BlockProps) {
  const t = useMessages();
  const now = useNow();
  const shownTime = useShownTime();
  const nameOf = usePublicName();
  const { isCancelled, allDay, place } = occurrence;
  return (
    <li>
      <button
        type="button"
        className={styles.block}
        data-event
        data-cancelled={isCancelled || undefined}
        data-past={isOver(occurrence, now) || undefined}
        data-whole={allDay || undefined}
        aria-haspopup="dialog"
        aria-label={nameOf(occurrence, [place])}
        onClick={({ currentTarget }) => onOpen(occurrence, currentTarget)}
      >
        <span className={styles.title}>{publicTitle(occurrence, t)}</span>
        <span className={styles.time}>{isCancelled ? t("public.cancelled") : shownTime(occurrence)}</span>
      </button>
    </li>
  );
}
