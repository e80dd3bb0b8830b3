import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { changeAddress } from "../../../api/account/change-address-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useProof, useSignInWays } from "../../proof/screen.tsx";
import styles from "./change-address.module.css";

/** The outcome of asking for another address. */
export interface AddressOutcome {
  readonly kind: "mailed" | "changed";
  readonly email: string;
}

interface ChangeAddressDialogProps {
  readonly account: Account;
  readonly onDone: (outcome: AddressOutcome) => void;
  readonly onClose: () => void;
}

type Mistakes = { readonly [field in "email" | "password"]?: string | undefined };

/** Asks for the new address, and for the password. */
export function ChangeAddressDialog({ account, onDone, onClose }: ChangeAddressDialogProps) {
  const t = useMessages();
  const hasPassword = useSignInWays(account.id)?.hasPassword !== false;
  const { proved, dialog } = useProof();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const change = async (): Promise<string | undefined> => {
    const wanted = email.trim().toLowerCase();
    const wrong: Mistakes = {
      ...(wanted === account.email && { email: t("changeAddress.same") }),
      ...(!/^[^\s@]+@[^\s@]+$/.test(wanted) && { email: t("error.invalid-email") }),
      ...(password === "" && hasPassword && { password: t("changeAddress.needPassword") }),
    };
    setMistakes(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const given = await proved(() => changeAddress(account.id, wanted, password));
    if (given.ok) {
      onDone({ kind: given.value, email: wanted });
      return undefined;
    }
    const code = wordedCode(given.problem);
    if (code === "wrong-password") setMistakes({ password: t("closeAccount.wrongPassword") });
    else if (code === "invalid-email" || code === "duplicate-email")
      setMistakes({ email: t(problemKey(code)) });
    else return t(problemKey(code));
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("changeAddress.ask")}
      className={styles.form}
      confirm={t("changeAddress.change")}
      meanwhile={t("changeAddress.changing")}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{t("changeAddress.keeps")}</p>
      <TextField
        label={t("changeAddress.new")}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={mistakes.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setMistakes({ ...mistakes, email: undefined });
        }}
      />
      <input type="hidden" name="username" autoComplete="username" value={account.login} readOnly />
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
