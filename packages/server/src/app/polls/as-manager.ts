import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PollId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantManagement } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import type { Noticing } from "./notice.ts";
import { lockPoll } from "./voter-holds.ts";

/** Work on a poll by whoever decides in it, in one transaction with the lock of its account; what is refused leaves nothing. */
export function asManager<T>(
  app: App,
  actor: Actor,
  id: PollId,
  work: (write: Noticing, poll: Poll, owner: Principal) => Promise<Result<T, Problem>>,
): Promise<Result<T, Problem>> {
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx): Promise<Result<T, Problem>> => {
      const known = await tx.polls.byId(id);
      const owner = known
        ? await ownerOf(tx, actor, known.accountId)
        : failed({ code: "not-found" } as const);
      if (!known || !owner.ok) return failed({ code: "not-found" });
      await lockPoll(tx, known);
      const poll = await tx.polls.byId(id);
      return poll
        ? work({ app: inside, tx, now: inside.now() }, poll, owner.value)
        : failed({ code: "not-found" });
    }),
  );
}

/** Whose a poll is or will be, for who may decide in it. */
export async function ownerOf(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<Principal, Problem>> {
  const granted = await grantManagement(tx, actor, accountId);
  if (!granted.ok) return granted;
  const owner = await tx.principals.byId(accountId);
  return owner?.status === "active" ? ok(owner) : failed({ code: "not-found" });
}
