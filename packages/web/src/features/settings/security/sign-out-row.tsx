import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { leaveSession } from "../../../store/leave-session.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { SettingRow } from "../parts/setting-page.tsx";

/** Shows who is signed in, and signs out. Without the server nobody can sign out, and the row says so. */
export function SignOutRow({ account }: { readonly account: Account }) {
  const t = useMessages();
  const [trouble, setTrouble] = useState<string>();
  const leave = async (): Promise<void> => {
    const problem = await leaveSession();
    setTrouble(problem && wordedCode(problem));
  };
  return (
    <>
      <SettingRow
        label={t("settings.security.signedInAs", { name: account.displayName })}
        help={account.email}
        narrow
      >
        <Button size={36} onClick={() => void leave()}>
          {t("settings.security.signOut")}
        </Button>
      </SettingRow>
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
    </>
  );
}
