import {
  monthDaysFor,
  MAX_REPEAT_INTERVAL,
  withFrequency,
  type RepeatFields,
  type RepeatFrequency,
  type RepeatProblem,
} from "@snart/calendar/recurrence/editor/rule-editor.ts";
import { sameDay } from "@snart/calendar/recurrence/editor/month-day.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { useId } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { everyCase, useMonthDayText } from "../draft/use-repeat-wordings.ts";
import { NumberField } from "../parts/number-field.tsx";
import { WeekdayChoice } from "../parts/weekday-choice.tsx";
import styles from "./repeat-fields.module.css";

interface RepeatCustomProps {
  readonly fields: RepeatFields;
  readonly start: Local;
  readonly problems: readonly RepeatProblem[];
  readonly onChange: (fields: RepeatFields) => void;
}

const weeks = ["every", "odd", "even"] as const;

const units = [
  ["DAILY", "repeat.unitDays"],
  ["WEEKLY", "repeat.unitWeeks"],
  ["MONTHLY", "repeat.unitMonths"],
  ["YEARLY", "repeat.unitYears"],
] as const;

/** Shows the frequency and days of a repeat without a preset. */
export function RepeatCustom({ fields, start, problems, onChange }: RepeatCustomProps) {
  const t = useMessages();
  const id = useId();
  const { frequency, interval, weekdays } = fields;
  const isOdd = problems.includes("interval");
  const hasNoDay = problems.includes("weekdays");
  const change = (part: Partial<RepeatFields>): void => onChange({ ...fields, ...part });
  const { weeks: parity, ...withoutParity } = fields;
  const ofWeeks = (value: (typeof weeks)[number]): void =>
    onChange(value === "every" ? withoutParity : { ...fields, interval: 1, weeks: value });
  return (
    <div className={styles.custom}>
      <div className={styles.every}>
        <Sentence
          of="repeat.every"
          args={{
            form: everyCase(interval, frequency),
            interval: (
              <NumberField
                label={t("repeat.interval")}
                value={interval}
                max={MAX_REPEAT_INTERVAL}
                errorId={isOdd ? `${id}-interval` : undefined}
                onChange={(value) => onChange({ ...withoutParity, interval: value })}
              />
            ),
            unit: (
              <Select
                label={t("repeat.unit")}
                hideLabel
                look="quiet"
                value={frequency}
                options={units.map(([value, key]) => ({ value, label: t(key, { count: interval }) }))}
                onChange={(value) => onChange(withFrequency(fields, value as RepeatFrequency, start))}
              />
            ),
          }}
        />
      </div>
      {isOdd ? (
        <FieldError id={`${id}-interval`}>
          {t("repeat.wrongInterval", { max: String(MAX_REPEAT_INTERVAL) })}
        </FieldError>
      ) : null}
      {frequency === "WEEKLY" ? (
        <>
          <WeekdayChoice
            value={weekdays}
            errorId={hasNoDay ? `${id}-days` : undefined}
            onChange={(value) => change({ weekdays: value })}
          />
          {hasNoDay ? <FieldError id={`${id}-days`}>{t("repeat.wrongWeekdays")}</FieldError> : null}
          <Select
            label={t("repeat.weeks")}
            hideLabel
            look="quiet"
            value={parity ?? "every"}
            options={weeks.map((value) => ({ value, label: t(`repeat.weeks.${value}`) }))}
            onChange={ofWeeks}
          />
        </>
      ) : null}
      {frequency === "MONTHLY" || frequency === "YEARLY" ? (
        <MonthDaySelect fields={fields} start={start} onChange={change} />
      ) : null}
    </div>
  );
}

function MonthDaySelect({
  fields,
  start,
  onChange,
}: {
  readonly fields: RepeatFields;
  readonly start: Local;
  readonly onChange: (part: Partial<RepeatFields>) => void;
}) {
  const t = useMessages();
  const text = useMonthDayText();
  const days = monthDaysFor(start, fields);
  return (
    <Select
      label={t(fields.frequency === "MONTHLY" ? "repeat.monthDay" : "repeat.yearDay")}
      hideLabel
      look="quiet"
      value={String(days.findIndex((it) => sameDay(it, fields.on)))}
      options={days.map((day, index) => ({ value: String(index), label: text(day, fields) }))}
      onChange={(value) => onChange({ on: days[Number(value)] ?? fields.on })}
    />
  );
}
