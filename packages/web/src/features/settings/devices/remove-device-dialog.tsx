import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import styles from "./remove-device-dialog.module.css";

interface RemoveDeviceDialogProps {
  readonly device: CredentialRecord;
  readonly onClose: () => void;
  /** returns the words of the problem if the device could not be removed */
  readonly remove: (device: CredentialRecord) => Promise<string | undefined>;
}

/** Asks before an app password is removed. */
export function RemoveDeviceDialog({ device, onClose, remove }: RemoveDeviceDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      title={t("settings.devices.removeTitle", { name: device.label })}
      role="alertdialog"
      look="dangerFill"
      confirm={t("settings.devices.remove")}
      onConfirm={() => remove(device)}
      onClose={onClose}
    >
      <p className={styles.body}>{t("settings.devices.removeBody")}</p>
    </ConfirmDialog>
  );
}
