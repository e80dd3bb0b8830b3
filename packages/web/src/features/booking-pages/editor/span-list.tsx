import type { DayHours } from "@snart/calendar/booking-page/event-type.ts";
import { Plus, X } from "lucide-react";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { anotherSpan, clockText, endText, minutesOfClock } from "./week-hours.ts";
import styles from "./hours.module.css";

interface SpanListProps {
  /** the day, for who does not see where the fields stand */
  readonly day: string;
  readonly spans: readonly DayHours[];
  readonly error: (index: number) => string | null;
  readonly onChange: (spans: readonly DayHours[]) => void;
}

const DAY_END = 24 * 60;
const ICON = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;

/** The hours of one day: none, or several spans. */
export function SpanList({ day, spans, error, onChange }: SpanListProps) {
  const t = useMessages();
  return (
    <div className={styles.spans}>
      {spans.length === 0 ? <span className={styles.closed}>{t("bookingPages.closedDay")}</span> : null}
      {spans.map(({ from, to }, index) => {
        const which = { day, number: index + 1 };
        const wrong = error(index);
        return (
          <span key={index} className={styles.span}>
            <TimeField
              label={t("bookingPages.hoursFrom", which)}
              value={minutesOfClock(from)}
              isInvalid={wrong !== null}
              onChange={(minutes) => onChange(spans.with(index, { from: clockText(minutes), to }))}
            />
            <span aria-hidden>–</span>
            <TimeField
              label={t("bookingPages.hoursTo", which)}
              value={minutesOfClock(to) % DAY_END}
              isInvalid={wrong !== null}
              onChange={(minutes) => onChange(spans.with(index, { from, to: endText(minutes) }))}
            />
            <IconButton
              label={t("bookingPages.removeHours", which)}
              onClick={() => onChange(spans.toSpliced(index, 1))}
            >
              <X {...ICON} />
            </IconButton>
            {wrong === null ? null : <FieldError>{wrong}</FieldError>}
          </span>
        );
      })}
      <IconButton
        label={t("bookingPages.addHours", { day })}
        onClick={() => onChange([...spans, anotherSpan(spans)])}
      >
        <Plus {...ICON} />
      </IconButton>
    </div>
  );
}
