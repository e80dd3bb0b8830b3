import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { note } from "../sign-in-ways/note-change.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { waysIn } from "../sign-in/ways-in.ts";

/**
 * A provider opens the actor's account no more.
 * @returns `last-credential` where nothing else would open it
 */
export function removeIdentity(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const all = await tx.credentials.ofPrincipal(actor.principalId);
    const identity = all.find((one) => one.id === id && one.kind === "oidc");
    if (!identity) return failed({ code: "not-found" });
    if ((await waysIn(tx, all)).every((one) => one.id === id)) return failed({ code: "last-credential" });
    await tx.credentials.remove(actor.principalId, id);
    const { label: name } = identity;
    await note(app, tx, actor, "identity-removed", { kind: "identity-removed", name }, name);
    return ok(undefined);
  });
}
