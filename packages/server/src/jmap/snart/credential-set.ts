import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { createAppPassword, listAppPasswords, removeAppPassword } from "../../app/sign-in/app-passwords.ts";
import { ownAccountMethod, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { setArguments } from "../standard/arguments.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { credentialRecord, credentialState } from "./credential-record.ts";

/** Credential/set: makes and revokes app passwords. The secret is answered once, when it is made. */
export const credentialSet = ownAccountMethod(
  SNART,
  v.strictObject(setArguments),
  async (context, account, args) => {
    const { app, actor } = context;
    const request = setRequest(context, args, app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const oldState = credentialState(await listAppPasswords(app, actor));
    if (typeof args.ifInState === "string" && args.ifInState !== oldState)
      return failed({ type: "stateMismatch" });
    const outcome = new SetOutcome();
    for (const [creationId, given] of request.value.create)
      await createOne(context, outcome, creationId, given);
    for (const [id] of request.value.update()) {
      outcome.notUpdated.set(id, { type: "forbidden", description: "app passwords do not change" });
    }
    for (const id of request.value.destroy()) {
      const removed = await removeAppPassword(app, actor, id);
      if (removed.ok) outcome.destroyed.push(id);
      else outcome.notDestroyed.set(id, setErrorOf(removed.problem));
    }
    return ok(outcome.answer(account.id, oldState, credentialState(await listAppPasswords(app, actor))));
  },
);

async function createOne(
  { app, actor, createdIds }: MethodContext,
  outcome: SetOutcome,
  creationId: string,
  { label, ...others }: JsonObject,
): Promise<void> {
  const wrong = Object.keys(others);
  if (typeof label !== "string" || label.includes("\0")) wrong.push("label");
  if (typeof label !== "string" || wrong.length > 0) {
    return void outcome.notCreated.set(
      creationId,
      invalidProperties(wrong, "an app password has a label, nothing else"),
    );
  }
  const created = await createAppPassword(app, actor, label);
  if (!created.ok) return void outcome.notCreated.set(creationId, setErrorOf(created.problem));
  const { credential, secret } = created.value;
  const { label: stored, ...record } = credentialRecord(credential);
  createdIds.set(creationId, credential.id);
  outcome.created.set(creationId, { ...record, secret, ...(stored === label ? {} : { label: stored }) });
}
