import type { IdentityRecord, PasskeyRecord, SignInWaysRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { removeIdentity } from "../../../app/identity/remove-identity.ts";
import { offeredProviders } from "../../../app/sign-in/stored-providers.ts";
import {
  beginSecondStepSetUp,
  endSecondStepSetUp,
  makeRecoveryCodes,
  removeSecondStep,
  removeSecondStepOf,
} from "../../../app/sign-in-ways/change-second-step.ts";
import { listSignInWays, type SignInWays } from "../../../app/sign-in-ways/list-ways.ts";
import { beginPasskeyProof, proveByPasskey } from "../../../app/sign-in-ways/passkey-sign-in.ts";
import {
  beginPasskey,
  endPasskey,
  removePasskey,
  renamePasskey,
  removePassword,
} from "../../../app/sign-in-ways/passkeys.ts";
import { proveByPassword } from "../../../app/sign-in/own-password.ts";
import { totpUri } from "../../../app/sign-in/totp.ts";
import type { Problem } from "../../../app/problems.ts";
import type { Credential, PrincipalId } from "../../../app/types.ts";
import {
  ownAccountMethod,
  type Answer,
  type Method,
  type MethodContext,
  type MethodResult,
} from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Long enough for any phrase or code; a limit, because hashing takes time and memory. */
const secret = v.pipe(v.string(), v.maxLength(1_000));
const noArguments = v.strictObject({ accountId: id });

const answered = <T>(given: Result<T, Problem>, answer: (value: T) => Answer): MethodResult =>
  given.ok ? ok(answer(given.value)) : failed(methodErrorOf(given.problem));

const passkeyOf = ({ id: passkeyId, label, createdAt, lastUsedAt, data }: Credential): PasskeyRecord => ({
  id: passkeyId,
  label,
  createdAt: formatUtcDateTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : formatUtcDateTime(lastUsedAt),
  isRoaming: data?.kind === "passkey" && data.transports.some((one) => one === "usb" || one === "nfc"),
});

const identityOf = ({ id: identityId, label, createdAt, lastUsedAt, data }: Credential): IdentityRecord => ({
  id: identityId,
  providerId: data?.kind === "oidc" ? data.providerId : "",
  label,
  address: (data?.kind === "oidc" ? data.address : undefined) ?? null,
  createdAt: formatUtcDateTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : formatUtcDateTime(lastUsedAt),
});

const recordOf = ({
  identities,
  hasPassword,
  passkeys,
  secondStep,
  recovery,
  isProved,
}: SignInWays): Omit<SignInWaysRecord, "providers"> => ({
  identities: identities.map(identityOf),
  hasPassword,
  passkeys: passkeys.map(passkeyOf),
  secondStep: secondStep ? { createdAt: formatUtcDateTime(secondStep.createdAt) } : null,
  recoveryCodes: recovery ? { ...recovery, createdAt: formatUtcDateTime(recovery.createdAt) } : null,
  isProved,
});

/** SignInWays/get: how the actor signs in. */
const get = ownAccountMethod(SNART, noArguments, async ({ app, actor }, { id: accountId }) => {
  const ways: SignInWaysRecord = {
    ...recordOf(await listSignInWays(app, actor)),
    providers: await offeredProviders(app),
  };
  return ok({ accountId, ways });
});

/** What a browser answers for a passkey; the library that checks it reads the rest. */
const response = v.looseObject({ id: v.pipe(v.string(), v.maxLength(4_096)), response: v.looseObject({}) });

/** SignInWays/prove: the actor is who they are, so that what is dangerous may be done for some minutes. */
const prove = ownAccountMethod(
  SNART,
  v.union([
    v.strictObject({ accountId: id, password: secret }),
    v.strictObject({ accountId: id, passkey: response }),
  ]),
  async ({ app, actor, origin }, { id: accountId }, args) => {
    const proved =
      "password" in args
        ? await proveByPassword(app, actor, args.password)
        : await proveByPasskey(app, actor, args.passkey, origin);
    return answered(proved, () => ({ accountId }));
  },
);

/** SignInWays/request: what the browser needs for a proof by a passkey. */
const request = ownAccountMethod(SNART, noArguments, async ({ app, actor, origin }, { id: accountId }) =>
  answered(await beginPasskeyProof(app, actor, origin), (publicKey) => ({ accountId, publicKey })),
);

/** Passkey/begin: what the browser needs to make one. */
const passkeyBegin = ownAccountMethod(SNART, noArguments, async ({ app, actor, origin }, { id: accountId }) =>
  answered(await beginPasskey(app, actor, origin), (publicKey) => ({ accountId, publicKey })),
);

/** Passkey/add: it opens the account from now on. */
const passkeyAdd = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, label: secret, passkey: response }),
  async ({ app, actor, origin }, { id: accountId }, { label, passkey }) =>
    answered(await endPasskey(app, actor, { label, response: passkey, origin }), (made) => ({
      accountId,
      id: made,
    })),
);

