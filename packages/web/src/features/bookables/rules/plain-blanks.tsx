import { readTime } from "@snart/calendar/booking/clock.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { DateField, MomentField } from "../../../grid/day-field/date-field.tsx";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { localDateText, localDateTimeText, readLocalText } from "../../../store/items/local-text.ts";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import type { BlankProps } from "./blank-props.ts";
import { spanParts, spanText, UNITS, type SpanUnit } from "./spans.ts";
import styles from "./rules.module.css";

const said = ({ name, isWrong, noteId }: Pick<BlankProps, "name" | "isWrong" | "noteId">) => ({
  "aria-label": name,
  "aria-invalid": isWrong || undefined,
  "aria-describedby": isWrong ? noteId : undefined,
});

interface NumberBlankProps extends BlankProps<number> {
  readonly least: number;
  readonly most: number;
}

/** A whole number. An empty field is no number, and the sentence says so. */
export function NumberBlank({ value, least, most, onChange, ...rest }: NumberBlankProps) {
  return (
    <input
      {...said(rest)}
      type="number"
      inputMode="numeric"
      className={styles.number}
      min={least}
      max={most}
      value={Number.isNaN(value) ? "" : value}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}

/** A length of time: how many of which unit. One of several units stands as it is written in the rules. */
export function SpanBlank({ value, onChange, ...rest }: BlankProps<string>) {
  const t = useMessages();
  const parts = value === "" ? { count: NaN, unit: "hours" as const } : spanParts(value);
  if (!parts) return <TextBlank {...rest} value={value} most={40} isLong={false} onChange={onChange} />;
  const { count, unit } = parts;
  const change = (changed: Partial<typeof parts>): void => {
    const next = { ...parts, ...changed };
    onChange(Number.isInteger(next.count) && next.count >= 0 ? spanText(next) : "");
  };
  return (
    <span className={styles.pair}>
      <NumberBlank
        {...rest}
        value={count}
        least={0}
        most={9999}
        onChange={(number) => change({ count: Number(number) })}
      />
      <select
        {...said(rest)}
        className={styles.blank}
        value={unit}
        onChange={(event) => change({ unit: event.currentTarget.value as SpanUnit })}
      >
        {UNITS.map((it) => (
          <option key={it} value={it}>
            {t("rules.unit", { unit: it, count: Number.isNaN(count) ? 2 : count })}
          </option>
        ))}
      </select>
    </span>
  );
}

interface TimeBlankProps extends BlankProps<string> {
  /** midnight is the end of its day */
  readonly isEnd: boolean;
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

export function TimeBlank({ name, value, isEnd, isWrong, onChange }: TimeBlankProps) {
  return (
    <TimeField
      label={name}
      value={(readTime(value, true) ?? 0) % 1440}
      isInvalid={isWrong}
      onChange={(minutes) => onChange(isEnd && minutes === 0 ? "24:00" : clock(minutes))}
    />
  );
}

/** The day that a text of the rules means; today, where it means none. */
function useLocal(value: string): Local {
  const zone = useViewerZone();
  return readLocalText(value) ?? startOfDay(zone.toLocal(clockNow()));
}

export function DateBlank({ name, value, isWrong, onChange }: BlankProps<string>) {
  const day = useLocal(value);
  return (
    <DateField
      label={name}
      value={day}
      isInvalid={isWrong}
      onChange={(next) => onChange(localDateText(next))}
    />
  );
}

export function MomentBlank({ name, value, isWrong, onChange }: BlankProps<string>) {
  const moment = useLocal(value);
  return (
    <MomentField
      label={name}
      value={moment}
      isInvalid={isWrong}
      onChange={(next) => onChange(localDateTimeText(next).slice(0, 16))}
    />
  );
}

interface TextBlankProps extends BlankProps<string> {
  readonly most: number;
  readonly isLong: boolean;
}

export function TextBlank({ value, most, isLong, onChange, ...rest }: TextBlankProps) {
  if (isLong)
    return (
      <textarea
        {...said(rest)}
        className={styles.long}
        maxLength={most}
        rows={4}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <input
      {...said(rest)}
      className={styles.text}
      autoComplete="off"
      maxLength={most}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
