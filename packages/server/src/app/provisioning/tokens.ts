import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import type { ProvisioningToken } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { HOSTILE, nameProblem } from "../given-text.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { storedProviders } from "../sign-in/stored-providers.ts";
import { writeAside } from "../sign-in/write-aside.ts";

/** More than there are directories of an organisation, with one more each while its token is changed. */
const MOST_TOKENS = 24;
const PREFIX = "snart_scim_";

/** All tokens by which directories keep accounts here, oldest first, for administrators. */
export function listProvisioningTokens(
  app: App,
  actor: Actor,
): Promise<Result<readonly ProvisioningToken[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    return granted.ok ? ok(await tx.provisioningTokens.list()) : granted;
  });
}

/**
 * Makes a token: whoever has it makes accounts and closes those that its directory keeps.
 * @param providerId the provider by which the directory's people sign in; null: none
 * @returns with its secret, which is shown this once; `forbidden`, `proof-needed`, `invalid-name`, `invalid-value`
 */
export function createProvisioningToken(
  app: App,
  actor: Actor,
  { label, providerId, mailsPeople }: Pick<ProvisioningToken, "label" | "providerId" | "mailsPeople">,
): Promise<Result<{ readonly token: ProvisioningToken; readonly secret: string }, Problem>> {
  const secret = PREFIX + app.newSecret(32);
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const refused = (await proofProblem(app, tx, actor)) ?? nameProblem(app, label, "label");
    if (refused) return failed(refused);
    const [all, providers] = [await tx.provisioningTokens.list(), await storedProviders(tx)];
    if (HOSTILE.test(label)) return wrong("label", "no control characters");
    if (all.some((one) => one.label === label.trim())) return wrong("label", "there is one of this name");
    if (all.length >= MOST_TOKENS) return wrong("label", `at most ${MOST_TOKENS} tokens`);
    if (providerId !== null && !providers.some(({ id }) => id === providerId))
      return wrong("providerId", "there is no such provider");
    const [id, secretHash, createdAt] = [app.newId(), hashOf(secret), app.now()];
    const named = { id, label: label.trim(), providerId, secretHash };
    const token: ProvisioningToken = { ...named, mailsPeople, createdAt, lastUsedAt: null };
    await tx.provisioningTokens.insert(token);
    const detail = {
      login: actor.login,
      with: providers.find((one) => one.id === providerId)?.name ?? "",
    };
    const entry = { actorId: actor.principalId, action: "provisioning-token-created" } as const;
    await recordAudit(app, tx, { ...entry, subject: token.label, detail });
    return ok({ token, secret });
  });
}

/** Changes whether people hear by mail of the accounts that a token's directory makes from now on. */
export function changeProvisioningToken(
  app: App,
  actor: Actor,
  id: string,
  { mailsPeople }: Pick<ProvisioningToken, "mailsPeople">,
): Promise<Result<ProvisioningToken, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const before = (await tx.provisioningTokens.list()).find((one) => one.id === id);
    if (!before) return failed({ code: "not-found" });
    const token = { ...before, mailsPeople };
    if (before.mailsPeople === mailsPeople) return ok(token);
    await tx.provisioningTokens.setMailsPeople(id, mailsPeople);
    const entry = { actorId: actor.principalId, action: "provisioning-token-changed" } as const;
    const detail = { login: actor.login, mailsPeople: String(mailsPeople) };
    await recordAudit(app, tx, { ...entry, subject: token.label, detail });
    return ok(token);
  });
}

/** Ends a token at once. What its directory has made stays. */
export function removeProvisioningToken(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const unproved = await proofProblem(app, tx, actor);
    if (unproved) return failed(unproved);
    const gone = (await tx.provisioningTokens.list()).find((one) => one.id === id);
    if (!gone || !(await tx.provisioningTokens.remove(id))) return failed({ code: "not-found" });
    const entry = { actorId: actor.principalId, action: "provisioning-token-removed" } as const;
    await recordAudit(app, tx, { ...entry, subject: gone.label, detail: { login: actor.login } });
    return ok(undefined);
  });
}

/** The token with this secret, which is noted as used. @returns undefined: there is none, or no more */
export async function tokenOfSecret(app: App, secret: string): Promise<ProvisioningToken | undefined> {
  if (!secret.startsWith(PREFIX) || secret.length > 200) return undefined;
  const secretHash = hashOf(secret);
  const token = await app.storage.read((tx) => tx.provisioningTokens.bySecretHash(secretHash));
  if (token && (token.lastUsedAt ?? 0) <= app.now() - HOUR)
    writeAside(app, `provisioning token ${token.id}`, (tx) =>
      tx.provisioningTokens.setLastUsed(token.id, app.now()),
    );
  return token;
}

/** 256 random bits need no slow hash. */
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const wrong = (field: string, detail: string) => failed({ code: "invalid-value", field, detail } as const);
