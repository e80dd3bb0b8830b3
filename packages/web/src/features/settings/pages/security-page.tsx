import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { leaveSession } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ChangePasswordForm } from "../components/change-password-form.tsx";
import { SaveNote } from "../components/save-note.tsx";
import { SettingPage, SettingRow, SettingSection } from "../components/setting-page.tsx";
import { ToggleRow } from "../components/toggle-row.tsx";
import { useSaver } from "../save-state.ts";

/** Password, the account password in calendar apps, and signing out. */
export function SecurityPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  return (
    <SettingPage title={t("settings.security.title")} intro={t("settings.security.intro")}>
      <SettingSection title={t("settings.security.password")}>
        <ChangePasswordForm account={account} />
      </SettingSection>
      <SettingSection title={t("settings.security.apps")}>
        <ToggleRow
          label={t("settings.security.basic")}
          help={t("settings.security.basicHelp")}
          checked={account.preferences.basicPassword !== false}
          onChange={(on) => void save({ preferences: { basicPassword: on } })}
        />
      </SettingSection>
      <SettingSection title={t("settings.security.here")}>
        <SettingRow
          label={t("settings.security.signedInAs", { name: account.displayName })}
          help={account.email}
          narrow
        >
          <Button size={36} onClick={() => void leaveSession()}>
            {t("settings.security.signOut")}
          </Button>
        </SettingRow>
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}
