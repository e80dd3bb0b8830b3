import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";

/**
 * What stands in the way of something dangerous: an app password, which may never; or a browser whose person has not proved lately who they
 * are, since it may have been left alone. Whoever comes with the account password proves it with every request.
 * @returns `forbidden`, `proof-needed`; undefined: nothing
 */
export async function proofProblem(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
): Promise<Problem | undefined> {
  if (actor.via === "app-password") return { code: "forbidden", right: "manage credentials" };
  if (actor.via !== "session") return undefined;
  const session = await tx.sessions.byId(actor.proof);
  const isFresh = session !== undefined && app.now() - session.provedAt < app.limits.proofMinutes * MINUTE;
  return isFresh ? undefined : { code: "proof-needed" };
}

/** Notes that a session's person has just proved who they are. */
export async function noteProof(app: App, actor: Actor): Promise<void> {
  if (actor.via !== "session") return;
  await app.storage.write(async (tx) => {
    const session = await tx.sessions.byId(actor.proof);
    if (session) await tx.sessions.update(session, { provedAt: app.now() });
  }, "half");
}
