import type { Preferences } from "../../api/auth-client.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useCalendarStore } from "../../store/calendar-context.tsx";
import { useAccount } from "../../store/session.ts";
import { replacedBy } from "../../store/queue/settings-change.ts";

/** The account's preferences, and a way to change some: at once here, on the server as soon as it is there. */
export function usePreferences(): readonly [Preferences | undefined, (change: Preferences) => void] {
  const t = useMessages();
  const store = useCalendarStore();
  const account = useAccount();
  const prefer = (preferences: Preferences): void => {
    if (!account) return;
    const change = { preferences };
    store.setProfile(t("shell.settings"), account.id, change, replacedBy(account, change));
  };
  return [account?.preferences, prefer];
}
