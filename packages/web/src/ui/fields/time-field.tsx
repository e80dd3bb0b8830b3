import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { readClock } from "../../grammar/read-clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { FieldError } from "./field-error.tsx";
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
const LONGEST = 40;

const read = (text: string): number | undefined => parseClock(text) ?? readClock(text);

/**
 * A time of day in the viewer's form, typed freely, in words too; arrows change it by a quarter of an hour. An
 * unreadable text stays, and its form is not sent; Escape restores the former time.
 */
export function TimeField({ label, value, onChange, isInvalid }: TimeFieldProps) {
  const { time } = useFormats("UTC");
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { typed, write, leave, isLeft, problem } = useTypedTime(value, onChange);
  // Its form is not sent as long as there is something in it that would be lost.
  useEffect(() => field.current?.setCustomValidity(problem ?? ""), [problem]);
  const isHalved = time(0).length > 5;
  const isWide = isHalved || (typed ?? "").length > 5;
  const isWrong = isLeft && problem !== null;

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? STEP : event.key === "ArrowDown" ? -STEP : 0;
    // Ctrl Enter goes on to the form, which then has the new time.
    if (event.key === "Enter") flushSync(leave);
    if (event.key === "Escape" && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      write(null);
    }
    if (step === 0) return;
    event.preventDefault();
    const from = read(typed ?? "") ?? value;
    write(null);
    onChange((Math.round(from / STEP) * STEP + step + DAY) % DAY);
  };
  return (
    <span className={styles.timeField}>
      <input
        ref={field}
        className={styles.time}
        aria-label={label}
        aria-invalid={isInvalid || isWrong || undefined}
        aria-describedby={isWrong ? noteId : undefined}
        inputMode={isHalved ? "text" : "numeric"}
        data-wide={isWide || undefined}
        autoComplete="off"
        maxLength={LONGEST}
        value={typed ?? time(value * MINUTE_MS)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          write(event.currentTarget.value);
          const minutes = parseClock(event.currentTarget.value);
          if (minutes !== undefined && event.currentTarget.value.length >= 4) onChange(minutes);
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
        onInvalid={(event) => {
          event.preventDefault();
          leave();
          event.currentTarget.focus();
        }}
      />
      {isWrong ? <FieldError id={noteId}>{problem}</FieldError> : null}
    </span>
  );
}

interface TypedTime {
  /** null: the field shows its value */
  readonly typed: string | null;
  readonly write: (text: string | null) => void;
  /** takes the text, or lets it stand with its problem */
  readonly leave: () => void;
  readonly isLeft: boolean;
  /** a sentence about an invalid text */
  readonly problem: string | null;
}

function useTypedTime(value: number, onChange: (minutes: number) => void): TypedTime {
  const t = useMessages();
  const { time } = useFormats("UTC");
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const text = typed?.trim() ?? "";
  const minutes = text === "" ? undefined : read(text);
  const isUnread = text !== "" && minutes === undefined;
  const write = (next: string | null): void => {
    setTyped(next);
    setLeft(false);
  };
  const leave = (): void => {
    if (isUnread) return setLeft(true);
    write(null);
    if (minutes !== undefined && minutes !== value) onChange(minutes);
  };
  const example = time(value * MINUTE_MS);
  const problem = isUnread ? t("timeField.unreadable", { text: isolated(text), example }) : null;
  return { typed, write, leave, isLeft, problem };
}
