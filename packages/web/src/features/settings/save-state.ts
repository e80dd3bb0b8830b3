import { useState } from "react";
import { saveProfile } from "../../api/account-api.ts";
import type { ProfileChange } from "../../api/account-api.ts";
import type { Account, Preferences } from "../../api/auth-client.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { changeAccount } from "../../store/session.ts";

/** Where saving on this page stands. */
export type SaveState =
  | { readonly kind: "untouched" }
  | { readonly kind: "saving" }
  | { readonly kind: "saved"; readonly at: number }
  | { readonly kind: "failed"; readonly problem: ApiProblem };

export interface Saver {
  readonly state: SaveState;
  /** Shows the change at once, saves it, and puts the old value back if the server refuses. */
  readonly save: (change: ProfileChange) => Promise<void>;
}

/** Saves changes of one's own account as they are made. */
export function useSaver(account: Account): Saver {
  const [state, setState] = useState<SaveState>({ kind: "untouched" });
  const save = async (change: ProfileChange): Promise<void> => {
    setState({ kind: "saving" });
    changeAccount(change);
    const answer = await saveProfile(account.id, change);
    if (answer.ok) return setState({ kind: "saved", at: Date.now() });
    changeAccount(before(account, change));
    setState({ kind: "failed", problem: answer.problem });
  };
  return { state, save };
}

/** The values that a change replaces, to be put back; a preference that was never set goes back to none. */
export function before({ displayName, preferences }: Account, change: ProfileChange): ProfileChange {
  const names = Object.keys(change.preferences ?? {}) as (keyof Preferences)[];
  const old: Preferences = Object.fromEntries(names.map((name) => [name, preferences[name] ?? null]));
  return {
    ...(change.displayName === undefined ? {} : { displayName }),
    ...(names.length > 0 ? { preferences: old } : {}),
  };
}
