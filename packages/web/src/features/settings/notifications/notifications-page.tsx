import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ChannelGrid } from "./channel-grid.tsx";
import { DeviceRow } from "./device-row.tsx";
import { MutedCalendars } from "./muted-calendars.tsx";
import { Preview } from "./preview.tsx";
import { AgendaRow, QuietRow, WeekRow } from "./times-rows.tsx";
import { SaveNote } from "../parts/save-note.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { useSaver } from "../parts/save-state.ts";

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
      <Preview />
      <SettingSection title={t("settings.notifications.hours")}>
        <AgendaRow account={account} save={save} />
        <WeekRow account={account} save={save} />
        <QuietRow account={account} save={save} />
      </SettingSection>
      <SettingSection title={t("settings.notifications.push")}>
        <DeviceRow />
      </SettingSection>
      <MutedCalendars />
      <SaveNote state={state} />
    </SettingPage>
  );
}
