import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../storage/port.ts";
import type { Modseq, PrincipalId } from "../storage/records.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import type { Problem } from "./problems.ts";

/** One write in progress: the transaction, who writes, when, and the modseq that the account's changes carry. */
export interface WriteScope {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly actor: Actor;
  readonly accountId: PrincipalId;
  readonly modseq: Modseq;
  readonly now: Instant;
}

/** Runs `work` in one transaction that holds the account's write lock, so that compare-then-write is safe. */
export function writeAccount<T>(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  work: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  return app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(accountId);
    return work({ app, tx, actor, accountId, modseq, now: app.now() });
  });
}

/**
 * Refuses when the account has moved past the state that the caller knows (RFC 8620 §5.3 `ifInState`); asked under the
 * lock, so that nothing can come between the answer and the write. Undefined: whatever the state.
 */
export const movedPast = ({ modseq }: WriteScope, known: Modseq | undefined): Problem | undefined =>
  known === undefined || known === modseq - 1 ? undefined : { code: "state-mismatch" };
