import { problemKey } from "@snart/locales/problem-codes.ts";
import type { PasskeyRecord, SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { Plus, Smartphone, Usb } from "lucide-react";
import { useState } from "react";
import { addPasskey, beginPasskey, canUsePasskeys, removePasskey } from "../../../api/account/passkey-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { problemCode, wordedCode } from "../../../api/problem.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { useProof } from "../../proof/screen.tsx";
import { SettingSection } from "../parts/setting-page.tsx";
import rows from "../devices/connected-devices.module.css";
import styles from "./second-step.module.css";
import { WayRow } from "./way-row.tsx";

interface PasskeysSectionProps {
  readonly account: Account;
  readonly ways: SignInWaysRecord;
  readonly onChange: () => void;
}

/** The passkeys that open the account, each by itself. */
export function PasskeysSection({ account, ways, onChange }: PasskeysSectionProps) {
  const t = useMessages();
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<PasskeyRecord>();
  const { passkeys } = ways;
  return (
    <SettingSection
      title={t("settings.security.passkeys.title")}
      action={
        canUsePasskeys() ? (
          <Button onClick={() => setAdding(true)}>
            <Plus size={15} strokeWidth={1.8} aria-hidden />
            {t("settings.security.passkeys.add")}
          </Button>
        ) : null
      }
    >
      {passkeys.length === 0 ? (
        <p className={rows.quiet}>
          {t(canUsePasskeys() ? "settings.security.passkeys.none" : "settings.security.passkeys.unsupported")}
        </p>
      ) : null}
      <ul className={rows.list}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
        ))}
      </ul>
      {isAdding ? (
        <AddPasskeyDialog account={account} onChange={onChange} onClose={() => setAdding(false)} />
      ) : null}
      {asked ? (
        <RemovePasskeyDialog
          account={account}
          passkey={asked}
          onChange={onChange}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </SettingSection>
  );
}

function PasskeyRow({
  passkey,
  onRemove,
}: {
  readonly passkey: PasskeyRecord;
  readonly onRemove: () => void;
}) {
  const t = useMessages();
  const { dateAndYear } = useFormats(useViewerZone().id);
  const { label, createdAt, lastUsedAt, isRoaming } = passkey;
  return (
    <WayRow
      icon={isRoaming ? Usb : Smartphone}
      name={label}
      help={t("settings.security.passkeys.addedOn", { date: dateAndYear(Date.parse(createdAt)) })}
      state={
        lastUsedAt === null ? (
          t("settings.security.passkeys.unused")
        ) : (
          <Sentence
            of="settings.security.passkeys.used"
            args={{ distance: <HowLongAgo at={Date.parse(lastUsedAt)} /> }}
          />
        )
      }
    >
      <Button aria-label={t("settings.security.passkeys.removeNamed", { name: label })} onClick={onRemove}>
        {t("settings.security.passkeys.remove")}
      </Button>
    </WayRow>
  );
}

interface PasskeyDialogProps {
  readonly account: Account;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Names a passkey and makes it: the browser then asks for finger, face or code. */
function AddPasskeyDialog({ account, onChange, onClose }: PasskeyDialogProps) {
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
        <TextField
          label={t("settings.security.passkeys.name")}
          name="label"
          placeholder={t("settings.security.passkeys.namePlaceholder")}
          maxLength={100}
          autoComplete="off"
          value={label}
          error={error}
          onChange={(event) => {
            setLabel(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </ConfirmDialog>
      {dialog}
    </>
  );
}

function RemovePasskeyDialog({
  account,
  passkey,
  onChange,
  onClose,
}: PasskeyDialogProps & { readonly passkey: PasskeyRecord }) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const { id, label: name } = passkey;
  const remove = async (): Promise<string | undefined> => {
    const given = await proved(() => removePasskey(account.id, id));
    if (given.ok) {
      addToast({ message: t("settings.security.passkeys.removed", { name }) });
      onChange();
      onClose();
      return undefined;
    }
    const code = wordedCode(given.problem);
    return t(code === "last-credential" ? "settings.security.passkeys.last" : problemKey(code));
  };
  return (
    <>
      <ConfirmDialog
        title={t("settings.security.passkeys.removeTitle", { name })}
        role="alertdialog"
        look="dangerFill"
        confirm={t("settings.security.passkeys.remove")}
        onConfirm={remove}
        onClose={onClose}
      >
        <p className={styles.said}>{t("settings.security.passkeys.removeBody")}</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
