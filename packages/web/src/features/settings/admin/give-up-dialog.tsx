import type { WaitingMailRecord } from "@snart/calendar/jmap/mail.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import styles from "./give-up-dialog.module.css";

export interface GiveUpDialogProps {
  readonly mail: WaitingMailRecord;
  readonly onClose: () => void;
  readonly onGiveUp: () => void;
}

/** Asks before a mail is given up: it is thrown away, and nobody can take that back. */
export function GiveUpDialog({ mail, onClose, onGiveUp }: GiveUpDialogProps) {
  const t = useMessages();
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.cancel")}
      </Button>
      <Button size={36} look="dangerFill" onClick={onGiveUp}>
        {t("admin.mail.giveUp")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("admin.mail.giveUpTitle")} isOpen onClose={onClose} role="alertdialog" footer={footer}>
      <p className={styles.body}>{t("admin.mail.giveUpBody", { recipient: mail.recipient })}</p>
    </Dialog>
  );
}
