import { useState, type KeyboardEvent } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { parseClock } from "./parse-clock.ts";
import styles from "./quiet-field.module.css";

interface TimeFieldProps {
  readonly label: string;
  /** minutes of the day */
  readonly value: number;
  readonly onChange: (minutes: number) => void;
  readonly isInvalid?: boolean;
}

const MINUTE_MS = 60_000;
const STEP = 15;
const DAY = 1440;

/**
 * A time of day in the viewer's form, typed freely; arrows change it by a quarter of an hour. An unreadable entry is
 * reset.
 */
export function TimeField({ label, value, onChange, isInvalid }: TimeFieldProps) {
  const { time } = useFormats("UTC");
  const isHalved = time(0).length > 5;
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    const minutes = parseClock(typed ?? "");
    if (minutes !== undefined && minutes !== value) onChange(minutes);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? STEP : event.key === "ArrowDown" ? -STEP : 0;
    if (event.key === "Enter") commit();
    if (step === 0) return;
    event.preventDefault();
    const from = parseClock(typed ?? "") ?? value;
    setTyped(null);
    onChange((Math.round(from / STEP) * STEP + step + DAY) % DAY);
  };
  return (
    <input
      className={styles.time}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      inputMode={isHalved ? "text" : "numeric"}
      data-wide={isHalved || undefined}
      autoComplete="off"
      value={typed ?? time(value * MINUTE_MS)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const minutes = parseClock(event.currentTarget.value);
        if (minutes !== undefined && event.currentTarget.value.length >= 4) onChange(minutes);
      }}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
