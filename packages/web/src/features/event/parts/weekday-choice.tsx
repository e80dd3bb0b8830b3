import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import styles from "./weekday-choice.module.css";

interface WeekdayChoiceProps {
  /** 1 Monday … 7 Sunday, ascending */
  readonly value: readonly number[];
  readonly onChange: (weekdays: readonly number[]) => void;
  readonly errorId?: string | undefined;
}

const MONDAY = localFromFields(2026, 11, 23);

/** Shows the days of a week, Monday first, of which any can be selected. */
export function WeekdayChoice({ value, onChange, errorId }: WeekdayChoiceProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const turn = (day: number, isChosen: boolean): void =>
    onChange(isChosen ? [...value, day].toSorted((a, b) => a - b) : value.filter((it) => it !== day));
  return (
    <fieldset className={styles.days} aria-label={t("repeat.onDays")} aria-describedby={errorId}>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => {
        const date = addDays(MONDAY, day - 1);
        return (
          <label key={day} className={styles.day} data-invalid={errorId === undefined ? undefined : true}>
            <input
              type="checkbox"
              aria-label={formats.weekday(date)}
              checked={value.includes(day)}
              onChange={(event) => turn(day, event.currentTarget.checked)}
            />
            <span aria-hidden>{formats.narrowWeekday(date)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
