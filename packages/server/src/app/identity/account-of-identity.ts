import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Credential, Principal } from "../../storage/records/people.ts";
import { FIRST_STEPS } from "../accounts/first-steps.ts";
import { emailProblem, insertPrincipal, withFirstCalendar } from "../accounts/new-person.ts";
import type { App, ProvedIdentity } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { note } from "../sign-in-ways/note-change.ts";
import { hashOfIdentity, type StoredProvider } from "../sign-in/stored-providers.ts";

type Chosen = Pick<Preferences, "language" | "timeZone">;

/**
 * Whose account somebody at a provider opens: the one that they have opened before; else, as far as the administrator allows it, the one
 * with the address that the provider has proved, or a new one.
 * @returns `no-account-here`, `account-suspended`
 */
export async function accountOfIdentity(
  app: App,
  tx: WriteTransaction,
  provider: StoredProvider,
  identity: ProvedIdentity,
  chosen: Chosen,
): Promise<Result<Principal, Problem>> {
  const known = await tx.credentials.ofIdentity(hashOfIdentity(identity.issuer, identity.subject));
  if (known) {
    const person = await tx.principals.byId(known.principalId);
    if (person?.status !== "active") return failed({ code: "account-suspended" });
    await tx.credentials.update(known.id, { lastUsedAt: app.now() });
    return ok(person);
  }
  const email = provedEmail(provider, identity);
  if (email === undefined) return failed({ code: "no-account-here" });
  const holder = await tx.principals.byEmail(email);
  const opened = holder
    ? await heldAccount(app, tx, provider, { holder, email, chosen })
    : await newAccount(app, tx, provider, { identity, email, chosen });
  if (opened.ok && !(await addIdentity(app, tx, provider, identity, opened.value)))
    throw new Error("somebody at a provider was added twice");
  return opened;
}

/** The address, as far as the provider vouches for it and the administrator admits it. */
function provedEmail(
  { allowed, isEmailTrusted }: StoredProvider,
  { email, isEmailProved }: ProvedIdentity,
): string | undefined {
  if (email === undefined || emailProblem(email) || !(isEmailProved ?? isEmailTrusted)) return undefined;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return allowed.length === 0 || allowed.includes(email) || allowed.includes(domain) ? email : undefined;
}

/**
 * The account that has the address already: only its present one, and only where nothing stronger than a password opens it, which a
 * provider must not replace unasked; its owner adds the provider in the settings.
 */
async function heldAccount(
  app: App,
  tx: WriteTransaction,
  { linksByEmail }: StoredProvider,
  { holder, email, chosen }: { readonly holder: Principal; readonly email: string; readonly chosen: Chosen },
): Promise<Result<Principal, Problem>> {
  if (holder.kind !== "person" || holder.email !== email || !linksByEmail)
    return failed({ code: "no-account-here" });
  if (holder.status === "invited") return acceptedAccount(app, tx, holder, chosen);
  if (holder.status !== "active") return failed({ code: "account-suspended" });
  const all = await tx.credentials.ofPrincipal(holder.id);
  return all.some(({ kind }) => kind === "totp" || kind === "passkey")
    ? failed({ code: "no-account-here" })
    : ok(holder);
}

/** An invited person whose address the provider has proved needs no link to accept. */
async function acceptedAccount(
  app: App,
  tx: WriteTransaction,
  holder: Principal,
  chosen: Chosen,
): Promise<Result<Principal, Problem>> {
  const preferences = { ...chosen, firstSteps: FIRST_STEPS };
  const changed = { status: "active", statusSince: app.now(), preferences } as const;
  await tx.principals.update(holder.id, changed);
  await tx.accountLinks.removeOfPrincipal(holder.id);
  const { id: actorId, login } = holder;
  const entry = { actorId, action: "invitation-accepted", subject: holder.email ?? "" } as const;
  await recordAudit(app, tx, { ...entry, detail: { login } });
  return withFirstCalendar(app, tx, { ...holder, ...changed });
}

async function newAccount(
  app: App,
  tx: WriteTransaction,
  provider: StoredProvider,
  {
    identity,
    email,
    chosen,
  }: { readonly identity: ProvedIdentity; readonly email: string; readonly chosen: Chosen },
): Promise<Result<Principal, Problem>> {
  if (!provider.makesAccounts) return failed({ code: "no-account-here" });
  const displayName =
    readableName(identity.name, app.limits.nameLength) || email.slice(0, email.indexOf("@"));
  const person = { email, displayName, isAdmin: false, preferences: { ...chosen, firstSteps: FIRST_STEPS } };
  const made = await insertPrincipal(app, tx, person, "active");
  if (!made.ok) return made;
  const detail = { role: "member", with: provider.name };
  await recordAudit(app, tx, { actorId: null, action: "user-added", subject: email, detail });
  return withFirstCalendar(app, tx, made.value);
}

/** A name without what would make others read something else, in one line, and not longer than names are. */
export const readableName = (name: string | undefined, longest: number): string =>
  (name ?? "")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed()
    .trim();

/** Who they are at the provider opens the account from now on. @returns whether it did not open one yet */
export async function addIdentity(
  app: App,
  tx: WriteTransaction,
  { id: providerId, name }: StoredProvider,
  { issuer, subject }: ProvedIdentity,
  { id: principalId, login }: Pick<Principal, "id" | "login">,
): Promise<boolean> {
  const credential: Credential = {
    id: app.newId(),
    principalId,
    kind: "oidc",
    label: name,
    secretHash: hashOfIdentity(issuer, subject),
    createdAt: app.now(),
    lastUsedAt: app.now(),
    lastUsedBy: null,
    data: { kind: "oidc", providerId, issuer, subject },
  };
  if (!(await tx.credentials.insertIdentity(credential))) return false;
  await note(app, tx, { principalId, login }, "identity-added", { kind: "identity-added", name }, name);
  return true;
}
