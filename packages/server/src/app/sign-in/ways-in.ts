import type { ReadTransaction } from "../../storage/port.ts";
import type { Credential } from "../../storage/records/people.ts";
import { storedProviders } from "./stored-providers.ts";

/** Those of somebody's credentials that open their account now: who they are at a provider only where people may sign in by it. */
export async function waysIn(
  tx: ReadTransaction,
  all: readonly Credential[],
): Promise<readonly Credential[]> {
  const open = new Set((await storedProviders(tx)).filter(({ isOn }) => isOn).map(({ id }) => id));
  return all.filter(
    ({ kind, data }) =>
      kind === "password" ||
      kind === "passkey" ||
      (kind === "oidc" && data?.kind === "oidc" && open.has(data.providerId)),
  );
}
