import { dateText, readDate } from "@snart/calendar/booking/clock.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import type { DateHours } from "@snart/calendar/booking-page/event-type.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { dateOfLocal, localOfDate } from "./dates.ts";
import { SpanList } from "./span-list.tsx";
import type { TypeForm } from "./type-form.ts";
import { anotherSpan } from "./week-hours.ts";
import styles from "./hours.module.css";

interface DatesListProps {
  readonly form: TypeForm;
  readonly dates: readonly DateHours[];
  readonly onChange: (dates: readonly DateHours[]) => void;
}

/** Dates that are closed, or have other hours than their weekday. */
export function DatesList({ form, dates, onChange }: DatesListProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const add = (): void => {
    const days = dates.map(({ date }) => readDate(date) ?? 0);
    const next = Math.max(dayOf(zone.toLocal(clockNow())), ...days) + 1;
    onChange([...dates, { date: dateText(next), hours: [] }]);
  };
  const whole = form.wrongItself("schedule/dates");
  return (
    <>
      <h3 className={styles.subhead}>{t("bookingPages.dates")}</h3>
      <ul className={styles.dates} aria-label={t("bookingPages.dates")}>
        {dates.map((row, index) => (
          <DateRow
            key={index}
            form={form}
            row={row}
            index={index}
            onChange={(next) => onChange(dates.with(index, next))}
            onRemove={() => onChange(dates.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {whole === null ? null : <FieldError>{whole}</FieldError>}
      {dates.length < PAGE_LIMITS.dates ? (
        <Button className={styles.same} onClick={add}>
          {t("bookingPages.addDate")}
        </Button>
      ) : null}
    </>
  );
}

interface DateRowProps {
  readonly form: TypeForm;
  readonly row: DateHours;
  readonly index: number;
  readonly onChange: (row: DateHours) => void;
  readonly onRemove: () => void;
}

function DateRow({ form, row, index, onChange, onRemove }: DateRowProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const day = localOfDate(row.date);
  const name = formats.dayAndYear(day);
  const path = `schedule/dates/${index}`;
  const problem = form.wrongItself(path) ?? form.wrong(`${path}/date`) ?? form.wrongItself(`${path}/hours`);
  return (
    <li>
      <DateField
        label={t("bookingPages.dateNumber", { number: index + 1 })}
        value={day}
        isInvalid={problem !== null}
        onChange={(next) => onChange({ ...row, date: dateOfLocal(next) })}
      />
      <Select
        hideLabel
        label={t("bookingPages.dateKindOf", { day: name })}
        options={(["closed", "hours"] as const).map((value) => ({
          value,
          label: t("bookingPages.dateKind", { kind: value }),
        }))}
        value={row.hours.length === 0 ? "closed" : "hours"}
        onChange={(kind) => onChange({ ...row, hours: kind === "closed" ? [] : [anotherSpan([])] })}
      />
      <Button aria-label={t("bookingPages.removeDate", { day: name })} onClick={onRemove}>
        {t("bookingPages.remove")}
      </Button>
      {row.hours.length === 0 ? null : (
        <SpanList
          day={name}
          spans={row.hours}
          error={(at) => form.wrong(`${path}/hours/${at}`)}
          onChange={(hours) => onChange({ ...row, hours })}
        />
      )}
      {problem === null ? null : <FieldError>{problem}</FieldError>}
    </li>
  );
}
