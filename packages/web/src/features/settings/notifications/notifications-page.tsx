import { useId } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { formatClock, parseClock } from "../../../ui/fields/parse-clock.ts";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import { ChannelGrid } from "./channel-grid.tsx";
import { DeviceRow } from "./device-row.tsx";
import { MutedCalendars } from "./muted-calendars.tsx";
import styles from "./notifications-page.module.css";
import { SaveNote } from "../parts/save-note.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { useSaver, type Saver } from "../parts/save-state.ts";

/**
 * The channels of reminders and notifications, the calendars they come from, and quiet times. Every change is saved
 * at once.
 */
export function NotificationsPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  return (
    <SettingPage title={t("settings.notifications.title")} intro={t("settings.notifications.intro")}>
      <ChannelGrid account={account} save={save} />
      <SettingSection title={t("settings.notifications.push")}>
        <DeviceRow />
      </SettingSection>
      <MutedCalendars />
      <SettingSection title={t("settings.notifications.hours")}>
        <AgendaRow account={account} save={save} />
        <QuietRow account={account} save={save} />
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}

interface RowProps {
  readonly account: Account;
  readonly save: Saver["save"];
}

const MORNING = "06:30";
const NIGHT = { from: "21:30", to: "06:30" };

function AgendaRow({ account, save }: RowProps) {
  const t = useMessages();
  const id = useId();
  const { agendaAt } = account.preferences;
  const set = (at: string | null): void => save({ preferences: { agendaAt: at } });
  const isOn = typeof agendaAt === "string";
  return (
    <SettingRow
      label={t("settings.notifications.agenda")}
      help={t("settings.notifications.agendaHelp")}
      htmlFor={id}
      narrow
    >
      <span className={styles.times}>
        {isOn ? (
          <TimeField
            label={t("settings.notifications.agendaAt")}
            value={parseClock(agendaAt) ?? 0}
            onChange={(minutes) => set(formatClock(minutes))}
          />
        ) : null}
        <Toggle
          id={id}
          checked={isOn}
          onChange={(on) => set(on ? MORNING : null)}
          aria-describedby={`${id}-help`}
        />
      </span>
    </SettingRow>
  );
}

function QuietRow({ account, save }: RowProps) {
  const t = useMessages();
  const id = useId();
  const quietHours = account.preferences.quietHours ?? null;
  const set = (hours: typeof quietHours): void => save({ preferences: { quietHours: hours } });
  return (
    <SettingRow
      label={t("settings.notifications.quiet")}
      help={t("settings.notifications.quietHelp")}
      htmlFor={id}
      narrow
    >
      <span className={styles.times}>
        {quietHours ? (
          <>
            <TimeField
              label={t("settings.notifications.quietFrom")}
              value={parseClock(quietHours.from) ?? 0}
              onChange={(minutes) => set({ ...quietHours, from: formatClock(minutes) })}
            />
            <span aria-hidden>–</span>
            <TimeField
              label={t("settings.notifications.quietTo")}
              value={parseClock(quietHours.to) ?? 0}
              onChange={(minutes) => set({ ...quietHours, to: formatClock(minutes) })}
            />
          </>
        ) : null}
        <Toggle
          id={id}
          checked={quietHours !== null}
          onChange={(on) => set(on ? NIGHT : null)}
          aria-describedby={`${id}-help`}
        />
      </span>
    </SettingRow>
  );
}
