import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { fetchClosed, restoreAccount } from "../../api/account/close-account-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import styles from "../../ui/signed-out-form.module.css";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { SignedOutPage } from "../signed-out/screen.tsx";

/** Where whoever has closed their account comes, by itself and by the link in the mail: there it can be had back. */
export function RestoreAccountScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const [email, setEmail] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    void fetchClosed(token).then((given) => {
      if (given.ok) setEmail(given.value);
      else setTrouble(wordedCode(given.problem));
    });
  }, [token]);
  const restore = async (): Promise<void> => {
    const given = await restoreAccount(token);
    setTrouble(given.ok ? undefined : wordedCode(given.problem));
    setBack(given.ok);
  };
  const title = t(isBack ? "restoreAccount.back" : "restoreAccount.title");
  useDocumentTitle(title);
  const isWaiting = email !== undefined && !isBack;
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.body} aria-live="polite">
        {isWaiting ? <p>{t("restoreAccount.body", { email })}</p> : null}
        {isBack ? <p>{t("restoreAccount.backBody")}</p> : null}
        {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
        {isWaiting ? (
          <Button look="primary" size={40} onClick={() => void restore()}>
            {t("restoreAccount.do")}
          </Button>
        ) : null}
        {isBack || trouble !== undefined ? (
          <p>
            <Link href="/">{t("accountLink.signIn")}</Link>
          </p>
        ) : null}
      </div>
    </SignedOutPage>
  );
}
