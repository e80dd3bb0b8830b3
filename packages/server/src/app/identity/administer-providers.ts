import {
  MOST_PROVIDERS,
  type ProviderChange,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App, ProviderFailure } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { HOSTILE, nameProblem } from "../given-text.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { keepProviders, storedProviders, type StoredProvider } from "../sign-in/stored-providers.ts";

const MOST_ALLOWED = 500;
const MOST_GROUPS = 500;

/** What a new one is where nothing is said. */
const NEW_PROVIDER = {
  name: "",
  issuer: "",
  clientId: "",
  clientSecret: null,
  isOn: true,
  makesAccounts: false,
  linksByEmail: false,
  isEmailTrusted: false,
  allowed: [],
  groupsClaim: "groups",
  groups: [],
  endsItsSession: false,
} as const satisfies Omit<StoredProvider, "id">;

/** All providers, for administrators. */
export function listProviders(app: App, actor: Actor): Promise<Result<readonly StoredProvider[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    return granted.ok ? ok(await storedProviders(tx)) : granted;
  });
}

/**
 * Adds a provider, or changes the one with the id: whoever may sign in by it may become anybody whom it names.
 * @returns its id; `forbidden`, `proof-needed`, `invalid-value` by field, `not-found`
 */
export function saveProvider(
  app: App,
  actor: Actor,
  { id, ...change }: ProviderChange,
): Promise<Result<string, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const unproved = await proofProblem(app, tx, actor);
    if (unproved) return failed(unproved);
    const all = await storedProviders(tx);
    const before = id === undefined ? undefined : all.find((one) => one.id === id);
    if (id !== undefined && !before) return failed({ code: "not-found" });
    if (!before && all.length >= MOST_PROVIDERS) return wrong("name", `at most ${MOST_PROVIDERS} providers`);
    const saved = tidy({ ...NEW_PROVIDER, ...before, ...change, id: before?.id ?? app.newId() });
    const problem = await providerProblem(app, tx, saved);
    if (problem) return failed(problem);
    await keepProviders(tx, before ? all.map((one) => (one.id === id ? saved : one)) : [...all, saved]);
    const detail = { login: actor.login, issuer: saved.issuer, changed: Object.keys(change).join(", ") };
    const entry = { actorId: actor.principalId, action: "provider-changed", subject: saved.name } as const;
    await recordAudit(app, tx, { ...entry, detail });
    return ok(saved.id);
  });
}

/** Removes a provider: nobody signs in by it any more. Accounts stay, and so do sessions that have begun. */
export function removeProvider(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const unproved = await proofProblem(app, tx, actor);
    if (unproved) return failed(unproved);
    const all = await storedProviders(tx);
    const gone = all.find((one) => one.id === id);
    if (!gone) return failed({ code: "not-found" });
    await keepProviders(
      tx,
      all.filter((one) => one !== gone),
    );
    await tx.provisioningTokens.removeOfProvider(id);
    const detail = { login: actor.login, issuer: gone.issuer };
    const entry = { actorId: actor.principalId, action: "provider-removed", subject: gone.name } as const;
    await recordAudit(app, tx, { ...entry, detail });
    return ok(undefined);
  });
}

/** Asks a provider whether it is one. */
export async function checkProvider(
  app: App,
  actor: Actor,
  id: string,
): Promise<Result<"ok" | ProviderFailure, Problem>> {
  const all = await listProviders(app, actor);
  if (!all.ok) return all;
  const provider = all.value.find((one) => one.id === id);
  return provider ? ok(await app.openid.check(provider)) : failed({ code: "not-found" });
}

/** Without what is typed beside the matter. */
const tidy = (given: StoredProvider): StoredProvider => ({
  ...given,
  name: given.name.trim(),
  issuer: given.issuer.trim(),
  clientId: given.clientId.trim(),
  groupsClaim: given.groupsClaim.trim(),
  allowed: [...new Set(given.allowed.map((one) => one.trim().toLowerCase().replace(/^@/, "")))].filter(
    (one) => one !== "",
  ),
});

async function providerProblem(
  app: App,
  tx: ReadTransaction,
  { name, issuer, clientId, clientSecret, allowed, groupsClaim, groups }: StoredProvider,
): Promise<Problem | undefined> {
  const nameWrong = nameProblem(app, name);
  if (nameWrong) return nameWrong;
  const checks: readonly (readonly [string, boolean, string])[] = [
    ["name", !HOSTILE.test(name), "no control characters"],
    ["issuer", isIssuer(issuer), "an https address without a query"],
    ["clientId", isLine(clientId, 500), "one line"],
    ["clientSecret", clientSecret === null || isLine(clientSecret, 2_000), "one line"],
    ["allowed", allowed.length <= MOST_ALLOWED && allowed.every(isAllowed), "domains or addresses"],
    ["groupsClaim", isLine(groupsClaim, 200), "the name of a claim"],
    [
      "groups",
      groups.length <= MOST_GROUPS && groups.every(({ claim }) => isLine(claim, 500)),
      "groups of the provider",
    ],
  ];
  const found = checks.find(([, isRight]) => !isRight);
  if (found) return { code: "invalid-value", field: found[0], detail: found[2] };
  for (const groupId of groups.map((one) => one.groupId as PrincipalId)) {
    if ((await tx.principals.byId(groupId))?.kind !== "group")
      return { code: "invalid-value", field: "groups", detail: "there is no such group" };
    // Who lives in it is the house's to say: it books and owes as one.
    if (await tx.households.byId(groupId))
      return { code: "invalid-value", field: "groups", detail: "a household follows nobody" };
  }
  return undefined;
}

const wrong = (field: string, detail: string): Result<never, Problem> =>
  failed({ code: "invalid-value", field, detail });

const isLine = (text: string, longest: number): boolean =>
  text !== "" && text.length <= longest && !HOSTILE.test(text);

/** By https, since whoever stands between could be anybody; only a provider on this very machine needs none. */
function isIssuer(text: string): boolean {
  const url = text.length <= 500 ? URL.parse(text) : null;
  if (!url || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return false;
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isHere);
}

const isAllowed = (text: string): boolean => /^(?:[^\s@<>",;]{1,64}@)?[\p{L}\p{N}.-]{1,253}$/u.test(text);
