import { sql, type Selectable } from "kysely";
import type { AuditQuery, AuditReads, AuditWrites } from "../../port/audit.ts";
import type { AuditAction, AuditEntry } from "../../records/audit.ts";
import type { Millis, PrincipalId } from "../../records/ids.ts";
import type { AuditTable } from "../tables/operation.ts";
import type { Scope } from "../scope.ts";

export function audit(scope: Scope): AuditReads & AuditWrites {
  return {
    latest: (limit, of) => latest(scope, limit, of),
    append: (entry) => append(scope, entry),
    forget: (before, limit) => forget(scope, before, limit),
  };
}

async function latest(
  scope: Scope,
  limit: number,
  { actions, beforeId, text }: AuditQuery = {},
): Promise<AuditEntry[]> {
  let query = scope.query.selectFrom("audit").selectAll().orderBy("at", "desc").orderBy("id", "desc");
  if (actions) query = query.where("action", "in", [...actions]);
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(sql<boolean>`lower(subject || ' ' || detail) like ${pattern} escape '\\'`);
  }
  if (beforeId !== undefined) {
    const before = scope.query.selectFrom("audit").select("at").where("id", "=", beforeId);
    query = query.where((e) =>
      e.or([e("at", "<", before), e.and([e("at", "=", before), e("id", "<", beforeId)])]),
    );
  }
  return (await scope.rows(query.limit(limit))).map(fromRow);
}

function fromRow(row: Selectable<AuditTable>): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id as PrincipalId | null,
    action: row.action as AuditAction,
    subject: row.subject,
    detail: JSON.parse(row.detail) as AuditEntry["detail"],
  };
}

async function append(scope: Scope, entry: AuditEntry): Promise<void> {
  await scope.run(
    scope.query.insertInto("audit").values({
      id: entry.id,
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail),
    }),
  );
}

async function forget(scope: Scope, before: Millis, limit: number): Promise<number> {
  const old = scope.query.selectFrom("audit").select("id").where("at", "<", before).limit(limit);
  return await scope.run(scope.query.deleteFrom("audit").where("id", "in", old));
}
