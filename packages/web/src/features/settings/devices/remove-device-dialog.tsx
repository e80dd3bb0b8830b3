import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import styles from "./remove-device-dialog.module.css";

export interface RemoveDeviceDialogProps {
  readonly device: CredentialRecord;
  readonly onClose: () => void;
  /** gives the code of the problem if it could not be removed */
  readonly remove: (device: CredentialRecord) => Promise<string | undefined>;
}

/** Asks before an app password is taken away. */
export function RemoveDeviceDialog({ device, onClose, remove }: RemoveDeviceDialogProps) {
  const t = useMessages();
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setTrouble(await remove(device));
    setBusy(false);
  };
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.cancel")}
      </Button>
      <Button
        size={36}
        look="dangerFill"
        aria-disabled={busy || undefined}
        onClick={() => (busy ? undefined : void confirm())}
      >
        {t("settings.devices.remove")}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t("settings.devices.removeTitle", { name: device.label })}
      isOpen
      onClose={onClose}
      role="alertdialog"
      footer={footer}
    >
      <p className={styles.body}>{t("settings.devices.removeBody")}</p>
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
    </Dialog>
  );
}
