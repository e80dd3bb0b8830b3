import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import {
  changeAddressByLink,
  fetchAddressLink,
  type AddressLinkAbout,
} from "../../api/account/address-link-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages } from "../../i18n/messages.ts";
import { loadSession } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import styles from "../../ui/signed-out-form.module.css";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { SignedOutPage } from "../signed-out/screen.tsx";

/** Opens by the link in a mail to a new address, whoever is signed in: the button makes it the address of the account. */
export function ChangeAddressScreen({ token }: { readonly token: string }) {
  const t = useMessages();
  const [about, setAbout] = useState<AddressLinkAbout>();
  const [trouble, setTrouble] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    void fetchAddressLink(token).then((given) => {
      if (given.ok) setAbout(given.value);
      else setTrouble(wordedCode(given.problem));
    });
  }, [token]);
  const change = async (): Promise<void> => {
    const given = await changeAddressByLink(token);
    setTrouble(given.ok ? undefined : wordedCode(given.problem));
    setChanged(given.ok);
    if (given.ok) await loadSession();
  };
  const title = t(isChanged ? "changeAddress.changed" : "changeAddress.title");
  useDocumentTitle(title);
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.body} aria-live="polite">
        {about ? (
          <p>{t(isChanged ? "changeAddress.changedBody" : "changeAddress.body", { ...about })}</p>
        ) : null}
        {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
        {about && !isChanged ? (
          <Button look="primary" size={40} onClick={() => void change()}>
            {t("changeAddress.do")}
          </Button>
        ) : null}
        {isChanged || trouble !== undefined ? (
          <p>
            <Link href="/">{t("changeAddress.goOn")}</Link>
          </p>
        ) : null}
      </div>
    </SignedOutPage>
  );
}
