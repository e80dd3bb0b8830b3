import { distanceOfPeriod } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, type Local } from "@snart/calendar/time/local.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useAtNow } from "../../i18n/clock.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { firstOfMonth, localOfDay, type Days } from "./period.ts";
import styles from "./period-bar.module.css";

interface PeriodBarProps {
  readonly view: "week" | "month";
  readonly days: Days;
  readonly today: Local;
  /** from the week or month with today in it */
  readonly steps: number;
  readonly onStep: (steps: number) => void;
}

/** Which week or month is on screen, how far away it is, and the way to the others. */
export function PeriodBar({ view, days, today, steps, onStep }: PeriodBarProps) {
  const t = useMessages();
  const format = useFormats("UTC");
  const language = useLanguage();
  const zone = useViewerZone();
  const first = view === "month" ? firstOfMonth(today, steps) : localOfDay(days.from);
  const last = localOfDay(days.to - 1);
  const text = view === "month" ? format.monthAndYear(first) : format.monthRange(first, last);
  const end = view === "month" ? addDays(firstOfMonth(today, steps + 1), -1) : last;
  const distance = useAtNow((now) => distanceOfPeriod({ first, last: end, unit: view }, now, zone, language));
  return (
    <div className={styles.bar}>
      <span className={styles.steps}>
        <IconButton
          label={t(view === "week" ? "shell.previousWeek" : "shell.previousMonth")}
          onClick={() => onStep(steps - 1)}
        >
          <ChevronLeft size={18} strokeWidth={1.7} />
        </IconButton>
        <IconButton
          label={t(view === "week" ? "shell.nextWeek" : "shell.nextMonth")}
          onClick={() => onStep(steps + 1)}
        >
          <ChevronRight size={18} strokeWidth={1.7} />
        </IconButton>
      </span>
      <Button onClick={() => onStep(0)}>{t("public.today")}</Button>
      <h2 className={styles.period} aria-live="polite">
        <span>{firstInLine(text, language)}</span>
        {view === "week" ? <span className={styles.week}>{format.week(isoWeek(first).week)}</span> : null}
        <DistanceText text={distance} warmth={steps === 0 ? 2 : undefined} />
      </h2>
    </div>
  );
}
