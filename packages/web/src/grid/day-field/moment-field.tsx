import { MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, startOfDay, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useMessages } from "../../i18n/messages.ts";
import { TimeField } from "../../ui/fields/time-field.tsx";
import { DateField } from "./date-field.tsx";
import styles from "./moment-field.module.css";

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
    <span className={styles.moment}>
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
export function LabelledMoment(props: MomentFieldProps) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden>{props.label}</span>
      <MomentField {...props} />
    </div>
  );
}
