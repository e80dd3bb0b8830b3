import { updateProfile } from "../../api/calendar-api.ts";
import type { Preferences } from "../../api/auth-client.ts";
import { changeAccount, useAccount } from "../../store/session.ts";

/** The account's preferences, and a way to change some: at once here, then on the server. */
export function usePreferences(): readonly [Preferences | undefined, (change: Preferences) => void] {
  const account = useAccount();
  const prefer = (change: Preferences): void => {
    if (!account) return;
    changeAccount({ preferences: change });
    const patch = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [`preferences/${name}`, value ?? null]),
    );
    void updateProfile(account.id, patch);
  };
  return [account?.preferences, prefer];
}
