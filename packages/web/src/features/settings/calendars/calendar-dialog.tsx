import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useMemo, useState } from "react";
import {
  changeCalendars,
  fetchMakers,
  makeCalendar,
  type CalendarFields,
  type ManagedCalendar,
} from "../../../api/calendars/calendars-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import type { AlertOffset } from "../../../api/alert-offset.ts";
import { useMessages, type Messages } from "../../../i18n/messages.ts";
import { calendarReminderText } from "../../../i18n/reminder-words.ts";
import { minutesBefore } from "../../../store/items/default-reminder.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import {
  hexOf,
  nearestCalendarColour,
  unusedColour,
  type CalendarColour,
} from "../../../store/items/calendar-colour.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Select, type SelectOption } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { zoneOptions } from "../../../i18n/time-zones.ts";
import { ColourChoice } from "../../colour-choice/screen.tsx";
import styles from "./dialog-form.module.css";

interface CalendarDialogProps {
  /** undefined: a new one */
  readonly calendar: ManagedCalendar | undefined;
  /** a calendar that follows a feed has no alerts or zone to set */
  readonly isFollowed?: boolean;
  readonly accountId: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Name, colour, zone and default alerts of a calendar; of a new one also whose it is. */
export function CalendarDialog({
  calendar,
  isFollowed = false,
  accountId,
  onClose,
  onSaved,
}: CalendarDialogProps) {
  const t = useMessages();
  const { calendars } = useCalendarSnapshot();
  const [fields, setFields] = useState(() => fieldsOf(calendar, unusedColour(calendars)));
  const [owner, setOwner] = useState(calendar?.accountId ?? accountId);
  const [isNameless, setNameless] = useState(false);
  const set = (change: Partial<Fields>): void => setFields((now) => ({ ...now, ...change }));
  const save = async (): Promise<string | undefined> => {
    const isEmpty = fields.name.trim() === "";
    setNameless(isEmpty);
    if (isEmpty) return undefined;
    const { colour, ...rest } = fields;
    const wanted: CalendarFields = { ...rest, name: fields.name.trim(), color: hexOf(colour) };
    const done = calendar
      ? await changeCalendars(calendar.accountId, { [calendar.id]: wanted })
      : await makeCalendar(owner, wanted);
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    onSaved();
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={calendar ? t("calendars.editTitle", { name: calendar.name }) : t("calendars.newTitle")}
      width={560}
      className={styles.form}
      confirm={t(calendar ? "calendars.save" : "calendars.create")}
      onConfirm={save}
      onClose={onClose}
    >
      <TextField
        label={t("calendars.name")}
        value={fields.name}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is what the dialog is for
        autoFocus
        error={isNameless ? t("calendars.nameless") : undefined}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <ColourChoice value={fields.colour} onChange={(colour) => set({ colour })} />
      {calendar ? null : <OwnerChoice value={owner} onChange={setOwner} />}
      {isFollowed ? null : <Defaults fields={fields} set={set} />}
    </ConfirmDialog>
  );
}

interface Fields {
  readonly name: string;
  readonly colour: ReturnType<typeof nearestCalendarColour>;
  readonly timeZone: string | null;
  readonly alertTimed: AlertOffset;
  readonly alertAllDay: AlertOffset;
}

/** @param free the colour of a new calendar, which the person sees nowhere yet */
const fieldsOf = (calendar: ManagedCalendar | undefined, free: CalendarColour): Fields => ({
  name: calendar?.name ?? "",
  colour: calendar ? nearestCalendarColour(calendar.color, calendar.id) : free,
  timeZone: calendar?.timeZone ?? null,
  alertTimed: calendar?.alertTimed ?? null,
  alertAllDay: calendar?.alertAllDay ?? null,
});

/** The choice of owner, where there is one: the person, or a group. */
function OwnerChoice({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const t = useMessages();
  const [owners, setOwners] = useState<readonly SelectOption[]>([]);
  useEffect(() => {
    void fetchMakers().then((given) => {
      if (given.ok) setOwners(given.value.map(({ id, name }) => ({ value: id, label: name })));
    });
  }, []);
  if (owners.length < 2) return null;
  return <Select label={t("calendars.owner")} options={owners} value={value} onChange={onChange} />;
}

function Defaults({
  fields,
  set,
}: {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
}) {
  const t = useMessages();
  const zones = useMemo(() => {
    const known = zoneOptions(Intl.supportedValuesOf("timeZone"), fields.timeZone ?? "Europe/Stockholm", t);
    return [{ value: "", label: t("calendars.zoneOwn") }, ...known];
  }, [fields.timeZone, t]);
  const choose = (value: string): AlertOffset => (value === "" ? null : value);
  return (
    <>
      <Select
        label={t("calendars.zone")}
        options={zones}
        value={fields.timeZone ?? ""}
        onChange={(value) => set({ timeZone: value === "" ? null : value })}
      />
      <Select
        label={t("calendars.alertTimed")}
        options={alertOptions(t, false, fields.alertTimed)}
        value={fields.alertTimed ?? ""}
        onChange={(value) => set({ alertTimed: choose(value) })}
      />
      <Select
        label={t("calendars.alertAllDay")}
        options={alertOptions(t, true, fields.alertAllDay)}
        value={fields.alertAllDay ?? ""}
        onChange={(value) => set({ alertAllDay: choose(value) })}
      />
    </>
  );
}

const TIMED = ["PT0S", "-PT5M", "-PT10M", "-PT15M", "-PT30M", "-PT1H", "-PT2H", "-P1D"];
const ALL_DAY = ["PT9H", "-PT15H", "-PT6H"];

/** A value that another app has set, and that is none of these, stays unchanged. */
function alertOptions(t: Messages, allDay: boolean, chosen: AlertOffset): readonly SelectOption[] {
  const known = allDay ? ALL_DAY : TIMED;
  const options = known.map((value) => ({
    value,
    label: calendarReminderText(value, { minutes: minutesBefore(value), allDay }, t),
  }));
  const isOther = chosen !== null && !known.includes(chosen);
  const other = isOther ? [{ value: chosen, label: t("calendars.alertOther") }] : [];
  return [{ value: "", label: t("calendars.alertNone") }, ...options, ...other];
}
