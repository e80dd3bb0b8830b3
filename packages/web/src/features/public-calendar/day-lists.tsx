import { dayOf } from "@snart/calendar/time/local.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { publicTitle } from "./public-title.ts";
import { localOfDay, type Days } from "./period.ts";
import type { PublicOccurrence } from "./read-feed.ts";
import styles from "./days.module.css";

export interface DaysProps {
  readonly occurrences: readonly PublicOccurrence[];
  readonly days: Days;
  /** counted from 1970-01-01 */
  readonly today: number;
  readonly colour: string;
}

/** Day under day, only those with something in them, each with how soon it is. */
export function DayLists({ occurrences, days, today, colour }: DaysProps) {
  const t = useMessages();
  const language = useLanguage();
  const zone = useViewerZone();
  const format = useFormats("UTC");
  const byDay = Map.groupBy(occurrences, ({ start }) => Math.max(days.from, dayOf(zone.toLocal(start))));
  if (byDay.size === 0) return <p className={styles.empty}>{t("public.empty")}</p>;
  return (
    <ol className={styles.list}>
      {[...byDay].map(([day, items]) => (
        <li key={day} className={styles.listDay}>
          <h3 className={styles.dayHead} data-today={day === today || undefined}>
            {firstInLine(format.day(localOfDay(day)), language)}
            <HowSoon target={{ kind: "date", date: localOfDay(day) }} className={styles.soon ?? ""} />
          </h3>
          <ul className={styles.items} data-colour={colour}>
            {items.map((item) => (
              <li key={item.key} className={styles.item} data-cancelled={item.isCancelled || undefined}>
                <span className={styles.time}>
                  <OccurrenceTime occurrence={item} />
                </span>
                <span>
                  <span className={styles.title}>{publicTitle(item, t)}</span>
                  {item.place ? <span className={styles.place}>{item.place}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** From when to when, in the viewer's zone. */
export function OccurrenceTime({ occurrence }: { readonly occurrence: PublicOccurrence }) {
  const t = useMessages();
  const zone = useViewerZone();
  const format = useFormats(zone.id);
  const { allDay, isCancelled, start, end } = occurrence;
  if (isCancelled) return t("public.cancelled");
  if (allDay) return t("public.allDay");
  return end > start ? format.timeRange(start, end) : format.time(start);
}
