import { dayOf } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useRef, useState } from "react";
import { useFormats } from "../../../i18n/use-formats.ts";
import { Popover } from "../../../ui/popover.tsx";
import { MiniMonth } from "../../sidebar/screen.tsx";
import styles from "./date-field.module.css";

export interface DateFieldProps {
  readonly label: string;
  readonly value: Local;
  readonly onChange: (day: Local) => void;
  readonly isInvalid?: boolean;
}

const nothing: ReadonlySet<number> = new Set();

/** A day in words; opens a month to choose another. Arrows step a day without opening it. */
export function DateField({ label, value, onChange, isInvalid }: DateFieldProps) {
  const formats = useFormats("UTC");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.date}
        aria-label={`${label}, ${formats.dayAndYear(value)}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-invalid={isInvalid || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {formats.shortDayAndYear(value)}
      </button>
      {isOpen ? (
        <Popover
          label={label}
          anchor={button}
          isOpen
          onClose={() => setOpen(false)}
          className={styles.popover ?? ""}
        >
          <MiniMonth
            selected={value}
            busyDays={nothing}
            isRed={(day) => dayOf(day) % 7 === 3}
            marksWeek={false}
            onPick={(day) => {
              onChange(day);
              setOpen(false);
            }}
          />
        </Popover>
      ) : null}
    </>
  );
}
