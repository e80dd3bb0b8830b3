import { ok, type Result } from "@snart/calendar/result.ts";
import type { AuditQuery } from "../../storage/port/audit.ts";
import type { AuditEntry } from "../../storage/records/audit.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** An entry of the audit log with the actor's name, if known. */
interface NamedAuditEntry {
  readonly entry: AuditEntry;
  readonly actorName: string | undefined;
}

/** The audit log, newest first, for administrators. */
export function auditLog(
  app: App,
  actor: Actor,
  limit: number,
  query: AuditQuery,
): Promise<Result<readonly NamedAuditEntry[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const entries = await tx.audit.latest(limit, query);
    const people = new Map((await tx.principals.list()).map((one) => [one.id, one.displayName]));
    return ok(
      entries.map((entry) => ({ entry, actorName: entry.actorId ? people.get(entry.actorId) : undefined })),
    );
  });
}
