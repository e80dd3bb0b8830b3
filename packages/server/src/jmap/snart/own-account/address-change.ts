import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { askAddress } from "../../../app/accounts/change-address.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, text } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const schema = v.strictObject({
  accountId: id,
  email: text,
  /** Long enough for any phrase; a limit, because hashing takes time and memory. */
  currentPassword: v.pipe(v.string(), v.maxLength(1_000)),
});

/**
 * Address/change: another e-mail address for the actor's own account. Where the server sends mail it takes effect by the link in a mail to
 * the new address, until `linkEndsAt`; where it sends none that is null, and it takes effect at once.
 */
export const addressChange = ownAccountMethod(
  SNART,
  schema,
  async ({ app, actor, origin }, { id: accountId }, { email, currentPassword }) => {
    const asked = await askAddress(app, actor, { email, password: currentPassword, origin });
    if (!asked.ok) return failed(methodErrorOf(asked.problem));
    const { linkEndsAt } = asked.value;
    return ok({ accountId, linkEndsAt: linkEndsAt === null ? null : formatUtcDateTime(linkEndsAt) });
  },
);
