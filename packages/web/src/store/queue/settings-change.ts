import type { ProfileChange } from "../../api/account/account-api.ts";
import type { Account, Preferences } from "../../api/auth-client.ts";

/** The values that a change of settings replaces; a preference that was never set goes back to none. */
export function replacedBy({ displayName, preferences }: Account, change: ProfileChange): ProfileChange {
  const names = Object.keys(change.preferences ?? {}) as (keyof Preferences)[];
  const old: Preferences = Object.fromEntries(names.map((name) => [name, preferences[name] ?? null]));
  return {
    ...(change.displayName === undefined ? {} : { displayName }),
    ...(names.length > 0 ? { preferences: old } : {}),
  };
}
