import { useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { SettingRow } from "../parts/setting-page.tsx";
import { CloseAccountDialog } from "./close-account-dialog.tsx";

/** Closes the account, and links to the steps to take before. */
export function CloseAccountRow({ account }: { readonly account: Account }) {
  const t = useMessages();
  const [isAsked, setAsked] = useState(false);
  return (
    <SettingRow label={t("closeAccount.title")} help={t("closeAccount.help")} narrow>
      <Button size={36} look="danger" onClick={() => setAsked(true)}>
        {t("closeAccount.open")}
      </Button>
      {isAsked ? <CloseAccountDialog account={account} onClose={() => setAsked(false)} /> : null}
    </SettingRow>
  );
}
