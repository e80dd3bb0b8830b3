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
import { useProof } from "../../proof/screen.tsx";
import { useDeviceList } from "../devices/device-list.ts";
import styles from "./change-password-form.module.css";

const words: Record<PasswordMistake, MessageKey> = {
  missing: "settings.security.needCurrent",
  weak: "error.weak-password",
  same: "settings.security.sameAsOld",
  wrong: "error.wrong-password",
};
const empty: PasswordFields = { current: "", next: "" };

interface ChangePasswordFormProps {
  readonly account: Account;
  /** whether there is an old one; without, the person proves in another way who they are */
  readonly hasPassword: boolean;
  readonly onChange: () => void;
}

/** The old password and a new one. The typed text stays until the change is made. */
export function ChangePasswordForm({ account, hasPassword, onChange }: ChangePasswordFormProps) {
  const t = useMessages();
  const [fields, setFields] = useState(empty);
  const [mistakes, setMistakes] = useState<PasswordMistakes>({});
  const [trouble, setTrouble] = useState<string>();
  const [sending, setSending] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { proved, dialog } = useProof();
  const { devices, reload } = useDeviceList(account.id);
  const change = (name: keyof PasswordFields, value: string): void => {
    setFields({ ...fields, [name]: value });
    setMistakes({ ...mistakes, [name]: undefined });
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const found = checkPasswords(fields, hasPassword);
    setMistakes(found);
    setTrouble(undefined);
    if (Object.keys(found).length > 0) return focusFirstError(form, found);
    setSending(true);
    const answer = await proved(() => changePassword(account.id, fields.current, fields.next, isRemoving));
    setSending(false);
    if (answer.ok) {
      setFields(empty);
      setRemoving(false);
      reload();
      onChange();
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
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <p className={styles.help}>
        {t(hasPassword ? "settings.security.passwordHelp" : "settings.security.passwordNone")}
      </p>
      {/* Lets a password manager know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={account.login} />
      <PasswordFieldsOf
        fields={fields}
        mistakes={mistakes}
        hasPassword={hasPassword}
        onChange={(name, value) => change(name, value)}
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
        {t(
          sending
            ? "settings.security.changing"
            : hasPassword
              ? "settings.security.change"
              : "settings.security.choose",
        )}
      </Button>
      {dialog}
    </form>
  );
}

interface PasswordFieldsOfProps {
  readonly fields: PasswordFields;
  readonly mistakes: PasswordMistakes;
  readonly hasPassword: boolean;
  readonly onChange: (name: keyof PasswordFields, value: string) => void;
}

function PasswordFieldsOf({ fields, mistakes, hasPassword, onChange }: PasswordFieldsOfProps) {
  const t = useMessages();
  const errorOf = (name: keyof PasswordFields) => (mistakes[name] ? t(words[mistakes[name]]) : undefined);
  return (
    <>
      {hasPassword ? (
        <PasswordField
          label={t("settings.security.current")}
          name="current"
          autoComplete="current-password"
          value={fields.current}
          onChange={(event) => onChange("current", event.currentTarget.value)}
          error={errorOf("current")}
        />
      ) : null}
      <PasswordField
        label={t("settings.security.new")}
        name="next"
        autoComplete="new-password"
        value={fields.next}
        onChange={(event) => onChange("next", event.currentTarget.value)}
        error={errorOf("next")}
        hint={<PasswordStrengthMeter password={fields.next} />}
      />
    </>
  );
}
