import type { Preferences } from "../auth-client.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** The changeable fields of the person's own account; preferences are set one by one. */
export interface ProfileChange {
  readonly displayName?: string;
  readonly preferences?: Preferences;
}

/** Changes names and preferences of the person's own account (`Profile/set`). */
export function saveProfile(accountId: string, change: ProfileChange): Asked<unknown> {
  const patch: Record<string, unknown> =
    change.displayName === undefined ? {} : { displayName: change.displayName };
  for (const [name, value] of Object.entries(change.preferences ?? {})) patch[`preferences/${name}`] = value;
  return jmap.setOne("Profile/set", { accountId, update: { [accountId]: patch } });
}
