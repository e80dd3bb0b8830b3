import { Bell } from "lucide-react";
import { useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useNotifications } from "./use-notifications.ts";
import styles from "./screen.module.css";
import { useHeldMail } from "./held-mail.tsx";
import { useUpgrade } from "./upgrade-row.tsx";
import { NotificationsDialog } from "./notifications-dialog.tsx";

export interface NotificationBellProps {
  readonly size?: 44;
}

/** A bell that says how much others have done that one has not seen, and opens the list of it. */
export function NotificationBell({ size }: NotificationBellProps) {
  const account = useAccount();
  return account ? <BellOf key={account.id} accountId={account.id} {...(size && { size })} /> : null;
}

function BellOf({ accountId, size }: NotificationBellProps & { readonly accountId: string }) {
  const t = useMessages();
  const notifications = useNotifications(accountId);
  const [isOpen, setOpen] = useState(false);
  const mail = useHeldMail(accountId);
  const bell = useRef<HTMLButtonElement>(null);
  const upgrade = useUpgrade(accountId);
  const count = notifications.list.length + mail.list.length + (upgrade ? 1 : 0);
  return (
    <>
      <IconButton
        ref={bell}
        label={count === 0 ? t("notifications.open") : t("notifications.openCount", { count })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(size && { size })}
      >
        <span className={styles.bell}>
          <Bell size={size ? 20 : 17} strokeWidth={1.7} />
          {count === 0 ? null : (
            <span className={styles.count} aria-hidden>
              {count > 99 ? "99" : count}
            </span>
          )}
        </span>
      </IconButton>
      {isOpen ? (
        <NotificationsDialog
          {...notifications}
          mail={mail}
          upgrade={upgrade}
          anchor={bell}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
