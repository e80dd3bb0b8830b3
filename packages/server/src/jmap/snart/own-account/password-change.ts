import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { changePassword } from "../../../app/accounts/change-password.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Long enough for any phrase; a limit, because hashing takes time and memory. */
const password = v.pipe(v.string(), v.maxLength(1_000));
const schema = v.strictObject({
  accountId: id,
  currentPassword: password,
  newPassword: password,
  removeDevices: v.optional(v.boolean(), false),
});

/** Password/change: ends all other sessions of the actor, and their app passwords if that is asked for. */
export const passwordChange = ownAccountMethod(SNART, schema, async ({ app, actor }, _account, args) => {
  const { currentPassword, newPassword, removeDevices } = args;
  const changed = await changePassword(app, actor, currentPassword, newPassword, removeDevices);
  return changed.ok ? ok({}) : failed(methodErrorOf(changed.problem));
});
