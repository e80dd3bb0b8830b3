import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { endSignIn, listSignIns, type SignIn } from "../../../app/sign-in/sign-ins.ts";
import { ownAccountMethod, type Method } from "../../method.ts";
import { setErrorOf } from "../../problem.ts";
import { getArguments, setArguments } from "../../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../../standard/get.ts";
import { SetOutcome, setRequest } from "../../standard/set.ts";
import { SNART } from "../../wire/capabilities.ts";
import { shortHash } from "../../wire/session.ts";

/** A browser that somebody is signed in with. */
export interface SignInRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly userAgent: string | null;
  readonly isCurrent: boolean;
}

export const SIGN_IN_PROPERTIES: readonly (keyof SignInRecord)[] = [
  "id",
  "createdAt",
  "lastUsedAt",
  "userAgent",
  "isCurrent",
];

/** A UTCDate (RFC 8620 §1.4). */
const utcDate = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");

const recordOf = ({ id, createdAt, lastUsedAt, userAgent, isCurrent }: SignIn): SignInRecord => ({
  id,
  createdAt: utcDate(createdAt),
  lastUsedAt: utcDate(lastUsedAt),
  userAgent,
  isCurrent,
});

/** Being used is no change of them. */
const stateOf = (signIns: readonly SignIn[]): string => shortHash(signIns.map(({ id }) => id).toSorted());

/** SignIn/get: where the actor is signed in. */
const signInGet = ownAccountMethod(
  SNART,
  v.strictObject(getArguments),
  async ({ app, actor }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, SIGN_IN_PROPERTIES);
    if (!properties.ok) return properties;
    const signIns = await listSignIns(app, actor);
    return ok(
      getAnswer({
        accountId: account.id,
        state: stateOf(signIns),
        ids: ids.value,
        properties: properties.value,
        records: signIns.map((it) => ({ ...recordOf(it) })),
      }),
    );
  },
);

/** SignIn/set: ends sessions; they begin by signing in, and nothing of them changes. */
const signInSet = ownAccountMethod(SNART, v.strictObject(setArguments), async (context, account, args) => {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const oldState = stateOf(await listSignIns(app, actor));
  if (typeof args.ifInState === "string" && args.ifInState !== oldState)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  const unchanging = { type: "forbidden", description: "sessions begin by signing in" } as const;
  for (const [creationId] of request.value.create) outcome.notCreated.set(creationId, unchanging);
  for (const [id] of request.value.update()) outcome.notUpdated.set(id, unchanging);
  for (const id of request.value.destroy()) {
    const ended = await endSignIn(app, actor, id);
    if (ended.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, setErrorOf(ended.problem));
  }
  return ok(outcome.answer(account.id, oldState, stateOf(await listSignIns(app, actor))));
});

export const signInMethods: readonly (readonly [string, Method])[] = [
  ["SignIn/get", signInGet],
  ["SignIn/set", signInSet],
];
