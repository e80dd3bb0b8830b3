import { useCallback } from "react";
import {
  dismissReminders,
  fetchReminders,
  snoozeReminder,
  type GivenReminder,
} from "../../api/items/reminders-api.ts";
import type { StateChange } from "../../api/push.ts";
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
  const fetchList = useCallback(() => fetchReminders(accountId), [accountId]);
  const isOfThem = useCallback(
    (changed: StateChange) => changed[accountId]?.["Reminder"] !== undefined,
    [accountId],
  );
  const onRefused = () => addToast({ message: t("reminders.failed") });
  const { list, remove } = useNoticeList(fetchList, onRefused, isOfThem);
  return {
    list,
    dismiss: (ids) => remove(({ id }) => ids.includes(id), dismissReminders(accountId, ids)),
    snooze: (snoozed, until) => remove(({ id }) => id === snoozed, snoozeReminder(accountId, snoozed, until)),
  };
}
