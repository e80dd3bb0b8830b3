import { below } from "../../../api/place.ts";
import type { PrincipalRecord } from "@snart/calendar/jmap/sharing.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { Account } from "../../../api/auth-client.ts";
import { closeAccount, fetchHeirs } from "../../../api/account/close-account-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { sessionEnded } from "../../../store/session.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { useProof, useSignInWays } from "../../proof/screen.tsx";
import styles from "./close-account-dialog.module.css";

interface CloseAccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/**
 * Says what happens to all the data, offers to export it, and asks who receives the calendars and for the password.
 */
export function CloseAccountDialog({ account, onClose }: CloseAccountDialogProps) {
  const t = useMessages();
  const heirs = useHeirs(account.id);
  const hasPassword = useSignInWays(account.id)?.hasPassword !== false;
  const { proved, dialog } = useProof();
  const [to, setTo] = useState("");
  const [password, setPassword] = useState("");
  const [isWrong, setWrong] = useState(false);
  const close = async (): Promise<string | undefined> => {
    const given =
      password === "" && hasPassword
        ? undefined
        : await proved(() => closeAccount(account.id, password, to === "" ? null : to));
    if (given?.ok) {
      history.replaceState(null, "", below(given.value));
      void sessionEnded("choice");
      return undefined;
    }
    const code = given ? wordedCode(given.problem) : "wrong-password";
    setWrong(code === "wrong-password");
    return code === "wrong-password" ? undefined : t(problemKey(code));
  };
  return (
    <ConfirmDialog
      title={t("closeAccount.title")}
      role="alertdialog"
      look="dangerFill"
      className={styles.form}
      confirm={t("closeAccount.do")}
      onConfirm={close}
      onClose={onClose}
    >
      <p>{t("closeAccount.body")}</p>
      <p>
        <Link href="/settings/import" className={styles.link}>
          {t("closeAccount.export")}
        </Link>
      </p>
      <Select
        label={t("admin.delete.calendars")}
        options={[
          { value: "", label: t("admin.delete.keep") },
          ...heirs.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={to}
        onChange={setTo}
      />
      {to === "" ? null : <p className={styles.quiet}>{t("admin.delete.forGood")}</p>}
      <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
      {dialog}
      {hasPassword ? (
        <PasswordField
          label={t("closeAccount.password")}
          autoComplete="current-password"
          value={password}
          error={isWrong ? t("closeAccount.wrongPassword") : undefined}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setWrong(false);
          }}
        />
      ) : null}
    </ConfirmDialog>
  );
}

/** Everybody else, by name; nobody until they are known. */
function useHeirs(accountId: string): readonly PrincipalRecord[] {
  const [heirs, setHeirs] = useState<readonly PrincipalRecord[]>([]);
  useEffect(() => {
    void fetchHeirs(accountId).then((given) => {
      if (given.ok) setHeirs(sortedByName(given.value, ({ name }) => name));
    });
  }, [accountId]);
  return heirs;
}
