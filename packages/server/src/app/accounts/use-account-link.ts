import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AccountLink, Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { removeAllAppPasswords } from "../sign-in/app-passwords.ts";
import { FIRST_STEPS } from "./first-steps.ts";
import { furnish, insertPassword, passwordProblem, personProblem } from "./new-person.ts";
import type { Problem } from "../problems.ts";
import { holderUsingLink, linkHolder } from "./account-links.ts";

/** What the holder of a link sees before using it. */
interface LinkAbout {
  readonly displayName: string;
  /** the person's, or the one that the link proves */
  readonly email: string;
  readonly language: Preferences["language"];
}

/** @returns with the end of the link: of the one that restores an account, when the account is removed */
export function aboutLink(
  app: App,
  token: string,
  kind: AccountLink["kind"],
): Promise<Result<LinkAbout & { readonly until: string }, Problem>> {
  return app.storage.read(async (tx) => {
    const held = await linkHolder(app, tx, token, kind);
    if (!held.ok) return held;
    const { principal, link } = held.value;
    const { displayName, email, preferences } = principal;
    return ok({
      displayName,
      email: link.email ?? email ?? "",
      language: preferences.language,
      until: formatUtcDateTime(link.expiresAt),
    });
  });
}

/** What opens an account beside its password, for whoever may choose a new one. */
interface OtherAccess {
  /** Browsers that are signed in. */
  readonly signIns: number;
  /** Newest first. */
  readonly devices: readonly { readonly label: string; readonly lastUsedAt: string | null }[];
}

/** What a link for a new password shows: with the person, what else opens the account. */
export function aboutReset(app: App, token: string): Promise<Result<LinkAbout & OtherAccess, Problem>> {
  return app.storage.read(async (tx) => {
    const held = await linkHolder(app, tx, token, "reset");
    if (!held.ok) return held;
    const { id, displayName, email, preferences } = held.value.principal;
    const sessions = await tx.sessions.ofPrincipal(id);
    const devices = await tx.credentials.ofPrincipal(id, "app-password");
    return ok({
      displayName,
      email: email ?? "",
      language: preferences.language,
      signIns: sessions.filter(({ expiresAt }) => expiresAt > app.now()).length,
      devices: devices.toReversed().map(({ label, lastUsedAt }) => ({
        label,
        lastUsedAt: lastUsedAt === null ? null : formatUtcDateTime(lastUsedAt),
      })),
    });
  });
}

interface Acceptance {
  readonly token: string;
  readonly displayName: string;
  readonly password: string;
  readonly language: NonNullable<Preferences["language"]>;
  readonly timeZone: string;
}

/** Gives an invited person their account: invited → active. The link works once. */
export async function acceptInvitation(app: App, given: Acceptance): Promise<Result<Principal, Problem>> {
  const before = await app.storage.read((tx) => linkHolder(app, tx, given.token, "invitation"));
  if (!before.ok) return before;
  const { email, isAdmin } = before.value.principal;
  const preferences = { language: given.language, timeZone: given.timeZone, firstSteps: FIRST_STEPS };
  const problem = personProblem(app, { ...given, email: email ?? "", isAdmin, preferences });
  if (problem) return failed(problem);
  const hash = await app.passwords.hash(given.password);
  return app.storage.write(async (tx) => {
    // Checked again: somebody else may have used the link while the password was hashed.
    const held = await holderUsingLink(app, tx, given.token, "invitation");
    if (!held.ok) return held;
    const now = app.now();
    const changed = {
      displayName: given.displayName.trim(),
      preferences,
      status: "active",
      statusSince: now,
    } as const;
    await tx.principals.update(held.value.principal.id, changed);
    await tx.accountLinks.removeOfPrincipal(held.value.principal.id);
    const principal = { ...held.value.principal, ...changed };
    const furnished = await furnish(app, tx, principal, hash);
    if (!furnished.ok) return furnished;
    await recordAudit(app, tx, {
      actorId: principal.id,
      action: "invitation-accepted",
      subject: principal.email ?? "",
      detail: { login: principal.login },
    });
    return ok(principal);
  });
}

/**
 * Sets the password that was chosen by link, and ends all sessions.
 * @param removeDevices whether app passwords end as well; otherwise they go on working
 */
export async function resetPassword(
  app: App,
  token: string,
  password: string,
  removeDevices = false,
): Promise<Result<Principal, Problem>> {
  const before = await app.storage.read((tx) => linkHolder(app, tx, token, "reset"));
  if (!before.ok) return before;
  const problem = passwordProblem(app, password, "password");
  if (problem) return failed(problem);
  const hash = await app.passwords.hash(password);
  return app.storage.write(async (tx) => {
    const held = await holderUsingLink(app, tx, token, "reset");
    if (!held.ok) return held;
    const { principal } = held.value;
    for (const { id } of await tx.credentials.ofPrincipal(principal.id, "password"))
      await tx.credentials.remove(principal.id, id);
    await insertPassword(app, tx, principal.id, hash);
    await tx.sessions.removeOfPrincipal(principal.id);
    await tx.accountLinks.removeOfPrincipal(principal.id);
    if (removeDevices)
      await removeAllAppPasswords(app, tx, { principalId: principal.id, login: principal.login });
    const subject = principal.email ?? principal.login;
    await recordAudit(app, tx, { actorId: principal.id, action: "password-reset", subject, detail: {} });
    return ok(principal);
  });
}
