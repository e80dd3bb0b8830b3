import type { ProfileChange } from "../../../api/account/account-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { replacedBy } from "../../../store/queue/settings-change.ts";

/** The state of saving, whatever page, tab or day a change was made on. */
export type SaveState =
  | { readonly kind: "saved"; readonly at: number | null }
  | { readonly kind: "saving" }
  /** kept here until the server can be reached */
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

export interface Saver {
  readonly state: SaveState;
  /**
   * Shows a change at once and sends it as soon as the server is there; if the server refuses, the old value returns.
   */
  readonly save: (change: ProfileChange) => void;
}

/** Saves changes of the person's own account as they are made. */
export function useSaver(account: Account): Saver {
  const t = useMessages();
  const store = useCalendarStore();
  const { waitingChanges, settingsProblem, isOnline, syncedAt } = useCalendarSnapshot();
  const isWaiting = waitingChanges.some(({ kind }) => kind === "profile");
  const save = (change: ProfileChange): void =>
    store.setProfile(t("settings.title"), account.id, change, replacedBy(account, change));
  if (isWaiting) return { state: { kind: isOnline ? "saving" : "waiting" }, save };
  if (settingsProblem) return { state: { kind: "failed", problem: settingsProblem }, save };
  return { state: { kind: "saved", at: syncedAt }, save };
}
