import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { remindAnew } from "../outbox/preferred.ts";
import { holderUsingLink, issueRestoreLink, type IssuedLink } from "./account-links.ts";
import { mailLink } from "./account-mail.ts";
import { announceAccess } from "./announce-access.ts";
import { markDeleted } from "./delete-account.ts";
import { proveOwnPassword, writeAsProved } from "../sign-in/own-password.ts";

interface Closing {
  /** the account password, so that nobody can do it on an unattended screen */
  readonly password: string;
  /** who gets the calendars permanently; undefined: they are deleted with the account */
  readonly calendarsTo: PrincipalId | undefined;
  /** the address of the server, for the mailed link */
  readonly origin: string;
}

/**
 * Closes the actor's own account: all devices and browsers are signed out at once, and after the grace period it is
 * removed. Until then the returned link, which is also mailed if the server sends mail, restores it.
 * @returns `last-administrator` for the only administrator of the server
 */
export async function closeAccount(
  app: App,
  actor: Actor,
  { password, calendarsTo, origin }: Closing,
): Promise<Result<IssuedLink, Problem>> {
  const proven = await proveOwnPassword(app, actor, password);
  if (!proven.ok) return proven;
  return writeAsProved(app, proven.value, async (tx, principal) => {
    const now = await tx.principals.byId(principal.id);
    if (!now) return failed({ code: "not-found" });
    const closed = await markDeleted({ app, tx, actor }, now, calendarsTo);
    if (!closed.ok) return closed;
    const issued = await issueRestoreLink(app, tx, principal.id);
    await mailLink({ app, tx, now: app.now() }, origin, now, issued, undefined);
    return ok(issued);
  });
}

/** Restores an account that its owner closed, by the link: deleted → active. It works once. */
export function reopenAccount(app: App, token: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const held = await holderUsingLink(app, tx, token, "restore");
    if (!held.ok) return held;
    const { principal } = held.value;
    const now = app.now();
    await tx.principals.update(principal.id, { status: "active", statusSince: now });
    await tx.accountLinks.removeOfPrincipal(principal.id);
    const { id, login, isAdmin } = principal;
    const actor = mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });
    await announceAccess({ app, tx, actor }, id);
    await remindAnew(tx, principal, now);
    await recordAudit(app, tx, {
      actorId: principal.id,
      action: "account-changed",
      subject: principal.email ?? principal.login,
      detail: { login: principal.login, status: "active" },
    });
    return ok(undefined);
  });
}
