import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { SettingPage } from "../components/setting-page.tsx";

/** Bringing a calendar file in. */
export function ImportPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  return (
    <SettingPage title={t("settings.import.title")} intro={t("settings.import.intro")}>
      <p>{account.login}</p>
    </SettingPage>
  );
}
