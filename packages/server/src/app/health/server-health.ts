import type { ServerHealth } from "@snart/calendar/jmap/account.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { backupState } from "../backups/backup-settings.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { countActive } from "./count-active.ts";

export async function serverHealth(app: App, actor: Actor): Promise<Result<ServerHealth, Problem>> {
  const found = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const { person, group } = await countActive(tx);
    const missedBackups = app.backups ? ((await backupState(tx))?.missed ?? 0) : null;
    return ok({
      missedBackups,
      waiting: await tx.queues.outboxSize(),
      people: person,
      groups: group,
    });
  });
  if (!found.ok) return found;
  const { ok: isOk, dialect, schemaVersion, trouble, detail, freeBytes } = await app.storage.health();
  return ok({
    isOk,
    database: dialect,
    schemaVersion,
    trouble,
    detail,
    freeBytes,
    sendsMail: app.outside !== undefined,
    untrustedProxy: app.untrustedProxy?.() ?? null,
    ...found.value,
  });
}
