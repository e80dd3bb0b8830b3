import { useCallback, useEffect, useState } from "react";
import { dismissReminders, fetchReminders, snoozeReminder } from "../../api/reminders-api.ts";
import type { GivenReminder } from "../../api/reminders-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { NOTICES_CHANGED } from "../../store/notices-changed.ts";
import { addToast } from "../../ui/toasts.ts";

export interface Reminders {
  /** Oldest first. */
  readonly list: readonly GivenReminder[];
  readonly dismiss: (ids: readonly string[]) => void;
  readonly snooze: (id: string, until: number) => void;
}

/** What has rung for somebody, kept true as it rings, and as it is dealt with elsewhere. */
export function useReminders(accountId: string): Reminders {
  const t = useMessages();
  const [list, setList] = useState<readonly GivenReminder[]>([]);
  const look = useCallback(async () => {
    const given = await fetchReminders(accountId);
    if (given.ok) setList(given.value);
  }, [accountId]);
  useEffect(() => {
    const again = (): void => void look();
    again();
    addEventListener(NOTICES_CHANGED, again);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener(NOTICES_CHANGED, again);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look]);
  const without = (ids: readonly string[]): void =>
    setList((now) => now.filter(({ id }) => !ids.includes(id)));
  const settle = async (asked: ReturnType<typeof dismissReminders>): Promise<void> => {
    const done = await asked;
    if (done.ok) return;
    addToast({ message: t("reminders.failed") });
    await look();
  };
  return {
    list,
    dismiss: (ids) => {
      without(ids);
      void settle(dismissReminders(accountId, ids));
    },
    snooze: (id, until) => {
      without([id]);
      void settle(snoozeReminder(accountId, id, until));
    },
  };
}
