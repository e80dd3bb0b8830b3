import { useState, type KeyboardEvent } from "react";
import styles from "./number-field.module.css";

interface NumberFieldProps {
  readonly label: string;
  /** a text that is no integer counts as 0 */
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  /** id of the error sentence; absent without an error */
  readonly errorId?: string | undefined;
}

/** Shows an integer field, which arrows step. An invalid text stays as typed. */
export function NumberField({ label, value, max, onChange, errorId }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setTyped(null);
    onChange(Math.min(max, Math.max(1, value + step)));
  };
  return (
    <input
      className={styles.number}
      aria-label={label}
      aria-invalid={errorId === undefined ? undefined : true}
      aria-describedby={errorId}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={typed ?? String(value)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0);
      }}
      onBlur={() => value > 0 && setTyped(null)}
      onKeyDown={onKeyDown}
    />
  );
}
