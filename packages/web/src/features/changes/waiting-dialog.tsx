import { useMessages } from "../../i18n/messages.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { HowLongAgo } from "../../ui/distance/how-soon.tsx";
import styles from "./waiting-dialog.module.css";

/** The changes that wait for the server, oldest first. */
export function WaitingDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages();
  const { waitingChanges } = useCalendarSnapshot();
  return (
    <Dialog
      title={t("waiting.title")}
      isOpen
      onClose={onClose}
      footer={
        <Button look="primary" size={36} onClick={onClose}>
          {t("toast.close")}
        </Button>
      }
    >
      {waitingChanges.length === 0 ? <p>{t("waiting.none")}</p> : null}
      <ul className={styles.list}>
        {waitingChanges.map(({ id, kind, title, since }) => (
          <li key={id}>
            <span className={styles.what}>
              {t(`waiting.${kind}`, { title: isolated(title.trim()) || t("event.untitled") })}
            </span>
            <HowLongAgo at={since} warm={false} size={13} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
