import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { removePassword } from "../../../api/account/passkey-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useProof } from "../../proof/screen.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import styles from "./second-step.module.css";

interface RemovePasswordRowProps {
  readonly account: Account;
  /** whether a provider opens the account */
  readonly hasProvider: boolean;
  readonly onChange: () => void;
}

/** For whoever has a passkey or a provider: without a password there is nothing that could be guessed. */
export function RemovePasswordRow({ account, hasProvider, onChange }: RemovePasswordRowProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const [isAsked, setAsked] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const remove = async (): Promise<string | undefined> => {
    const given = await proved(() => removePassword(account.id));
    if (!given.ok) return t(problemKey(wordedCode(given.problem)));
    addToast({ message: t("settings.security.passwordRemoved") });
    setAsked(false);
    if (given.value) setCodes(given.value);
    else onChange();
    return undefined;
  };
  return (
    <>
      <div className={styles.ways}>
        <Button size={36} onClick={() => setAsked(true)}>
          {t("settings.security.passwordRemove")}
        </Button>
      </div>
      {isAsked ? (
        <ConfirmDialog
          title={t("settings.security.passwordRemoveTitle")}
          role="alertdialog"
          look="dangerFill"
          confirm={t("settings.security.passwordRemove")}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          <p className={styles.said}>
            {t(
              hasProvider
                ? "settings.security.passwordRemoveBodyProviders"
                : "settings.security.passwordRemoveBody",
            )}
          </p>
        </ConfirmDialog>
      ) : null}
      {codes ? (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            onChange();
          }}
        />
      ) : null}
      {dialog}
    </>
  );
}
