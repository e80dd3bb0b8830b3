import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { changeLogin } from "../../../api/account/change-address-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { loadSession } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useProof, useSignInWays } from "../../proof/screen.tsx";
import { SettingRow } from "../parts/setting-page.tsx";
import styles from "./change-address.module.css";

/** The person's user name, which can be changed, and those that they had before. */
export function LoginRow({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { language } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const [done, setDone] = useState<string>();
  const { login, formerLogins = [] } = account;
  return (
    <>
      <SettingRow label={t("photo.login")} help={t("photo.loginHelp")}>
        <div className={styles.own}>
          <span className={styles.email}>{login}</span>
          <Button size={36} aria-label={t("changeLogin.ask")} onClick={() => setAsked(true)}>
            {t("changeAddress.open")}
          </Button>
        </div>
      </SettingRow>
      <output className={styles.outcome}>
        {done === undefined ? null : t("changeLogin.done", { login: done })}
      </output>
      {formerLogins.length > 0 ? (
        <p className={styles.former}>
          {t("changeLogin.former", { count: formerLogins.length, logins: listOf(formerLogins, language) })}
        </p>
      ) : null}
      {isAsked ? (
        <ChangeLoginDialog
          account={account}
          onClose={() => setAsked(false)}
          onDone={(now) => {
            setDone(now);
            setAsked(false);
            void loadSession();
          }}
        />
      ) : null}
    </>
  );
}

interface ChangeLoginDialogProps {
  readonly account: Account;
  readonly onDone: (login: string) => void;
  readonly onClose: () => void;
}

type Mistakes = { readonly [field in "login" | "password"]?: string | undefined };

/** Asks for the new user name, and for the password. */
function ChangeLoginDialog({ account, onDone, onClose }: ChangeLoginDialogProps) {
  const t = useMessages();
  const hasPassword = useSignInWays(account.id)?.hasPassword !== false;
  const { proved, dialog } = useProof();
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const change = async (): Promise<string | undefined> => {
    const wanted = login.trim().toLowerCase();
    const wrong: Mistakes = {
      ...(wanted === "" && { login: t("error.invalid-login") }),
      ...(wanted === account.login && { login: t("changeLogin.same") }),
      ...(password === "" && hasPassword && { password: t("changeAddress.needPassword") }),
    };
    setMistakes(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const given = await proved(() => changeLogin(account.id, wanted, password));
    if (given.ok) {
      onDone(given.value);
      return undefined;
    }
    const code = wordedCode(given.problem);
    if (code === "wrong-password") setMistakes({ password: t("closeAccount.wrongPassword") });
    else if (code === "invalid-login" || code === "duplicate-login")
      setMistakes({ login: t(problemKey(code)) });
    else return t(problemKey(code));
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("changeLogin.ask")}
      className={styles.form}
      confirm={t("changeAddress.change")}
      meanwhile={t("changeAddress.changing")}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{t("changeLogin.keeps")}</p>
      <TextField
        label={t("changeLogin.new")}
        name="login"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={login}
        error={mistakes.login}
        onChange={(event) => {
          setLogin(event.currentTarget.value);
          setMistakes({ ...mistakes, login: undefined });
        }}
      />
      <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
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
