import type { Audience } from "@snart/calendar/access/audience.ts";
import type { ServerSettings } from "@snart/calendar/jmap/server-settings.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { AUDIENCE_SETTING, serverAudience } from "../visible-people.ts";

/** The settings of the server that concern everybody, which everybody may read. */
export const serverSettings = (app: App): Promise<ServerSettings> =>
  app.storage.read(async (tx) => ({ visibleTo: await serverAudience(tx) }));

/**
 * Sets who finds people on this server and sees when they are busy, as far as they have not said otherwise.
 * @returns `forbidden` for anybody but an administrator
 */
export function setServerAudience(
  app: App,
  actor: Actor,
  audience: Audience,
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    if ((await serverAudience(tx)) === audience) return ok(undefined);
    await tx.settings.replace(AUDIENCE_SETTING, audience);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "server-changed",
      subject: "visibleTo",
      detail: { login: actor.login, to: audience },
    });
    return ok(undefined);
  });
}
