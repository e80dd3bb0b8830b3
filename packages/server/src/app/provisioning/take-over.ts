import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import { recordAudit } from "../audit.ts";
import { acceptedAccount } from "../identity/account-of-identity.ts";
import { hashOfIdentity, storedProviders } from "../sign-in/stored-providers.ts";
import { auditedBy, type DirectoryWork, type Refusal } from "./directory.ts";
import type { PersonFields } from "./person-fields.ts";

const HELD =
  "Somebody here has this address already. An administrator lets the provider take over accounts by their address, or changes it.";

/** An account that a directory keeps from now on. */
export interface KeptAccount {
  readonly person: Principal;
  /** Whether it was open to nobody before: the directory has made it, or opens it for someone who had an invitation. */
  readonly isNew: boolean;
}

/**
 * The account that a person has here already, which the directory keeps from now on: one that its provider opens, or may open by the
 * address. Nobody's own account is taken over otherwise.
 * @returns undefined: they have none; `taken`
 */
export async function takenOver(
  work: DirectoryWork,
  { externalId, email, chosen }: PersonFields,
): Promise<Result<KeptAccount | undefined, Refusal>> {
  const { app, tx, provider } = work;
  const holder = await tx.principals.byEmail(email);
  const known =
    provider && externalId !== null
      ? await tx.credentials.ofIdentity(hashOfIdentity(provider.issuer, externalId))
      : undefined;
  if (!holder && !known) return ok(undefined);
  const person = known ? await tx.principals.byId(known.principalId) : holder;
  if (
    !person ||
    (holder && holder.id !== person.id) ||
    !(await mayTakeOver(work, person, email, known !== undefined))
  )
    return failed({ code: "taken", detail: HELD });
  // It was another directory's, which is there no more.
  await tx.provisioned.remove(person.id);
  const isNew = person.status === "invited";
  const opened = isNew ? await acceptedAccount(app, tx, person, chosen) : ok(person);
  if (!opened.ok) return opened;
  const entry = {
    actorId: null,
    action: "account-provisioned",
    subject: person.email ?? person.login,
  } as const;
  await recordAudit(app, tx, { ...entry, detail: auditedBy(work) });
  return ok({ person: opened.value, isNew });
}

async function mayTakeOver(
  { tx, provider, scope }: DirectoryWork,
  person: Principal,
  email: string,
  isKnown: boolean,
): Promise<boolean> {
  if (!provider || person.kind !== "person") return false;
  if (person.status !== "active" && person.status !== "invited") return false;
  const row = await tx.provisioned.byId(person.id);
  const others = new Set((await storedProviders(tx)).map(({ id }) => id));
  if (row && row.scope !== scope && (row.scope === "" || others.has(row.scope))) return false;
  if (isKnown) return true;
  const all = await tx.credentials.ofPrincipal(person.id);
  const isOpenedByIt = all.some(({ data }) => data?.kind === "oidc" && data.providerId === provider.id);
  const isGuarded = all.some(({ kind }) => kind === "totp" || kind === "passkey");
  return person.email === email && (isOpenedByIt || (provider.linksByEmail && !isGuarded));
}
