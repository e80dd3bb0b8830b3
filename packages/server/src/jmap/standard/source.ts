import { ok, type Result } from "@snart/calendar/result.ts";
import type * as v from "valibot";
import type { Principal } from "../../app/types.ts";
import {
  accountMethod,
  ownAccountMethod,
  type Answer,
  type Method,
  type MethodContext,
  type MethodResult,
} from "../method.ts";
import type { Capability } from "../wire/capabilities.ts";
import type { MethodError } from "../wire/errors.ts";
import { shortHash } from "../wire/session.ts";
import type { ReadState } from "./state-guard.ts";

/** How the properties of a record are read from an item, by name. */
export type Properties<T> = Readonly<Record<string, (item: T, context: MethodContext) => unknown>> & {
  readonly id: (item: T, context: MethodContext) => string;
};

/** The same for a record whose type the web app reads as well (`@snart/calendar/jmap`). */
export type PropertiesOf<T, R> = {
  readonly [K in keyof R]-?: (item: T, context: MethodContext) => R[K];
};

/** The actor's items of a type. */
interface Items<T> {
  readonly items: readonly T[];
  /** Absent: a hash of the records. */
  readonly state?: string;
}

/** The part of a type that all its standard methods need. */
export interface Source<T> {
  readonly capability: Capability;
  /** Whether only the actor's own account has it (default: every accessible account). */
  readonly isOwn?: boolean;
  readonly properties: Properties<T>;
  /**
   * Reads the items of an account.
   * @param ids the requested ones; null: all. It may return others as well.
   */
  read(
    context: MethodContext,
    account: Principal,
    ids: readonly string[] | null,
  ): Promise<Result<Items<T>, MethodError>>;
  /** Only its state, if that is less to read. */
  readonly state?: ReadState;
}

export type JmapRecord = Answer & { readonly id: string };

/** The record of an item, with these properties and its id, or with all. */
export function recordOf<T>(
  { properties }: Pick<Source<T>, "properties">,
  item: T,
  context: MethodContext,
  wanted?: ReadonlySet<string>,
): JmapRecord {
  const shown = Object.entries(properties).filter(([name]) => name === "id" || (wanted?.has(name) ?? true));
  return Object.fromEntries(shown.map(([name, read]) => [name, read(item, context)])) as JmapRecord;
}

/** Properties that an item itself has under these names. */
export const named = <R extends { readonly id: string }>(
  ...names: readonly (keyof R & string)[]
): Properties<R> =>
  Object.fromEntries(names.map((name) => [name, (item: R) => item[name]])) as unknown as Properties<R>;

/** The state in which items of a type were read. */
export const stateIn = <T>(source: Source<T>, context: MethodContext, { items, state }: Items<T>): string =>
  state ?? shortHash(items.map((item) => recordOf(source, item, context)));

/** The state of a type in an account. */
export async function readState<T>(
  source: Source<T>,
  context: MethodContext,
  account: Principal,
): Promise<Result<string, MethodError>> {
  if (source.state) return source.state(context, account);
  const read = await source.read(context, account, null);
  return read.ok ? ok(stateIn(source, context, read.value)) : read;
}

/** A method of a type, for the accounts that have it. */
export const typeMethod = <S extends v.GenericSchema<unknown, { readonly accountId: string }>>(
  { capability, isOwn }: Pick<Source<never>, "capability" | "isOwn">,
  schema: S,
  run: (context: MethodContext, account: Principal, args: v.InferOutput<S>) => Promise<MethodResult>,
): Method => (isOwn ? ownAccountMethod : accountMethod)(capability, schema, run);
