import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import { announceAccess } from "../accounts/announce-access.ts";
import { endAccess, isLastAdministrator } from "../accounts/change-account.ts";
import { recordAudit } from "../audit.ts";
import { remindAnew } from "../outbox/preferred.ts";
import type { Problem } from "../problems.ts";
import { removeAllAppPasswords } from "../sign-in/app-passwords.ts";
import { auditedBy, type DirectoryWork } from "./directory.ts";

/**
 * Closes an account: nobody signs in to it, its sessions and event sources end, and its app passwords are gone. What it has stays.
 * @returns the account; `last-administrator`
 */
export async function closeAccount(
  work: DirectoryWork,
  person: Principal,
): Promise<Result<Principal, Problem>> {
  if (person.status !== "active") return ok(person);
  const { app, tx } = work;
  if (await isLastAdministrator(tx, person)) return failed({ code: "last-administrator" });
  const closed = { ...person, status: "suspended", statusSince: app.now() } as const;
  await tx.principals.update(person.id, { status: closed.status, statusSince: closed.statusSince });
  await endAccess(tx, person.id);
  await removeAllAppPasswords(app, tx, { principalId: person.id, login: person.login });
  await announceAccess(work, person.id);
  await record(work, closed);
  return ok(closed);
}

/** Opens an account that its directory has closed. */
export async function reopenAccount(work: DirectoryWork, person: Principal): Promise<Principal> {
  const { app, tx } = work;
  const open = { ...person, status: "active", statusSince: app.now() } as const;
  await tx.principals.update(person.id, { status: open.status, statusSince: open.statusSince });
  await announceAccess(work, person.id);
  await remindAnew(tx, open, app.now());
  await record(work, open);
  return open;
}

const record = (work: DirectoryWork, { email, login, status }: Principal): Promise<void> =>
  recordAudit(work.app, work.tx, {
    actorId: null,
    action: "account-changed",
    subject: email ?? login,
    detail: { ...auditedBy(work), status },
  });
