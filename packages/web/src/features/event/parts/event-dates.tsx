import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import styles from "./event-dates.module.css";

/** Returns the minutes of a time since its midnight. */
export const minutesOf = (local: Local): number => Math.round(timeOfDay(local) / MINUTE);
/** Returns the time of a day so many minutes after midnight. */
export const atMinutes = (day: Local, minutes: number): Local => asLocal(startOfDay(day) + minutes * MINUTE);

/** Local times; the end of whole days is their last day. */
export interface DatesDraft {
  readonly start: Local;
  readonly end: Local;
  readonly allDay: boolean;
}

interface EventDatesProps {
  readonly draft: DatesDraft;
  /** the real length (ms) of an event that ends in another zone than it starts: its clocks do not say it */
  readonly lengthElsewhere?: number | undefined;
  readonly isWrong: boolean;
  readonly onChange: (part: Partial<Pick<DatesDraft, "start" | "end">>) => void;
}

/** Shows the fields for the days and times of an event. */
export function EventDates({ draft, lengthElsewhere, isWrong, onChange }: EventDatesProps) {
  const t = useMessages();
  const between = draft.end - draft.start;
  const isElsewhere = lengthElsewhere !== undefined;
  const length = lengthElsewhere ?? between;
  // The length stays when the start moves, as people expect of a thing that they move.
  const moveStart = (start: Local): void =>
    onChange({ start, end: asLocal(start + (isElsewhere ? between : Math.max(0, between))) });
  const isOneDay = !isElsewhere && startOfDay(draft.start) === startOfDay(draft.end);
  return (
    <>
      <div className={styles.line}>
        <DateField
          label={t("editor.startDate")}
          value={startOfDay(draft.start)}
          onChange={(day) => moveStart(atMinutes(day, minutesOf(draft.start)))}
        />
        {draft.allDay ? (
          <span className={styles.pair}>
            <span className={styles.dash}>–</span>
            <DateField
              label={t("editor.endDate")}
              value={draft.end}
              since={draft.start}
              isInvalid={isWrong}
              onChange={(end) => onChange({ end })}
            />
          </span>
        ) : (
          <span className={styles.pair}>
            <TimeField
              label={t("editor.startTime")}
              value={minutesOf(draft.start)}
              onChange={(minutes) => moveStart(atMinutes(draft.start, minutes))}
            />
            <span className={styles.dash}>–</span>
            <TimeField
              label={t("editor.endTime")}
              value={minutesOf(draft.end)}
              isInvalid={isWrong}
              onChange={(minutes) => onChange({ end: atMinutes(draft.end, minutes) })}
            />
            {isWrong ? null : <span className={styles.length}>{lengthText(length, t)}</span>}
          </span>
        )}
      </div>
      {!draft.allDay && !isOneDay ? (
        <div className={styles.line}>
          <DateField
            label={t("editor.endDate")}
            value={startOfDay(draft.end)}
            since={startOfDay(draft.start)}
            isInvalid={isWrong}
            onChange={(day) => onChange({ end: atMinutes(day, minutesOf(draft.end)) })}
          />
        </div>
      ) : null}
    </>
  );
}

function lengthText(length: number, t: ReturnType<typeof useMessages>): string {
  if (length >= DAY) return "";
  const total = Math.round(length / MINUTE);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (hours === 0) return t("length.shortMinutes", { minutes });
  return minutes === 0
    ? t("length.shortHours", { hours })
    : t("length.shortHoursMinutes", { hours, minutes });
}