/** Passkey/rename: the name by which its owner knows it. */
const passkeyRename = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText, label: secret }),
  async ({ app, actor }, { id: accountId }, args) =>
    answered(await renamePasskey(app, actor, args.id, args.label), () => ({ accountId })),
);

/** Passkey/remove: it opens nothing any more. */
const passkeyRemove = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText }),
  async ({ app, actor }, { id: accountId }, args) =>
    answered(await removePasskey(app, actor, args.id), () => ({ accountId })),
);

/** Identity/remove: a provider opens the account no more. */
const identityRemove = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText }),
  async ({ app, actor }, { id: accountId }, args) =>
    answered(await removeIdentity(app, actor, args.id), () => ({ accountId })),
);

/** Password/remove: passkeys alone open the account. */
const passwordRemove = ownAccountMethod(SNART, noArguments, async ({ app, actor }, { id: accountId }) =>
  answered(await removePassword(app, actor), (codes) => ({ accountId, recoveryCodes: codes ?? null })),
);

/** SecondStep/begin: a key for an app that makes codes, and the text of its picture code. */
const begin = ownAccountMethod(SNART, noArguments, async ({ app, actor, origin }, { id: accountId }) =>
  answered(await beginSecondStepSetUp(app, actor), (key) => ({
    accountId,
    secret: key,
    uri: totpUri(key, actor.login, new URL(origin).host),
  })),
);

/** SecondStep/confirm: from now on the password needs a code of that app. */
const confirm = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, code: secret }),
  async ({ app, actor }, { id: accountId }, { code }) =>
    answered(await endSecondStepSetUp(app, actor, code), (codes) => ({
      accountId,
      recoveryCodes: codes ?? null,
    })),
);

/** SecondStep/remove: the password alone is enough again. */
const remove = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, currentPassword: secret }),
  async ({ app, actor }, { id: accountId }, { currentPassword }) =>
    answered(await removeSecondStep(app, actor, currentPassword), () => ({ accountId })),
);

/** RecoveryCodes/make: new codes, each of which works once; the earlier ones end. */
const make = ownAccountMethod(SNART, noArguments, async ({ app, actor }, { id: accountId }) =>
  answered(await makeRecoveryCodes(app, actor), (recoveryCodes) => ({ accountId, recoveryCodes })),
);

/** Account/removeSecondStep: somebody else's, for administrators. */
const removeOf = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText }),
  async ({ app, actor }: MethodContext, { id: accountId }, args) =>
    answered(await removeSecondStepOf(app, actor, args.id as PrincipalId), () => ({ accountId })),
);

/** How people sign in, beside their password. */
export const signInWays: readonly (readonly [string, Method])[] = [
  ["SignInWays/get", get],
  ["SignInWays/prove", prove],
  ["SignInWays/request", request],
  ["Passkey/begin", passkeyBegin],
  ["Passkey/add", passkeyAdd],
  ["Passkey/rename", passkeyRename],
  ["Passkey/remove", passkeyRemove],
  ["Identity/remove", identityRemove],
  ["Password/remove", passwordRemove],
  ["SecondStep/begin", begin],
  ["SecondStep/confirm", confirm],
  ["SecondStep/remove", remove],
  ["RecoveryCodes/make", make],
  ["Account/removeSecondStep", removeOf],
];
