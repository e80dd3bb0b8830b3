import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Problem } from "../../app/problems.ts";
import type { Principal } from "../../app/types.ts";
import type { Answer, Method, MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { invalidProperties, type MethodError, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { setArguments } from "./arguments.ts";
import { SetOutcome, setRequest, type SetRequest } from "./set.ts";
import { readState, stateIn, typeMethod, type JmapRecord, type Source } from "./source.ts";
import { StateGuard, type Locks, type ReadState } from "./state-guard.ts";

/** A call of a /set. All that is read and written with its `app` is part of one transaction under the account's lock. */
export interface SetCall<T, A extends v.ObjectEntries> extends MethodContext {
  readonly account: Principal;
  /** Those of its own. */
  readonly args: v.InferOutput<v.StrictObjectSchema<A, undefined>>;
  /** What there was before the call, by id, and the ids of what it has created. */
  readonly known: ReadonlyMap<string, T | undefined>;
}

/** What comes of writing a record. */
export type Done<R> = Promise<Result<R, Problem | SetError>>;

interface SetArguments<A extends v.ObjectEntries> {
  /** Besides the standard ones. */
  readonly arguments?: A;
  /** Default: the account's. */
  readonly locks?: Locks;
}

/** A /set that writes its records one by one. Where nobody may, the reason stands in place of a function. */
export interface SetEach<T, A extends v.ObjectEntries> extends SetArguments<A> {
  /** Gives what the client is told of the new record. */
  readonly create: SetError | ((call: SetCall<T, A>, given: JsonObject) => Done<JmapRecord>);
  /** Gives what is otherwise now than the client has asked for, if anything. */
  readonly update:
    | SetError
    | ((call: SetCall<T, A>, id: string, patch: JsonObject) => Done<Answer | null | void>);
  readonly destroy: SetError | ((call: SetCall<T, A>, id: string) => Done<unknown>);
  /** Follows when nothing was refused (the `onSuccess…` arguments). */
  readonly onSuccess?: (call: SetCall<T, A>, outcome: SetOutcome) => Promise<void>;
}

/** A /set that writes its records together, in one transaction. */
export interface SetTogether<A extends v.ObjectEntries> extends SetArguments<A> {
  /**
   * Fills in the outcome of each record.
   * @returns the states before and after
   */
  together(
    call: Omit<SetCall<never, A>, "known">,
    request: SetRequest,
    outcome: SetOutcome,
  ): Promise<Result<{ readonly oldState: string; readonly newState: string }, MethodError>>;
}

export type SetOf<T, A extends v.ObjectEntries> = SetEach<T, A> | SetTogether<A>;

const schemaOf = <A extends v.ObjectEntries>(set: SetArguments<A>) =>
  v.strictObject({ ...setArguments, ...(set.arguments as object as typeof setArguments | undefined) });

/** The /set of a type (RFC 8620 §5.3) whose records are written together. */
export function setTogether<A extends v.ObjectEntries>(
  type: Pick<Source<never>, "capability" | "isOwn"> & { readonly state: ReadState },
  set: SetTogether<A>,
): Method {
  return typeMethod(type, schemaOf(set), async (context, account, given) => {
    const request = setRequest(context, given, context.app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const { locks } = set;
    const { ifInState } = given;
    const guard = await StateGuard.for({ context, account, readState: type.state, locks, ifInState });
    const args = given as SetCall<never, A>["args"];
    const outcome = new SetOutcome();
    const done = await guard.write((inside) =>
      set.together({ ...inside, account, args }, request.value, outcome),
    );
    return done.ok ? ok(outcome.answer(account.id, done.value.oldState, done.value.newState)) : done;
  });
}

/** The /set of a type (RFC 8620 §5.3) whose records are written one by one, each an atomic unit. */
export function setEach<T, A extends v.ObjectEntries>(source: Source<T>, set: SetEach<T, A>): Method {
  return typeMethod(source, schemaOf(set), async (context, account, given) => {
    const request = setRequest(context, given, context.app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const before = await source.read(context, account, null);
    if (!before.ok) return before;
    const oldState = stateIn(source, context, before.value);
    const { ifInState } = given;
    if (typeof ifInState === "string" && ifInState !== oldState) return failed({ type: "stateMismatch" });
    const stateNow: ReadState = (inside) => readState(source, inside, account);
    const guard = await StateGuard.for({
      context,
      account,
      readState: stateNow,
      locks: set.locks,
      ifInState,
    });
    const { items } = before.value;
    const known = new Map(items.map((item) => [source.properties.id(item, context), item]));
    const call = { account, args: given as SetCall<T, A>["args"], known };
    const outcome = new SetOutcome();
    await writeAll({ set, guard, call, outcome, createdIds: context.createdIds }, request.value);
    if (guard.hasMoved) return failed({ type: "stateMismatch" });
    const after = await stateNow(context, account);
    return ok(outcome.answer(account.id, oldState, after.ok ? after.value : oldState));
  });
}

interface Writing<T, A extends v.ObjectEntries> extends Pick<MethodContext, "createdIds"> {
  readonly set: SetEach<T, A>;
  readonly guard: StateGuard;
  readonly call: Pick<SetCall<T, A>, "account" | "args"> & { readonly known: Map<string, T | undefined> };
  readonly outcome: SetOutcome;
}

/** Creates first: what is changed and destroyed may be what was just created. */
async function writeAll<T, A extends v.ObjectEntries>(
  { set, guard, call, outcome, createdIds }: Writing<T, A>,
  request: SetRequest,
): Promise<void> {
  const write = async <G extends readonly unknown[], R>(
    rule: SetError | ((call: SetCall<T, A>, ...given: G) => Done<R>),
    ...given: G
  ): Promise<Result<R, SetError>> => {
    if (typeof rule !== "function") return failed(rule);
    const done = await guard.write((inside) => rule({ ...inside, ...call }, ...given));
    return done.ok ? done : failed("type" in done.problem ? done.problem : setErrorOf(done.problem));
  };
  for (const [creationId, given] of request.create) {
    const done = await write(set.create, given);
    if (!done.ok) outcome.notCreated.set(creationId, done.problem);
    else {
      createdIds.set(creationId, done.value.id);
      call.known.set(done.value.id, undefined);
      outcome.created.set(creationId, done.value);
    }
  }
  for (const [id, patch] of request.update()) {
    const done = await write(set.update, id, patch);
    if (done.ok) outcome.updated.set(id, done.value ?? null);
    else outcome.notUpdated.set(id, done.problem);
  }
  for (const id of request.destroy()) {
    const done = await write(set.destroy, id);
    if (done.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, done.problem);
  }
  const { onSuccess } = set;
  if (onSuccess && outcome.isComplete) await write(async (inside) => ok(await onSuccess(inside, outcome)));
}

/** What a client sent, read by a schema; the first fault otherwise. @param of the property that it is the value of */
export function readInput<S extends v.GenericSchema>(
  schema: S,
  given: unknown,
  of = "",
): Result<v.InferOutput<S>, SetError> {
  const read = v.safeParse(schema, given);
  if (read.success) return ok(read.output);
  const [issue] = read.issues;
  const path = [of, v.getDotPath(issue) ?? ""].filter((part) => part !== "").join("/");
  return failed(invalidProperties([path], issue.message.slice(0, 200)));
}

/** For an id that nothing has. */
export const NOT_FOUND = failed<SetError>({ type: "notFound" });

/** What a client need not be told the value of. */
export const quietly = <P>(done: Result<unknown, P>): Result<void, P> => (done.ok ? ok(undefined) : done);
