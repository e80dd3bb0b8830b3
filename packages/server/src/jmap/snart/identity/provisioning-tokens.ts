import type { ProvisioningTokenRecord } from "@snart/calendar/jmap/administration/provisioning-tokens.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  changeProvisioningToken,
  createProvisioningToken,
  listProvisioningTokens,
  removeProvisioningToken,
} from "../../../app/provisioning/tokens.ts";
import type { ProvisioningToken } from "../../../app/types.ts";
import { ownAccountMethod, type Method } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const recordOf = (token: ProvisioningToken): ProvisioningTokenRecord => ({
  id: token.id,
  label: token.label,
  providerId: token.providerId,
  mailsPeople: token.mailsPeople,
  createdAt: formatUtcDateTime(token.createdAt),
  lastUsedAt: token.lastUsedAt === null ? null : formatUtcDateTime(token.lastUsedAt),
});

/** ProvisioningToken/list: the tokens by which directories keep accounts here, without their secrets, for administrators. */
const list = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id }),
  async ({ app, actor, origin }, { id: accountId }) => {
    const found = await listProvisioningTokens(app, actor);
    if (!found.ok) return failed(methodErrorOf(found.problem));
    const [baseUrl, sendsMail] = [`${origin}/scim/v2`, app.outside !== undefined];
    return ok({ accountId, baseUrl, sendsMail, list: found.value.map(recordOf) });
  },
);

/** ProvisioningToken/create: makes one; its secret is in this answer and nowhere else. */
const create = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    label: v.pipe(v.string(), v.maxLength(2_000)),
    providerId: v.nullable(idText),
    mailsPeople: v.optional(v.boolean(), false),
  }),
  async ({ app, actor }, { id: accountId }, { label, providerId, mailsPeople }) => {
    const made = await createProvisioningToken(app, actor, { label, providerId, mailsPeople });
    if (!made.ok) return failed(methodErrorOf(made.problem));
    return ok({ accountId, token: recordOf(made.value.token), secret: made.value.secret });
  },
);

/** ProvisioningToken/change: whether people hear by mail of the accounts that its directory makes. */
const change = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText, mailsPeople: v.boolean() }),
  async ({ app, actor }, { id: accountId }, { id: tokenId, mailsPeople }) => {
    const changed = await changeProvisioningToken(app, actor, tokenId, { mailsPeople });
    if (!changed.ok) return failed(methodErrorOf(changed.problem));
    return ok({ accountId, token: recordOf(changed.value) });
  },
);

/** ProvisioningToken/remove: ends one at once. */
const remove = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText }),
  async ({ app, actor }, { id: accountId }, args) => {
    const done = await removeProvisioningToken(app, actor, args.id);
    return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
  },
);

/** Tokens of directories (SCIM) for administrators. */
export const provisioningTokens: readonly (readonly [string, Method])[] = [
  ["ProvisioningToken/list", list],
  ["ProvisioningToken/create", create],
  ["ProvisioningToken/change", change],
  ["ProvisioningToken/remove", remove],
];
