import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { DisplayNameRow } from "../components/display-name-row.tsx";
import { DistanceSection } from "../components/distance-section.tsx";
import { LookSection } from "../components/look-section.tsx";
import { SaveNote } from "../components/save-note.tsx";
import { SettingPage, SettingRow, SettingSection } from "../components/setting-page.tsx";
import { TimeZoneRow } from "../components/time-zone-row.tsx";
import { ToggleRow } from "../components/toggle-row.tsx";
import { useSaver } from "../save-state.ts";
import styles from "./profile-page.module.css";

/** Name, language, time zone, theme and habits. Everything is saved as it is changed. */
export function ProfilePage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  const { singleKeyShortcuts } = account.preferences;
  return (
    <SettingPage title={t("settings.profile.title")} intro={t("settings.profile.intro")}>
      <SettingSection>
        <DisplayNameRow key={account.displayName} account={account} save={save} />
        <SettingRow label={t("settings.profile.email")} help={t("settings.profile.emailHelp")}>
          <span className={styles.email}>{account.email}</span>
        </SettingRow>
      </SettingSection>
      <LookSection account={account} save={save} />
      <SettingSection title={t("settings.profile.time")}>
        <TimeZoneRow account={account} save={save} />
      </SettingSection>
      <DistanceSection account={account} save={save} />
      <SettingSection title={t("settings.profile.keyboard")}>
        <ToggleRow
          label={t("settings.profile.keys")}
          help={t("settings.profile.keysHelp")}
          checked={singleKeyShortcuts !== false}
          onChange={(on) => void save({ preferences: { singleKeyShortcuts: on } })}
        />
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}
