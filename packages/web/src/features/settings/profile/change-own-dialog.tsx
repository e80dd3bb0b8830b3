import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState, type ComponentProps } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode, type Asked } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useProof, useSignInWays } from "../../proof/screen.tsx";
import styles from "./change-address.module.css";

interface ChangeOwnDialogProps<T> {
  readonly account: Account;
  readonly title: string;
  /** what stays as it is */
  readonly keeps: string;
  readonly field: Omit<ComponentProps<typeof TextField>, "value" | "error" | "onChange">;
  /** what a password manager knows the password by, as it is not the field */
  readonly username: string;
  /** @returns what is wrong with it as it is written; undefined: nothing */
  readonly wrongIn: (wanted: string) => string | undefined;
  readonly send: (wanted: string, password: string) => Asked<T>;
  /** problems that are those of the field */
  readonly ofField: readonly string[];
  readonly onDone: (given: T, wanted: string) => void;
  readonly onClose: () => void;
}

type Mistakes = { readonly [field in "wanted" | "password"]?: string | undefined };

/** Asks for something new by which a person is known, in lower case, and for the password. */
export function ChangeOwnDialog<T>(props: ChangeOwnDialogProps<T>) {
  const { account, title, keeps, field, username, wrongIn, send, ofField, onDone, onClose } = props;
  const t = useMessages();
  const hasPassword = useSignInWays(account.id)?.hasPassword !== false;
  const { proved, dialog } = useProof();
  const [written, setWritten] = useState("");
  const [password, setPassword] = useState("");
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const change = async (): Promise<string | undefined> => {
    const wanted = written.trim().toLowerCase();
    const said = wrongIn(wanted);
    const wrong: Mistakes = {
      ...(said !== undefined && { wanted: said }),
      ...(password === "" && hasPassword && { password: t("changeAddress.needPassword") }),
    };
    setMistakes(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const given = await proved(() => send(wanted, password));
    if (given.ok) {
      onDone(given.value, wanted);
      return undefined;
    }
    const code = wordedCode(given.problem);
    if (code === "wrong-password") setMistakes({ password: t("closeAccount.wrongPassword") });
    else if (ofField.includes(code)) setMistakes({ wanted: t(problemKey(code)) });
    else return t(problemKey(code));
    return undefined;
  };
  return (
    <ConfirmDialog
      title={title}
      className={styles.form}
      confirm={t("changeAddress.change")}
      meanwhile={t("changeAddress.changing")}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{keeps}</p>
      <TextField
        {...field}
        value={written}
        error={mistakes.wanted}
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          setMistakes({ ...mistakes, wanted: undefined });
        }}
      />
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      {dialog}
      {hasPassword ? (
        <PasswordField
          label={t("closeAccount.password")}
          name="password"
          autoComplete="current-password"
          value={password}
          error={mistakes.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setMistakes({ ...mistakes, password: undefined });
          }}
        />
      ) : null}
    </ConfirmDialog>
  );
}
