import { DAY_NAMES } from "@snart/calendar/booking/day-kinds.ts";
import type { DayName } from "@snart/calendar/booking/rules.ts";
import type { DayHours, Schedule, WeekHours } from "@snart/calendar/booking-page/event-type.ts";
import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { readWorkingWeek, USUAL_WEEK } from "@snart/calendar/time/working-hours.ts";
import { useMemo, useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneOptions } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { DatesList } from "./dates-list.tsx";
import { Part } from "./fields.tsx";
import { SpanList } from "./span-list.tsx";
import type { TypeForm } from "./type-form.ts";
import { byDay, hoursOfWeek } from "./week-hours.ts";
import styles from "./hours.module.css";

type OwnHours = Extract<Schedule, { readonly of: "page" }>;

const MONDAY = localFromFields(2026, 11, 23);
const OTHER_WORKDAYS: readonly DayName[] = ["tu", "we", "th", "fr"];

/** When it can be booked: in the hours of each host, or in hours of its own, with dates that are otherwise. */
export function HoursPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const account = useAccount();
  const { schedule, timeZone } = form.record.type;
  // What was set is there again for who only looks at the other choice.
  const [own, setOwn] = useState<OwnHours>();
  const put = (next: OwnHours): void => {
    setOwn(next);
    form.set({ schedule: next });
  };
  const choose = (of: Schedule["of"]): void => {
    if (of === schedule.of) return;
    if (schedule.of === "page") setOwn(schedule);
    if (of === "host") return form.set({ schedule: { of } });
    const week = readWorkingWeek(account?.preferences.workingHours ?? "") ?? USUAL_WEEK;
    put(own ?? { of, hours: hoursOfWeek(week) });
  };
  return (
    <Part
      title={t("bookingPages.part.hours")}
      hint={t("bookingPages.hoursHint", { zone: timeZone.replaceAll("_", " ") })}
      error={form.wrongItself("schedule")}
    >
      <ZoneField zone={timeZone} onChange={(zone) => form.set({ timeZone: zone })} />
      <Select
        label={t("bookingPages.field.schedule")}
        options={(["host", "page"] as const).map((value) => ({
          value,
          label: t("bookingPages.schedule", { of: value }),
        }))}
        value={schedule.of}
        onChange={choose}
      />
      {schedule.of === "page" ? (
        <>
          <WeekFields form={form} hours={schedule.hours} onChange={(hours) => put({ ...schedule, hours })} />
          <DatesList
            form={form}
            dates={schedule.dates ?? []}
            onChange={(dates) => put({ ...schedule, dates })}
          />
        </>
      ) : null}
    </Part>
  );
}

interface ZoneFieldProps {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
}

/** The zone of all hours and dates of an event type, and of the days that limits count. */
function ZoneField({ zone, onChange }: ZoneFieldProps) {
  const t = useMessages();
  const options = useMemo(() => zoneOptions(Intl.supportedValuesOf("timeZone"), zone, t), [zone, t]);
  return <Select label={t("bookingPages.field.zone")} options={options} value={zone} onChange={onChange} />;
}

interface WeekFieldsProps {
  readonly form: TypeForm;
  readonly hours: readonly WeekHours[];
  readonly onChange: (hours: readonly WeekHours[]) => void;
}

function WeekFields({ form, hours, onChange }: WeekFieldsProps) {
  const t = useMessages();
  const formats = useFormats("UTC");
  const rows = byDay(hours).map((row, at) => ({ ...row, at }));
  const ofDay = (day: DayName) => rows.filter(({ days }) => days.includes(day));
  const withDay = (all: readonly WeekHours[], day: DayName, spans: readonly DayHours[]) => [
    ...all.filter(({ days }) => !days.includes(day)),
    ...spans.map(({ from, to }) => ({ days: [day], from, to })),
  ];
  const plain = rows.map(({ days, from, to }) => ({ days, from, to }));
  const overlap = form.wrongItself("schedule/hours");
  const error = (index: number | undefined): string | null =>
    index === undefined ? null : form.wrong(`schedule/hours/${index}`);
  return (
    <>
      <ul className={styles.week} aria-label={t("bookingPages.week")}>
        {DAY_NAMES.map((day, index) => {
          const name = formats.weekday(addDays(MONDAY, index));
          const own = ofDay(day);
          return (
            <li key={day}>
              <span aria-hidden>{name}</span>
              <SpanList
                day={name}
                spans={own}
                error={(at) => error(own[at]?.at)}
                onChange={(spans) => onChange(withDay(plain, day, spans))}
              />
            </li>
          );
        })}
      </ul>
      {overlap === null ? null : <FieldError>{overlap}</FieldError>}
      <Button
        className={styles.same}
        onClick={() => onChange(OTHER_WORKDAYS.reduce((all, day) => withDay(all, day, ofDay("mo")), plain))}
      >
        {t("bookingPages.asMonday")}
      </Button>
    </>
  );
}
