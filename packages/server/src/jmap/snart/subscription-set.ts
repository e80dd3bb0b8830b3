import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { deleteCalendar } from "../../app/calendars/delete-calendar.ts";
import { subscribe, subscriptionsOf, updateSubscription } from "../../app/feeds/subscriptions.ts";
import type { CalendarId, Principal } from "../../app/types.ts";
import { accountMethod, type MethodContext } from "../method.ts";
import { accountErrorOf, setErrorOf } from "../problem.ts";
import { setArguments, text } from "../standard/arguments.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { subscriptionRecord, subscriptionState } from "./subscription-record.ts";

const address = v.pipe(text, v.maxLength(4_000));
const minutes = v.pipe(v.number(), v.safeInteger());
const DEFAULT_MINUTES = 60;

const newSubscription = v.strictObject({
  url: address,
  name: text,
  color: v.optional(v.nullable(v.pipe(text, v.maxLength(100))), null),
  refreshMinutes: v.optional(minutes, DEFAULT_MINUTES),
});
const changes = v.strictObject({ url: v.exactOptional(address), refreshMinutes: v.exactOptional(minutes) });

/** Subscription/set: begins and ends following a feed, each with its calendar; changes from where and how often it is read. */
export const subscriptionSet = accountMethod(
  SNART,
  v.strictObject(setArguments),
  async (context, account, args) => {
    const { app, actor } = context;
    const request = setRequest(context, args, app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const before = await subscriptionsOf(app, actor, account.id);
    if (!before.ok) return failed(accountErrorOf(before.problem));
    const oldState = subscriptionState(before.value);
    if (typeof args.ifInState === "string" && args.ifInState !== oldState)
      return failed({ type: "stateMismatch" });
    const outcome = new SetOutcome();
    for (const [creationId, given] of request.value.create)
      await createOne(context, account, outcome, creationId, given);
    for (const [id, patch] of request.value.update()) await updateOne(context, account, outcome, id, patch);
    for (const id of request.value.destroy()) await destroyOne(context, account, outcome, id);
    const after = await subscriptionsOf(app, actor, account.id);
    return ok(outcome.answer(account.id, oldState, subscriptionState(after.ok ? after.value : [])));
  },
);

async function createOne(
  { app, actor, createdIds }: MethodContext,
  account: Principal,
  outcome: SetOutcome,
  creationId: string,
  given: JsonObject,
): Promise<void> {
  const read = v.safeParse(newSubscription, given);
  if (!read.success) return void outcome.notCreated.set(creationId, wrong(read.issues[0]));
  const made = await subscribe(app, actor, account.id, read.output);
  if (!made.ok) return void outcome.notCreated.set(creationId, setErrorOf(made.problem));
  const record = subscriptionRecord(made.value);
  createdIds.set(creationId, record.id);
  outcome.created.set(creationId, { ...record });
}

async function updateOne(
  { app, actor }: MethodContext,
  account: Principal,
  outcome: SetOutcome,
  id: string,
  patch: JsonObject,
): Promise<void> {
  const read = v.safeParse(changes, patch);
  if (!read.success) return void outcome.notUpdated.set(id, wrong(read.issues[0]));
  const updated = await updateSubscription(app, actor, account.id, id as CalendarId, read.output);
  if (updated.ok) outcome.updated.set(id, null);
  else outcome.notUpdated.set(id, setErrorOf(updated.problem));
}

async function destroyOne(
  { app, actor }: MethodContext,
  account: Principal,
  outcome: SetOutcome,
  id: string,
): Promise<void> {
  const own = await subscriptionsOf(app, actor, account.id);
  const isThere = own.ok && own.value.some(({ subscription }) => subscription.calendarId === id);
  if (!isThere) return void outcome.notDestroyed.set(id, { type: "notFound" });
  const deleted = await deleteCalendar(app, actor, id as CalendarId, { withEvents: true });
  if (deleted.ok) outcome.destroyed.push(id);
  else outcome.notDestroyed.set(id, setErrorOf(deleted.problem));
}

function wrong(issue: v.BaseIssue<unknown>): SetError {
  return invalidProperties([v.getDotPath(issue) ?? ""], issue.message.slice(0, 200));
}
