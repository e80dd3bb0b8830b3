import type { PasskeyRecord } from "@snart/calendar/jmap/account.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import { addPasskey, beginPasskey, renamePasskey } from "../../../api/account/passkey-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { problemCode, wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useProof } from "../../proof/screen.tsx";
import styles from "./second-step.module.css";

interface PasskeyDialogProps {
  readonly account: Account;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Names a passkey and makes it: the browser then asks for finger, face or code. */
export function AddPasskeyDialog({ account, onChange, onClose }: PasskeyDialogProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const [label, setLabel] = useState("");
  const [error, setError] = useState<string>();
  const add = async (): Promise<string | undefined> => {
    const name = label.trim();
    setError(name === "" ? t("settings.security.passkeys.needName") : undefined);
    if (name === "") return undefined;
    const begun = await proved(() => beginPasskey(account.id));
    const given = begun.ok ? await addPasskey(account.id, name, begun.value) : begun;
    if (given.ok) {
      addToast({ message: t("settings.security.passkeys.added", { name }) });
      onChange();
      onClose();
      return undefined;
    }
    if (problemCode(given.problem) === "passkey-cancelled") return t("settings.security.passkeys.failed");
    return t(problemKey(wordedCode(given.problem)));
  };
  return (
    <>
      <ConfirmDialog
        title={t("settings.security.passkeys.addTitle")}
        className={styles.form}
        confirm={t("settings.security.passkeys.add")}
        onConfirm={add}
        onClose={onClose}
      >
        <p>{t("settings.security.passkeys.addBody")}</p>
        <NameField
          value={label}
          error={error}
          onChange={(name) => {
            setLabel(name);
            setError(undefined);
          }}
        />
      </ConfirmDialog>
      {dialog}
    </>
  );
}

interface NameFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

function NameField({ value, error, onChange }: NameFieldProps) {
  const t = useMessages();
  return (
    <TextField
      label={t("settings.security.passkeys.name")}
      name="label"
      placeholder={t("settings.security.passkeys.namePlaceholder")}
      maxLength={100}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Changes the name alone: what the device calls it, only the device can change. */
export function RenamePasskeyDialog({
  account,
  passkey,
  onChange,
  onClose,
}: PasskeyDialogProps & { readonly passkey: PasskeyRecord }) {
  const t = useMessages();
  const [label, setLabel] = useState(passkey.label);
  const [error, setError] = useState<string>();
  const rename = async (): Promise<string | undefined> => {
    const name = label.trim();
    setError(name === "" ? t("settings.security.passkeys.needName") : undefined);
    if (name === "") return undefined;
    const given = await renamePasskey(account.id, passkey.id, name);
    if (!given.ok) return t(problemKey(wordedCode(given.problem)));
    addToast({ message: t("settings.security.passkeys.renamed", { name }) });
    onChange();
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("settings.security.passkeys.renameTitle", { name: passkey.label })}
      className={styles.form}
      confirm={t("settings.security.passkeys.rename")}
      onConfirm={rename}
      onClose={onClose}
    >
      <NameField
        value={label}
        error={error}
        onChange={(name) => {
          setLabel(name);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
