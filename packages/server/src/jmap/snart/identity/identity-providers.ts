import type {
  IdentityProviderRecord,
  ProviderChange,
} from "@snart/calendar/jmap/administration/identity-providers.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  checkProvider,
  listProviders,
  removeProvider,
  saveProvider,
} from "../../../app/identity/administer-providers.ts";
import type { StoredProvider } from "../../../app/sign-in/stored-providers.ts";
import { backChannelPath, callbackPath } from "../../../auth/oidc-routes.ts";
import { ownAccountMethod, type Method } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const line = v.pipe(v.string(), v.maxLength(2_000));
const account = v.strictObject({ accountId: id });
const one = v.strictObject({ accountId: id, id: idText });
const change = v.strictObject({
  id: v.optional(idText),
  name: v.optional(line),
  issuer: v.optional(line),
  clientId: v.optional(line),
  clientSecret: v.optional(v.nullable(line)),
  isOn: v.optional(v.boolean()),
  makesAccounts: v.optional(v.boolean()),
  linksByEmail: v.optional(v.boolean()),
  isEmailTrusted: v.optional(v.boolean()),
  allowed: v.optional(v.pipe(v.array(line), v.maxLength(500))),
  groupsClaim: v.optional(line),
  groups: v.optional(v.pipe(v.array(v.strictObject({ claim: line, groupId: idText })), v.maxLength(500))),
  endsItsSession: v.optional(v.boolean()),
});

const recordOf = ({ clientSecret, ...provider }: StoredProvider, origin: string): IdentityProviderRecord => ({
  ...provider,
  hasSecret: clientSecret !== null,
  redirectUri: origin + callbackPath(provider.id),
  signedOutUri: `${origin}/`,
  backChannelUri: origin + backChannelPath(provider.id),
});

/** IdentityProvider/list: the OpenID providers by which people sign in, without their secrets, for administrators. */
const list = ownAccountMethod(SNART, account, async ({ app, actor, origin }, { id: accountId }) => {
  const found = await listProviders(app, actor);
  if (!found.ok) return failed(methodErrorOf(found.problem));
  return ok({ accountId, list: found.value.map((provider) => recordOf(provider, origin)) });
});

/** IdentityProvider/save: adds one, or changes the one with the id. */
const save = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, provider: change }),
  async ({ app, actor }, { id: accountId }, { provider }) => {
    // What is absent stays as it is.
    const given = Object.entries(provider).filter(([, value]) => value !== undefined);
    const saved = await saveProvider(app, actor, Object.fromEntries(given) as ProviderChange);
    return saved.ok ? ok({ accountId, id: saved.value }) : failed(methodErrorOf(saved.problem));
  },
);

/** IdentityProvider/remove: nobody signs in by it any more. */
const remove = ownAccountMethod(SNART, one, async ({ app, actor }, { id: accountId }, args) => {
  const done = await removeProvider(app, actor, args.id);
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

/** IdentityProvider/check: whether it answers. */
const check = ownAccountMethod(SNART, one, async ({ app, actor }, { id: accountId }, args) => {
  const done = await checkProvider(app, actor, args.id);
  return done.ok ? ok({ accountId, answers: done.value }) : failed(methodErrorOf(done.problem));
});

/** OpenID providers for administrators. */
export const identityProviders: readonly (readonly [string, Method])[] = [
  ["IdentityProvider/list", list],
  ["IdentityProvider/save", save],
  ["IdentityProvider/remove", remove],
  ["IdentityProvider/check", check],
];
