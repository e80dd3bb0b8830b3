import { useCallback, useState } from "react";
import { dismissNotifications, type ListedNotification } from "../../api/items/notifications-api.ts";
import { NotificationReader } from "../../api/items/notification-reader.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useNoticeList } from "../../store/use-notice-list.ts";
import type { StateChange } from "../../api/push.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

export interface Notifications {
  /** Newest first. */
  readonly list: readonly ListedNotification[];
  /** the newest could not be fetched: what is listed may not be all */
  readonly isUnread: boolean;
  readonly dismiss: (notifications: readonly ListedNotification[]) => void;
}

/** Other people's changes, updated as they happen, and as they are dismissed elsewhere. */
export function useNotifications(accountId: string): Notifications {
  const t = useMessages();
  const [reader] = useState(() => new NotificationReader(accountId));
  const fetchNotifications = useCallback((changed?: StateChange) => reader.read(changed), [reader]);
  const { list, isUnread, remove } = useNoticeList(fetchNotifications, () =>
    addToast({ message: t("notifications.failed") }),
  );
  return {
    list,
    isUnread,
    dismiss: (notifications) => {
      const gone = new Set(notifications);
      reader.drop(gone);
      const asked = dismissNotifications(notifications).then((done) => {
        if (!done.ok) reader.forget();
        return done;
      });
      remove((one) => gone.has(one), asked);
    },
  };
}
