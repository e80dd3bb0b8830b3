import type {
  IdentityProviderRecord,
  ProviderChange,
  ProviderCheck,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** The providers by which people sign in, in the order in which they were added; without their secrets. */
export async function fetchProviders(accountId: string): Asked<readonly IdentityProviderRecord[]> {
  const given = await jmap.callOne<{ readonly list: readonly IdentityProviderRecord[] }>(
    "IdentityProvider/list",
    { accountId },
  );
  return given.ok ? ok(given.value.list) : given;
}

/** Adds one, or changes the one with the id; wants a proof that is not old. @returns its id */
export async function saveProvider(accountId: string, provider: ProviderChange): Asked<string> {
  const given = await jmap.callOne<{ readonly id: string }>("IdentityProvider/save", { accountId, provider });
  return given.ok ? ok(given.value.id) : given;
}

/** Nobody signs in by it any more; wants a proof that is not old. */
export const removeProvider = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("IdentityProvider/remove", { accountId, id });

/** Whether it answers as a provider. */
export async function checkProvider(accountId: string, id: string): Asked<ProviderCheck> {
  const given = await jmap.callOne<{ readonly answers: ProviderCheck }>("IdentityProvider/check", {
    accountId,
    id,
  });
  return given.ok ? ok(given.value.answers) : given;
}
