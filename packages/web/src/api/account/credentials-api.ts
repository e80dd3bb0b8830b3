import type { CredentialRecord, CredentialScope } from "@snart/calendar/jmap/account.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { text, type JsonRecord } from "../read-json.ts";

/** A new app password with its secret, which is shown this once. */
export interface NewCredential {
  readonly id: string;
  readonly secret: string;
}

/** Changes the password and ends the other sessions; refused with `wrong-password` or `weak-password`. */
export const changePassword = (
  accountId: string,
  currentPassword: string,
  newPassword: string,
  removeDevices: boolean,
): Asked<unknown> =>
  jmap.callOne("Password/change", { accountId, currentPassword, newPassword, removeDevices });

/** Returns all app passwords, newest first. */
export async function fetchCredentials(accountId: string): Asked<readonly CredentialRecord[]> {
  const given = await jmap.get("Credential", accountId);
  return given.ok
    ? ok(given.value.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)))
    : given;
}

/** Makes an app password with a name; without a scope it reaches all calendars. */
export async function createCredential(
  accountId: string,
  label: string,
  scope: CredentialScope | null,
): Asked<NewCredential> {
  const made = await jmap.setOne("Credential/set", { accountId, create: { new: { label, scope } } });
  return made.ok ? ok({ id: text(made.value["id"]), secret: text(made.value["secret"]) }) : made;
}

/** Removes an app password for good. */
export const removeCredential = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Credential/set", { accountId, destroy: [id] });
