import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";

/** Bytes of an account's attachments; undefined for actors who do not act for it. */
export function attachmentSpace(app: App, actor: Actor, accountId: PrincipalId): Promise<number | undefined> {
  return app.storage.read(async (tx) =>
    (await grantAccount(tx, actor, accountId)).ok ? tx.attachments.heldBy(accountId) : undefined,
  );
}
