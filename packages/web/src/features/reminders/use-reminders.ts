import {
  dismissReminders,
  fetchReminders,
  snoozeReminder,
  type GivenReminder,
} from "../../api/items/reminders-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useNoticeList } from "../../store/use-notice-list.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

export interface Reminders {
  /** Oldest first. */
  readonly list: readonly GivenReminder[];
  readonly dismiss: (ids: readonly string[]) => void;
  readonly snooze: (id: string, until: number) => void;
}

/** What has rung for somebody, kept true as it rings, and as it is dealt with elsewhere. */
export function useReminders(accountId: string): Reminders {
  const t = useMessages();
  const { list, settle } = useNoticeList(accountId, fetchReminders, () =>
    addToast({ message: t("reminders.failed") }),
  );
  return {
    list,
    dismiss: (ids) => settle(({ id }) => ids.includes(id), dismissReminders(accountId, ids)),
    snooze: (snoozed, until) => settle(({ id }) => id === snoozed, snoozeReminder(accountId, snoozed, until)),
  };
}
