import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { addressesWith, unreachable } from "../../accounts/change-address.ts";
import { emailProblem } from "../../accounts/new-person.ts";
import { grantAdministration } from "../../grants.ts";
import type { Problem } from "../../problems.ts";
import type { WriteScope } from "../../scope.ts";
import { spelledLogin } from "../../sign-in/person-by-login.ts";

/**
 * Gives a bookable another mail address, by which it can be invited, or none, in a running transaction. What it had before stays its own.
 * Only administrators may: whatever is sent to an address goes to its bookable from then on, so that whoever merely manages a room could
 * take the post of somebody who has no account yet.
 * @param bookable as it is under its account's lock
 * @param typed empty or null: none
 * @returns `duplicate-email` for an address that is somebody's, or was
 */
export async function changeBookableAddress(
  { app, tx, actor }: Pick<WriteScope, "app" | "tx" | "actor">,
  bookable: Principal,
  typed: string | null,
): Promise<Result<void, Problem>> {
  const email = spelledLogin(typed ?? "") || null;
  if (email === bookable.email) return ok(undefined);
  const granted = await grantAdministration(tx, actor);
  if (!granted.ok) return granted;
  const problem = email === null ? undefined : (emailProblem(email) ?? unreachable(app, email));
  if (problem) return failed(problem);
  const owner = email === null ? undefined : await tx.principals.byEmail(email);
  if (owner && owner.id !== bookable.id) return failed({ code: "duplicate-email", field: "email" });
  const addresses = addressesWith(bookable, email);
  const limit = app.limits.formerAddresses;
  if (addresses.formerEmails.length > limit) return failed({ code: "too-many-addresses", limit });
  // Somebody may have taken it since it was looked at, in another process.
  return (await tx.principals.setAddresses(bookable.id, addresses)) === "duplicate"
    ? failed({ code: "duplicate-email", field: "email" })
    : ok(undefined);
}
