import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Problem } from "../../app/problems.ts";
import { afterSomeWrites } from "../../app/storage-problem.ts";
import type { Principal, ReservePart } from "../../app/types.ts";
import type { Answer, Method, MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { invalidProperties, type MethodError, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { setArguments } from "./arguments.ts";
import { SetOutcome, setRequest, type SetRequest } from "./set.ts";
import { readState, stateIn, typeMethod, type JmapRecord, type Source } from "./source.ts";
import { StateGuard, type Locks, type ReadState } from "./state-guard.ts";

/**
 * A call of a /set. Everything read and written with its `app` is part of one transaction under the account's lock.
 */
interface SetCall<T, A extends v.ObjectEntries> extends MethodContext {
  readonly account: Principal;
  /** The type's own arguments. */
  readonly args: v.InferOutput<v.StrictObjectSchema<A, undefined>>;
  /** The records before the call, by id, and the ids of those that it has created. */
  readonly known: ReadonlyMap<string, T | undefined>;
}

/** The outcome of writing a record. */
export type Done<R> = Promise<Result<R, Problem | SetError>>;

type Written = Promise<Result<JmapRecord, SetError>>;

interface SetArguments<A extends v.ObjectEntries> {
  /** In addition to the standard ones. */
  readonly arguments?: A;
  /** Default: the account's. */
  readonly locks?: Locks;
}

/** A /set that writes its records one by one. If an operation is not permitted, the reason replaces its function. */
interface SetEach<T, A extends v.ObjectEntries> extends SetArguments<A> {
  /** Returns the new record's properties for the client. */
  readonly create: SetError | ((call: SetCall<T, A>, given: JsonObject) => Done<JmapRecord>);
  /**
   * Runs before the creations for all of them, and as soon as one is made before each: which would be refused as things stand, read
   * together and without a lock. They are refused; the others are tried one by one.
   */
  readonly foresee?: (
    call: SetCall<T, A>,
    given: ReadonlyMap<string, JsonObject>,
  ) => Promise<ReadonlyMap<string, SetError>>;
  /**
   * Runs around a creation, where many want what one can get: it lets them write in turn, and refuses without a lock who would be refused
   * meanwhile.
   * @param write runs `create` in its transaction
   */
  readonly inTurn?: (call: SetCall<T, A>, given: JsonObject, write: () => Written) => Written;
  /** Returns what differs from the client's request, if anything. */
  readonly update:
    | SetError
    | ((call: SetCall<T, A>, id: string, patch: JsonObject) => Done<Answer | null | void>);
  readonly destroy: SetError | ((call: SetCall<T, A>, id: string) => Done<unknown>);
  /** What a destruction may take on a full disk (default a half): the whole where it frees room for good. */
  readonly destroyReserve?: ReservePart;
  /** Runs without their locks after the records have been written, for what that changes of others. */
  readonly afterwards?: (call: SetCall<T, A>, outcome: SetOutcome) => Promise<void>;
  /** Runs if nothing was refused (the `onSuccess…` arguments). */
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
    const guard = new StateGuard({ context, account, readState: type.state, locks, ifInState });
    const args = given as SetCall<never, A>["args"];
    const onlyDestroys = isEmpty(given.create) && isEmpty(given.update);
    return guard.write(
      async (inside) => {
        const outcome = new SetOutcome();
        const done = await set.together({ ...inside, account, args }, request.value, outcome);
        return done.ok ? ok(outcome.answer(account.id, done.value.oldState, done.value.newState)) : done;
      },
      onlyDestroys ? "half" : undefined,
    );
  });
}

const isEmpty = (given: object | null | undefined): boolean => Object.keys(given ?? {}).length === 0;

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
    const guard = new StateGuard({
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
    const writing = { set, guard, context, call, outcome };
    await writeAll(writing, request.value).catch((error: unknown) => {
      throw outcome.isEmpty ? error : afterSomeWrites(error);
    });
    if (guard.hasMoved) return failed({ type: "stateMismatch" });
    if (outcome.isEmpty) return ok(outcome.answer(account.id, oldState, oldState));
    const after = await stateNow(context, account).catch((error: unknown) => {
      throw afterSomeWrites(error);
    });
    return ok(outcome.answer(account.id, oldState, after.ok ? after.value : oldState));
  });
}

interface Writing<T, A extends v.ObjectEntries> {
  readonly set: SetEach<T, A>;
  readonly guard: StateGuard;
  readonly context: MethodContext;
  readonly call: Pick<SetCall<T, A>, "account" | "args"> & { readonly known: Map<string, T | undefined> };
  readonly outcome: SetOutcome;
}

/** Creates first: updates and destroys may refer to created records. */
async function writeAll<T, A extends v.ObjectEntries>(
  { set, guard, context, call, outcome }: Writing<T, A>,
  request: SetRequest,
): Promise<void> {
  const write = async <R>(
    rule: SetError | ((call: SetCall<T, A>) => Done<R>),
    reserve?: ReservePart,
  ): Promise<Result<R, SetError>> => {
    if (typeof rule !== "function") return failed(rule);
    const done = await guard.write((inside) => rule({ ...inside, ...call }), reserve);
    return done.ok ? done : failed("type" in done.problem ? done.problem : setErrorOf(done.problem));
  };
  const foresee = async (some: ReadonlyMap<string, JsonObject>) =>
    some.size > 0 ? set.foresee?.({ ...context, ...call }, some) : undefined;
  const foreseen = await foresee(request.create);
  for (const [creationId, given] of request.create) {
    const { create, inTurn } = set;
    const creating = (): Written =>
      write(typeof create === "function" ? (inside) => create(inside, given) : create);
    // What this request has made changes things; all that are left each time would be the square of them.
    const now = outcome.created.size > 0 ? await foresee(new Map([[creationId, given]])) : foreseen;
    const refused = now?.get(creationId);
    const made = inTurn ? () => inTurn({ ...context, ...call }, given, creating) : creating;
    const done = refused ? failed(refused) : await made();
    if (!done.ok) outcome.notCreated.set(creationId, done.problem);
    else {
      context.createdIds.set(creationId, done.value.id);
      call.known.set(done.value.id, undefined);
      outcome.created.set(creationId, done.value);
    }
  }
  for (const [id, patch] of request.update()) {
    const { update } = set;
    const done = await write(typeof update === "function" ? (inside) => update(inside, id, patch) : update);
    if (done.ok) outcome.updated.set(id, done.value ?? null);
    else outcome.notUpdated.set(id, done.problem);
  }
  for (const id of request.destroy()) {
    const { destroy, destroyReserve = "half" } = set;
    const one = typeof destroy === "function" ? (inside: SetCall<T, A>) => destroy(inside, id) : destroy;
    const done = await write(one, destroyReserve);
    if (done.ok) outcome.destroyed.push(id);
    else outcome.notDestroyed.set(id, done.problem);
  }
  const { afterwards, onSuccess } = set;
  if (afterwards && !guard.hasMoved) await afterwards({ ...context, ...call }, outcome);
  if (onSuccess && outcome.isComplete) await write(async (inside) => ok(await onSuccess(inside, outcome)));
}

/** A client's input, read by a schema; otherwise its first fault. @param of the property with this value */
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

/** For an id without a record. */
export const NOT_FOUND = failed<SetError>({ type: "notFound" });

/** Drops a value that the client need not receive. */
export const quietly = <P>(done: Result<unknown, P>): Result<void, P> => (done.ok ? ok(undefined) : done);
