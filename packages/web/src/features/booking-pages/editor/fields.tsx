import type { Words } from "@snart/calendar/booking-page/event-type.ts";
import { useId, useState, type ReactNode } from "react";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { WordsKey } from "./type-form.ts";
import {
  shownSpan,
  shownSpans,
  writtenNumber,
  writtenSpan,
  writtenSpans,
  type SpanUnit,
} from "./type-record.ts";
import styles from "./editor.module.css";

interface TypedProps<T> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly error?: string | null;
  readonly hint?: string;
  readonly hideLabel?: boolean;
}

/** A field that keeps what was typed, also where nothing can be made of it. */
function Typed<T>({
  value,
  onChange,
  shown,
  read,
  ...rest
}: TypedProps<T> & { readonly shown: (value: T) => string; readonly read: (text: string) => T }) {
  const [text, setText] = useState(() => shown(value));
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={text}
      maxLength={60}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}

/** A whole number, or nothing. */
export const NumberField = (props: TypedProps<number | undefined>) => (
  <Typed {...props} shown={(value) => String(value ?? "")} read={writtenNumber} />
);

/** So many minutes, hours or days, or nothing. */
export const SpanField = ({
  unit,
  ...props
}: TypedProps<string | undefined> & { readonly unit: SpanUnit }) => (
  <Typed {...props} shown={(value) => shownSpan(value, unit)} read={(text) => writtenSpan(text, unit)} />
);

/** Several of them, with commas between them. */
export const SpansField = ({
  unit,
  ...props
}: TypedProps<readonly string[]> & { readonly unit: SpanUnit }) => (
  <Typed {...props} shown={(value) => shownSpans(value, unit)} read={(text) => writtenSpans(text, unit)} />
);

interface WordsFieldsProps {
  readonly value: Words;
  readonly languages: readonly WordsKey[];
  readonly label: (language: WordsKey) => string;
  readonly onChange: (words: Words) => void;
  readonly error?: string | null;
  readonly maxLength: number;
  /** several lines */
  readonly isLong?: boolean;
}

/** A text for guests in each language of the page; what is wrong with it stands by the first. */
export function WordsFields(props: WordsFieldsProps) {
  const { value, languages, label, onChange, error = null, maxLength, isLong = false } = props;
  const Field = isLong ? AreaField : LineField;
  return languages.map((language, index) => (
    <Field
      key={language}
      label={label(language)}
      value={value[language] ?? ""}
      maxLength={maxLength}
      error={index === 0 ? error : null}
      onChange={(text) => onChange({ ...value, [language]: text })}
    />
  ));
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly error?: string | null;
  readonly hint?: string;
  readonly onChange: (text: string) => void;
}

export const LineField = ({ onChange, ...rest }: LineProps) => (
  <TextField {...rest} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
);

/** A text of several lines. */
export function AreaField({ label, value, maxLength, error = null, hint, onChange }: LineProps) {
  const id = useId();
  const note = `${id}-note`;
  const hasNote = error !== null || hint !== undefined;
  return (
    <div className={styles.area}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={maxLength}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={hasNote ? note : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error === null ? null : <FieldError id={note}>{error}</FieldError>}
      {error === null && hint !== undefined ? <small id={note}>{hint}</small> : null}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  /** of the whole part */
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** A part of the form with its heading. */
export function Part({ title, hint, error = null, children }: PartProps) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {children}
      {error === null ? null : <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
