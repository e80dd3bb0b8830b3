import { problemKey } from "@snart/locales/problem-codes.ts";
import { useId, useState } from "react";
import { Link } from "wouter";
import type { AlertOffset } from "../../api/alert-offset.ts";
import { changeCalendars, type CalendarFields } from "../../api/calendars/calendars-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { reminderText } from "../../i18n/reminder-words.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { hexOf, type CalendarColour } from "../../store/items/calendar-colour.ts";
import { calendarForNew, takesEvents } from "../../store/items/calendar-for-new.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { ColourChoice } from "../colour-choice/screen.tsx";
import { usePreferences } from "../preferences/model.ts";
import { useFirstSteps } from "./model.ts";
import { Step } from "./step.tsx";
import styles from "./first-steps.module.css";

/** How the calendar for new events reminds and looks, which one it is, and name days. */
export function FirstChoices() {
  const t = useMessages();
  const titleId = useId();
  const { left, leave } = useFirstSteps();
  const { calendars } = useCalendarSnapshot();
  const [preferences] = usePreferences();
  const calendar = calendarForNew(calendars, preferences?.defaultCalendarId);
  const { change, trouble } = useChange(calendar);
  const shows = (step: "reminder" | "colour" | "nameDays"): boolean =>
    left.includes(step) && (step === "nameDays" || calendar !== undefined);
  if (!shows("reminder") && !shows("colour") && !shows("nameDays")) return null;
  return (
    <section className={styles.choices} data-choices aria-labelledby={titleId}>
      <h2 id={titleId} className="visually-hidden">
        {t("firstSteps.choices")}
      </h2>
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
      <ul>
        {calendar && shows("reminder") ? (
          <ReminderStep
            calendar={calendar}
            onPutAway={() => leave("reminder")}
            onKeep={async (alertTimed) => {
              if (!(await change({ alertTimed }))) return;
              leave("reminder");
              addToast({ message: keptText(alertTimed, calendar.name, t) });
            }}
          />
        ) : null}
        {calendar && shows("colour") ? (
          <ColourStep
            key={calendar.key}
            calendar={calendar}
            onPutAway={() => leave("colour")}
            onChoose={(colour) => change({ color: hexOf(colour) })}
          />
        ) : null}
        {shows("nameDays") ? (
          <Step
            title={t("settings.nameDays.title")}
            help={t("firstSteps.nameDays.help")}
            onPutAway={() => leave("nameDays")}
          >
            <Link href="/settings/look" className={styles.link}>
              {t("firstSteps.nameDays.do")}
            </Link>
          </Step>
        ) : null}
      </ul>
    </section>
  );
}

/** Changes a calendar and shows it at once. */
function useChange(calendar: CalendarEntry | undefined) {
  const [trouble, setTrouble] = useState<string>();
  const change = async (fields: CalendarFields): Promise<boolean> => {
    if (!calendar) return false;
    const done = await changeCalendars(calendar.accountId, { [calendar.id]: fields });
    setTrouble(done.ok ? undefined : wordedCode(done.problem));
    return done.ok;
  };
  return { change, trouble };
}

interface ColourStepProps {
  readonly calendar: CalendarEntry;
  readonly onPutAway: () => void;
  /** tells whether it is kept */
  readonly onChoose: (colour: CalendarColour) => Promise<boolean>;
}

function ColourStep({ calendar, onPutAway, onChoose }: ColourStepProps) {
  const t = useMessages();
  const title = t("firstSteps.colour.title", { name: isolated(calendar.name) });
  // It is seen at once; the calendar has it when the server has said so.
  const [chosen, setChosen] = useState<CalendarColour>();
  const choose = async (colour: CalendarColour): Promise<void> => {
    setChosen(colour);
    if (!(await onChoose(colour))) setChosen(undefined);
  };
  return (
    <Step title={title} onPutAway={onPutAway}>
      <ColourChoice
        label={title}
        hideLabel
        value={chosen ?? calendar.colour}
        onChange={(colour) => void choose(colour)}
      />
    </Step>
  );
}

const NEVER = "never";
const MINUTES = { "-PT10M": 10, "-PT1H": 60 } as const;
type Chosen = keyof typeof MINUTES | typeof NEVER;

const keptText = (alert: AlertOffset, name: string, t: Messages): string =>
  alert === null
    ? t("firstSteps.reminder.none", { name: isolated(name) })
    : t("firstSteps.reminder.kept", {
        name: isolated(name),
        when: reminderText(MINUTES[alert as keyof typeof MINUTES], t).toLocaleLowerCase(),
      });

interface ReminderStepProps {
  readonly calendar: CalendarEntry;
  readonly onPutAway: () => void;
  readonly onKeep: (alert: AlertOffset) => Promise<void>;
}

/** Asks once how long before new events the person is reminded; where there are several calendars, also of which. */
function ReminderStep({ calendar, onPutAway, onKeep }: ReminderStepProps) {
  const t = useMessages();
  const { calendars } = useCalendarSnapshot();
  const [, prefer] = usePreferences();
  const [chosen, setChosen] = useState<Chosen>("-PT10M");
  const open = calendars.filter(takesEvents);
  return (
    <Step
      title={t("firstSteps.reminder.title")}
      help={t("firstSteps.reminder.help", { name: isolated(calendar.name) })}
      onPutAway={onPutAway}
    >
      {open.length > 1 ? (
        <Select
          className={styles.select ?? ""}
          label={t("firstSteps.goTo")}
          options={open.map(({ id, name }) => ({ value: id, label: name }))}
          value={calendar.id}
          onChange={(id) => prefer({ defaultCalendarId: id })}
        />
      ) : null}
      <SegmentedControl<Chosen>
        label={t("firstSteps.reminder.title")}
        size={34}
        segments={[
          { value: NEVER, label: t("firstSteps.reminder.never") },
          { value: "-PT10M", label: reminderText(10, t) },
          { value: "-PT1H", label: reminderText(60, t) },
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <Button size={36} look="primary" onClick={() => void onKeep(chosen === NEVER ? null : chosen)}>
        {t("firstSteps.reminder.keep")}
      </Button>
      <Link href={`/settings/calendars#${calendar.id}`} className={styles.link}>
        {t("firstSteps.reminder.other")}
      </Link>
    </Step>
  );
}
