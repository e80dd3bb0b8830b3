import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState, type SyntheticEvent } from "react";
import { useLocation } from "wouter";
import { fetchLetter, joinByLetter, joinSignedIn } from "../../api/account/household-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import styles from "../../ui/signed-out-form.module.css";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { SignedOutPage } from "../signed-out/screen.tsx";

/** Where the code in a household's letter leads: who has no account gets one, who is signed in comes in. */
export function JoinHouseholdScreen({ code }: { readonly code: string }) {
  const t = useMessages();
  const account = useAccount();
  const [name, setName] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [isMailed, setMailed] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (code === "") return;
    void fetchLetter(code).then((given) => {
      setTrouble(given.ok ? undefined : wordedCode(given.problem));
      if (given.ok) setName(given.value);
    });
  }, [code]);
  const comeIn = async (accountId: string): Promise<void> => {
    const given = await joinSignedIn(accountId, code);
    if (given.ok) navigate("/bookables");
    else setTrouble(wordedCode(given.problem));
  };
  const title = name === undefined ? t("join.title") : t("join.titleOf", { name: isolated(name) });
  useDocumentTitle(title);
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={styles.title}>{title}</h1>
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
      {isMailed ? <p className={styles.intro}>{t("join.mailed")}</p> : null}
      {name === undefined ? (
        <CodeForm onCode={(typed) => navigate(`/h/${encodeURIComponent(typed)}`)} />
      ) : null}
      {name !== undefined && account ? (
        <Button look="primary" size={40} onClick={() => void comeIn(account.id)}>
          {t("join.as", { name: isolated(account.displayName) })}
        </Button>
      ) : null}
      {name !== undefined && !account && !isMailed ? (
        <PersonForm code={code} onMailed={() => setMailed(true)} />
      ) : null}
    </SignedOutPage>
  );
}

function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useMessages();
  const [code, setCode] = useState("");
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (code.trim() !== "") onCode(code.trim());
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextField
        label={t("join.code")}
        autoComplete="off"
        autoCapitalize="none"
        fieldSize={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" size={40}>
        {t("join.goOn")}
      </Button>
    </form>
  );
}

function PersonForm({ code, onMailed }: { readonly code: string; readonly onMailed: () => void }) {
  const t = useMessages();
  const { language } = useSpeech();
  const [, navigate] = useLocation();
  const [displayName, setName] = useState("");
  const [email, setEmail] = useState("");
  const [trouble, setTrouble] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    const given = await joinByLetter({ code, email: email.trim(), displayName, language });
    setSending(false);
    setTrouble(given.ok ? undefined : wordedCode(given.problem));
    if (!given.ok) return;
    if (given.value === undefined) onMailed();
    else navigate(given.value);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSending) void send();
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.intro}>{t("join.intro")}</p>
      <TextField
        label={t("setup.name")}
        autoComplete="name"
        fieldSize={40}
        value={displayName}
        error={trouble === "invalid-name" ? t("error.invalid-name") : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t("setup.email")}
        type="email"
        autoComplete="email"
        fieldSize={40}
        value={email}
        error={trouble === "invalid-email" ? t("error.invalid-email") : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {trouble === "duplicate-email" ? <FieldError>{t("join.signInFirst")}</FieldError> : null}
      {trouble !== undefined && !["invalid-name", "invalid-email", "duplicate-email"].includes(trouble) ? (
        <FieldError>{t(problemKey(trouble))}</FieldError>
      ) : null}
      <Button type="submit" look="primary" size={40} aria-disabled={isSending || undefined}>
        {t("join.goOn")}
      </Button>
    </form>
  );
}
