import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Modseq, PrincipalId } from "../storage/records/ids.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { reachesAccount } from "./grants.ts";
import type { Problem } from "./problems.ts";

/** The account's newest modseq: its JMAP state. */
export function accountState(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<Modseq, Problem>> {
  return app.storage.read(async (tx) =>
    (await reachesAccount(tx, actor, accountId))
      ? ok(await tx.principals.modseq(accountId))
      : failed({ code: "not-found" }),
  );
}
