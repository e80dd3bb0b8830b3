import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { firstInLine } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { firstOfMonth, localOfDay, type Days, type PublicView } from "./period.ts";
import styles from "./screen.module.css";

interface PublicHeadingProps {
  readonly view: PublicView;
  readonly days: Days;
  readonly today: Local;
  readonly steps: number;
}

/** Which days are on screen: the month, the week with its number, or the first and last day of the list. */
export function PublicHeading({ view, days, today, steps }: PublicHeadingProps) {
  const format = useFormats("UTC");
  const language = useLanguage();
  const [first, last] = [localOfDay(days.from), localOfDay(days.to - 1)];
  const text =
    view === "month"
      ? format.monthAndYear(firstOfMonth(today, steps))
      : view === "week"
        ? `${format.monthAndYear(first)} · ${format.week(isoWeek(first).week)}`
        : `${format.dayOfMonth(first)}–${format.dayOfMonth(last)} ${format.year(last)}`;
  return (
    <h2 className={styles.period} aria-live="polite">
      {firstInLine(text, language)}
    </h2>
  );
}
