import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { OwnPins } from "../households/own-pins.tsx";
import { SaveNote } from "../parts/save-note.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { SignIns } from "./sign-ins.tsx";
import { SignOutRow } from "./sign-out-row.tsx";
import { ToggleRow } from "../parts/toggle-row.tsx";
import { WaysSections } from "./ways-sections.tsx";
import { useSaver } from "../parts/save-state.ts";

/** Password, the account password in calendar apps, and signing out. */
export function SecurityPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  return (
    <SettingPage title={t("settings.security.title")} intro={t("settings.security.intro")}>
      <WaysSections account={account} />
      <SettingSection title={t("settings.security.apps")}>
        <ToggleRow
          label={t("settings.security.basic")}
          help={t("settings.security.basicHelp")}
          checked={account.preferences.basicPassword !== false}
          onChange={(on) => save({ preferences: { basicPassword: on } })}
        />
      </SettingSection>
      <OwnPins account={account} />
      <SettingSection title={t("settings.security.signIns")}>
        <SignIns accountId={account.id} />
      </SettingSection>
      <SettingSection title={t("settings.security.here")}>
        <SignOutRow account={account} />
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}
