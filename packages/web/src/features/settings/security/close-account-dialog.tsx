import type { PrincipalRecord } from "@snart/calendar/jmap/sharing.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useId, useState, type SyntheticEvent } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { closeAccount, fetchHeirs } from "../../../api/account/close-account-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { sessionEnded } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import styles from "./close-account-dialog.module.css";

export interface CloseAccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Says what becomes of everything, offers to take it along, and asks who gets the calendars and for the password. */
export function CloseAccountDialog({ account, onClose }: CloseAccountDialogProps) {
  const t = useMessages();
  const form = useId();
  const heirs = useHeirs(account.id);
  const [to, setTo] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const close = async (): Promise<void> => {
    setBusy(true);
    const given = await closeAccount(account.id, password, to === "" ? null : to);
    setBusy(false);
    if (!given.ok) return setCode(wordedCode(given.problem));
    history.replaceState(null, "", given.value);
    sessionEnded("choice");
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (password === "") return setCode("wrong-password");
    if (!isBusy) void close();
  };
  const isWrong = code === "wrong-password";
  return (
    <Dialog
      title={t("closeAccount.title")}
      isOpen
      onClose={onClose}
      role="alertdialog"
      footer={
        <>
          <Button size={36} onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" form={form} size={36} look="dangerFill" aria-disabled={isBusy || undefined}>
            {t("closeAccount.do")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <p>{t("closeAccount.body")}</p>
        <p>
          <a href="/export/everything" download className={styles.link}>
            {t("closeAccount.export")}
          </a>
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
        <PasswordField
          label={t("closeAccount.password")}
          autoComplete="current-password"
          value={password}
          error={isWrong ? t("closeAccount.wrongPassword") : undefined}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setCode(undefined);
          }}
        />
        {code === undefined || isWrong ? null : <FieldError>{t(problemKey(code))}</FieldError>}
      </form>
    </Dialog>
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
