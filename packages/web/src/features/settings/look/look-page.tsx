import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { AlmanacSection } from "./almanac-section.tsx";
import { DistanceSection } from "./distance-section.tsx";
import { LookSection } from "./look-section.tsx";
import { NameDaysSection } from "./name-days-section.tsx";
import { RegionSection } from "./region-section.tsx";
import { SaveNote } from "../parts/save-note.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { ToggleRow } from "../parts/toggle-row.tsx";
import { WorkingHoursSection } from "./working-hours-section.tsx";
import { useSaver } from "../parts/save-state.ts";

/** Language, theme, time, holidays and habits. Every change is saved at once. */
export function LookPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  return (
    <SettingPage title={t("settings.look.title")} intro={t("settings.look.intro")}>
      <LookSection account={account} save={save} />
      <RegionSection account={account} save={save} />
      <WorkingHoursSection account={account} save={save} />
      <AlmanacSection account={account} save={save} />
      <NameDaysSection account={account} save={save} />
      <DistanceSection account={account} save={save} />
      <SettingSection title={t("shell.viewTasks")}>
        <ToggleRow
          label={t("tasks.showInCalendar")}
          help={t("settings.look.tasksHelp")}
          checked={account.preferences.showTasks !== false}
          onChange={(on) => save({ preferences: { showTasks: on } })}
        />
      </SettingSection>
      <SettingSection title={t("settings.profile.keyboard")}>
        <ToggleRow
          label={t("settings.profile.keys")}
          help={t("settings.profile.keysHelp")}
          checked={account.preferences.singleKeyShortcuts !== false}
          onChange={(on) => save({ preferences: { singleKeyShortcuts: on } })}
        />
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}
