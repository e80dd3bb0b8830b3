import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { DisplayNameRow } from "./display-name-row.tsx";
import { EmailRow } from "./email-row.tsx";
import { initials } from "../parts/face.tsx";
import { SaveNote } from "../parts/save-note.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { useSaver } from "../parts/save-state.ts";
import styles from "./profile-page.module.css";

/** The person's profile as others see it. Every change is saved at once. */
export function ProfilePage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  return (
    <SettingPage title={t("settings.profile.title")} intro={t("settings.profile.intro")}>
      <SettingSection>
        <p className={styles.me}>
          <span className={styles.disc} data-colour="lake" aria-hidden>
            {initials(account.displayName)}
          </span>
          <span>{t("settings.profile.initials", { initials: initials(account.displayName) })}</span>
        </p>
        <DisplayNameRow key={account.displayName} account={account} save={save} />
        <EmailRow account={account} />
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}
