import { useState, type SyntheticEvent } from "react";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { changePassword } from "../../../api/account/credentials-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages, type MessageKey } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { focusFirstError } from "../../../ui/fields/focus-first-error.ts";
import { PasswordField } from "../../../ui/fields/password-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { DevicesToo, PasswordStrengthMeter } from "../../password/screen.tsx";
import {
  checkPasswords,
  mistakeOf,
  type PasswordFields,
  type PasswordMistake,
  type PasswordMistakes,
} from "./change-password.ts";
import { useDeviceList } from "../devices/device-list.ts";
import styles from "./change-password-form.module.css";

const words: Record<PasswordMistake, MessageKey> = {
  missing: "settings.security.needCurrent",
  weak: "error.weak-password",
  same: "settings.security.sameAsOld",
  wrong: "error.wrong-password",
};
const empty: PasswordFields = { current: "", next: "" };

/** The old password and a new one. The typed text stays until the change is made. */
export function ChangePasswordForm({ account }: { readonly account: Account }) {
  const t = useMessages();
  const [fields, setFields] = useState(empty);
  const [mistakes, setMistakes] = useState<PasswordMistakes>({});
  const [trouble, setTrouble] = useState<string>();
  const [sending, setSending] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { devices, reload } = useDeviceList(account.id);
  const change = (name: keyof PasswordFields, value: string): void => {
    setFields({ ...fields, [name]: value });
    setMistakes({ ...mistakes, [name]: undefined });
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const found = checkPasswords(fields);
    setMistakes(found);
    setTrouble(undefined);
    if (Object.keys(found).length > 0) return focusFirstError(form, found);
    setSending(true);
    const answer = await changePassword(account.id, fields.current, fields.next, isRemoving);
    setSending(false);
    if (answer.ok) {
      setFields(empty);
      setRemoving(false);
      reload();
      addToast({ message: t(isRemoving ? "settings.security.changedDevices" : "settings.security.changed") });
      return;
    }
    const code = wordedCode(answer.problem);
    const refused = mistakeOf(code);
    if (!refused) return setTrouble(code);
    setMistakes(refused);
    focusFirstError(form, refused);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!sending) void send(event.currentTarget);
  };
  const errorOf = (name: keyof PasswordFields) => (mistakes[name] ? t(words[mistakes[name]]) : undefined);

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.help}>{t("settings.security.passwordHelp")}</p>
      {/* Lets a password manager know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={account.login} />
      <PasswordField
        label={t("settings.security.current")}
        name="current"
        autoComplete="current-password"
        value={fields.current}
        onChange={(event) => change("current", event.currentTarget.value)}
        error={errorOf("current")}
      />
      <PasswordField
        label={t("settings.security.new")}
        name="next"
        autoComplete="new-password"
        value={fields.next}
        onChange={(event) => change("next", event.currentTarget.value)}
        error={errorOf("next")}
        hint={<PasswordStrengthMeter password={fields.next} />}
      />
      <DevicesToo devices={devices ?? []} isChosen={isRemoving} onChoose={setRemoving} />
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
      <Button
        type="submit"
        look="primary"
        size={36}
        className={styles.send ?? ""}
        aria-disabled={sending || undefined}
      >
        {t(sending ? "settings.security.changing" : "settings.security.change")}
      </Button>
    </form>
  );
}
