import { useState } from "react";
import { changeLogin } from "../../../api/account/change-address-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { loadSession } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { SettingRow } from "../parts/setting-page.tsx";
import { ChangeOwnDialog } from "./change-own-dialog.tsx";
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

/** Asks for the new user name, and for the password. */
function ChangeLoginDialog({ account, onDone, onClose }: ChangeLoginDialogProps) {
  const t = useMessages();
  const wrongIn = (wanted: string): string | undefined => {
    if (wanted === "") return t("error.invalid-login");
    return wanted === account.login ? t("changeLogin.same") : undefined;
  };
  return (
    <ChangeOwnDialog
      account={account}
      title={t("changeLogin.ask")}
      keeps={t("changeLogin.keeps")}
      field={{
        label: t("changeLogin.new"),
        name: "login",
        autoComplete: "off",
        autoCapitalize: "none",
        spellCheck: false,
      }}
      username={account.email}
      wrongIn={wrongIn}
      send={(wanted, password) => changeLogin(account.id, wanted, password)}
      ofField={["invalid-login", "duplicate-login"]}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
