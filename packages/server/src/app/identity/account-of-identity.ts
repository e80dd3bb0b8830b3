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
    await keepAddress(app, tx, known, identity);
    await tx.credentials.update(known.id, { lastUsedAt: app.now() });
    return ok(person);
  }
  const email = provedEmail(provider, identity);
  const kept = await keptAccount(tx, provider, identity);
  if (kept) return openKept(app, tx, provider, identity, kept);
  if (email === undefined) return failed({ code: "no-account-here" });
  const holder = await tx.principals.byEmail(email);
  const opened = holder
    ? await heldAccount(app, tx, provider, { holder, email, chosen })
    : await newAccount(app, tx, provider, { identity, email, chosen });
  if (opened.ok && !(await addIdentity(app, tx, provider, identity, opened.value)))
    throw new Error("somebody at a provider was added twice");
  return opened;
}

/**
 * The account that the provider's directory has made or taken over (SCIM), for whoever has not signed in yet: by who they are at the
 * provider, or by the address that it has proved.
 */
async function keptAccount(
  tx: WriteTransaction,
  provider: StoredProvider,
  identity: ProvedIdentity,
): Promise<Principal | undefined> {
  const of = { scope: provider.id, kind: "person" } as const;
  const [bySubject, ...others] = await tx.provisioned.byExternalId(of, identity.subject);
  const email = provedEmail(provider, identity);
  const holder = email === undefined ? undefined : await tx.principals.byEmail(email);
  const byAddress = holder && holder.email === email ? await tx.provisioned.byId(holder.id) : undefined;
  const isSure = bySubject !== undefined && others.length === 0;
  const found = isSure ? bySubject : byAddress?.scope === provider.id ? byAddress : undefined;
  if (!found) return undefined;
  const credentials = await tx.credentials.ofPrincipal(found.principalId);
  // It has its owner already, or something stronger guards it: they add this identity in the settings.
  const isOwned = credentials.some(
    ({ kind, data }) =>
      kind === "totp" ||
      kind === "passkey" ||
      (kind === "oidc" && data?.kind === "oidc" && data.providerId === provider.id),
  );
  return isOwned ? undefined : tx.principals.byId(found.principalId);
}

async function openKept(
  app: App,
  tx: WriteTransaction,
  provider: StoredProvider,
  identity: ProvedIdentity,
  person: Principal,
): Promise<Result<Principal, Problem>> {
  if (person.status !== "active") return failed({ code: "account-suspended" });
  if (!(await addIdentity(app, tx, provider, identity, person)))
    throw new Error("somebody at a provider was added twice");
  return ok(person);
}

/** The address, as far as the provider vouches for it and the administrator admits it. */
function provedEmail(provider: StoredProvider, { email, isEmailProved }: ProvedIdentity): string | undefined {
  if (email === undefined || emailProblem(email) || !(isEmailProved ?? provider.isEmailTrusted))
    return undefined;
  return admits(provider, email) ? email : undefined;
}

/** Whether the administrator lets the provider have accounts with this address, in lower case. */
export const admits = ({ allowed }: Pick<StoredProvider, "allowed">, email: string): boolean =>
  allowed.length === 0 ||
  allowed.includes(email) ||
  allowed.includes(email.slice(email.lastIndexOf("@") + 1));

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
export async function acceptedAccount(
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
  identity: ProvedIdentity,
  { id: principalId, login }: Pick<Principal, "id" | "login">,
): Promise<boolean> {
  const { issuer, subject } = identity;
  const credential: Credential = {
    id: app.newId(),
    principalId,
    kind: "oidc",
    label: name,
    secretHash: hashOfIdentity(issuer, subject),
    createdAt: app.now(),
    lastUsedAt: app.now(),
    lastUsedBy: null,
    data: { kind: "oidc", providerId, issuer, subject, ...addressOf(app, identity) },
  };
  if (!(await tx.credentials.insertIdentity(credential))) return false;
  await note(app, tx, { principalId, login }, "identity-added", { kind: "identity-added", name }, name);
  return true;
}

/** What somebody is called at the provider, which proves nothing. */
function addressOf(app: App, { email }: ProvedIdentity): { readonly address?: string } {
  const address = readableName(email, app.limits.nameLength);
  return address === "" ? {} : { address };
}

/** They may have another address there by now. Of several sign-ins at once one keeps it. */
async function keepAddress(
  app: App,
  tx: WriteTransaction,
  known: Credential,
  identity: ProvedIdentity,
): Promise<void> {
  const { address } = addressOf(app, identity);
  if (known.data?.kind !== "oidc" || address === undefined || known.data.address === address) return;
  await tx.credentials.replaceData(known, { ...known.data, address });
}
