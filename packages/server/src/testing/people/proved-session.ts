import type { App } from "../../app/app.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** The id of a session whose person has always just proved who they are, for actors that a test makes; it is in no list. */
export async function provedSession(app: App, principalId: PrincipalId): Promise<string> {
  const id = `test ${principalId}`;
  await app.storage.write(async (tx) => {
    if (await tx.sessions.byId(id)) return;
    await tx.sessions.insert({
      id,
      tokenHash: id,
      formerTokenHash: null,
      formerEndsAt: null,
      renewedAt: 0,
      principalId,
      createdAt: 0,
      expiresAt: 0,
      userAgent: null,
      provedAt: Number.MAX_SAFE_INTEGER,
    });
  });
  return id;
}
