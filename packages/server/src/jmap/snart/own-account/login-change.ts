import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { changeOwnLogin } from "../../../app/accounts/change-login.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, text } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const schema = v.strictObject({
  accountId: id,
  login: text,
  /** Long enough for any phrase; a limit, because hashing takes time and memory. */
  currentPassword: v.pipe(v.string(), v.maxLength(1_000)),
});

/** Login/change: another user name for the actor's own account. The former one goes on working, on devices and in addresses. */
export const loginChange = ownAccountMethod(
  SNART,
  schema,
  async ({ app, actor }, { id: accountId }, { login, currentPassword }) => {
    const changed = await changeOwnLogin(app, actor, { login, password: currentPassword });
    return changed.ok ? ok({ accountId, login: changed.value }) : failed(methodErrorOf(changed.problem));
  },
);
