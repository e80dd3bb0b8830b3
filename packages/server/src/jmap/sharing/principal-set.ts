import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile, updateProfile } from "../../app/accounts/profile.ts";
import { ownAccountMethod, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { setArguments } from "../standard/arguments.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { PRINCIPALS } from "../wire/capabilities.ts";
import type { SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { readPrincipals } from "./principal-records.ts";

/** Principal/set (RFC 9670 §2.3): one's own name and time zone; everything else is its keeper's. */
export const principalSet = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(setArguments),
  async (context, account, args) => {
    const request = setRequest(context, args, context.app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const before = (await readPrincipals(context)).state;
    if (typeof args.ifInState === "string" && args.ifInState !== before)
      return failed({ type: "stateMismatch" });
    const outcome = new SetOutcome();
    const forbidden: SetError = { type: "forbidden", description: "accounts are managed elsewhere" };
    for (const creationId of request.value.create.keys()) outcome.notCreated.set(creationId, forbidden);
    for (const id of request.value.destroy()) outcome.notDestroyed.set(id, forbidden);
    for (const [id, patch] of request.value.update()) {
      const error = id === account.id ? await change(context, patch) : forbidden;
      if (error) outcome.notUpdated.set(id, error);
      else outcome.updated.set(id, null);
    }
    return ok(outcome.answer(account.id, before, (await readPrincipals(context)).state));
  },
);

async function change({ app, actor }: MethodContext, patch: JsonObject): Promise<SetError | undefined> {
  const { name, timeZone, ...others } = patch;
  const wrong = Object.keys(others);
  if (name !== undefined && typeof name !== "string") wrong.push("name");
  if (timeZone !== undefined && timeZone !== null && typeof timeZone !== "string") wrong.push("timeZone");
  if (wrong.length > 0) return { type: "forbidden", properties: wrong, description: "cannot be set" };
  const own = await profile(app, actor);
  if (!own.ok) return setErrorOf(own.problem);
  const { timeZone: _former, ...preferences } = own.value.preferences;
  const changed = await updateProfile(app, actor, {
    ...(typeof name === "string" && { displayName: name }),
    ...(timeZone !== undefined && {
      preferences: { ...preferences, ...(typeof timeZone === "string" && { timeZone }) },
    }),
  });
  return changed.ok ? undefined : setErrorOf(changed.problem);
}
