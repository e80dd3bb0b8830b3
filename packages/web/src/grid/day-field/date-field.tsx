import { MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { isRedDay } from "../almanac/red-days.ts";
import { useAlmanac } from "../almanac/use-almanac.ts";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { TimeField } from "../../ui/fields/time-field.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";

import { Labelled } from "./labelled.tsx";
import { useTypedDay } from "./use-typed-day.ts";
import styles from "./date-field.module.css";
import moments from "./moment-field.module.css";

/** Most people type: the month comes when it is opened. */
const MiniMonth = lazy(() => import("./mini-month.tsx").then((it) => ({ default: it.MiniMonth })));

interface DateFieldProps {
  readonly label: string;
  readonly value: Local;
  readonly onChange: (day: Local) => void;
  readonly isInvalid?: boolean;
  /** a date without a year is the first one since this day; by default since today, or since the value if that is earlier */
  readonly since?: Local;
}

const nothing: ReadonlySet<number> = new Set();
const LONGEST = 60;

/**
 * Shows a field for a freely typed day. Its reading is shown while the person types, and accepted by Enter or by leaving.
 * Arrows step a day; Alt with the down arrow, or the button, opens a month. An invalid text stays and blocks its form.
 */
export function DateField(props: DateFieldProps) {
  const { label, value, isInvalid } = props;
  const t = useMessages();
  const almanac = useAlmanac();
  const box = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { input, day, problem, noteId, take } = useTypedDay({
    value,
    since: props.since,
    onChange: props.onChange,
    openCalendar: () => setOpen(true),
  });
  const isWrong = isInvalid || problem !== null || undefined;
  return (
    <span className={styles.field}>
      <span ref={box} className={styles.box} data-invalid={isWrong}>
        <input
          {...input}
          className={styles.date}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={noteId}
          aria-keyshortcuts="Alt+ArrowDown"
          autoComplete="off"
          maxLength={LONGEST}
        />
        <IconButton
          label={t("dateField.choose", { label })}
          className={styles.open ?? ""}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <CalendarDays size={14} strokeWidth={1.6} aria-hidden />
        </IconButton>
      </span>
      {problem === null ? <Reading id={noteId} day={day} /> : <FieldError id={noteId}>{problem}</FieldError>}
      {isOpen ? (
        <Popover
          label={label}
          anchor={box}
          isOpen
          onClose={() => setOpen(false)}
          className={styles.popover ?? ""}
        >
          <Suspense fallback={null}>
            <div ref={focusChosen}>
              <MiniMonth
                selected={value}
                busyDays={nothing}
                isRed={(day) => isRedDay(day, almanac)}
                marksWeek={false}
                onPick={(next) => {
                  take(next);
                  setOpen(false);
                }}
              />
            </div>
          </Suspense>
        </Popover>
      ) : null}
    </span>
  );
}

/** Focuses the chosen day, so that arrows start from there. */
const focusChosen = (month: HTMLElement | null): void =>
  month?.querySelector<HTMLElement>("[data-day][tabindex='0']")?.focus();

/** Shows the day that the text means, with how soon that is. */
function Reading({ id, day }: { readonly id: string; readonly day: Local | null }) {
  const formats = useFormats("UTC");
  return (
    <output id={id} className={styles.reading}>
      {day === null ? null : (
        <>
          {formats.dayAndYear(day)} <HowSoon target={{ kind: "date", date: day }} size={14} />
        </>
      )}
    </output>
  );
}

interface MomentFieldProps {
  /** of the moment: each of its two fields says which part of it is meant */
  readonly label: string;
  readonly value: Local;
  readonly onChange: (moment: Local) => void;
  readonly isInvalid?: boolean;
  /** see DateField */
  readonly since?: Local;
}

/** A day and a time of that day, each typed freely. */
export function MomentField({ label, value, onChange, isInvalid = false, since }: MomentFieldProps) {
  const t = useMessages();
  return (
    <span className={moments.moment}>
      <DateField
        label={t("momentField.day", { label })}
        value={startOfDay(value)}
        isInvalid={isInvalid}
        {...(since !== undefined && { since })}
        onChange={(day) => onChange(asLocal(startOfDay(day) + timeOfDay(value)))}
      />
      <TimeField
        label={t("momentField.time", { label })}
        value={timeOfDay(value) / MINUTE}
        isInvalid={isInvalid}
        onChange={(minutes) => onChange(asLocal(startOfDay(value) + minutes * MINUTE))}
      />
    </span>
  );
}

/** The same beneath its label, in a form. */
export const LabelledMoment = (props: MomentFieldProps) => (
  <Labelled label={props.label}>
    <MomentField {...props} />
  </Labelled>
);
