import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { linkPath } from "../../../app/accounts/account-links.ts";
import { closeAccount } from "../../../app/accounts/close-account.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const schema = v.strictObject({
  accountId: id,
  /** Long enough for any phrase; a limit, because hashing takes time and memory. */
  currentPassword: v.pipe(v.string(), v.maxLength(1_000)),
  calendarsTo: v.optional(v.nullable(id)),
});

/** Account/close: closes the actor's own account, which the returned path restores until `removedAt`. */
export const accountClose = ownAccountMethod(
  SNART,
  schema,
  async ({ app, actor, origin }, { id: accountId }, { currentPassword, calendarsTo }) => {
    const closed = await closeAccount(app, actor, {
      password: currentPassword,
      calendarsTo: (calendarsTo as PrincipalId | null | undefined) ?? undefined,
      origin,
    });
    if (!closed.ok) return failed(methodErrorOf(closed.problem));
    return ok({
      accountId,
      path: linkPath(closed.value),
      removedAt: formatUtcDateTime(closed.value.expiresAt),
    });
  },
);
