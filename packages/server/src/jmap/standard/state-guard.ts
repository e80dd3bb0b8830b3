import { failed, type Result } from "@snart/calendar/result.ts";
import { firstPrincipal } from "../../app/accounts/find-principal.ts";
import { asOne } from "../../app/scope.ts";
import type { App } from "../../app/app.ts";
import type { Principal, PrincipalId, ReservePart } from "../../app/types.ts";
import { within, type MethodContext } from "../method.ts";
import type { MethodError } from "../wire/errors.ts";

/** The locks of a /set: everybody who can change the state of its type shares at least one of them. */
export type Locks = (context: MethodContext, account: Principal) => Promise<readonly PrincipalId[]>;

/** For types whose state belongs to the whole server, whichever account the call is on: one lock for all. */
export const serverLock: Locks = async ({ app }) => [await firstPrincipal(app)];

/** Reads the state of a type in an account. */
export type ReadState = (context: MethodContext, account: Principal) => Promise<Result<string, MethodError>>;

/** The locks and the expected state of a /set. */
interface Guarded {
  readonly context: MethodContext;
  readonly account: Principal;
  readonly readState: ReadState;
  /** Default: the account's. */
  readonly locks?: Locks | undefined;
  /** The state that the client knows (RFC 8620 §5.3); absent: any. */
  readonly ifInState: string | null | undefined;
}

/**
 * The transactions of one /set. `ifInState` is compared inside the first that writes, under the lock, so that of two
 * writers with the same state one is refused. Later transactions of the call accept any state, since the call itself
 * has changed it.
 */
export class StateGuard {
  readonly #of: Guarded;
  /** Found for the first write. */
  #locks: readonly PrincipalId[] | undefined;
  #expected: string | null | undefined;
  #hasMoved = false;

  constructor(of: Guarded) {
    this.#of = of;
    this.#expected = of.ifInState;
  }

  /** Whether the state was a different one. Then nothing has been written, and nothing will be. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /**
   * Runs `work` in one transaction; if it is refused, its writes are undone.
   * @param reserve what it may take on a full disk, if it deletes
   * @returns `stateMismatch` without running it if the state is not the one that the client knows
   */
  async write<R, E>(
    work: (inside: MethodContext) => Promise<Result<R, E>>,
    reserve?: ReservePart,
  ): Promise<Result<R, E | { readonly type: "stateMismatch" }>> {
    const { context, account, readState, locks } = this.#of;
    this.#locks ??= locks ? await locks(context, account) : [account.id];
    type Done = Result<R, E | { readonly type: "stateMismatch" }>;
    const known = new Map(context.createdIds);
    const implicit = context.implicit.length;
    const inOne = async (app: App): Promise<Done> => {
      // The database may have undone a run before this one.
      forgetAllBut(context, known, implicit);
      const inside = within(context, app);
      const expected = this.#expected ?? undefined;
      const state = expected === undefined ? undefined : await readState(inside, account);
      this.#hasMoved ||= state !== undefined && !(state.ok && state.value === expected);
      return this.#hasMoved ? failed({ type: "stateMismatch" } as const) : work(inside);
    };
    const done = await asOne(context.app, this.#locks, inOne, reserve);
    if (done.ok) this.#expected = undefined;
    return done;
  }
}

/** Takes back what a run that was undone had noted for the rest of the request. */
function forgetAllBut(
  { createdIds, implicit }: MethodContext,
  known: ReadonlyMap<string, string>,
  length: number,
): void {
  for (const id of createdIds.keys()) if (!known.has(id)) createdIds.delete(id);
  for (const [id, value] of known) createdIds.set(id, value);
  implicit.length = length;
}
