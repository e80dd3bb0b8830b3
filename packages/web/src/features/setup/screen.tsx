import { useState } from "react";
import { wholeAddress } from "../../api/place.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { SignedOutPage } from "../signed-out/screen.tsx";
import { SetupForm } from "./setup-form.tsx";
import { exampleLink, tokenOf } from "./model.ts";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import styles from "./screen.module.css";

/** First run: the administrator's account, guarded by the one-time link that the server printed. */
export function SetupScreen() {
  const t = useMessages();
  // Read once: the address may be tidied while the form is open.
  const [token] = useState(() => tokenOf(location.search));
  useDocumentTitle(t("setup.welcome"));
  return (
    <SignedOutPage formWidth={480} meaning={t("setup.meaning")} languageLinks={token === null}>
      {token === null ? <LinkMissing /> : <Welcome token={token} />}
    </SignedOutPage>
  );
}

function Welcome({ token }: { readonly token: string }) {
  const t = useMessages();
  return (
    <>
      <h1 className={styles.title}>
        {t("setup.welcome")} <span className={styles.other}>{t("setup.welcomeInOther")}</span>
      </h1>
      <p className={styles.intro}>{t("setup.intro")}</p>
      <SetupForm token={token} />
    </>
  );
}

function LinkMissing() {
  const t = useMessages();
  const example = <code className={styles.code}>{exampleLink(wholeAddress(""))}</code>;
  return (
    <>
      <h1 className={styles.title}>{t("setup.noLink.title")}</h1>
      <p className={styles.intro}>
        <Sentence of="setup.noLink.body" args={{ example }} />
      </p>
    </>
  );
}
