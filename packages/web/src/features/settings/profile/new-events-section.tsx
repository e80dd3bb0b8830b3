import { useId } from "react";
import { Link } from "wouter";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { calendarReminderText } from "../../../i18n/reminder-words.ts";
import { useLengthText } from "../../../i18n/use-length-text.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { minutesBefore } from "../../../store/items/default-reminder.ts";
import { calendarForNew } from "../../../store/items/calendar-for-new.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";
import styles from "./photo.module.css";

const MINUTE = 60_000;
const USUAL = 60;
const LENGTHS = [15, 30, 45, USUAL, 90, 120];

interface NewEventsProps {
  readonly account: Account;
  readonly save: Saver["save"];
}

/** What a new event begins with: its length here, and where its calendar and reminder are chosen. */
export function NewEventsSection({ account, save }: NewEventsProps) {
  const t = useMessages();
  const id = useId();
  const lengthText = useLengthText();
  const { calendars } = useCalendarSnapshot();
  const { defaultCalendarId, eventMinutes } = account.preferences;
  const chosen = eventMinutes ?? USUAL;
  const lengths = LENGTHS.includes(chosen) ? LENGTHS : [...LENGTHS, chosen].toSorted((a, b) => a - b);
  const calendar = calendarForNew(calendars, defaultCalendarId);
  const alert = calendar?.alertTimed ?? null;
  return (
    <SettingSection title={t("newEvents.title")}>
      <SettingRow label={t("newEvents.length")} help={t("newEvents.lengthHelp")} htmlFor={id}>
        <Select
          id={id}
          label={t("newEvents.length")}
          hideLabel
          options={lengths.map((minutes) => ({
            value: String(minutes),
            label: lengthText(minutes * MINUTE),
          }))}
          value={String(chosen)}
          onChange={(minutes) => save({ preferences: { eventMinutes: Number(minutes) } })}
          aria-describedby={`${id}-help`}
        />
      </SettingRow>
      {calendar ? (
        <>
          <SettingRow label={t("newEvents.calendar")} help={t("newEvents.calendarHelp")} narrow>
            <span className={styles.calendar}>
              <Swatch colour={calendar.colour} />
              <span className={styles.value}>{calendar.name}</span>
            </span>
            <Link
              href="/settings/calendars"
              className={styles.link}
              aria-label={t("newEvents.changeCalendar")}
            >
              {t("changeAddress.open")}
            </Link>
          </SettingRow>
          <SettingRow label={t("newEvents.reminder")} help={t("newEvents.reminderHelp")} narrow>
            <span className={styles.value}>
              {alert === null
                ? t("calendars.alertNone")
                : calendarReminderText(alert, { minutes: minutesBefore(alert), allDay: false }, t)}
            </span>
            <Link
              href={`/settings/calendars#${calendar.id}`}
              className={styles.link}
              aria-label={t("newEvents.changeReminder")}
            >
              {t("changeAddress.open")}
            </Link>
          </SettingRow>
        </>
      ) : null}
    </SettingSection>
  );
}
