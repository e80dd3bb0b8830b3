import { useId, type ComponentProps, type ReactNode } from "react";
import { FieldError } from "./field-error.tsx";
import styles from "./text-field.module.css";

export interface TextFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  /** shown under the field as long as there is no error */
  readonly hint?: ReactNode;
  /** the problem and its solution */
  readonly error?: ReactNode;
  readonly hideLabel?: boolean;
  /** 34 in forms, 40 on sign-in */
  readonly fieldSize?: 34 | 40;
  /** at the right end, inside the edge */
  readonly end?: ReactNode;
}

/** A labelled one-line field; error and hint belong to its description. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  fieldSize = 34,
  end,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const made = useId();
  const inputId = id ?? made;
  const noteId = `${inputId}-note`;
  const hasError = error !== undefined && error !== null && error !== false;
  const hasNote = hasError || hint !== undefined;
  return (
    <div className={[styles.field, className].filter(Boolean).join(" ")}>
      <label htmlFor={inputId} className={hideLabel ? "visually-hidden" : styles.label}>
        {label}
      </label>
      <div className={styles.box} data-size={fieldSize} data-invalid={hasError || undefined}>
        <input
          {...rest}
          id={inputId}
          className={styles.input}
          aria-invalid={hasError || undefined}
          aria-describedby={hasNote ? noteId : undefined}
        />
        {end}
      </div>
      {hasError ? <FieldError id={noteId}>{error}</FieldError> : null}
      {!hasError && hint !== undefined ? (
        <p id={noteId} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
