import { useState, type ChangeEvent, type SyntheticEvent } from "react";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { setUp } from "../../api/account/set-up-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { useMessages, useSpeech } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { loadSession } from "../../store/session.ts";
import { enterByHorizon } from "../signed-out/screen.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-error.tsx";
import { focusFirstError } from "../../ui/fields/focus-first-error.ts";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { PasswordStrengthMeter } from "../password/screen.tsx";
import { checkSetup, fieldOf, type SetupErrors, type SetupField, type SetupFields } from "./model.ts";
import { LanguageChoice } from "./language-choice.tsx";
import styles from "./setup-form.module.css";

const empty: SetupFields = { displayName: "", email: "", password: "" };

/** Language, name, address and password of the first account. What is filled in stays until the account exists. */
export function SetupForm({ token }: { readonly token: string }) {
  const t = useMessages();
  const [fields, setFields] = useState(empty);
  const { errors, trouble, sending, submit } = useSetupSubmit(token, fields);
  const fieldProps = (name: keyof SetupFields) => ({
    name,
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
    error: errors[name] === undefined ? undefined : t(errorKey(errors[name])),
  });
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <LanguageChoice />
      <div className={styles.pair}>
        <TextField {...fieldProps("displayName")} label={t("setup.name")} autoComplete="name" />
        <TextField
          {...fieldProps("email")}
          label={t("setup.email")}
          type="email"
          autoComplete="email"
          spellCheck={false}
        />
      </div>
      <PasswordField
        {...fieldProps("password")}
        label={t("setup.password")}
        autoComplete="new-password"
        hint={<PasswordStrengthMeter password={fields.password} />}
      />
      {trouble ? <FieldError>{t(problemKey(wordedCode(trouble)))}</FieldError> : null}
      <div className={styles.actions}>
        <Button type="submit" look="primary" size={40} aria-disabled={sending || undefined}>
          {t(sending ? "setup.creating" : "setup.create")}
        </Button>
        {trouble && wordedCode(trouble) === "setup-done" ? (
          <Button look="plain" size={40} onClick={() => void loadSession()}>
            {t("setup.done.signIn")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

const errorKey = (code: string) => (code === "needName" ? "setup.needName" : problemKey(code));

/** What the server refused, as long as that field still holds what it refused. */
interface Refused {
  readonly field: SetupField;
  readonly value: string;
  readonly code: string;
}

function useSetupSubmit(token: string, fields: SetupFields) {
  const { language } = useSpeech();
  const zone = useViewerZone();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [trouble, setTrouble] = useState<ApiProblem>();
  const [sending, setSending] = useState(false);
  const mistakes = checkSetup(fields);
  const answered =
    refused && fields[refused.field] === refused.value ? { [refused.field]: refused.code } : {};
  const errors: SetupErrors = { ...(tried ? mistakes : {}), ...answered };

  const send = async (form: HTMLFormElement): Promise<void> => {
    setTrouble(undefined);
    setTried(true);
    if (Object.keys(mistakes).length > 0) return focusFirstError(form, mistakes);
    setSending(true);
    const { displayName, email, password } = fields;
    const account = { displayName: displayName.trim(), email: email.trim(), password };
    const answer = await setUp({ token, ...account, language, timeZone: zone.id });
    setSending(false);
    if (answer.ok) return enterByHorizon(answer.value);
    const { problem } = answer;
    const field = problem.kind === "refused" ? fieldOf(problem.code, problem.fields) : undefined;
    if (!field) return setTrouble(problem);
    setRefused({ field, value: fields[field], code: wordedCode(problem) });
    focusFirstError(form, { [field]: true });
  };

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!sending) void send(event.currentTarget);
  };
  return { errors, trouble, sending, submit };
}
