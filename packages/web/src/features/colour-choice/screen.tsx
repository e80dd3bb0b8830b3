import { useId } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { calendarColours, type CalendarColour } from "../../store/items/calendar-colour.ts";
import styles from "./screen.module.css";

interface ColourChoiceProps {
  /** undefined: "Colour" */
  readonly label?: string;
  /** something else that is seen says the label */
  readonly hideLabel?: boolean;
  readonly value: CalendarColour;
  readonly onChange: (colour: CalendarColour) => void;
}

/** One of the twelve. Radio buttons underneath: one tab stop, arrows choose; each says its name. */
export function ColourChoice({ label, hideLabel, value, onChange }: ColourChoiceProps) {
  const t = useMessages();
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={hideLabel ? "visually-hidden" : styles.legend}>
        {label ?? t("calendars.colour")}
      </legend>
      <div className={styles.colours}>
        {calendarColours.map(({ id }) => (
          <label key={id} className={styles.colour} data-colour={id} title={t(`colour.${id}`)}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              aria-label={t(`colour.${id}`)}
              onChange={() => onChange(id)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
