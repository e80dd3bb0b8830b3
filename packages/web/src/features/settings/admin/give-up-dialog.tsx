import type { WaitingMailRecord } from "@snart/calendar/jmap/mail.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import styles from "./give-up-dialog.module.css";

interface GiveUpDialogProps {
  readonly mail: WaitingMailRecord;
  readonly onClose: () => void;
  readonly onGiveUp: () => Promise<undefined>;
}

/** Asks before a mail is abandoned: it is thrown away, and nobody can undo that. */
export function GiveUpDialog({ mail, onClose, onGiveUp }: GiveUpDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      title={t("admin.mail.giveUpTitle")}
      role="alertdialog"
      look="dangerFill"
      confirm={t("admin.mail.giveUp")}
      onConfirm={onGiveUp}
      onClose={onClose}
    >
      <p className={styles.body}>{t("admin.mail.giveUpBody", { recipient: mail.recipient })}</p>
    </ConfirmDialog>
  );
}
