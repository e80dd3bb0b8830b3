import { useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { listOf } from "../../../i18n/list-of.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { loadSession } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import { SettingRow } from "../parts/setting-page.tsx";
import { ChangeAddressDialog, type AddressOutcome } from "./change-address-dialog.tsx";
import styles from "./change-address.module.css";

/** The person's address, which can be changed, and those that they had before. */
export function EmailRow({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { language } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const [outcome, setOutcome] = useState<AddressOutcome>();
  const { email, formerEmails = [] } = account;
  return (
    <>
      <SettingRow label={t("settings.profile.email")} help={t("settings.profile.emailHelp")}>
        <div className={styles.own}>
          <span className={styles.email}>{email}</span>
          <Button size={36} onClick={() => setAsked(true)}>
            {t("changeAddress.open")}
          </Button>
        </div>
      </SettingRow>
      <output className={styles.outcome}>
        {outcome?.kind === "mailed" ? t("changeAddress.mailed", { email: outcome.email }) : null}
        {outcome?.kind === "changed" ? t("changeAddress.unproved", { email: outcome.email }) : null}
      </output>
      {formerEmails.length > 0 ? (
        <p className={styles.former}>
          {t("changeAddress.former", { count: formerEmails.length, emails: listOf(formerEmails, language) })}
        </p>
      ) : null}
      {isAsked ? (
        <ChangeAddressDialog
          account={account}
          onClose={() => setAsked(false)}
          onDone={(done) => {
            setOutcome(done);
            setAsked(false);
            void loadSession();
          }}
        />
      ) : null}
    </>
  );
}
