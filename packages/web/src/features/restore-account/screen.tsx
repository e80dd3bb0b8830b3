import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { fetchClosed, restoreAccount, type ClosedAccount } from "../../api/account/close-account-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Button } from "../../ui/button.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import styles from "../../ui/signed-out-form.module.css";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { SignedOutPage } from "../signed-out/screen.tsx";

/** Where whoever has closed their account comes, by itself and by the link in the mail: there it can be had back. */
export function RestoreAccountScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const [closed, setClosed] = useState<ClosedAccount>();
  const [trouble, setTrouble] = useState<string>();
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    void fetchClosed(token).then((given) => {
      if (given.ok) setClosed(given.value);
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
  const waiting = isBack ? undefined : closed;
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.body} aria-live="polite">
        {waiting ? <Waiting closed={waiting} /> : null}
        {isBack ? <p>{t("restoreAccount.backBody")}</p> : null}
        {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
        {waiting ? (
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

/** How soon the account is removed for good, and what can be done until then. */
function Waiting({ closed: { email, until } }: { readonly closed: ClosedAccount }) {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  return (
    <>
      <p>
        <HowSoon target={{ kind: "instant", at: until }} size={19} />
      </p>
      <p>{t("restoreAccount.body", { email, day: formats.dayAndYear(until), time: formats.time(until) })}</p>
    </>
  );
}
