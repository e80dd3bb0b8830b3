import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import {
  confirmSecondStep,
  removeSecondStep,
  type SecondStepKey,
} from "../../../api/account/sign-in-ways-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { QrCode } from "../../device-code/screen.tsx";
import styles from "./second-step.module.css";

interface SecondStepDialogProps {
  readonly account: Account;
  readonly secretKey: SecondStepKey;
  readonly onClose: () => void;
  /** with new recovery codes, if there were none */
  readonly onDone: (codes: readonly string[] | null) => void;
}

/** The key for the app, as a picture and as text, and the code by which the app shows that it has it. */
export function SecondStepDialog({ account, secretKey, onClose, onDone }: SecondStepDialogProps) {
  const t = useMessages();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const fail = (why: string): undefined => {
    setError(why);
    return undefined;
  };
  const confirm = async (): Promise<undefined> => {
    if (code.trim() === "") return fail(t("signIn.needCode"));
    const given = await confirmSecondStep(account.id, code);
    if (!given.ok) return fail(t(problemKey(wordedCode(given.problem))));
    addToast({ message: t("settings.security.ways.turnedOn") });
    onDone(given.value);
  };
  return (
    <ConfirmDialog
      title={t("settings.security.ways.setUp.title")}
      className={styles.form}
      confirm={t("settings.security.ways.setUp.confirm")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t("settings.security.ways.setUp.scan")}</p>
      <div className={styles.picture}>
        <QrCode text={secretKey.uri} label={t("settings.security.ways.setUp.picture")} />
      </div>
      <CopyRow
        label={t("settings.security.ways.setUp.key")}
        text={secretKey.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        copyLabel={t("settings.security.ways.setUp.copyKey")}
        secret
      />
      <TextField
        label={t("settings.security.ways.setUp.code")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={error}
        hint={
          account.preferences.basicPassword === false ? undefined : t("settings.security.ways.setUp.apps")
        }
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

interface SecondStepOffDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for the password again before the second step is turned off. */
export function SecondStepOffDialog({ account, onClose, onDone }: SecondStepOffDialogProps) {
  const t = useMessages();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const fail = (why: string): undefined => {
    setError(why);
    return undefined;
  };
  const remove = async (): Promise<undefined> => {
    if (password === "") return fail(t("proof.need"));
    const given = await removeSecondStep(account.id, password);
    if (!given.ok) return fail(t(problemKey(wordedCode(given.problem))));
    addToast({ message: t("settings.security.ways.turnedOff") });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t("settings.security.ways.off.title")}
      role="alertdialog"
      look="dangerFill"
      className={styles.form}
      confirm={t("settings.security.ways.turnOff")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("settings.security.ways.off.body")}</p>
      <input type="hidden" name="username" autoComplete="username" value={account.login} readOnly />
      <PasswordField
        label={t("proof.password")}
        name="password"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
