import {
  MAX_REPEAT_COUNT,
  suggestedEndDay,
  type Repeat,
  type RepeatEnd,
  type RepeatProblem,
} from "@snart/calendar/recurrence/editor/rule-editor.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useId } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { NumberField } from "../parts/number-field.tsx";
import styles from "./repeat-fields.module.css";

interface RepeatEndFieldsProps {
  readonly repeat: Exclude<Repeat, { readonly kind: "none" }>;
  readonly start: Local;
  readonly problems: readonly RepeatProblem[];
  readonly onChange: (end: RepeatEnd) => void;
}

/** Shows whether a repeat goes on, or ends on a day or after a number of times. */
export function RepeatEndFields({ repeat, start, problems, onChange }: RepeatEndFieldsProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const id = useId();
  const { end } = repeat;
  const begin = (kind: string): RepeatEnd => {
    if (kind === "on") return { kind, day: suggestedEndDay(repeat, start) };
    return kind === "after" ? { kind, count: 10 } : { kind: "never" };
  };
  const isTooEarly = problems.includes("endDay");
  const isNoCount = problems.includes("count");
  return (
    <>
      <div className={styles.end}>
        <Select
          label={t("repeat.ends")}
          hideLabel
          look="quiet"
          value={end.kind}
          options={[
            { value: "never", label: t("editor.repeatForever") },
            { value: "on", label: t("editor.repeatUntil") },
            { value: "after", label: t("repeat.afterTimes") },
          ]}
          onChange={(kind) => onChange(begin(kind))}
        />
        {end.kind === "on" ? (
          <DateField
            label={t("editor.repeatUntil")}
            value={end.day}
            since={startOfDay(start)}
            isInvalid={isTooEarly}
            onChange={(day) => onChange({ kind: "on", day })}
          />
        ) : null}
        {end.kind === "after" ? (
          <>
            <NumberField
              label={t("repeat.count")}
              value={end.count}
              max={MAX_REPEAT_COUNT}
              errorId={isNoCount ? `${id}-count` : undefined}
              onChange={(count) => onChange({ kind: "after", count })}
            />
            <span>{t("repeat.times", { count: end.count })}</span>
          </>
        ) : null}
      </div>
      {isTooEarly ? (
        <FieldError>{t("editor.endsBefore", { time: formats.shortDay(startOfDay(start)) })}</FieldError>
      ) : null}
      {isNoCount ? (
        <FieldError id={`${id}-count`}>
          {t("repeat.wrongCount", { max: formats.number(MAX_REPEAT_COUNT) })}
        </FieldError>
      ) : null}
    </>
  );
}
