import { failed, type Result } from "@snart/calendar/result.ts";
import { firstPrincipal } from "../../app/accounts/find-principal.ts";
import { asOne } from "../../app/scope.ts";
import type { Principal, PrincipalId } from "../../app/types.ts";
import { within, type MethodContext } from "../method.ts";
import type { MethodError } from "../wire/errors.ts";

/** Whose locks a /set holds: all who can change what the state of its type is made of hold one in common. */
export type Locks = (context: MethodContext, account: Principal) => Promise<readonly PrincipalId[]>;

/** For types whose state is of the whole server, whoever's account the call is on: one lock for all. */
export const serverLock: Locks = async ({ app }) => [await firstPrincipal(app)];

/** Reads the state of a type in an account. */
export type ReadState = (context: MethodContext, account: Principal) => Promise<Result<string, MethodError>>;

/** What a /set writes in, and the state that it holds to. */
export interface Guarded {
  readonly context: MethodContext;
  readonly account: Principal;
  readonly readState: ReadState;
  /** Default: the account's. */
  readonly locks?: Locks | undefined;
  /** The state that the client knows (RFC 8620 §5.3); absent: any will do. */
  readonly ifInState: string | null | undefined;
}

/**
 * The transactions of one /set. `ifInState` is compared inside of the first that writes, under the lock, so that of two writers who know
 * the same state one is refused. After that the state is the call's own work, and any will do.
 */
export class StateGuard {
  readonly #of: Guarded;
  readonly #locks: readonly PrincipalId[];
  #expected: string | null | undefined;
  #hasMoved = false;

  private constructor(of: Guarded, locks: readonly PrincipalId[]) {
    this.#of = of;
    this.#locks = locks;
    this.#expected = of.ifInState;
  }

  static async for(of: Guarded): Promise<StateGuard> {
    const { context, account, locks } = of;
    return new StateGuard(of, locks ? await locks(context, account) : [account.id]);
  }

  /** Whether the state was found to be another one. Then nothing has been written, and nothing is. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /**
   * Does `work` in one transaction; when it is refused, nothing of it is left.
   * @returns `stateMismatch` without doing it when the state is not the one that the client knows
   */
  async write<R, E>(
    work: (inside: MethodContext) => Promise<Result<R, E>>,
  ): Promise<Result<R, E | { readonly type: "stateMismatch" }>> {
    const { context, account, readState } = this.#of;
    type Done = Result<R, E | { readonly type: "stateMismatch" }>;
    const done = await asOne(context.app, this.#locks, async (app): Promise<Done> => {
      const inside = within(context, app);
      const expected = this.#expected ?? undefined;
      const state = expected === undefined ? undefined : await readState(inside, account);
      this.#hasMoved ||= state !== undefined && !(state.ok && state.value === expected);
      return this.#hasMoved ? failed({ type: "stateMismatch" } as const) : work(inside);
    });
    if (done.ok) this.#expected = undefined;
    return done;
  }
}
