import type { Local } from "@snart/calendar/time/local.ts";
import { useMemo } from "react";
import { useAtNow } from "../../i18n/clock.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { nextHoliday } from "./model.ts";
import styles from "./next-holiday.module.css";

const isoDay = (local: Local): string => new Date(local).toISOString().slice(0, 10);

/** How soon the next public holiday is: the only thing that a page for the signed-out tells about time. */
export function NextHoliday() {
  const zone = useViewerZone();
  const language = useLanguage();
  const formats = useFormats("UTC");
  // The answer changes at midnight; the clock only has to say which hour it is.
  const hour = useAtNow((now) => Math.floor(now / 3_600_000));
  const holiday = useMemo(() => nextHoliday(hour * 3_600_000, zone, language), [hour, zone, language]);
  if (!holiday) return null;
  return (
    <>
      <HowSoon
        target={{ kind: "date", date: holiday.date }}
        warm={false}
        className={styles.distance}
        title={formats.dayAndYear(holiday.date)}
        dateTime={isoDay(holiday.date)}
      />
      <p className={styles.line}>
        <Sentence
          of="holiday.line"
          args={{
            name: <strong className={styles.name}>{holiday.name}</strong>,
            date: formats.day(holiday.date),
            week: holiday.week,
          }}
        />
      </p>
    </>
  );
}
