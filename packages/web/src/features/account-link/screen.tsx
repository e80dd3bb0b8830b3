import { below } from "../../api/place.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect, useState, type SyntheticEvent } from "react";
import { Link } from "wouter";
import {
  acceptInvitation,
  fetchLink,
  resetPassword,
  type LinkAbout,
} from "../../api/account/account-link-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { enterSession } from "../../store/session.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import styles from "../../ui/signed-out-form.module.css";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import { DevicesToo, PasswordStrengthMeter } from "../password/screen.tsx";
import { goesOn, SignedOutPage } from "../signed-out/screen.tsx";
import { AskLink } from "./ask-link.tsx";

export { JoinHouseholdScreen } from "./join-household.tsx";

export interface AccountLinkProps {
  readonly kind: "invitation" | "reset";
  readonly token: string;
}

/** The page behind an invitation's or password link: its holder creates the account, or sets the password. */
export function AccountLinkScreen({ kind, token }: AccountLinkProps) {
  const t = useMessages();
  const [about, setAbout] = useState<LinkAbout>();
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => {
    void fetchLink(kind, token).then((given) => {
      if (given.ok) setAbout(given.value);
      else setTrouble(wordedCode(given.problem));
    });
  }, [kind, token]);
  const title = t(kind === "invitation" ? "accountLink.invited" : "accountLink.reset");
  useDocumentTitle(title);
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <h1 className={styles.title}>{title}</h1>
      {about ? <p className={styles.intro}>{about.email}</p> : null}
      {trouble === undefined ? null : (
        <>
          <FieldError>{t(problemKey(trouble))}</FieldError>
          <p className={styles.intro}>
            <Link href={goesOn()}>{t("accountLink.signIn")}</Link>
          </p>
        </>
      )}
      {about ? <LinkForm kind={kind} token={token} about={about} /> : null}
    </SignedOutPage>
  );
}

/** The page on which a person who has forgotten the password requests a link. */
export function AskLinkScreen() {
  const t = useMessages();
  useDocumentTitle(t("forgot.title"));
  return (
    <SignedOutPage formWidth={360} languageLinks>
      <AskLink />
      <p className={styles.intro}>
        <Link href={goesOn()}>{t("accountLink.signIn")}</Link>
      </p>
    </SignedOutPage>
  );
}

function LinkForm({ kind, token, about }: AccountLinkProps & { readonly about: LinkAbout }) {
  const t = useMessages();
  const { language } = useSpeech();
  const zone = useViewerZone();
  const [displayName, setName] = useState(about.displayName);
  const [password, setPassword] = useState("");
  const [isRemoving, setRemoving] = useState(false);
  const [code, setCode] = useState<string>();
  const [isSending, setSending] = useState(false);
  const isInvitation = kind === "invitation";
  const send = async (): Promise<void> => {
    setSending(true);
    const given = isInvitation
      ? await acceptInvitation({ token, displayName, password, language, timeZone: zone.id })
      : await resetPassword(token, password, isRemoving);
    setSending(false);
    if (!given.ok) return setCode(wordedCode(given.problem));
    // A new household begins with what is soon, as the setup does.
    history.replaceState(null, "", below(isInvitation ? "/soon" : goesOn()));
    enterSession(given.value);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSending) void send();
  };
  const isOther = code !== undefined && code !== "weak-password" && code !== "invalid-name";
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {isInvitation ? (
        <TextField
          label={t("setup.name")}
          autoComplete="name"
          fieldSize={40}
          value={displayName}
          error={code === "invalid-name" ? t("error.invalid-name") : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      <input type="hidden" name="username" autoComplete="username" value={about.email} readOnly />
      <PasswordField
        label={t(isInvitation ? "setup.password" : "accountLink.newPassword")}
        autoComplete="new-password"
        fieldSize={40}
        value={password}
        hint={<PasswordStrengthMeter password={password} />}
        error={code === "weak-password" ? t("error.weak-password") : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {about.signIns > 0 ? (
        <p className={styles.note}>{t("accountLink.signIns", { count: about.signIns })}</p>
      ) : null}
      <DevicesToo devices={about.devices} isChosen={isRemoving} onChoose={setRemoving} />
      {isOther ? <FieldError>{t(problemKey(code))}</FieldError> : null}
      <Button type="submit" look="primary" size={40} aria-disabled={isSending || undefined}>
        {t(isInvitation ? "accountLink.create" : "accountLink.choose")}
      </Button>
    </form>
  );
}
