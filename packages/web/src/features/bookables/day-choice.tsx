import type { Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { freeOn, type Board } from "./model.ts";
import styles from "./board.module.css";

interface DayChoiceProps {
  readonly board: Board;
  readonly today: Local;
  readonly day: number;
  readonly onChange: (day: number) => void;
}

/** The week above the one day that a phone has room for. */
export function DayChoice({ board, today, day, onChange }: DayChoiceProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (
    <fieldset className={styles.choice} aria-label={t("bookables.weekDays")}>
      {board.days.map((each, at) => {
        const free = freeOn(board.cells[at] ?? []);
        return (
          <button
            key={each}
            type="button"
            aria-pressed={at === day}
            aria-label={t("bookables.day", { day: formats.day(each), free })}
            data-today={each === today || undefined}
            onClick={() => onChange(at)}
          >
            <span>{formats.narrowWeekday(each)}</span>
            <b>{formats.dayNumber(each)}</b>
            <i data-free={free > 0 || undefined} />
          </button>
        );
      })}
    </fieldset>
  );
}
